// MTLComputePass.hpp: how a compute pass runs, and the counter samples at its boundaries.
#pragma once

#include "MTLCommandBuffer.hpp"

namespace MTL {

class CounterSampleBuffer;

// An index of CounterDontSample takes no sample.
class ComputePassSampleBufferAttachmentDescriptor
    : public NS::Copying<ComputePassSampleBufferAttachmentDescriptor> {
 public:
  static ComputePassSampleBufferAttachmentDescriptor* alloc();
  NS::UInteger endOfEncoderSampleIndex() const;
  ComputePassSampleBufferAttachmentDescriptor* init();
  CounterSampleBuffer* sampleBuffer() const;
  void setEndOfEncoderSampleIndex(NS::UInteger endOfEncoderSampleIndex);
  void setSampleBuffer(const MTL::CounterSampleBuffer* sampleBuffer);
  void setStartOfEncoderSampleIndex(NS::UInteger startOfEncoderSampleIndex);
  NS::UInteger startOfEncoderSampleIndex() const;
};

// Four attachments, made when first asked for.
class ComputePassSampleBufferAttachmentDescriptorArray
    : public NS::Referencing<ComputePassSampleBufferAttachmentDescriptorArray> {
 public:
  static ComputePassSampleBufferAttachmentDescriptorArray* alloc();
  ComputePassSampleBufferAttachmentDescriptorArray* init();
  ComputePassSampleBufferAttachmentDescriptor* object(NS::UInteger attachmentIndex);
  void setObject(const MTL::ComputePassSampleBufferAttachmentDescriptor* attachment,
                 NS::UInteger attachmentIndex);
};

class ComputePassDescriptor : public NS::Copying<ComputePassDescriptor> {
 public:
  static ComputePassDescriptor* alloc();
  static ComputePassDescriptor* computePassDescriptor();
  DispatchType dispatchType() const;
  ComputePassDescriptor* init();
  ComputePassSampleBufferAttachmentDescriptorArray* sampleBufferAttachments() const;
  void setDispatchType(MTL::DispatchType dispatchType);
};

}  // namespace MTL
