// MTLBlitPass.hpp: the counter samples at the boundaries of a blit pass.
#pragma once

#include "../Foundation/Foundation.hpp"

namespace MTL {

class CounterSampleBuffer;

// An index of CounterDontSample takes no sample.
class BlitPassSampleBufferAttachmentDescriptor
    : public NS::Copying<BlitPassSampleBufferAttachmentDescriptor> {
 public:
  static BlitPassSampleBufferAttachmentDescriptor* alloc();
  NS::UInteger endOfEncoderSampleIndex() const;
  BlitPassSampleBufferAttachmentDescriptor* init();
  CounterSampleBuffer* sampleBuffer() const;
  void setEndOfEncoderSampleIndex(NS::UInteger endOfEncoderSampleIndex);
  void setSampleBuffer(const MTL::CounterSampleBuffer* sampleBuffer);
  void setStartOfEncoderSampleIndex(NS::UInteger startOfEncoderSampleIndex);
  NS::UInteger startOfEncoderSampleIndex() const;
};

// Four attachments, made when first asked for.
class BlitPassSampleBufferAttachmentDescriptorArray
    : public NS::Referencing<BlitPassSampleBufferAttachmentDescriptorArray> {
 public:
  static BlitPassSampleBufferAttachmentDescriptorArray* alloc();
  BlitPassSampleBufferAttachmentDescriptorArray* init();
  BlitPassSampleBufferAttachmentDescriptor* object(NS::UInteger attachmentIndex);
  void setObject(const MTL::BlitPassSampleBufferAttachmentDescriptor* attachment,
                 NS::UInteger attachmentIndex);
};

class BlitPassDescriptor : public NS::Copying<BlitPassDescriptor> {
 public:
  static BlitPassDescriptor* alloc();
  static BlitPassDescriptor* blitPassDescriptor();
  BlitPassDescriptor* init();
  BlitPassSampleBufferAttachmentDescriptorArray* sampleBufferAttachments() const;
};

}  // namespace MTL
