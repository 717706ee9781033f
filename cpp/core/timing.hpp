// timing.hpp: device times: where they are sampled, whether they can be trusted, and what they are
// on the clock of the log.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "metal.hpp"
#include "object.hpp"

namespace metalscope {

enum class TimingMethod : std::uint8_t {
  undecided,
  dispatch_boundaries,  // counters sampled around each operation
  pass_boundaries,      // counters sampled around passes: one pass per operation
  command_buffers,      // GPUStartTime and GPUEndTime: one command buffer per operation
};

// Nanoseconds of the log's clock.
struct Interval {
  std::int64_t start = 0;
  std::int64_t end = 0;
};

// The device's clocks on the log's, by two moments at which all of them were read.
class ClockMap {
 public:
  // Reads all clocks again. Cheap enough for once per finished command buffer.
  void update(MTL::Device* device);
  [[nodiscard]] bool ready() const noexcept { return count_ >= 2; }
  [[nodiscard]] std::int64_t last() const noexcept { return newer_.log; }
  // Of a counter sample, and of GPUStartTime and its like (seconds).
  [[nodiscard]] std::int64_t from_gpu(std::uint64_t timestamp) const noexcept;
  [[nodiscard]] std::int64_t from_host(double seconds) const noexcept;

 private:
  struct Moment {
    std::int64_t log = 0;
    MTL::Timestamp host = 0;
    MTL::Timestamp gpu = 0;
  };
  static Moment read(MTL::Device* device);

  Moment older_;
  Moment newer_;
  int count_ = 0;
};

// A range of a counter sample buffer.
struct SampleSlice {
  MTL::CounterSampleBuffer* buffer = nullptr;
  std::uint32_t first = 0;
};

// Thread-safe.
class DeviceTiming {
 public:
  // Samples in a slice: two for each operation of a batch.
  static constexpr std::uint32_t slice_samples = 128;

  explicit DeviceTiming(MTL::Device* device) noexcept : device_(device) {}

  // How operations are to be timed now; the first call decides, by a self-check on the device.
  [[nodiscard]] TimingMethod method();
  // In words, for the log.
  [[nodiscard]] std::string description() const;
  [[nodiscard]] bool changes_batching() const noexcept;

  // Empty when as many samples as the device may hold are in use.
  [[nodiscard]] std::optional<SampleSlice> acquire();
  void release(const SampleSlice& slice) noexcept;

  // The intervals of `intervals.size()` operations that were sampled in pairs from the slice's
  // start on, in a command buffer that has ended; nothing for those that cannot be trusted.
  void resolve(const SampleSlice& slice, MTL::CommandBuffer* commands,
               std::span<std::optional<Interval>> intervals);
  // The command buffer's own interval.
  [[nodiscard]] std::optional<Interval> interval_of(MTL::CommandBuffer* commands);

 private:
  [[nodiscard]] bool supports(MTL::CounterSamplingPoint point) const;
  [[nodiscard]] bool self_check(TimingMethod method);
  [[nodiscard]] MTL::CounterSet* timestamps() const;
  bool add_buffer();
  void refresh_clock(std::int64_t until);

  MTL::Device* const device_;
  std::atomic<TimingMethod> method_{TimingMethod::undecided};
  std::mutex decision_;  // held by the thread that decides
  std::mutex mutex_;     // all below
  ClockMap clock_;
  std::vector<Owned<MTL::CounterSampleBuffer>> buffers_;
  std::vector<SampleSlice> free_;
};

}  // namespace metalscope
