// element_type.cpp: names and sizes of MSL's types.
#include "metalscope/element_type.hpp"

namespace metalscope {

std::size_t size_of(ScalarType type) noexcept {
  switch (type) {
    case ScalarType::bool_:
    case ScalarType::int8:
    case ScalarType::uint8:
      return 1;
    case ScalarType::int16:
    case ScalarType::uint16:
    case ScalarType::float16:
    case ScalarType::bfloat16:
      return 2;
    case ScalarType::int32:
    case ScalarType::uint32:
    case ScalarType::float32:
      return 4;
    case ScalarType::int64:
    case ScalarType::uint64:
      return 8;
    case ScalarType::unknown:
    case ScalarType::structure:
      break;
  }
  return 0;
}

namespace {

const char* scalar_name(ScalarType type) noexcept {
  switch (type) {
    case ScalarType::bool_:
      return "bool";
    case ScalarType::int8:
      return "char";
    case ScalarType::int16:
      return "short";
    case ScalarType::int32:
      return "int";
    case ScalarType::int64:
      return "long";
    case ScalarType::uint8:
      return "uchar";
    case ScalarType::uint16:
      return "ushort";
    case ScalarType::uint32:
      return "uint";
    case ScalarType::uint64:
      return "ulong";
    case ScalarType::float16:
      return "half";
    case ScalarType::bfloat16:
      return "bfloat";
    case ScalarType::float32:
      return "float";
    case ScalarType::structure:
      return "struct";
    case ScalarType::unknown:
      break;
  }
  return "unknown";
}

}  // namespace

std::string name_of(const ElementType& type) {
  std::string name = scalar_name(type.scalar);
  if (type.columns > 1)
    return name + std::to_string(type.columns) + "x" + std::to_string(type.rows);
  if (type.rows > 1) name += std::to_string(type.rows);
  return name;
}

}  // namespace metalscope
