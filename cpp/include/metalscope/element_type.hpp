// element_type.hpp: the types of kernel arguments and buffer elements.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace metalscope {

// MSL's scalar types (MSL specification, "Scalar Data Types"), and structures.
enum class ScalarType : std::uint8_t {
  unknown,
  bool_,
  int8,
  int16,
  int32,
  int64,
  uint8,
  uint16,
  uint32,
  uint64,
  float16,
  bfloat16,
  float32,
  structure,  // anything with members, and pointers in argument buffers
};

// A scalar, a vector of `columns == 1` and `rows` 2..4, a matrix, or a structure.
struct ElementType {
  ScalarType scalar = ScalarType::unknown;
  std::uint8_t rows = 1;
  std::uint8_t columns = 1;
  std::uint32_t size = 0;       // bytes, padding included (float3: 16)
  std::uint32_t alignment = 1;  // bytes

  friend bool operator==(const ElementType&, const ElementType&) = default;
};

// Bytes of one scalar; 0 for `unknown` and `structure`.
[[nodiscard]] std::size_t size_of(ScalarType type) noexcept;

// MSL's name: "float", "uint4", "half2x2", "struct".
[[nodiscard]] std::string name_of(const ElementType& type);

}  // namespace metalscope
