// MTLCommandQueue.hpp: runs command buffers in the order in which they were enqueued.
#pragma once

#include "../Foundation/Foundation.hpp"

namespace MTL {

class CommandBuffer;
class CommandBufferDescriptor;
class Device;

// At most 64 (or the count asked for) command buffers may be unfinished; making one more blocks.
class CommandQueue : public NS::Referencing<CommandQueue> {
 public:
  CommandBuffer* commandBuffer();
  CommandBuffer* commandBuffer(const MTL::CommandBufferDescriptor* descriptor);
  CommandBuffer* commandBufferWithUnretainedReferences();
  Device* device() const;
  void insertDebugCaptureBoundary();
  NS::String* label() const;
  void setLabel(const NS::String* label);
};

class CommandQueueDescriptor : public NS::Copying<CommandQueueDescriptor> {
 public:
  static CommandQueueDescriptor* alloc();
  CommandQueueDescriptor* init();
  NS::UInteger maxCommandBufferCount() const;
  void setMaxCommandBufferCount(NS::UInteger maxCommandBufferCount);
};

}  // namespace MTL
