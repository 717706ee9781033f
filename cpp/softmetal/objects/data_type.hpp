// data_type.hpp: names and sizes of MTL::DataType's scalars and vectors.
#pragma once

#include <Metal/MTLDataType.hpp>
#include <cstddef>
#include <string>

namespace softmetal {

// Bytes of a scalar or vector as MSL lays it out (a vector of 3 takes the room of 4); 0 for other
// types.
[[nodiscard]] std::size_t size_of(MTL::DataType type) noexcept;

// MSL's name of a scalar or vector, such as "uint3"; "type N" for others.
[[nodiscard]] std::string name_of(MTL::DataType type);

}  // namespace softmetal
