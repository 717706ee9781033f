// data_type.cpp: names and sizes of MTL::DataType's scalars and vectors.
#include "data_type.hpp"

#include <algorithm>
#include <array>

namespace softmetal {
namespace {

// Scalar types; the vectors of 2, 3 and 4 elements follow each directly.
struct Scalar {
  MTL::DataType first;
  std::size_t size;
  const char* name;
};

constexpr std::array<Scalar, 12> scalars = {{
    {MTL::DataTypeFloat, 4, "float"},
    {MTL::DataTypeHalf, 2, "half"},
    {MTL::DataTypeInt, 4, "int"},
    {MTL::DataTypeUInt, 4, "uint"},
    {MTL::DataTypeShort, 2, "short"},
    {MTL::DataTypeUShort, 2, "ushort"},
    {MTL::DataTypeChar, 1, "char"},
    {MTL::DataTypeUChar, 1, "uchar"},
    {MTL::DataTypeBool, 1, "bool"},
    {MTL::DataTypeLong, 8, "long"},
    {MTL::DataTypeULong, 8, "ulong"},
    {MTL::DataTypeBFloat, 2, "bfloat"},
}};

const Scalar* scalar_of(MTL::DataType type) noexcept {
  const auto* found = std::ranges::find_if(
      scalars, [&](const Scalar& s) { return type >= s.first && type < s.first + 4; });
  return found == scalars.end() ? nullptr : found;
}

}  // namespace

std::size_t size_of(MTL::DataType type) noexcept {
  const Scalar* scalar = scalar_of(type);
  if (scalar == nullptr) return 0;
  const std::size_t elements = type - scalar->first + 1;
  return scalar->size * (elements == 3 ? 4 : elements);
}

std::string name_of(MTL::DataType type) {
  const Scalar* scalar = scalar_of(type);
  if (scalar == nullptr) return "type " + std::to_string(type);
  const std::size_t elements = type - scalar->first + 1;
  return scalar->name + (elements == 1 ? std::string() : std::to_string(elements));
}

}  // namespace softmetal
