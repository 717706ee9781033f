// stream.hpp: a command queue with an open command buffer that batches.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "batch.hpp"
#include "device.hpp"
#include "dispatch.hpp"
#include "metal.hpp"
#include "metalscope/stream.hpp"
#include "object.hpp"

namespace metalscope::detail {

// Thread-safe: one mutex, never held while waiting.
class Stream {
 public:
  explicit Stream(std::shared_ptr<Device> device);
  ~Stream();
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  [[nodiscard]] const std::shared_ptr<Device>& device() const noexcept { return device_; }

  void launch(const std::shared_ptr<Kernel>& kernel, const LaunchPlan& plan);
  void copy(const std::shared_ptr<Buffer>& source, std::size_t source_offset,
            const std::shared_ptr<Buffer>& destination, std::size_t destination_offset,
            std::size_t bytes);
  void fill(const std::shared_ptr<Buffer>& buffer, std::size_t offset, std::size_t bytes,
            std::uint8_t value);

  void flush();
  // Waits for what has been encoded so far; a failure stays for throw_failure. Throws Interrupted.
  void wait();
  // Throws the first failure since the last time and forgets it.
  void throw_failure();
  // Takes back what finished work held, without waiting.
  void collect();
  // Nothing encoded, running, or failed and not reported.
  [[nodiscard]] bool is_idle();

 private:
  struct Failure {
    std::string message;
    long code;
    std::string kernel;
  };
  struct Sampling;

  // All below want the mutex held but for transfer, throttle and the waits.
  Batch& open_batch();
  void close_batch();
  void end_encoder();
  MTL::ComputeCommandEncoder* compute_encoder(const Sampling& sampling);
  MTL::BlitCommandEncoder* blit_encoder(const Sampling& sampling);
  Sampling begin_operation(EventKind kind, trace::NameId name);
  void end_operation(const Sampling& sampling);
  template <class Encoder, class Encode>
  void encode_sampled(Encoder* encoder, const Sampling& sampling, Encode&& encode);
  template <class Encode>
  void transfer(EventKind kind, trace::StaticName& name, std::size_t bytes, Encode&& encode);
  void bind(MTL::ComputeCommandEncoder* encoder, const LaunchPlan& plan);
  void keep(const std::shared_ptr<Buffer>& buffer);
  void collect_locked();
  void finish(Batch& batch, bool failed);
  void record(Batch& batch, bool failed);
  [[nodiscard]] Failure describe(const Batch& batch) const;

  void throttle();
  void wait_for(std::uint64_t sequence);
  void wait_for_completion(std::uint64_t sequence);

  const std::shared_ptr<Device> device_;
  Owned<MTL::CommandQueue> queue_;
  Owned<MTL::CommandBufferDescriptor> descriptor_;
  Owned<MTL::SharedEvent> finished_;  // its value is the sequence of the last batch that ended well
  std::uint32_t track_ = 0;
  std::atomic<std::uint32_t> in_flight_count_{0};

  std::mutex mutex_;
  std::unique_ptr<Batch> open_;
  std::vector<std::unique_ptr<Batch>> in_flight_;  // in order
  std::vector<std::unique_ptr<Batch>> spare_;
  std::uint64_t sequence_ = 0;   // of the last batch that was opened
  std::uint64_t completed_ = 0;  // of the last batch that ended
  std::optional<Failure> failure_;
};

// Calls the interrupt check. Throws Interrupted when it says so. No lock may be held.
void check_interrupt();

// Lets the host do without this thread (the Python binding gives the GIL up) while it lives.
class WaitHooks {
 public:
  WaitHooks();
  ~WaitHooks();
  WaitHooks(const WaitHooks&) = delete;
  WaitHooks& operator=(const WaitHooks&) = delete;

 private:
  void (*after_)(void*) = nullptr;
  void* state_ = nullptr;
};

}  // namespace metalscope::detail
