// string.hpp: the implementation of NS::String, and conversions for the other files.
#pragma once

#include <string>
#include <string_view>

#include "object.hpp"

namespace softmetal {

class StringObject : public Implements<NS::String> {
 public:
  StringObject() = default;
  explicit StringObject(std::string text) : utf8(std::move(text)) {}

  [[nodiscard]] const char* class_name() const noexcept override { return "NSString"; }
  [[nodiscard]] bool equals(const ObjectBase& other) const override;
  [[nodiscard]] NS::UInteger hash() const override;
  [[nodiscard]] std::string description() const override { return utf8; }

  std::string utf8;  // valid UTF-8
};

// Text of ours: taken as it is, whatever bytes it has.
[[nodiscard]] NS::SharedPtr<NS::String> make_string(std::string text);
[[nodiscard]] NS::String* autoreleased_string(std::string text);

// Empty for null. Valid as long as the string.
[[nodiscard]] std::string_view view(const NS::String* string) noexcept;

}  // namespace softmetal
