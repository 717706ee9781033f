// number.cpp: numbers of the host language as values of MSL types, range checked.
#include "number.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <sstream>
#include <type_traits>

#include "metalscope/error.hpp"
#include "text.hpp"

namespace metalscope {
namespace {

std::string shown(const Number& number) {
  return std::visit(
      [](auto value) -> std::string {
        if constexpr (std::is_same_v<decltype(value), bool>) {
          return value ? "true" : "false";
        } else {
          std::ostringstream text;
          text.precision(std::numeric_limits<double>::max_digits10 - 1);
          text << value;
          return std::move(text).str();
        }
      },
      number);
}

[[noreturn]] void refuse(const Number& number, ScalarType type, const Subject& what,
                         const std::string& why) {
  ElementType element;
  element.scalar = type;
  throw ArgumentError(what.text() + " takes one " + name_of(element) + ", and " + shown(number) +
                      " " + why + ".");
}

template <class T>
std::string range_of() {
  return "is outside its range, " + std::to_string(+std::numeric_limits<T>::min()) + " to " +
         std::to_string(+std::numeric_limits<T>::max());
}

template <class T>
T to_integer(const Number& number, ScalarType type, const Subject& what) {
  return std::visit(
      [&](auto value) -> T {
        using Value = decltype(value);
        if constexpr (std::is_same_v<Value, bool>) {
          return static_cast<T>(value);
        } else if constexpr (std::is_floating_point_v<Value>) {
          if (!(std::trunc(value) == value) || std::isinf(value)) {
            refuse(number, type, what, "is not an integer");
          }
          // Powers of two, hence exact; the upper one is the first value past the range.
          const double past = std::ldexp(1.0, std::numeric_limits<T>::digits);
          if (value < static_cast<double>(std::numeric_limits<T>::min()) || value >= past) {
            refuse(number, type, what, range_of<T>());
          }
          return static_cast<T>(value);
        } else {
          if (!std::in_range<T>(value)) refuse(number, type, what, range_of<T>());
          return static_cast<T>(value);
        }
      },
      number);
}

double to_double(const Number& number) {
  return std::visit([](auto value) { return static_cast<double>(value); }, number);
}

bool to_bool(const Number& number, const Subject& what) {
  const double value = to_double(number);
  if (value != 0.0 && value != 1.0) {
    refuse(number, ScalarType::bool_, what, "is neither true nor false");
  }
  return value != 0.0;
}

template <class T>
void store(std::byte* out, T value) {
  std::memcpy(out, &value, sizeof value);
}

// Bits of a binary format with `exponent_bits` and `fraction_bits`, from a double.
std::uint16_t to_small_float(double value, int exponent_bits, int fraction_bits) noexcept {
  const auto sign =
      static_cast<std::uint16_t>(std::signbit(value) ? 1U << (exponent_bits + fraction_bits) : 0U);
  const auto infinity = static_cast<std::uint16_t>(((1U << exponent_bits) - 1) << fraction_bits);
  if (std::isnan(value)) {
    return static_cast<std::uint16_t>(sign | infinity | (1U << (fraction_bits - 1)));
  }
  const double magnitude = std::fabs(value);
  if (std::isinf(value)) return static_cast<std::uint16_t>(sign | infinity);
  const int bias = (1 << (exponent_bits - 1)) - 1;
  int exponent = magnitude == 0.0 ? 1 - bias : std::max(std::ilogb(magnitude), 1 - bias);
  // In units of the last place; nearbyint rounds ties to even.
  const double units = std::nearbyint(std::ldexp(magnitude, fraction_bits - exponent));
  auto fraction = static_cast<std::uint32_t>(units);
  if (fraction >= (2U << fraction_bits)) {  // rounded up to the next power of two
    fraction >>= 1;
    ++exponent;
  }
  if (exponent > bias) return static_cast<std::uint16_t>(sign | infinity);
  // A subnormal has no implicit bit, hence exponent field 0.
  const std::uint32_t field =
      fraction < (1U << fraction_bits) ? 0U : static_cast<std::uint32_t>(exponent + bias);
  fraction &= (1U << fraction_bits) - 1;
  return static_cast<std::uint16_t>(sign | (field << fraction_bits) | fraction);
}

void check_finite(const Number& number, bool became_infinite, ScalarType type,
                  const Subject& what) {
  if (became_infinite && std::isfinite(to_double(number))) {
    refuse(number, type, what, "is too large for it");
  }
}

}  // namespace

std::uint16_t to_half(double value) noexcept { return to_small_float(value, 5, 10); }

std::uint16_t to_bfloat(double value) noexcept { return to_small_float(value, 8, 7); }

void encode_number(const Number& number, ScalarType type, std::byte* out, const Subject& what) {
  switch (type) {
    case ScalarType::bool_:
      return store(out, static_cast<std::uint8_t>(to_bool(number, what)));
    case ScalarType::int8:
      return store(out, to_integer<std::int8_t>(number, type, what));
    case ScalarType::int16:
      return store(out, to_integer<std::int16_t>(number, type, what));
    case ScalarType::int32:
      return store(out, to_integer<std::int32_t>(number, type, what));
    case ScalarType::int64:
      return store(out, to_integer<std::int64_t>(number, type, what));
    case ScalarType::uint8:
      return store(out, to_integer<std::uint8_t>(number, type, what));
    case ScalarType::uint16:
      return store(out, to_integer<std::uint16_t>(number, type, what));
    case ScalarType::uint32:
      return store(out, to_integer<std::uint32_t>(number, type, what));
    case ScalarType::uint64:
      return store(out, to_integer<std::uint64_t>(number, type, what));
    case ScalarType::float16: {
      const std::uint16_t bits = to_half(to_double(number));
      check_finite(number, (bits & 0x7fffU) == 0x7c00U, type, what);
      return store(out, bits);
    }
    case ScalarType::bfloat16: {
      const std::uint16_t bits = to_bfloat(to_double(number));
      check_finite(number, (bits & 0x7fffU) == 0x7f80U, type, what);
      return store(out, bits);
    }
    case ScalarType::float32: {
      const auto value = static_cast<float>(to_double(number));
      check_finite(number, std::isinf(value), type, what);
      return store(out, value);
    }
    case ScalarType::unknown:
    case ScalarType::structure:
      break;
  }
  throw ArgumentError(
      what.text() + " is a structure; give its bytes (or a NumPy record) instead of a number.",
      ArgumentError::Kind::type);
}

void encode_numbers(std::span<const Number> numbers, const ElementType& element, std::byte* out,
                    const Subject& what) {
  const std::size_t count = std::size_t{element.rows} * element.columns;
  const std::size_t scalar = size_of(element.scalar);
  if (scalar == 0) {
    throw ArgumentError(
        what.text() + " is a structure; give its bytes (or a NumPy record) instead of numbers.",
        ArgumentError::Kind::type);
  }
  if (numbers.size() != count) {
    throw ArgumentError(
        what.text() + " is a " + name_of(element) + " and takes " + counted(count, "number") +
            ", not " + std::to_string(numbers.size()) + ".",
        numbers.size() == 1 ? ArgumentError::Kind::type : ArgumentError::Kind::value);
  }
  std::memset(out, 0, element.size);
  const std::size_t column_stride = element.size / element.columns;
  for (std::size_t column = 0; column < element.columns; ++column) {
    for (std::size_t row = 0; row < element.rows; ++row) {
      encode_number(numbers[column * element.rows + row], element.scalar,
                    out + column * column_stride + row * scalar, what);
    }
  }
}

}  // namespace metalscope
