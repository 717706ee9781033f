// MTLComputeCommandEncoder.hpp: encodes the dispatches of one compute pass.
#pragma once

#include "MTLCommandBuffer.hpp"
#include "MTLCommandEncoder.hpp"
#include "MTLTypes.hpp"

namespace MTL {

class Buffer;
class ComputePipelineState;
class CounterSampleBuffer;
class Fence;
class Resource;

struct DispatchThreadgroupsIndirectArguments {
  uint32_t threadgroupsPerGrid[3];
} _NS_PACKED;

// Slots: 31 for buffers and bytes, 31 for threadgroup memory. Limits: 4096 bytes per setBytes,
// threadgroup memory lengths in multiples of 16 bytes.
class ComputeCommandEncoder : public NS::Referencing<ComputeCommandEncoder, CommandEncoder> {
 public:
  void setComputePipelineState(const MTL::ComputePipelineState* state);
  // A null buffer leaves the slot unbound.
  void setBuffer(const MTL::Buffer* buffer, NS::UInteger offset, NS::UInteger index);
  void setBufferOffset(NS::UInteger offset, NS::UInteger index);
  void setBuffers(const MTL::Buffer* const buffers[], const NS::UInteger offsets[],
                  NS::Range range);
  // Copies the bytes.
  void setBytes(const void* bytes, NS::UInteger length, NS::UInteger index);
  void setThreadgroupMemoryLength(NS::UInteger length, NS::UInteger index);

  void dispatchThreadgroups(MTL::Size threadgroupsPerGrid, MTL::Size threadsPerThreadgroup);
  // The grid is read when the command runs.
  void dispatchThreadgroups(const MTL::Buffer* indirectBuffer, NS::UInteger indirectBufferOffset,
                            MTL::Size threadsPerThreadgroup);
  // Threadgroups at the edges are smaller where the grid is not a multiple of them.
  void dispatchThreads(MTL::Size threadsPerGrid, MTL::Size threadsPerThreadgroup);
  DispatchType dispatchType() const;

  void memoryBarrier(MTL::BarrierScope scope);
  void memoryBarrier(const MTL::Resource* const resources[], NS::UInteger count);
  void updateFence(const MTL::Fence* fence);
  void waitForFence(const MTL::Fence* fence);
  void useResource(const MTL::Resource* resource, MTL::ResourceUsage usage);
  void useResources(const MTL::Resource* const resources[], NS::UInteger count,
                    MTL::ResourceUsage usage);
  void sampleCountersInBuffer(const MTL::CounterSampleBuffer* sampleBuffer,
                              NS::UInteger sampleIndex, bool barrier);
};

}  // namespace MTL
