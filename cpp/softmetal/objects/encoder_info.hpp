// encoder_info.hpp: MTL::CommandBufferEncoderInfo: how far each encoder of a failed command buffer
// got.
#pragma once

#include <Foundation/Foundation.hpp>
#include <cstddef>
#include <span>

#include "recording.hpp"

namespace softmetal {

// An array of MTL::CommandBufferEncoderInfo, one per pass, of a buffer whose command number
// `failed` failed.
[[nodiscard]] NS::SharedPtr<NS::Array> encoder_infos(std::span<const Pass> passes,
                                                     std::size_t failed);

}  // namespace softmetal
