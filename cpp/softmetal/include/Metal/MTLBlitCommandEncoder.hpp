// MTLBlitCommandEncoder.hpp: copies and fills.
#pragma once

#include "MTLCommandEncoder.hpp"
#include "MTLTypes.hpp"

namespace MTL {

class Buffer;
class CounterSampleBuffer;
class Fence;
class Resource;

using BlitOption = NS::UInteger;
enum : BlitOption {
  BlitOptionNone = 0,
  BlitOptionDepthFromDepthStencil = 1,
  BlitOptionStencilFromDepthStencil = 1 << 1,
  BlitOptionRowLinearPVRTC = 1 << 2,
};

class BlitCommandEncoder : public NS::Referencing<BlitCommandEncoder, CommandEncoder> {
 public:
  // Ranges must lie inside their buffers, and must not overlap inside one buffer.
  void copyFromBuffer(const MTL::Buffer* sourceBuffer, NS::UInteger sourceOffset,
                      const MTL::Buffer* destinationBuffer, NS::UInteger destinationOffset,
                      NS::UInteger size);
  void fillBuffer(const MTL::Buffer* buffer, NS::Range range, uint8_t value);
  // Host and device share all memory here.
  void synchronizeResource(const MTL::Resource* resource);
  // Writes one CounterResultTimestamp per sample.
  void resolveCounters(const MTL::CounterSampleBuffer* sampleBuffer, NS::Range range,
                       const MTL::Buffer* destinationBuffer, NS::UInteger destinationOffset);
  void sampleCountersInBuffer(const MTL::CounterSampleBuffer* sampleBuffer,
                              NS::UInteger sampleIndex, bool barrier);
  void updateFence(const MTL::Fence* fence);
  void waitForFence(const MTL::Fence* fence);
};

}  // namespace MTL
