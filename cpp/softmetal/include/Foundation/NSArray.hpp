// NSArray.hpp: an immutable array that retains its elements.
#pragma once

#include "NSEnumerator.hpp"
#include "NSObject.hpp"

namespace NS {

class Coder;

class Array : public Copying<Array> {
 public:
  static Array* array();
  static Array* array(const Object* pObject);
  static Array* array(const Object* const* pObjects, UInteger count);

  static Array* alloc();
  Array* init();
  Array* init(const Object* const* pObjects, UInteger count);

  // The element itself, not retained. An index past the end raises (NSRangeException's words).
  template <class _Object = Object>
  _Object* object(UInteger index) const {
    return static_cast<_Object*>(softmetal::runtime::object_at(this, index));
  }
  UInteger count() const;
  Enumerator<Object>* objectEnumerator() const;
};

}  // namespace NS
