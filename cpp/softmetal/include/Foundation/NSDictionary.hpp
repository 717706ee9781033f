// NSDictionary.hpp: an immutable map; keys are compared by isEqual, everything is retained.
#pragma once

#include "NSEnumerator.hpp"
#include "NSObject.hpp"

namespace NS {

class Coder;

class Dictionary : public Copying<Dictionary> {
 public:
  static Dictionary* dictionary();
  static Dictionary* dictionary(const Object* pObject, const Object* pKey);
  static Dictionary* dictionary(const Object* const* pObjects, const Object* const* pKeys,
                                UInteger count);

  static Dictionary* alloc();
  Dictionary* init();
  Dictionary* init(const Object* const* pObjects, const Object* const* pKeys, UInteger count);

  template <class _KeyType = Object>
  Enumerator<_KeyType>* keyEnumerator() const {
    return static_cast<Enumerator<_KeyType>*>(softmetal::runtime::key_enumerator(this));
  }
  // Null when the key is not there.
  template <class _Object = Object>
  _Object* object(const Object* pKey) const {
    return static_cast<_Object*>(softmetal::runtime::object_for(this, pKey));
  }
  UInteger count() const;
};

}  // namespace NS
