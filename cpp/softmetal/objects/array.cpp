// array.cpp: NS::Array and NS::Enumerator.
#include "array.hpp"

#include <algorithm>

#include "validation.hpp"

namespace softmetal {

bool ArrayObject::equals(const ObjectBase& other) const {
  const auto* array = dynamic_cast<const ArrayObject*>(&other);
  return array != nullptr &&
         std::ranges::equal(elements, array->elements,
                            [](const auto& a, const auto& b) { return a->equals(*b); });
}

std::string ArrayObject::description() const {
  std::string text = "(";
  for (const auto& element : elements) {
    text += (text.size() > 1 ? ", " : "") + element->description();
  }
  return text + ")";
}

namespace {

void fill(ArrayObject& self, const NS::Object* const* objects, NS::UInteger count) {
  self.elements.reserve(count);
  for (NS::UInteger i = 0; i < count; ++i) {
    require(objects[i] != nullptr,
            "-[NSArray initWithObjects:count:]: attempt to insert nil "
            "object from objects[",
            i, "]");
    self.elements.emplace_back(impl<ObjectBase>(objects[i]));
  }
}

}  // namespace

namespace runtime {

void* object_at(const void* array, NS::UInteger index) {
  return send<ArrayObject>(array, [&](ArrayObject& self) -> void* {
    require(index < self.elements.size(), "-[NSArray objectAtIndex:]: index ", index,
            " beyond bounds [0 .. ", self.elements.size(), ")");
    return self.elements[index].get();
  });
}

void* next_object(void* enumerator) {
  return send<EnumeratorObject>(enumerator,
                                [](EnumeratorObject& self) -> void* { return self.next(); });
}

void* all_objects(void* enumerator) {
  return send<EnumeratorObject>(enumerator, [](EnumeratorObject& self) -> void* {
    auto array = make<ArrayObject>();
    while (ObjectBase* object = self.next()) array->elements.emplace_back(object);
    array->retain();
    return array->autoreleased();
  });
}

}  // namespace runtime
}  // namespace softmetal

using softmetal::ArrayObject;
using softmetal::EnumeratorObject;
using softmetal::send;

NS::Array* NS::Array::array() { return alloc()->init()->autorelease(); }

NS::Array* NS::Array::array(const Object* pObject) { return array(&pObject, 1); }

NS::Array* NS::Array::array(const Object* const* pObjects, UInteger count) {
  return alloc()->init(pObjects, count)->autorelease();
}

NS::Array* NS::Array::alloc() { return (new ArrayObject)->handle(); }

NS::Array* NS::Array::init() { return this; }

NS::Array* NS::Array::init(const Object* const* pObjects, UInteger count) {
  send<ArrayObject>(this, [&](ArrayObject& self) { softmetal::fill(self, pObjects, count); });
  return this;
}

NS::UInteger NS::Array::count() const {
  return send<ArrayObject>(this, [](ArrayObject& self) { return self.elements.size(); });
}

NS::Enumerator<NS::Object>* NS::Array::objectEnumerator() const {
  return send<ArrayObject>(this, [](ArrayObject& self) {
    return (new EnumeratorObject(self.elements))->autoreleased();
  });
}

NS::UInteger NS::FastEnumeration::countByEnumerating(FastEnumerationState* pState, Object** pBuffer,
                                                     UInteger len) {
  return send<EnumeratorObject>(this, [&](EnumeratorObject& self) -> UInteger {
    static unsigned long mutations = 0;  // arrays are immutable
    UInteger count = 0;
    while (count < len) {
      auto* object = self.next();
      if (object == nullptr) break;
      pBuffer[count++] = reinterpret_cast<Object*>(object);
    }
    pState->state = 1;
    pState->itemsPtr = pBuffer;
    pState->mutationsPtr = &mutations;
    return count;
  });
}
