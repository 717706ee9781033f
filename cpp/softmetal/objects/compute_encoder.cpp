// compute_encoder.cpp: what a compute encoder checks and records.
#include "compute_encoder.hpp"

#include <cstdint>

#include "device.hpp"
#include "validation.hpp"

namespace softmetal {
namespace {

constexpr NS::UInteger max_set_bytes = 4096;
constexpr NS::UInteger threadgroup_alignment = 16;

// Grids are counted in 32 bits along each axis.
unsigned extent(const char* what, NS::UInteger threads) {
  require(threads <= UINT32_MAX, what, ": ", threads, " threads along one axis; at most 2^32 - 1");
  return static_cast<unsigned>(threads);
}

Size3 grid_of(const char* what, const MTL::Size& threads) {
  require(threads.width != 0 && threads.height != 0 && threads.depth != 0, what, ": the grid (",
          threads.width, ", ", threads.height, ", ", threads.depth, ") must not have a zero size");
  return {extent(what, threads.width), extent(what, threads.height), extent(what, threads.depth)};
}

double count(const Size3& size) { return static_cast<double>(size[0]) * size[1] * size[2]; }

}  // namespace

void ComputeEncoderObject::set_pipeline(const MTL::ComputePipelineState* state) {
  require_open("setComputePipelineState");
  require(state != nullptr, "setComputePipelineState: state must not be nil");
  auto* pipeline = impl<PipelineObject>(state);
  if (pipeline != pipeline_) buffer().keep_resource(pipeline);
  pipeline_ = pipeline;
}

void ComputeEncoderObject::set_buffer(const MTL::Buffer* handle, NS::UInteger offset,
                                      NS::UInteger index) {
  require_open("setBuffer");
  require(index < slots_.size(), "setBuffer: index(", index, ") must be < ", slots_.size());
  Slot& slot = slots_[index];
  if (handle == nullptr) {
    slot = {};
    return;
  }
  auto* object = impl<BufferObject>(handle);
  require(offset < object->length, "setBuffer: offset(", offset, ") must be < [buffer length](",
          object->length, ")");
  if (object != slot.buffer) buffer().keep_resource(object);
  slot = {object->at(offset), object};
}

void ComputeEncoderObject::set_buffer_offset(NS::UInteger offset, NS::UInteger index) {
  require_open("setBufferOffset");
  require(index < slots_.size(), "setBufferOffset: index(", index, ") must be < ", slots_.size());
  Slot& slot = slots_[index];
  require(slot.buffer != nullptr, "setBufferOffset: no buffer is set at index ", index);
  require(offset < slot.buffer->length, "setBufferOffset: offset(", offset,
          ") must be < [buffer length](", slot.buffer->length, ")");
  slot.memory = slot.buffer->at(offset);
}

void ComputeEncoderObject::set_bytes(const void* bytes, NS::UInteger length, NS::UInteger index) {
  require_open("setBytes");
  require(index < slots_.size(), "setBytes: index(", index, ") must be < ", slots_.size());
  require(bytes != nullptr && length != 0, "setBytes: bytes must not be nil, length not 0");
  require(length <= max_set_bytes, "setBytes: length(", length, ") must be <= ", max_set_bytes,
          "; use a buffer for more");
  slots_[index] = {buffer().recording().bytes.store(bytes, length), nullptr};
}

void ComputeEncoderObject::set_threadgroup_memory_length(NS::UInteger length, NS::UInteger index) {
  require_open("setThreadgroupMemoryLength");
  require(index < threadgroup_lengths_.size(), "setThreadgroupMemoryLength: index(", index,
          ") must be < ", threadgroup_lengths_.size());
  require(length % threadgroup_alignment == 0, "setThreadgroupMemoryLength: length(", length,
          ") must be a multiple of 16 bytes");
  const NS::UInteger limit = the_device().engine.limits().max_threadgroup_memory;
  require(length <= limit, "setThreadgroupMemoryLength: length(", length, ") must be <= ", limit);
  threadgroup_lengths_[index] = static_cast<unsigned>(length);
}

Size3 ComputeEncoderObject::check_group(const char* what, const MTL::Size& group) const {
  require_open(what);
  require(pipeline_ != nullptr, what, ": no compute pipeline state is set");
  const NS::UInteger limit = pipeline_->max_total_threads;
  require(group.width != 0 && group.height != 0 && group.depth != 0, what,
          ": threadsPerThreadgroup(", group.width, ", ", group.height, ", ", group.depth,
          ") must not have a zero size");
  // Each factor first, so that the product cannot overflow.
  const bool fits = group.width <= limit && group.height <= limit && group.depth <= limit &&
                    group.width * group.height * group.depth <= limit;
  require(fits, what, ": (threadsPerThreadgroup.width(", group.width, ") * height(", group.height,
          ") * depth(", group.depth, "))(total threads) must be <= ", limit,
          ". (kernel threadgroup size limit)");
  const MTL::Size& wanted = pipeline_->required_threads;
  require(wanted.width == 0 || (wanted.width == group.width && wanted.height == group.height &&
                                wanted.depth == group.depth),
          what, ": threadsPerThreadgroup must be (", wanted.width, ", ", wanted.height, ", ",
          wanted.depth, "), as the pipeline requires");
  check_threadgroup_memory(what);
  return {static_cast<unsigned>(group.width), static_cast<unsigned>(group.height),
          static_cast<unsigned>(group.depth)};
}

void ComputeEncoderObject::check_threadgroup_memory(const char* what) const {
  const abi::Kernel& kernel = *pipeline_->kernel;
  unsigned total = kernel.static_threadgroup_size;
  for (unsigned i = 0; i < kernel.argument_count; ++i) {
    const abi::Argument& argument = kernel.arguments[i];
    if (argument.kind != abi::ArgumentKind::threadgroup || !argument.present) continue;
    require(threadgroup_lengths_[argument.index] != 0, what,
            ": the length of threadgroup argument '", argument.name, "' (index ", argument.index,
            ") of kernel '", kernel.name, "' is not set");
    total += threadgroup_lengths_[argument.index];
  }
  const unsigned limit = the_device().engine.limits().max_threadgroup_memory;
  require(total <= limit, what, ": kernel '", kernel.name, "' uses ", total,
          " bytes of threadgroup memory, at most ", limit, " are possible");
}

void ComputeEncoderObject::dispatch_threads(const MTL::Size& grid, const MTL::Size& group) {
  const Size3 threads = check_group("dispatchThreads", group);
  add_dispatch(grid_of("dispatchThreads", grid), threads, nullptr);
}

void ComputeEncoderObject::dispatch_threadgroups(const MTL::Size& groups, const MTL::Size& group) {
  constexpr const char* what = "dispatchThreadgroups";
  const Size3 threads = check_group(what, group);
  // Counts first, so that the products cannot overflow.
  static_cast<void>(grid_of(what, groups));
  const MTL::Size grid(groups.width * group.width, groups.height * group.height,
                       groups.depth * group.depth);
  add_dispatch(grid_of(what, grid), threads, nullptr);
}

void ComputeEncoderObject::dispatch_indirect(const MTL::Buffer* arguments, NS::UInteger offset,
                                             const MTL::Size& group) {
  constexpr const char* what = "dispatchThreadgroupsWithIndirectBuffer";
  const Size3 threads = check_group(what, group);
  require(arguments != nullptr, what, ": indirectBuffer must not be nil");
  auto* object = impl<BufferObject>(arguments);
  constexpr std::size_t size = sizeof(MTL::DispatchThreadgroupsIndirectArguments);
  require(offset % 4 == 0, what, ": indirectBufferOffset(", offset, ") must be a multiple of 4");
  require(offset <= object->length && size <= object->length - offset, what,
          ": the arguments at offset ", offset, " end past the buffer's length (", object->length,
          ")");
  buffer().keep_resource(object);
  add_dispatch({1, 1, 1}, threads, object->at(offset));
}

void ComputeEncoderObject::add_dispatch(const Size3& grid, const Size3& group,
                                        const std::byte* indirect) {
  Recording& recording = buffer().recording();
  const abi::Kernel& kernel = *pipeline_->kernel;
  const std::size_t first = recording.bindings.size();
  for (unsigned i = 0; i < kernel.argument_count; ++i) {
    const abi::Argument& argument = kernel.arguments[i];
    Binding binding{nullptr};
    if (argument.kind == abi::ArgumentKind::buffer) {
      binding.memory = slots_[argument.index].memory;
    } else if (argument.present) {
      binding.length = threadgroup_lengths_[argument.index];
    }
    recording.bindings.push_back(binding);
  }
  // The size of an indirect grid is not known: such a dispatch counts as one that never ran.
  recording.expected_cost += indirect == nullptr ? pipeline_->expected_cost(count(grid))
                                                 : std::numeric_limits<double>::infinity();
  recording.commands.emplace_back(DispatchCommand{pipeline_, first, indirect, grid, group});
}

}  // namespace softmetal

using softmetal::CommandBufferObject;
using softmetal::ComputeEncoderObject;
using softmetal::ComputePassObject;
using softmetal::get;
using softmetal::send;

namespace {

MTL::ComputeCommandEncoder* new_encoder(CommandBufferObject& buffer, MTL::DispatchType type,
                                        const softmetal::SampleAttachments* attachments) {
  return (new ComputeEncoderObject(buffer, type, attachments))->autoreleased();
}

}  // namespace

MTL::ComputeCommandEncoder* MTL::CommandBuffer::computeCommandEncoder() {
  return computeCommandEncoder(DispatchTypeSerial);
}

MTL::ComputeCommandEncoder* MTL::CommandBuffer::computeCommandEncoder(DispatchType dispatchType) {
  return send<CommandBufferObject>(
      this, [&](CommandBufferObject& self) { return new_encoder(self, dispatchType, nullptr); });
}

MTL::ComputeCommandEncoder* MTL::CommandBuffer::computeCommandEncoder(
    const ComputePassDescriptor* computePassDescriptor) {
  softmetal::require(computePassDescriptor != nullptr,
                     "computeCommandEncoderWithDescriptor: descriptor must not be nil");
  return send<CommandBufferObject>(this, [&](CommandBufferObject& self) {
    const auto& pass = *softmetal::impl<ComputePassObject>(computePassDescriptor);
    const auto attachments = pass.array->attachments();
    return new_encoder(self, pass.dispatch_type, &attachments);
  });
}

void MTL::ComputeCommandEncoder::setComputePipelineState(const ComputePipelineState* state) {
  send<ComputeEncoderObject>(this, [&](ComputeEncoderObject& self) { self.set_pipeline(state); });
}

void MTL::ComputeCommandEncoder::setBuffer(const Buffer* buffer, NS::UInteger offset,
                                           NS::UInteger index) {
  send<ComputeEncoderObject>(
      this, [&](ComputeEncoderObject& self) { self.set_buffer(buffer, offset, index); });
}

void MTL::ComputeCommandEncoder::setBufferOffset(NS::UInteger offset, NS::UInteger index) {
  send<ComputeEncoderObject>(
      this, [&](ComputeEncoderObject& self) { self.set_buffer_offset(offset, index); });
}

void MTL::ComputeCommandEncoder::setBuffers(const Buffer* const buffers[],
                                            const NS::UInteger offsets[], NS::Range range) {
  for (NS::UInteger i = 0; i < range.length; ++i) {
    setBuffer(buffers[i], offsets[i], range.location + i);
  }
}

void MTL::ComputeCommandEncoder::setBytes(const void* bytes, NS::UInteger length,
                                          NS::UInteger index) {
  send<ComputeEncoderObject>(
      this, [&](ComputeEncoderObject& self) { self.set_bytes(bytes, length, index); });
}

void MTL::ComputeCommandEncoder::setThreadgroupMemoryLength(NS::UInteger length,
                                                            NS::UInteger index) {
  send<ComputeEncoderObject>(
      this, [&](ComputeEncoderObject& self) { self.set_threadgroup_memory_length(length, index); });
}

void MTL::ComputeCommandEncoder::dispatchThreadgroups(Size threadgroupsPerGrid,
                                                      Size threadsPerThreadgroup) {
  send<ComputeEncoderObject>(this, [&](ComputeEncoderObject& self) {
    self.dispatch_threadgroups(threadgroupsPerGrid, threadsPerThreadgroup);
  });
}

void MTL::ComputeCommandEncoder::dispatchThreadgroups(const Buffer* indirectBuffer,
                                                      NS::UInteger indirectBufferOffset,
                                                      Size threadsPerThreadgroup) {
  send<ComputeEncoderObject>(this, [&](ComputeEncoderObject& self) {
    self.dispatch_indirect(indirectBuffer, indirectBufferOffset, threadsPerThreadgroup);
  });
}

void MTL::ComputeCommandEncoder::dispatchThreads(Size threadsPerGrid, Size threadsPerThreadgroup) {
  send<ComputeEncoderObject>(this, [&](ComputeEncoderObject& self) {
    self.dispatch_threads(threadsPerGrid, threadsPerThreadgroup);
  });
}

MTL::DispatchType MTL::ComputeCommandEncoder::dispatchType() const {
  return get(this, &ComputeEncoderObject::dispatch_type);
}

// Commands of one encoder run one after the other here, also in a concurrent one; so barriers,
// fences and residency have nothing to add. Their use is checked.
void MTL::ComputeCommandEncoder::memoryBarrier(BarrierScope /*scope*/) {
  send<ComputeEncoderObject>(
      this, [](ComputeEncoderObject& self) { self.require_open("memoryBarrierWithScope"); });
}

void MTL::ComputeCommandEncoder::memoryBarrier(const Resource* const* /*resources*/,
                                               NS::UInteger /*count*/) {
  send<ComputeEncoderObject>(
      this, [](ComputeEncoderObject& self) { self.require_open("memoryBarrierWithResources"); });
}

void MTL::ComputeCommandEncoder::updateFence(const Fence* fence) {
  send<ComputeEncoderObject>(this, [&](ComputeEncoderObject& self) { self.update(fence); });
}

void MTL::ComputeCommandEncoder::waitForFence(const Fence* fence) {
  send<ComputeEncoderObject>(this, [&](ComputeEncoderObject& self) { self.wait_for(fence); });
}

void MTL::ComputeCommandEncoder::useResource(const Resource* resource, ResourceUsage usage) {
  useResources(&resource, 1, usage);
}

void MTL::ComputeCommandEncoder::useResources(const Resource* const* resources, NS::UInteger count,
                                              ResourceUsage /*usage*/) {
  send<ComputeEncoderObject>(this, [&](ComputeEncoderObject& self) {
    self.require_open("useResources");
    for (NS::UInteger i = 0; i < count; ++i) {
      softmetal::require(resources[i] != nullptr, "useResources: resource must not be nil");
    }
  });
}

void MTL::ComputeCommandEncoder::sampleCountersInBuffer(const CounterSampleBuffer* sampleBuffer,
                                                        NS::UInteger sampleIndex,
                                                        bool /*barrier*/) {
  send<ComputeEncoderObject>(
      this, [&](ComputeEncoderObject& self) { self.sample(sampleBuffer, sampleIndex); });
}
