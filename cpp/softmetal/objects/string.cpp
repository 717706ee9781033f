// string.cpp: NS::String.
#include "string.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <optional>

#include "unicode.hpp"
#include "validation.hpp"

namespace softmetal {

bool StringObject::equals(const ObjectBase& other) const {
  const auto* string = dynamic_cast<const StringObject*>(&other);
  return string != nullptr && string->utf8 == utf8;
}

NS::UInteger StringObject::hash() const { return std::hash<std::string>{}(utf8); }

NS::SharedPtr<NS::String> make_string(std::string text) {
  return NS::TransferPtr((new StringObject(std::move(text)))->handle());
}

std::string_view view(const NS::String* string) noexcept {
  return string == nullptr ? std::string_view{} : impl<StringObject>(string)->utf8;
}

NS::String* autoreleased_string(std::string text) {
  return (new StringObject(std::move(text)))->autoreleased();
}

void* runtime::constant_string(const char* utf8) {
  auto* string = new StringObject(utf8);
  string->make_immortal();
  return string->handle();
}

namespace {

// The bytes as UTF-8; nothing when they are not valid in that encoding, or when it is not known.
std::optional<std::string> decode(std::string_view bytes, NS::StringEncoding encoding) {
  switch (encoding) {
    case NS::UTF8StringEncoding:
      if (!is_valid_utf8(bytes)) return std::nullopt;
      return std::string(bytes);
    case NS::ASCIIStringEncoding:
      if (!is_ascii(bytes)) return std::nullopt;
      return std::string(bytes);
    case NS::ISOLatin1StringEncoding:
      return utf8_from_latin1(bytes);
    default:
      return std::nullopt;
  }
}

bool fill(StringObject& self, std::string_view bytes, NS::StringEncoding encoding) {
  auto text = decode(bytes, encoding);
  if (text) self.utf8 = std::move(*text);
  return text.has_value();
}

bool representable(std::string_view utf8, NS::StringEncoding encoding) {
  return encoding == NS::UTF8StringEncoding ||
         (encoding == NS::ASCIIStringEncoding && is_ascii(utf8));
}

NS::Range find(std::u16string_view text, std::u16string_view wanted,
               NS::StringCompareOptions options) {
  const NS::Range none(static_cast<NS::UInteger>(NS::NotFound), 0);
  if (wanted.empty() || wanted.size() > text.size()) return none;
  const bool backwards = (options & NS::BackwardsSearch) != 0;
  std::size_t at = std::u16string_view::npos;
  if ((options & NS::AnchoredSearch) != 0) {
    const std::size_t anchor = backwards ? text.size() - wanted.size() : 0;
    if (text.substr(anchor, wanted.size()) == wanted) at = anchor;
  } else {
    at = backwards ? text.rfind(wanted) : text.find(wanted);
  }
  return at == std::u16string_view::npos ? none : NS::Range(at, wanted.size());
}

}  // namespace
}  // namespace softmetal

using softmetal::send;
using softmetal::StringObject;
using softmetal::view;

NS::String* NS::String::string() { return softmetal::autoreleased_string({}); }

NS::String* NS::String::string(const String* pString) {
  return pString == nullptr ? nullptr : softmetal::autoreleased_string(std::string(view(pString)));
}

NS::String* NS::String::string(const char* pString, StringEncoding encoding) {
  return alloc()->init(pString, encoding)->autorelease();
}

NS::String* NS::String::alloc() { return (new StringObject)->handle(); }

NS::String* NS::String::init() { return this; }

NS::String* NS::String::init(const String* pString) {
  send<StringObject>(this, [&](StringObject& self) { self.utf8 = view(pString); });
  return this;
}

NS::String* NS::String::init(const char* pString, StringEncoding encoding) {
  return send<StringObject>(this, [&](StringObject& self) -> String* {
    if (pString != nullptr && softmetal::fill(self, pString, encoding)) return this;
    release();
    return nullptr;
  });
}

NS::String* NS::String::init(void* pBytes, UInteger len, StringEncoding encoding, bool freeBuffer) {
  return send<StringObject>(this, [&](StringObject& self) -> String* {
    const bool valid =
        pBytes != nullptr &&
        softmetal::fill(self, std::string_view(static_cast<char*>(pBytes), len), encoding);
    if (valid && freeBuffer) std::free(pBytes);
    if (valid) return this;
    release();
    return nullptr;
  });
}

NS::unichar NS::String::character(UInteger index) const {
  return send<StringObject>(this, [&](StringObject& self) -> unichar {
    const std::u16string text = softmetal::utf16_from_utf8(self.utf8);
    softmetal::require(index < text.size(), "-[NSString characterAtIndex:]: index ", index,
                       " beyond bounds [0 .. ", text.size(), ")");
    return text[index];
  });
}

NS::UInteger NS::String::length() const {
  return send<StringObject>(
      this, [](StringObject& self) -> UInteger { return softmetal::utf16_length(self.utf8); });
}

const char* NS::String::cString(StringEncoding encoding) const {
  return send<StringObject>(this, [&](StringObject& self) -> const char* {
    return softmetal::representable(self.utf8, encoding) ? self.utf8.c_str() : nullptr;
  });
}

const char* NS::String::utf8String() const {
  return send<StringObject>(this, [](StringObject& self) { return self.utf8.c_str(); });
}

NS::UInteger NS::String::maximumLengthOfBytes(StringEncoding encoding) const {
  return encoding == UTF8StringEncoding ? 3 * length() : length();
}

NS::UInteger NS::String::lengthOfBytes(StringEncoding encoding) const {
  return send<StringObject>(this, [&](StringObject& self) -> UInteger {
    return softmetal::representable(self.utf8, encoding) ? self.utf8.size() : 0;
  });
}

bool NS::String::isEqualToString(const String* pString) const { return isEqual(pString); }

NS::Range NS::String::rangeOfString(const String* pString, StringCompareOptions options) const {
  std::u16string text = softmetal::utf16_from_utf8(view(this));
  std::u16string wanted = softmetal::utf16_from_utf8(view(pString));
  if ((options & CaseInsensitiveSearch) != 0) {
    text = softmetal::ascii_lower(std::move(text));
    wanted = softmetal::ascii_lower(std::move(wanted));
  }
  return softmetal::find(text, wanted, options);
}

const char* NS::String::fileSystemRepresentation() const { return utf8String(); }

NS::String* NS::String::stringByAppendingString(const String* pString) const {
  return send<StringObject>(this, [&](StringObject& self) {
    return softmetal::autoreleased_string(self.utf8 + std::string(view(pString)));
  });
}

NS::ComparisonResult NS::String::caseInsensitiveCompare(const String* pString) const {
  const auto left = softmetal::ascii_lower(softmetal::utf16_from_utf8(view(this)));
  const auto right = softmetal::ascii_lower(softmetal::utf16_from_utf8(view(pString)));
  if (left == right) return OrderedSame;
  return left < right ? OrderedAscending : OrderedDescending;
}
