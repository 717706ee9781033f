// number.cpp: NS::Value and NS::Number.
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <string_view>
#include <type_traits>

#include "object.hpp"
#include "string.hpp"
#include "validation.hpp"

namespace softmetal {
namespace {

// Bytes of one Objective-C type encoding; 0 for one that is not a scalar or pointer.
std::size_t size_of_encoding(std::string_view type) noexcept {
  if (type.empty()) return 0;
  switch (type[0]) {
    case 'c':
    case 'C':
    case 'B':
      return 1;
    case 's':
    case 'S':
      return 2;
    case 'i':
    case 'I':
    case 'f':
      return 4;
    case 'l':
    case 'L':
    case 'q':
    case 'Q':
    case 'd':
    case '^':
    case '*':
    case '@':
      return 8;
    default:
      return 0;
  }
}

template <class T>
constexpr const char* encoding_of() {
  if constexpr (std::is_same_v<T, bool>) return "B";
  if constexpr (std::is_same_v<T, float>) return "f";
  if constexpr (std::is_same_v<T, double>) return "d";
  constexpr std::array<const char*, 8> of_signed = {"c", "s", "", "i", "", "", "", "q"};
  constexpr std::array<const char*, 8> of_unsigned = {"C", "S", "", "I", "", "", "", "Q"};
  return std::is_signed_v<T> ? of_signed[sizeof(T) - 1] : of_unsigned[sizeof(T) - 1];
}

class ValueObject : public Implements<NS::Value> {
 public:
  [[nodiscard]] const char* class_name() const noexcept override { return "NSValue"; }
  [[nodiscard]] bool equals(const ObjectBase& other) const override {
    const auto* value = dynamic_cast<const ValueObject*>(&other);
    return value != nullptr && type == value->type &&
           std::memcmp(bytes.data(), value->bytes.data(), bytes.size()) == 0;
  }
  [[nodiscard]] NS::UInteger hash() const override {
    NS::UInteger bits = 0;
    std::memcpy(&bits, bytes.data(), sizeof bits);
    return bits;
  }

  void assign(const void* data, const char* encoding) {
    const std::size_t size = size_of_encoding(encoding);
    require(size != 0, "-[NSValue initWithBytes:objCType:]: unsupported type '", encoding, "'");
    type = encoding;
    std::memcpy(bytes.data(), data, size);
  }
  template <class T>
  [[nodiscard]] T load() const noexcept {
    T value;
    std::memcpy(&value, bytes.data(), sizeof value);
    return value;
  }

  std::string type;
  std::array<std::byte, 8> bytes{};
};

class NumberObject : public Implements<NS::Number, ValueObject> {
 public:
  [[nodiscard]] const char* class_name() const noexcept override { return "NSNumber"; }
  // Calls `action` with the value, widened to long long, unsigned long long, float or double.
  template <class Action>
  auto visit(Action&& action) const {
    switch (type.empty() ? 'c' : type[0]) {
      case 'f':
        return action(load<float>());
      case 'd':
        return action(load<double>());
      case 'B':
      case 'C':
        return action(static_cast<unsigned long long>(load<unsigned char>()));
      case 'S':
        return action(static_cast<unsigned long long>(load<unsigned short>()));
      case 'I':
        return action(static_cast<unsigned long long>(load<unsigned>()));
      case 'Q':
        return action(load<unsigned long long>());
      case 'c':
        return action(static_cast<long long>(load<signed char>()));
      case 's':
        return action(static_cast<long long>(load<short>()));
      case 'i':
        return action(static_cast<long long>(load<int>()));
      default:
        return action(load<long long>());
    }
  }

  [[nodiscard]] bool equals(const ObjectBase& other) const override {
    const auto* number = dynamic_cast<const NumberObject*>(&other);
    return number != nullptr && compare(*number) == NS::OrderedSame;
  }
  [[nodiscard]] NS::UInteger hash() const override { return std::hash<double>{}(as<double>()); }
  [[nodiscard]] std::string description() const override {
    return visit([](auto value) {
      std::ostringstream text;
      if constexpr (std::is_floating_point_v<decltype(value)>) {
        text.precision(std::numeric_limits<decltype(value)>::max_digits10 - 2);
      }
      text << +value;
      return text.str();
    });
  }

  template <class T>
  void assign_value(T value) {
    assign(&value, encoding_of<T>());
  }

  // A C cast, with the values that C leaves undefined pinned to the ends of the range.
  template <class T>
  [[nodiscard]] T as() const {
    return visit([](auto value) -> T {
      if constexpr (std::is_floating_point_v<decltype(value)> && std::is_integral_v<T> &&
                    !std::is_same_v<T, bool>) {
        if (std::isnan(value)) return 0;
        const auto wide = static_cast<double>(value);
        if (wide <= static_cast<double>(std::numeric_limits<T>::min())) {
          return std::numeric_limits<T>::min();
        }
        if (wide >= static_cast<double>(std::numeric_limits<T>::max())) {
          return std::numeric_limits<T>::max();
        }
      }
      return static_cast<T>(value);
    });
  }

  [[nodiscard]] NS::ComparisonResult compare(const NumberObject& other) const {
    return visit(
        [&](auto left) { return other.visit([&](auto right) { return order(left, right); }); });
  }

 private:
  template <class L, class R>
  static NS::ComparisonResult order(L left, R right) {
    if constexpr (std::is_integral_v<L> && std::is_integral_v<R>) {
      if (std::cmp_equal(left, right)) return NS::OrderedSame;
      return std::cmp_less(left, right) ? NS::OrderedAscending : NS::OrderedDescending;
    } else {
      const auto l = static_cast<double>(left);
      const auto r = static_cast<double>(right);
      if (l == r) return NS::OrderedSame;
      return l < r ? NS::OrderedAscending : NS::OrderedDescending;
    }
  }
};

template <class T>
NS::Number* init_number(NS::Number* handle, T value) {
  send<NumberObject>(handle, [&](NumberObject& self) { self.assign_value(value); });
  return handle;
}

template <class T>
NS::Number* make_number(T value) {
  return init_number(NS::Number::alloc(), value)->autorelease();
}

template <class T>
T value_of(const NS::Number* handle) {
  return send<NumberObject>(handle, [](NumberObject& self) { return self.as<T>(); });
}

}  // namespace
}  // namespace softmetal

using softmetal::impl;
using softmetal::init_number;
using softmetal::make_number;
using softmetal::NumberObject;
using softmetal::send;
using softmetal::value_of;
using softmetal::ValueObject;

NS::Value* NS::Value::value(const void* pValue, const char* pType) {
  return alloc()->init(pValue, pType)->autorelease();
}

NS::Value* NS::Value::value(const void* pPointer) { return value(&pPointer, "^v"); }

NS::Value* NS::Value::alloc() { return (new ValueObject)->handle(); }

NS::Value* NS::Value::init(const void* pValue, const char* pType) {
  send<ValueObject>(this, [&](ValueObject& self) { self.assign(pValue, pType); });
  return this;
}

void NS::Value::getValue(void* pValue, UInteger size) const {
  send<ValueObject>(this, [&](ValueObject& self) {
    std::memcpy(pValue, self.bytes.data(),
                std::min<UInteger>(size, softmetal::size_of_encoding(self.type)));
  });
}

const char* NS::Value::objCType() const {
  return send<ValueObject>(this, [](ValueObject& self) { return self.type.c_str(); });
}

bool NS::Value::isEqualToValue(Value* pValue) const { return isEqual(pValue); }

void* NS::Value::pointerValue() const {
  return send<ValueObject>(this, [](ValueObject& self) { return self.load<void*>(); });
}

NS::Number* NS::Number::alloc() { return (new NumberObject)->handle(); }

NS::Number* NS::Number::number(char value) { return make_number<signed char>(value); }
NS::Number* NS::Number::number(unsigned char value) { return make_number(value); }
NS::Number* NS::Number::number(short value) { return make_number(value); }
NS::Number* NS::Number::number(unsigned short value) { return make_number(value); }
NS::Number* NS::Number::number(int value) { return make_number(value); }
NS::Number* NS::Number::number(unsigned int value) { return make_number(value); }
NS::Number* NS::Number::number(long value) { return make_number(value); }
NS::Number* NS::Number::number(unsigned long value) { return make_number(value); }
NS::Number* NS::Number::number(long long value) { return make_number(value); }
NS::Number* NS::Number::number(unsigned long long value) { return make_number(value); }
NS::Number* NS::Number::number(float value) { return make_number(value); }
NS::Number* NS::Number::number(double value) { return make_number(value); }
NS::Number* NS::Number::number(bool value) { return make_number(value); }

NS::Number* NS::Number::init(char value) { return init_number<signed char>(this, value); }
NS::Number* NS::Number::init(unsigned char value) { return init_number(this, value); }
NS::Number* NS::Number::init(short value) { return init_number(this, value); }
NS::Number* NS::Number::init(unsigned short value) { return init_number(this, value); }
NS::Number* NS::Number::init(int value) { return init_number(this, value); }
NS::Number* NS::Number::init(unsigned int value) { return init_number(this, value); }
NS::Number* NS::Number::init(long value) { return init_number(this, value); }
NS::Number* NS::Number::init(unsigned long value) { return init_number(this, value); }
NS::Number* NS::Number::init(long long value) { return init_number(this, value); }
NS::Number* NS::Number::init(unsigned long long value) { return init_number(this, value); }
NS::Number* NS::Number::init(float value) { return init_number(this, value); }
NS::Number* NS::Number::init(double value) { return init_number(this, value); }
NS::Number* NS::Number::init(bool value) { return init_number(this, value); }

char NS::Number::charValue() const { return value_of<char>(this); }
unsigned char NS::Number::unsignedCharValue() const { return value_of<unsigned char>(this); }
short NS::Number::shortValue() const { return value_of<short>(this); }
unsigned short NS::Number::unsignedShortValue() const { return value_of<unsigned short>(this); }
int NS::Number::intValue() const { return value_of<int>(this); }
unsigned int NS::Number::unsignedIntValue() const { return value_of<unsigned int>(this); }
long NS::Number::longValue() const { return value_of<long>(this); }
unsigned long NS::Number::unsignedLongValue() const { return value_of<unsigned long>(this); }
long long NS::Number::longLongValue() const { return value_of<long long>(this); }
unsigned long long NS::Number::unsignedLongLongValue() const {
  return value_of<unsigned long long>(this);
}
float NS::Number::floatValue() const { return value_of<float>(this); }
double NS::Number::doubleValue() const { return value_of<double>(this); }
bool NS::Number::boolValue() const { return value_of<bool>(this); }
NS::Integer NS::Number::integerValue() const { return value_of<Integer>(this); }
NS::UInteger NS::Number::unsignedIntegerValue() const { return value_of<UInteger>(this); }

NS::String* NS::Number::stringValue() const { return description(); }

NS::ComparisonResult NS::Number::compare(const Number* pOtherNumber) const {
  softmetal::require(pOtherNumber != nullptr, "-[NSNumber compare:]: nil argument");
  return send<NumberObject>(
      this, [&](NumberObject& self) { return self.compare(*impl<NumberObject>(pOtherNumber)); });
}

bool NS::Number::isEqualToNumber(const Number* pNumber) const { return isEqual(pNumber); }

NS::String* NS::Number::descriptionWithLocale(const Object* /*pLocale*/) const {
  return description();
}
