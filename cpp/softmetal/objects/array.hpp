// array.hpp: the implementations of NS::Array and NS::Enumerator.
#pragma once

#include <cstddef>
#include <vector>

#include "object.hpp"

namespace softmetal {

class ArrayObject : public Implements<NS::Array> {
 public:
  [[nodiscard]] const char* class_name() const noexcept override { return "NSArray"; }
  [[nodiscard]] bool equals(const ObjectBase& other) const override;
  [[nodiscard]] NS::UInteger hash() const override { return elements.size(); }
  [[nodiscard]] std::string description() const override;

  std::vector<Ref<ObjectBase>> elements;
};

class EnumeratorObject : public Implements<NS::Enumerator<NS::Object>> {
 public:
  explicit EnumeratorObject(std::vector<Ref<ObjectBase>> elements)
      : elements_(std::move(elements)) {}
  [[nodiscard]] const char* class_name() const noexcept override { return "NSEnumerator"; }
  // Null at the end.
  ObjectBase* next() noexcept {
    return next_ < elements_.size() ? elements_[next_++].get() : nullptr;
  }

 private:
  std::vector<Ref<ObjectBase>> elements_;
  std::size_t next_ = 0;
};

// An array of implementation objects.
template <class Implementation>
[[nodiscard]] NS::SharedPtr<NS::Array> make_array(const std::vector<Ref<Implementation>>& objects) {
  auto array = make<ArrayObject>();
  array->elements.reserve(objects.size());
  for (const auto& object : objects) array->elements.emplace_back(object.get());
  return NS::RetainPtr(array->handle());
}

}  // namespace softmetal
