// NSEnumerator.hpp: walking through collections.
#pragma once

#include "NSObject.hpp"

namespace NS {

class Array;

struct FastEnumerationState {
  unsigned long state;
  Object** itemsPtr;
  unsigned long* mutationsPtr;
  unsigned long extra[5];
} _NS_PACKED;

class FastEnumeration : public Referencing<FastEnumeration> {
 public:
  UInteger countByEnumerating(FastEnumerationState* pState, Object** pBuffer, UInteger len);
};

template <class _ObjectType>
class Enumerator : public Referencing<Enumerator<_ObjectType>, FastEnumeration> {
 public:
  // Null at the end.
  _ObjectType* nextObject() {
    return static_cast<_ObjectType*>(softmetal::runtime::next_object(this));
  }
  // Those not yet visited.
  Array* allObjects();
};

}  // namespace NS

#include "NSArray.hpp"

template <class _ObjectType>
NS::Array* NS::Enumerator<_ObjectType>::allObjects() {
  return static_cast<Array*>(softmetal::runtime::all_objects(this));
}
