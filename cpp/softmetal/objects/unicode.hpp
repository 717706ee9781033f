// unicode.hpp: UTF-8 to the other encodings that NS::String knows.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace softmetal {

[[nodiscard]] bool is_ascii(std::string_view bytes) noexcept;
// RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF.
[[nodiscard]] bool is_valid_utf8(std::string_view bytes) noexcept;
[[nodiscard]] std::string utf8_from_latin1(std::string_view bytes);
// For valid UTF-8.
[[nodiscard]] std::u16string utf16_from_utf8(std::string_view utf8);
[[nodiscard]] std::size_t utf16_length(std::string_view utf8) noexcept;
[[nodiscard]] std::u16string ascii_lower(std::u16string text) noexcept;

}  // namespace softmetal
