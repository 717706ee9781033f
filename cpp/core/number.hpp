// number.hpp: numbers of the host language as values of MSL types, range checked.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "metalscope/element_type.hpp"
#include "metalscope/library.hpp"

namespace metalscope {

// What a number is for, in messages; asked only when there is one to be written.
class Subject {
 public:
  [[nodiscard]] virtual std::string text() const = 0;

 protected:
  ~Subject() = default;
};

// Writes `number` as one scalar of `type` (size_of(type) bytes). Integers and bool take only
// integral values in their range, floating-point types round and refuse finite values that would
// become infinite. Throws ArgumentError; `what` names the target.
void encode_number(const Number& number, ScalarType type, std::byte* out, const Subject& what);

// The same for a scalar, a vector or (column after column) a matrix: `element.size` bytes, padding
// zero. `numbers` has as many as the type, otherwise ArgumentError.
void encode_numbers(std::span<const Number> numbers, const ElementType& element, std::byte* out,
                    const Subject& what);

// Nearest values, ties to even, as IEEE 754 has it.
[[nodiscard]] std::uint16_t to_half(double value) noexcept;
[[nodiscard]] std::uint16_t to_bfloat(double value) noexcept;

}  // namespace metalscope
