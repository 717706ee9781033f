// pass_descriptor.cpp: the descriptors of compute and blit passes.
#include "pass_descriptor.hpp"

#include "validation.hpp"

namespace softmetal {
namespace {

template <class Array>
auto& slot(Array& array, NS::UInteger index) {
  require(index < max_attachments, "attachmentIndex(", index, ") must be < ", max_attachments);
  return array.slots[index];
}

template <class Pass>
using ArrayOf = typename Pass::ArrayObject;
template <class Pass>
using ElementOf = typename Pass::ArrayObject::ElementObject;

template <class Pass, class Field>
auto field(const void* element, Field SampleAttachment::* member) {
  return send<ElementOf<Pass>>(element,
                               [&](ElementOf<Pass>& self) { return self.attachment.*member; });
}

template <class Pass>
MTL::CounterSampleBuffer* buffer(const void* element) {
  return send<ElementOf<Pass>>(element,
                               [](ElementOf<Pass>& self) { return self.attachment.buffer.get(); });
}

template <class Pass, class Field, class Value>
void set_field(void* element, Field SampleAttachment::* member, Value value) {
  send<ElementOf<Pass>>(element,
                        [&](ElementOf<Pass>& self) { self.attachment.*member = std::move(value); });
}

template <class Pass>
auto* object(void* array, NS::UInteger index) {
  return send<ArrayOf<Pass>>(array,
                             [&](ArrayOf<Pass>& self) { return slot(self, index)->handle(); });
}

// As an assignment in Objective-C: the values are copied, null resets them.
template <class Pass>
void set_object(void* array, const void* element, NS::UInteger index) {
  send<ArrayOf<Pass>>(array, [&](ArrayOf<Pass>& self) {
    slot(self, index)->attachment =
        element == nullptr ? SampleAttachment{} : impl<ElementOf<Pass>>(element)->attachment;
  });
}

auto retained(const MTL::CounterSampleBuffer* buffer) {
  return NS::RetainPtr(const_cast<MTL::CounterSampleBuffer*>(buffer));
}

}  // namespace
}  // namespace softmetal

using softmetal::BlitPassObject;
using softmetal::ComputePassObject;
using softmetal::SampleAttachment;
using softmetal::send;

// ---- compute passes ----

MTL::ComputePassSampleBufferAttachmentDescriptor*
MTL::ComputePassSampleBufferAttachmentDescriptor::alloc() {
  return (new softmetal::ElementOf<ComputePassObject>)->handle();
}
MTL::ComputePassSampleBufferAttachmentDescriptor*
MTL::ComputePassSampleBufferAttachmentDescriptor::init() {
  return this;
}
NS::UInteger MTL::ComputePassSampleBufferAttachmentDescriptor::endOfEncoderSampleIndex() const {
  return softmetal::field<ComputePassObject>(this, &SampleAttachment::end_index);
}
NS::UInteger MTL::ComputePassSampleBufferAttachmentDescriptor::startOfEncoderSampleIndex() const {
  return softmetal::field<ComputePassObject>(this, &SampleAttachment::start_index);
}
MTL::CounterSampleBuffer* MTL::ComputePassSampleBufferAttachmentDescriptor::sampleBuffer() const {
  return softmetal::buffer<ComputePassObject>(this);
}
void MTL::ComputePassSampleBufferAttachmentDescriptor::setEndOfEncoderSampleIndex(
    NS::UInteger index) {
  softmetal::set_field<ComputePassObject>(this, &SampleAttachment::end_index, index);
}
void MTL::ComputePassSampleBufferAttachmentDescriptor::setStartOfEncoderSampleIndex(
    NS::UInteger index) {
  softmetal::set_field<ComputePassObject>(this, &SampleAttachment::start_index, index);
}
void MTL::ComputePassSampleBufferAttachmentDescriptor::setSampleBuffer(
    const CounterSampleBuffer* sampleBuffer) {
  softmetal::set_field<ComputePassObject>(this, &SampleAttachment::buffer,
                                          softmetal::retained(sampleBuffer));
}

MTL::ComputePassSampleBufferAttachmentDescriptorArray*
MTL::ComputePassSampleBufferAttachmentDescriptorArray::alloc() {
  return (new softmetal::ArrayOf<ComputePassObject>)->handle();
}
MTL::ComputePassSampleBufferAttachmentDescriptorArray*
MTL::ComputePassSampleBufferAttachmentDescriptorArray::init() {
  return this;
}
MTL::ComputePassSampleBufferAttachmentDescriptor*
MTL::ComputePassSampleBufferAttachmentDescriptorArray::object(NS::UInteger attachmentIndex) {
  return softmetal::object<ComputePassObject>(this, attachmentIndex);
}
void MTL::ComputePassSampleBufferAttachmentDescriptorArray::setObject(
    const ComputePassSampleBufferAttachmentDescriptor* attachment, NS::UInteger attachmentIndex) {
  softmetal::set_object<ComputePassObject>(this, attachment, attachmentIndex);
}

MTL::ComputePassDescriptor* MTL::ComputePassDescriptor::alloc() {
  return (new ComputePassObject)->handle();
}
MTL::ComputePassDescriptor* MTL::ComputePassDescriptor::computePassDescriptor() {
  return alloc()->init()->autorelease();
}
MTL::ComputePassDescriptor* MTL::ComputePassDescriptor::init() { return this; }
MTL::ComputePassSampleBufferAttachmentDescriptorArray*
MTL::ComputePassDescriptor::sampleBufferAttachments() const {
  return send<ComputePassObject>(this,
                                 [](ComputePassObject& self) { return self.array->handle(); });
}
MTL::DispatchType MTL::ComputePassDescriptor::dispatchType() const {
  return softmetal::get(this, &ComputePassObject::dispatch_type);
}
void MTL::ComputePassDescriptor::setDispatchType(DispatchType dispatchType) {
  softmetal::set(this, &ComputePassObject::dispatch_type, dispatchType);
}

// ---- blit passes ----

MTL::BlitPassSampleBufferAttachmentDescriptor*
MTL::BlitPassSampleBufferAttachmentDescriptor::alloc() {
  return (new softmetal::ElementOf<BlitPassObject>)->handle();
}
MTL::BlitPassSampleBufferAttachmentDescriptor*
MTL::BlitPassSampleBufferAttachmentDescriptor::init() {
  return this;
}
NS::UInteger MTL::BlitPassSampleBufferAttachmentDescriptor::endOfEncoderSampleIndex() const {
  return softmetal::field<BlitPassObject>(this, &SampleAttachment::end_index);
}
NS::UInteger MTL::BlitPassSampleBufferAttachmentDescriptor::startOfEncoderSampleIndex() const {
  return softmetal::field<BlitPassObject>(this, &SampleAttachment::start_index);
}
MTL::CounterSampleBuffer* MTL::BlitPassSampleBufferAttachmentDescriptor::sampleBuffer() const {
  return softmetal::buffer<BlitPassObject>(this);
}
void MTL::BlitPassSampleBufferAttachmentDescriptor::setEndOfEncoderSampleIndex(NS::UInteger index) {
  softmetal::set_field<BlitPassObject>(this, &SampleAttachment::end_index, index);
}
void MTL::BlitPassSampleBufferAttachmentDescriptor::setStartOfEncoderSampleIndex(
    NS::UInteger index) {
  softmetal::set_field<BlitPassObject>(this, &SampleAttachment::start_index, index);
}
void MTL::BlitPassSampleBufferAttachmentDescriptor::setSampleBuffer(
    const CounterSampleBuffer* sampleBuffer) {
  softmetal::set_field<BlitPassObject>(this, &SampleAttachment::buffer,
                                       softmetal::retained(sampleBuffer));
}

MTL::BlitPassSampleBufferAttachmentDescriptorArray*
MTL::BlitPassSampleBufferAttachmentDescriptorArray::alloc() {
  return (new softmetal::ArrayOf<BlitPassObject>)->handle();
}
MTL::BlitPassSampleBufferAttachmentDescriptorArray*
MTL::BlitPassSampleBufferAttachmentDescriptorArray::init() {
  return this;
}
MTL::BlitPassSampleBufferAttachmentDescriptor*
MTL::BlitPassSampleBufferAttachmentDescriptorArray::object(NS::UInteger attachmentIndex) {
  return softmetal::object<BlitPassObject>(this, attachmentIndex);
}
void MTL::BlitPassSampleBufferAttachmentDescriptorArray::setObject(
    const BlitPassSampleBufferAttachmentDescriptor* attachment, NS::UInteger attachmentIndex) {
  softmetal::set_object<BlitPassObject>(this, attachment, attachmentIndex);
}

MTL::BlitPassDescriptor* MTL::BlitPassDescriptor::alloc() { return (new BlitPassObject)->handle(); }
MTL::BlitPassDescriptor* MTL::BlitPassDescriptor::blitPassDescriptor() {
  return alloc()->init()->autorelease();
}
MTL::BlitPassDescriptor* MTL::BlitPassDescriptor::init() { return this; }
MTL::BlitPassSampleBufferAttachmentDescriptorArray*
MTL::BlitPassDescriptor::sampleBufferAttachments() const {
  return send<BlitPassObject>(this, [](BlitPassObject& self) { return self.array->handle(); });
}
