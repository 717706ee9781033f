// MTLPipeline.hpp: what pipelines of all kinds have in common.
#pragma once

#include "../Foundation/Foundation.hpp"

namespace MTL {

enum Mutability : NS::UInteger {
  MutabilityDefault = 0,
  MutabilityMutable = 1,
  MutabilityImmutable = 2,
};

enum ShaderValidation : NS::Integer {
  ShaderValidationDefault = 0,
  ShaderValidationEnabled = 1,
  ShaderValidationDisabled = 2,
};

class PipelineBufferDescriptor : public NS::Copying<PipelineBufferDescriptor> {
 public:
  static PipelineBufferDescriptor* alloc();
  PipelineBufferDescriptor* init();
  Mutability mutability() const;
  void setMutability(MTL::Mutability mutability);
};

// One for each of the 31 buffer slots, made when first asked for.
class PipelineBufferDescriptorArray : public NS::Referencing<PipelineBufferDescriptorArray> {
 public:
  static PipelineBufferDescriptorArray* alloc();
  PipelineBufferDescriptorArray* init();
  PipelineBufferDescriptor* object(NS::UInteger bufferIndex);
  void setObject(const MTL::PipelineBufferDescriptor* buffer, NS::UInteger bufferIndex);
};

}  // namespace MTL
