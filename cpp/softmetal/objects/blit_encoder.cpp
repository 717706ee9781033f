// blit_encoder.cpp: MTL::BlitCommandEncoder.
#include <Metal/MTLBlitCommandEncoder.hpp>

#include "buffer.hpp"
#include "encoder.hpp"
#include "validation.hpp"

namespace softmetal {
namespace {

// Copies and fills run at about 20 GB/s; only the order of magnitude matters.
constexpr double nanoseconds_per_byte = 0.05;

class BlitEncoderObject : public Implements<MTL::BlitCommandEncoder, EncoderObject> {
 public:
  BlitEncoderObject(CommandBufferObject& into, const SampleAttachments* attachments)
      : Implements(into, "blitCommandEncoder", attachments) {}
  [[nodiscard]] const char* class_name() const noexcept override {
    return "SoftMetalBlitCommandEncoder";
  }

  void copy_bytes(const MTL::Buffer* from, NS::UInteger from_offset, const MTL::Buffer* to,
                  NS::UInteger to_offset, NS::UInteger size);
  void fill(const MTL::Buffer* handle, const NS::Range& range, std::uint8_t value);
  void resolve(const MTL::CounterSampleBuffer* samples, const NS::Range& range,
               const MTL::Buffer* destination, NS::UInteger offset);

 private:
  // The buffer, kept, after a check that the range lies inside it.
  BufferObject& use(const char* what, const MTL::Buffer* handle, NS::UInteger offset,
                    NS::UInteger size);
};

BufferObject& BlitEncoderObject::use(const char* what, const MTL::Buffer* handle,
                                     NS::UInteger offset, NS::UInteger size) {
  require(handle != nullptr, what, " must not be nil");
  auto* object = impl<BufferObject>(handle);
  require(offset <= object->length && size <= object->length - offset, what, ": offset(", offset,
          ") + size(", size, ") must be <= [buffer length](", object->length, ")");
  buffer().keep_resource(object);
  return *object;
}

void BlitEncoderObject::copy_bytes(const MTL::Buffer* from, NS::UInteger from_offset,
                                   const MTL::Buffer* to, NS::UInteger to_offset,
                                   NS::UInteger size) {
  require_open("copyFromBuffer");
  const BufferObject& source = use("copyFromBuffer: sourceBuffer", from, from_offset, size);
  const BufferObject& target = use("copyFromBuffer: destinationBuffer", to, to_offset, size);
  const bool apart =
      &source != &target || from_offset + size <= to_offset || to_offset + size <= from_offset;
  require(apart, "copyFromBuffer: source and destination overlap in the same buffer");
  if (size == 0) return;
  buffer().recording().expected_cost += static_cast<double>(size) * nanoseconds_per_byte;
  add(CopyCommand{target.at(to_offset), source.at(from_offset), size});
}

void BlitEncoderObject::fill(const MTL::Buffer* handle, const NS::Range& range,
                             std::uint8_t value) {
  require_open("fillBuffer");
  const BufferObject& target = use("fillBuffer: buffer", handle, range.location, range.length);
  if (range.length == 0) return;
  buffer().recording().expected_cost += static_cast<double>(range.length) * nanoseconds_per_byte;
  add(FillCommand{target.at(range.location), range.length, value});
}

void BlitEncoderObject::resolve(const MTL::CounterSampleBuffer* samples, const NS::Range& range,
                                const MTL::Buffer* destination, NS::UInteger offset) {
  require_open("resolveCounters");
  require(samples != nullptr, "resolveCounters: sampleBuffer must not be nil");
  auto* object = impl<CounterSampleBufferObject>(samples);
  object->check(range);
  const BufferObject& target = use("resolveCounters: destinationBuffer", destination, offset,
                                   range.length * sizeof(MTL::CounterResultTimestamp));
  buffer().recording().keep(object);
  add(ResolveCommand{object, range.location, range.length, target.at(offset)});
}

MTL::BlitCommandEncoder* new_encoder(CommandBufferObject& buffer,
                                     const SampleAttachments* attachments) {
  return (new BlitEncoderObject(buffer, attachments))->autoreleased();
}

}  // namespace
}  // namespace softmetal

using softmetal::BlitEncoderObject;
using softmetal::BlitPassObject;
using softmetal::CommandBufferObject;
using softmetal::send;

MTL::BlitCommandEncoder* MTL::CommandBuffer::blitCommandEncoder() {
  return send<CommandBufferObject>(
      this, [](CommandBufferObject& self) { return softmetal::new_encoder(self, nullptr); });
}

MTL::BlitCommandEncoder* MTL::CommandBuffer::blitCommandEncoder(
    const BlitPassDescriptor* blitPassDescriptor) {
  softmetal::require(blitPassDescriptor != nullptr,
                     "blitCommandEncoderWithDescriptor: descriptor must not be nil");
  return send<CommandBufferObject>(this, [&](CommandBufferObject& self) {
    const auto attachments =
        softmetal::impl<BlitPassObject>(blitPassDescriptor)->array->attachments();
    return softmetal::new_encoder(self, &attachments);
  });
}

void MTL::BlitCommandEncoder::copyFromBuffer(const Buffer* sourceBuffer, NS::UInteger sourceOffset,
                                             const Buffer* destinationBuffer,
                                             NS::UInteger destinationOffset, NS::UInteger size) {
  send<BlitEncoderObject>(this, [&](BlitEncoderObject& self) {
    self.copy_bytes(sourceBuffer, sourceOffset, destinationBuffer, destinationOffset, size);
  });
}

void MTL::BlitCommandEncoder::fillBuffer(const Buffer* buffer, NS::Range range, uint8_t value) {
  send<BlitEncoderObject>(this, [&](BlitEncoderObject& self) { self.fill(buffer, range, value); });
}

void MTL::BlitCommandEncoder::synchronizeResource(const Resource* resource) {
  send<BlitEncoderObject>(this, [&](BlitEncoderObject& self) {
    self.require_open("synchronizeResource");
    softmetal::require(resource != nullptr, "synchronizeResource: resource must not be nil");
  });
}

void MTL::BlitCommandEncoder::resolveCounters(const CounterSampleBuffer* sampleBuffer,
                                              NS::Range range, const Buffer* destinationBuffer,
                                              NS::UInteger destinationOffset) {
  send<BlitEncoderObject>(this, [&](BlitEncoderObject& self) {
    self.resolve(sampleBuffer, range, destinationBuffer, destinationOffset);
  });
}

void MTL::BlitCommandEncoder::sampleCountersInBuffer(const CounterSampleBuffer* sampleBuffer,
                                                     NS::UInteger sampleIndex, bool /*barrier*/) {
  send<BlitEncoderObject>(this,
                          [&](BlitEncoderObject& self) { self.sample(sampleBuffer, sampleIndex); });
}

void MTL::BlitCommandEncoder::updateFence(const Fence* fence) {
  send<BlitEncoderObject>(this, [&](BlitEncoderObject& self) { self.update(fence); });
}

void MTL::BlitCommandEncoder::waitForFence(const Fence* fence) {
  send<BlitEncoderObject>(this, [&](BlitEncoderObject& self) { self.wait_for(fence); });
}
