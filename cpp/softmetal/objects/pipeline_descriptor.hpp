// pipeline_descriptor.hpp: the implementation of MTL::ComputePipelineDescriptor.
#pragma once

#include <Metal/MTLComputePipeline.hpp>
#include <Metal/MTLLibrary.hpp>
#include <array>

#include "engine.hpp"
#include "object.hpp"

namespace softmetal {

class PipelineBufferDescriptorObject : public Implements<MTL::PipelineBufferDescriptor> {
 public:
  [[nodiscard]] const char* class_name() const noexcept override {
    return "MTLPipelineBufferDescriptor";
  }
  [[nodiscard]] ObjectBase* copy() const override {
    auto* result = new PipelineBufferDescriptorObject;
    result->mutability = mutability;
    return result;
  }
  MTL::Mutability mutability = MTL::MutabilityDefault;
};

class PipelineBufferDescriptorArrayObject : public Implements<MTL::PipelineBufferDescriptorArray> {
 public:
  [[nodiscard]] const char* class_name() const noexcept override {
    return "MTLPipelineBufferDescriptorArray";
  }
  std::array<Ref<PipelineBufferDescriptorObject>, abi::max_buffers> slots;  // null: never asked for
};

class ComputePipelineDescriptorObject : public Implements<MTL::ComputePipelineDescriptor> {
 public:
  [[nodiscard]] const char* class_name() const noexcept override {
    return "MTLComputePipelineDescriptor";
  }
  [[nodiscard]] ObjectBase* copy() const override;
  void reset();

  NS::SharedPtr<MTL::Function> function;
  NS::SharedPtr<NS::String> label;
  NS::SharedPtr<NS::Array> binary_archives;
  NS::SharedPtr<NS::Array> preloaded_libraries;
  Ref<PipelineBufferDescriptorArrayObject> buffers = make<PipelineBufferDescriptorArrayObject>();
  NS::UInteger max_call_stack_depth = 1;
  NS::UInteger max_total_threads = 0;  // 0: the function's own
  MTL::Size required_threads{0, 0, 0};
  MTL::ShaderValidation shader_validation = MTL::ShaderValidationDefault;
  bool support_adding_binary_functions = false;
  bool support_indirect_command_buffers = false;
  bool multiple_of_execution_width = false;
};

}  // namespace softmetal
