// unicode.cpp: conversions between encodings.
#include "unicode.hpp"

#include <algorithm>
#include <cstdint>

namespace softmetal {
namespace {

// A code point and the bytes it takes; 0 bytes when `text` does not begin with a valid one.
struct Decoded {
  std::uint32_t code_point;
  std::size_t length;
};

Decoded decode_first(std::string_view text) noexcept {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  if (first < 0x80) return {first, 1};
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < length) return {0, 0};
  std::uint32_t code_point = first & (0x7Fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0u) != 0x80u) return {0, 0};
    code_point = code_point << 6 | (byte(i) & 0x3Fu);
  }
  const bool overlong =
      (length == 3 && code_point < 0x800) || (length == 4 && code_point < 0x10000);
  const bool surrogate = code_point >= 0xD800 && code_point <= 0xDFFF;
  if (overlong || surrogate || code_point > 0x10FFFF) return {0, 0};
  return {code_point, length};
}

}  // namespace

bool is_ascii(std::string_view bytes) noexcept {
  return std::ranges::all_of(bytes, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

bool is_valid_utf8(std::string_view bytes) noexcept {
  while (!bytes.empty()) {
    const Decoded next = decode_first(bytes);
    if (next.length == 0) return false;
    bytes.remove_prefix(next.length);
  }
  return true;
}

std::string utf8_from_latin1(std::string_view bytes) {
  std::string result;
  result.reserve(bytes.size());
  for (const char c : bytes) {
    const auto value = static_cast<unsigned char>(c);
    if (value < 0x80) {
      result.push_back(c);
    } else {
      result.push_back(static_cast<char>(0xC0 | value >> 6));
      result.push_back(static_cast<char>(0x80 | (value & 0x3F)));
    }
  }
  return result;
}

std::u16string utf16_from_utf8(std::string_view utf8) {
  std::u16string result;
  result.reserve(utf8.size());
  while (!utf8.empty()) {
    Decoded next = decode_first(utf8);
    if (next.length == 0) next = {0xFFFD, 1};
    if (next.code_point >= 0x10000) {
      const std::uint32_t offset = next.code_point - 0x10000;
      result.push_back(static_cast<char16_t>(0xD800 + (offset >> 10)));
      result.push_back(static_cast<char16_t>(0xDC00 + (offset & 0x3FF)));
    } else {
      result.push_back(static_cast<char16_t>(next.code_point));
    }
    utf8.remove_prefix(next.length);
  }
  return result;
}

std::size_t utf16_length(std::string_view utf8) noexcept {
  std::size_t length = 0;
  for (const char c : utf8) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xC0) != 0x80) length += byte >= 0xF0 ? 2 : 1;
  }
  return length;
}

std::u16string ascii_lower(std::u16string text) noexcept {
  for (char16_t& unit : text) {
    if (unit >= u'A' && unit <= u'Z') unit = static_cast<char16_t>(unit - u'A' + u'a');
  }
  return text;
}

}  // namespace softmetal
