// MTLComputePipeline.hpp: a kernel, ready to run.
#pragma once

#include "MTLPipeline.hpp"
#include "MTLResource.hpp"
#include "MTLTypes.hpp"

namespace MTL {

class Device;
class Function;

class ComputePipelineReflection : public NS::Referencing<ComputePipelineReflection> {
 public:
  static ComputePipelineReflection* alloc();
  NS::Array* arguments() const;  // of MTL::Argument
  NS::Array* bindings() const;   // of MTL::Binding, in order of declaration
  ComputePipelineReflection* init();
};

class ComputePipelineDescriptor : public NS::Copying<ComputePipelineDescriptor> {
 public:
  static ComputePipelineDescriptor* alloc();
  NS::Array* binaryArchives() const;
  PipelineBufferDescriptorArray* buffers() const;
  Function* computeFunction() const;
  ComputePipelineDescriptor* init();
  NS::String* label() const;
  NS::UInteger maxCallStackDepth() const;
  NS::UInteger maxTotalThreadsPerThreadgroup() const;
  NS::Array* preloadedLibraries() const;
  Size requiredThreadsPerThreadgroup() const;
  void reset();
  void setBinaryArchives(const NS::Array* binaryArchives);
  void setComputeFunction(const MTL::Function* computeFunction);
  void setLabel(const NS::String* label);
  void setMaxCallStackDepth(NS::UInteger maxCallStackDepth);
  void setMaxTotalThreadsPerThreadgroup(NS::UInteger maxTotalThreadsPerThreadgroup);
  void setPreloadedLibraries(const NS::Array* preloadedLibraries);
  void setRequiredThreadsPerThreadgroup(MTL::Size requiredThreadsPerThreadgroup);
  void setShaderValidation(MTL::ShaderValidation shaderValidation);
  void setSupportAddingBinaryFunctions(bool supportAddingBinaryFunctions);
  void setSupportIndirectCommandBuffers(bool supportIndirectCommandBuffers);
  void setThreadGroupSizeIsMultipleOfThreadExecutionWidth(
      bool threadGroupSizeIsMultipleOfThreadExecutionWidth);
  ShaderValidation shaderValidation() const;
  bool supportAddingBinaryFunctions() const;
  bool supportIndirectCommandBuffers() const;
  bool threadGroupSizeIsMultipleOfThreadExecutionWidth() const;
};

class ComputePipelineState : public NS::Referencing<ComputePipelineState, Allocation> {
 public:
  Device* device() const;
  NS::String* label() const;
  NS::UInteger maxTotalThreadsPerThreadgroup() const;
  ComputePipelineReflection* reflection() const;
  Size requiredThreadsPerThreadgroup() const;
  ShaderValidation shaderValidation() const;
  NS::UInteger staticThreadgroupMemoryLength() const;  // bytes
  bool supportIndirectCommandBuffers() const;
  NS::UInteger threadExecutionWidth() const;  // threads of a SIMD-group
};

}  // namespace MTL
