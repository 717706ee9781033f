// error.hpp: the implementation of NS::Error, and how the other files report failures.
#pragma once

#include <string>

#include "object.hpp"

namespace softmetal {

class ErrorObject : public Implements<NS::Error> {
 public:
  [[nodiscard]] const char* class_name() const noexcept override { return "NSError"; }
  [[nodiscard]] bool equals(const ObjectBase& other) const override;
  [[nodiscard]] NS::UInteger hash() const override { return static_cast<NS::UInteger>(code); }
  [[nodiscard]] std::string description() const override;

  NS::SharedPtr<NS::String> domain;
  NS::Integer code = 0;
  NS::SharedPtr<NS::Dictionary> user_info;
};

inline constexpr const char* library_error_domain = "MTLLibraryErrorDomain";
inline constexpr const char* command_buffer_error_domain = "MTLCommandBufferErrorDomain";

[[nodiscard]] NS::SharedPtr<NS::Error> make_error(const char* domain, NS::Integer code,
                                                  const std::string& message);

// Stores an autoreleased error where `error` points to, if it points anywhere.
void report(NS::Error** error, const char* domain, NS::Integer code, const std::string& message);

}  // namespace softmetal
