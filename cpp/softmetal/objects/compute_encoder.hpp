// compute_encoder.hpp: the implementation of MTL::ComputeCommandEncoder.
#pragma once

#include <Metal/MTLComputeCommandEncoder.hpp>
#include <array>

#include "buffer.hpp"
#include "encoder.hpp"

namespace softmetal {

class ComputeEncoderObject : public Implements<MTL::ComputeCommandEncoder, EncoderObject> {
 public:
  ComputeEncoderObject(CommandBufferObject& into, MTL::DispatchType type,
                       const SampleAttachments* attachments)
      : Implements(into, "computeCommandEncoder", attachments), dispatch_type(type) {}
  [[nodiscard]] const char* class_name() const noexcept override {
    return "SoftMetalComputeCommandEncoder";
  }

  void set_pipeline(const MTL::ComputePipelineState* state);
  void set_buffer(const MTL::Buffer* buffer, NS::UInteger offset, NS::UInteger index);
  void set_buffer_offset(NS::UInteger offset, NS::UInteger index);
  void set_bytes(const void* bytes, NS::UInteger length, NS::UInteger index);
  void set_threadgroup_memory_length(NS::UInteger length, NS::UInteger index);
  void dispatch_threads(const MTL::Size& grid, const MTL::Size& group);
  void dispatch_threadgroups(const MTL::Size& groups, const MTL::Size& group);
  void dispatch_indirect(const MTL::Buffer* arguments, NS::UInteger offset, const MTL::Size& group);

  const MTL::DispatchType dispatch_type;

 private:
  struct Slot {
    void* memory = nullptr;
    BufferObject* buffer = nullptr;  // null for bytes; kept by the recording or by the client
  };

  // Checks what does not depend on the grid.
  [[nodiscard]] Size3 check_group(const char* what, const MTL::Size& group) const;
  void check_threadgroup_memory(const char* what) const;
  void add_dispatch(const Size3& grid, const Size3& group, const std::byte* indirect);

  PipelineObject* pipeline_ = nullptr;
  std::array<Slot, abi::max_buffers> slots_;
  std::array<unsigned, abi::max_threadgroup_arguments> threadgroup_lengths_{};
};

}  // namespace softmetal
