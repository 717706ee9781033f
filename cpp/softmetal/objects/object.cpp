// object.cpp: NS::Object, and the messages of NSPrivate.hpp that all objects answer.
#include "object.hpp"

#include <cstdio>

#include "string.hpp"

namespace softmetal {

std::string ObjectBase::description() const {
  char text[96];
  std::snprintf(text, sizeof text, "<%s: %p>", class_name(), static_cast<const void*>(this));
  return text;
}

namespace runtime {

void retain(const void* object) noexcept {
  if (object != nullptr) impl<ObjectBase>(object)->retain();
}

void release(const void* object) noexcept {
  if (object != nullptr) impl<ObjectBase>(object)->release();
}

NS::UInteger retain_count(const void* object) noexcept {
  return object == nullptr ? 0 : impl<ObjectBase>(object)->retain_count();
}

void* copy(const void* object) {
  return object == nullptr ? nullptr : impl<ObjectBase>(object)->copy();
}

}  // namespace runtime
}  // namespace softmetal

using softmetal::ObjectBase;
using softmetal::send;

NS::UInteger NS::Object::hash() const {
  return send<ObjectBase>(this, [](ObjectBase& self) { return self.hash(); });
}

bool NS::Object::isEqual(const Object* pObject) const {
  return send<ObjectBase>(this, [&](ObjectBase& self) {
    return pObject != nullptr && self.equals(*softmetal::impl<ObjectBase>(pObject));
  });
}

NS::String* NS::Object::description() const {
  return send<ObjectBase>(
      this, [](ObjectBase& self) { return softmetal::autoreleased_string(self.description()); });
}

NS::String* NS::Object::debugDescription() const { return description(); }
