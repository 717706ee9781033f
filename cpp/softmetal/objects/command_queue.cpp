// command_queue.cpp: MTL::CommandQueue and the descriptors of queues and command buffers.
#include "command_queue.hpp"

#include <Metal/MTLCommandBuffer.hpp>

#include "command_buffer.hpp"
#include "device.hpp"
#include "validation.hpp"

namespace softmetal {
namespace {

constexpr NS::UInteger default_capacity = 64;

class QueueDescriptorObject : public Implements<MTL::CommandQueueDescriptor> {
 public:
  [[nodiscard]] const char* class_name() const noexcept override {
    return "MTLCommandQueueDescriptor";
  }
  [[nodiscard]] ObjectBase* copy() const override {
    auto* result = new QueueDescriptorObject;
    result->capacity = capacity;
    return result;
  }
  NS::UInteger capacity = default_capacity;
};

class BufferDescriptorObject : public Implements<MTL::CommandBufferDescriptor> {
 public:
  [[nodiscard]] const char* class_name() const noexcept override {
    return "MTLCommandBufferDescriptor";
  }
  [[nodiscard]] ObjectBase* copy() const override {
    auto* result = new BufferDescriptorObject;
    result->error_options = error_options;
    result->retained_references = retained_references;
    return result;
  }
  MTL::CommandBufferErrorOption error_options = MTL::CommandBufferErrorOptionNone;
  bool retained_references = true;
};

MTL::CommandBuffer* new_command_buffer(CommandQueueObject& queue, bool retained,
                                       MTL::CommandBufferErrorOption errors) {
  return (new CommandBufferObject(Ref<CommandQueueObject>(&queue), retained, errors))
      ->autoreleased();
}

}  // namespace
}  // namespace softmetal

using softmetal::BufferDescriptorObject;
using softmetal::CommandQueueObject;
using softmetal::DeviceObject;
using softmetal::get;
using softmetal::QueueDescriptorObject;
using softmetal::send;
using softmetal::set;

MTL::CommandQueue* MTL::Device::newCommandQueue() {
  return newCommandQueue(softmetal::default_capacity);
}

MTL::CommandQueue* MTL::Device::newCommandQueue(NS::UInteger maxCommandBufferCount) {
  return send<DeviceObject>(this, [&](DeviceObject&) {
    softmetal::require(maxCommandBufferCount > 0,
                       "newCommandQueueWithMaxCommandBufferCount: the count must be > 0");
    return (new CommandQueueObject(maxCommandBufferCount))->handle();
  });
}

MTL::CommandQueue* MTL::Device::newCommandQueue(const CommandQueueDescriptor* descriptor) {
  softmetal::require(descriptor != nullptr, "newCommandQueueWithDescriptor: descriptor is nil");
  return newCommandQueue(descriptor->maxCommandBufferCount());
}

MTL::CommandBuffer* MTL::CommandQueue::commandBuffer() {
  return send<CommandQueueObject>(this, [](CommandQueueObject& self) {
    return softmetal::new_command_buffer(self, true, CommandBufferErrorOptionNone);
  });
}

MTL::CommandBuffer* MTL::CommandQueue::commandBuffer(const CommandBufferDescriptor* descriptor) {
  softmetal::require(descriptor != nullptr, "commandBufferWithDescriptor: descriptor is nil");
  return send<CommandQueueObject>(this, [&](CommandQueueObject& self) {
    return softmetal::new_command_buffer(self, descriptor->retainedReferences(),
                                         descriptor->errorOptions());
  });
}

MTL::CommandBuffer* MTL::CommandQueue::commandBufferWithUnretainedReferences() {
  return send<CommandQueueObject>(this, [](CommandQueueObject& self) {
    return softmetal::new_command_buffer(self, false, CommandBufferErrorOptionNone);
  });
}

MTL::Device* MTL::CommandQueue::device() const { return softmetal::device_of(this); }

void MTL::CommandQueue::insertDebugCaptureBoundary() {}

NS::String* MTL::CommandQueue::label() const { return get(this, &CommandQueueObject::label); }

void MTL::CommandQueue::setLabel(const NS::String* label) {
  set(this, &CommandQueueObject::label, label);
}

MTL::CommandQueueDescriptor* MTL::CommandQueueDescriptor::alloc() {
  return (new QueueDescriptorObject)->handle();
}
MTL::CommandQueueDescriptor* MTL::CommandQueueDescriptor::init() { return this; }
NS::UInteger MTL::CommandQueueDescriptor::maxCommandBufferCount() const {
  return get(this, &QueueDescriptorObject::capacity);
}
void MTL::CommandQueueDescriptor::setMaxCommandBufferCount(NS::UInteger maxCommandBufferCount) {
  set(this, &QueueDescriptorObject::capacity, maxCommandBufferCount);
}

MTL::CommandBufferDescriptor* MTL::CommandBufferDescriptor::alloc() {
  return (new BufferDescriptorObject)->handle();
}
MTL::CommandBufferDescriptor* MTL::CommandBufferDescriptor::init() { return this; }
MTL::CommandBufferErrorOption MTL::CommandBufferDescriptor::errorOptions() const {
  return get(this, &BufferDescriptorObject::error_options);
}
bool MTL::CommandBufferDescriptor::retainedReferences() const {
  return get(this, &BufferDescriptorObject::retained_references);
}
void MTL::CommandBufferDescriptor::setErrorOptions(CommandBufferErrorOption errorOptions) {
  set(this, &BufferDescriptorObject::error_options, errorOptions);
}
void MTL::CommandBufferDescriptor::setRetainedReferences(bool retainedReferences) {
  set(this, &BufferDescriptorObject::retained_references, retainedReferences);
}
