// reflection.hpp: what Metal says of a kernel's arguments.
#pragma once

#include <optional>
#include <vector>

#include "metal.hpp"
#include "metalscope/library.hpp"

namespace metalscope {

// The element type of an MTL::DataType; nothing for what is no plain data (textures, ...).
// `bytes` and `alignment` complete it.
[[nodiscard]] std::optional<ElementType> element_of(MTL::DataType type, std::size_t bytes,
                                                    std::size_t alignment) noexcept;

// The inverse for scalars and vectors, which function constants need.
[[nodiscard]] std::size_t data_type_size(MTL::DataType type) noexcept;

// Buffers and values by index, then threadgroup arguments, then what metalscope cannot bind.
[[nodiscard]] std::vector<ArgumentInfo> arguments_of(
    const MTL::ComputePipelineReflection* reflection);

}  // namespace metalscope
