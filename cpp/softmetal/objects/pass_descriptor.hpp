// pass_descriptor.hpp: the implementations of compute and blit pass descriptors, which differ in
// their names and in the compute pass's dispatch type.
#pragma once

#include <Metal/MTLBlitPass.hpp>
#include <Metal/MTLComputePass.hpp>
#include <Metal/MTLCounters.hpp>
#include <array>

#include "object.hpp"

namespace softmetal {

// Samples to take when a pass starts and ends.
struct SampleAttachment {
  NS::SharedPtr<MTL::CounterSampleBuffer> buffer;
  NS::UInteger start_index = MTL::CounterDontSample;
  NS::UInteger end_index = MTL::CounterDontSample;
};

inline constexpr std::size_t max_attachments = 4;
using SampleAttachments = std::array<SampleAttachment, max_attachments>;

// Behind an attachment descriptor. Those that an array hands out stand for the array's own slot,
// and share ownership of it.
template <class Handle>
class AttachmentObject : public Implements<Handle> {
 public:
  [[nodiscard]] const char* class_name() const noexcept override {
    return "MTLPassSampleBufferAttachmentDescriptor";
  }
  [[nodiscard]] ObjectBase* copy() const override {
    auto* result = new AttachmentObject;
    result->attachment = attachment;
    return result;
  }
  SampleAttachment attachment;
};

template <class Handle, class Element>
class AttachmentArrayObject : public Implements<Handle> {
 public:
  using ElementObject = AttachmentObject<Element>;

  AttachmentArrayObject() {
    for (auto& slot : slots) slot = make<ElementObject>();
  }
  [[nodiscard]] const char* class_name() const noexcept override {
    return "MTLPassSampleBufferAttachmentDescriptorArray";
  }
  [[nodiscard]] SampleAttachments attachments() const {
    SampleAttachments result;
    for (std::size_t i = 0; i < slots.size(); ++i) result[i] = slots[i]->attachment;
    return result;
  }

  std::array<Ref<ElementObject>, max_attachments> slots;
};

template <class Handle, class ArrayHandle, class Element>
class PassDescriptorObject : public Implements<Handle> {
 public:
  using ArrayObject = AttachmentArrayObject<ArrayHandle, Element>;

  [[nodiscard]] const char* class_name() const noexcept override { return "MTLPassDescriptor"; }
  [[nodiscard]] ObjectBase* copy() const override {
    auto* result = new PassDescriptorObject;
    result->dispatch_type = dispatch_type;
    for (std::size_t i = 0; i < max_attachments; ++i) {
      result->array->slots[i]->attachment = array->slots[i]->attachment;
    }
    return result;
  }

  Ref<ArrayObject> array = make<ArrayObject>();
  MTL::DispatchType dispatch_type = MTL::DispatchTypeSerial;  // of compute passes
};

using ComputePassObject =
    PassDescriptorObject<MTL::ComputePassDescriptor,
                         MTL::ComputePassSampleBufferAttachmentDescriptorArray,
                         MTL::ComputePassSampleBufferAttachmentDescriptor>;
using BlitPassObject = PassDescriptorObject<MTL::BlitPassDescriptor,
                                            MTL::BlitPassSampleBufferAttachmentDescriptorArray,
                                            MTL::BlitPassSampleBufferAttachmentDescriptor>;

}  // namespace softmetal
