// encoder.hpp: what the implementations of compute and blit encoders share.
#pragma once

#include <Metal/MTLCommandEncoder.hpp>
#include <Metal/MTLCounters.hpp>
#include <Metal/MTLFence.hpp>
#include <string>
#include <vector>

#include "command_buffer.hpp"
#include "pass_descriptor.hpp"

namespace softmetal {

// Open from its making to endEncoding. One that goes without endEncoding leaves its command buffer
// unable to be committed.
class EncoderObject : public Implements<MTL::CommandEncoder> {
 public:
  EncoderObject(CommandBufferObject& into, const char* kind, const SampleAttachments* attachments);

  void end();
  void sample(const MTL::CounterSampleBuffer* buffer, NS::UInteger index);
  void wait_for(const MTL::Fence* fence);
  void update(const MTL::Fence* fence);
  void insert_signpost(const NS::String* text);
  void push_group(const NS::String* name);
  void pop_group();

  // Raises after endEncoding.
  void require_open(const char* what) const;

  NS::SharedPtr<NS::String> label;

 protected:
  void add(const Command& command) { buffer_->recording().commands.push_back(command); }
  [[nodiscard]] CommandBufferObject& buffer() noexcept { return *buffer_; }

 private:
  void take(const SampleAttachment& attachment, NS::UInteger index);

  const Ref<CommandBufferObject> buffer_;
  std::vector<SampleAttachment> at_end_;
  std::vector<const MTL::Fence*> updated_fences_;
  std::vector<std::string> signposts_;
  std::size_t first_command_;
  unsigned open_groups_ = 0;
  bool open_ = true;
};

}  // namespace softmetal
