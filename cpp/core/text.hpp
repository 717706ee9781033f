// text.hpp: strings across the seam, and small things that messages are made of.
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "metal.hpp"

namespace metalscope {

// Autoreleased.
[[nodiscard]] NS::String* to_ns(const std::string& text);
// Empty for null.
[[nodiscard]] std::string from_ns(const NS::String* text);
[[nodiscard]] std::string description_of(const NS::Error* error);

// "1 error", "2 errors".
[[nodiscard]] std::string counted(std::uint64_t count, std::string_view noun);
// "1,048,576".
[[nodiscard]] std::string grouped(std::uint64_t number);
// The candidate that is closest to `name`; empty when none is close.
[[nodiscard]] std::string closest(std::string_view name, std::span<const std::string> candidates);
// 'a', 'b' and 'c'
[[nodiscard]] std::string quoted_list(std::span<const std::string> names);

}  // namespace metalscope
