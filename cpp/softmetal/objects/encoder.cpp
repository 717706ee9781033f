// encoder.cpp: MTL::CommandEncoder.
#include "encoder.hpp"

#include <algorithm>

#include "device.hpp"
#include "string.hpp"
#include "validation.hpp"

namespace softmetal {

EncoderObject::EncoderObject(CommandBufferObject& into, const char* kind,
                             const SampleAttachments* attachments)
    : buffer_(&into) {
  into.open_encoder(kind);
  first_command_ = into.recording().commands.size();
  if (attachments == nullptr) return;
  try {
    for (const SampleAttachment& attachment : *attachments) {
      if (!attachment.buffer) continue;
      take(attachment, attachment.start_index);
      at_end_.push_back(attachment);
    }
  } catch (...) {
    into.close_encoder();
    throw;
  }
}

void EncoderObject::require_open(const char* what) const {
  require(open_, what, ": encoding has already ended");
}

void EncoderObject::end() {
  require(open_, "endEncoding has already been called");
  require(open_groups_ == 0, "endEncoding: ", open_groups_,
          " pushDebugGroup without its popDebugGroup");
  for (const SampleAttachment& attachment : at_end_) take(attachment, attachment.end_index);
  Recording& recording = buffer_->recording();
  recording.passes.push_back({first_command_, recording.commands.size(),
                              std::string(view(label.get())), std::move(signposts_)});
  open_ = false;
  buffer_->close_encoder();
}

void EncoderObject::take(const SampleAttachment& attachment, NS::UInteger index) {
  if (index == MTL::CounterDontSample) return;
  sample(attachment.buffer.get(), index);
}

void EncoderObject::sample(const MTL::CounterSampleBuffer* samples, NS::UInteger index) {
  require_open("sampleCountersInBuffer");
  require(samples != nullptr, "sampleCountersInBuffer: the sample buffer is nil");
  auto* object = impl<CounterSampleBufferObject>(samples);
  require(index < object->count(), "sampleCountersInBuffer: sampleIndex (", index,
          ") must be < sampleCount (", object->count(), ")");
  buffer_->recording().keep(object);
  add(SampleCommand{object, index});
}

void EncoderObject::wait_for(const MTL::Fence* fence) {
  require_open("waitForFence");
  require(fence != nullptr, "waitForFence: fence must not be nil");
  require(std::ranges::find(updated_fences_, fence) == updated_fences_.end(),
          "waitForFence: the fence has been updated in the same encoder; wait before update");
}

void EncoderObject::update(const MTL::Fence* fence) {
  require_open("updateFence");
  require(fence != nullptr, "updateFence: fence must not be nil");
  updated_fences_.push_back(fence);
}

void EncoderObject::insert_signpost(const NS::String* text) {
  require_open("insertDebugSignpost");
  signposts_.emplace_back(view(text));
}

void EncoderObject::push_group(const NS::String* name) {
  require_open("pushDebugGroup");
  signposts_.emplace_back(view(name));
  ++open_groups_;
}

void EncoderObject::pop_group() {
  require_open("popDebugGroup");
  require(open_groups_ != 0, "popDebugGroup without a pushDebugGroup");
  --open_groups_;
}

}  // namespace softmetal

using softmetal::EncoderObject;
using softmetal::get;
using softmetal::send;

MTL::Device* MTL::CommandEncoder::device() const { return softmetal::device_of(this); }

void MTL::CommandEncoder::endEncoding() { get(this, &EncoderObject::end); }

void MTL::CommandEncoder::insertDebugSignpost(const NS::String* string) {
  send<EncoderObject>(this, [&](EncoderObject& self) { self.insert_signpost(string); });
}

NS::String* MTL::CommandEncoder::label() const { return get(this, &EncoderObject::label); }

void MTL::CommandEncoder::popDebugGroup() { get(this, &EncoderObject::pop_group); }

void MTL::CommandEncoder::pushDebugGroup(const NS::String* string) {
  send<EncoderObject>(this, [&](EncoderObject& self) { self.push_group(string); });
}

void MTL::CommandEncoder::setLabel(const NS::String* label) {
  softmetal::set(this, &EncoderObject::label, label);
}
