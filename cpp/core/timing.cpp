// timing.cpp: device times.
#include "timing.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <thread>

#include "clock.hpp"
#include "text.hpp"
#include "trace.hpp"

namespace metalscope {
namespace {

// A counter sample buffer of Apple's GPUs holds 32 KB, and a process may have few of them.
constexpr std::uint32_t buffer_samples = 4096;
constexpr std::size_t max_buffers = 8;

// Times are compared across clocks that were correlated; they may be off by this much.
constexpr std::int64_t tolerance = 100'000;  // ns
// The line through two moments needs some distance between them.
constexpr std::int64_t least_distance = 1'000'000;     // ns
constexpr std::int64_t renewal_distance = 20'000'000;  // ns

bool is_valid(std::uint64_t sample) noexcept {
  return sample != 0 && sample != MTL::CounterErrorValue;
}

}  // namespace

ClockMap::Moment ClockMap::read(MTL::Device* device) {
  // The narrowest of a few, so that an interruption in between does not count.
  Moment best;
  std::int64_t narrowest = INT64_MAX;
  for (int i = 0; i < 3; ++i) {
    Moment moment;
    const std::int64_t before = clock::now();
    device->sampleTimestamps(&moment.host, &moment.gpu);
    const std::int64_t after = clock::now();
    if (after - before < narrowest) {
      narrowest = after - before;
      moment.log = before + (after - before) / 2;
      best = moment;
    }
  }
  return best;
}

void ClockMap::update(MTL::Device* device) {
  const Moment moment =
      trace::call<"[MTLDevice sampleTimestamps:gpuTimestamp:]">([&] { return read(device); });
  if (count_ == 0) {
    older_ = moment;
    count_ = 1;
  } else if (moment.log - older_.log >= least_distance) {
    if (count_ == 2 && moment.log - newer_.log >= renewal_distance) older_ = newer_;
    count_ = 2;
  }
  newer_ = moment;
}

namespace {

// The line through (x0, y0) and (x1, y1) at x.
std::int64_t line(std::uint64_t x0, std::int64_t y0, std::uint64_t x1, std::int64_t y1,
                  std::uint64_t x) noexcept {
  const auto from_x1 = static_cast<double>(static_cast<std::int64_t>(x - x1));
  if (x1 == x0) return y1 + static_cast<std::int64_t>(from_x1);
  const double slope = static_cast<double>(y1 - y0) / static_cast<double>(x1 - x0);
  return y1 + static_cast<std::int64_t>(from_x1 * slope);
}

}  // namespace

std::int64_t ClockMap::from_gpu(std::uint64_t timestamp) const noexcept {
  return line(older_.gpu, older_.log, newer_.gpu, newer_.log, timestamp);
}

std::int64_t ClockMap::from_host(double seconds) const noexcept {
  return line(older_.host, older_.log, newer_.host, newer_.log,
              static_cast<std::uint64_t>(seconds * 1e9));
}

bool DeviceTiming::supports(MTL::CounterSamplingPoint point) const {
  return trace::call<"[MTLDevice supportsCounterSampling:]">(
      [&] { return device_->supportsCounterSampling(point); });
}

TimingMethod DeviceTiming::method() {
  const TimingMethod known = method_.load(std::memory_order_acquire);
  if (known != TimingMethod::undecided) [[likely]]
    return known;
  const std::lock_guard lock(decision_);
  if (method_.load(std::memory_order_relaxed) != TimingMethod::undecided) return method_;
  {
    const std::lock_guard clock_lock(mutex_);
    clock_.update(device_);
    std::this_thread::sleep_for(std::chrono::nanoseconds(least_distance));
    clock_.update(device_);
  }
  TimingMethod chosen = TimingMethod::command_buffers;
  if (supports(MTL::CounterSamplingPointAtDispatchBoundary) &&
      supports(MTL::CounterSamplingPointAtBlitBoundary) &&
      self_check(TimingMethod::dispatch_boundaries)) {
    chosen = TimingMethod::dispatch_boundaries;
  } else if (supports(MTL::CounterSamplingPointAtStageBoundary) &&
             self_check(TimingMethod::pass_boundaries)) {
    chosen = TimingMethod::pass_boundaries;
  }
  method_.store(chosen, std::memory_order_release);
  return chosen;
}

// One small fill, sampled as the method has it.
bool DeviceTiming::self_check(TimingMethod method) {
  const auto slice = acquire();
  if (!slice) return false;
  constexpr NS::UInteger bytes = 4096;
  const Owned<MTL::CommandQueue> queue(device_->newCommandQueue());
  const Owned<MTL::Buffer> target(device_->newBuffer(bytes, MTL::ResourceStorageModePrivate));
  bool trusted = false;
  if (queue && target) {
    MTL::CommandBuffer* commands = queue->commandBuffer();
    MTL::BlitCommandEncoder* encoder = nullptr;
    if (method == TimingMethod::pass_boundaries) {
      auto* pass = MTL::BlitPassDescriptor::blitPassDescriptor();
      auto* attachment = pass->sampleBufferAttachments()->object(0);
      attachment->setSampleBuffer(slice->buffer);
      attachment->setStartOfEncoderSampleIndex(slice->first);
      attachment->setEndOfEncoderSampleIndex(slice->first + 1);
      encoder = commands->blitCommandEncoder(pass);
    } else {
      encoder = commands->blitCommandEncoder();
      encoder->sampleCountersInBuffer(slice->buffer, slice->first, true);
    }
    encoder->fillBuffer(target.get(), NS::Range::Make(0, bytes), 0);
    if (method == TimingMethod::dispatch_boundaries) {
      encoder->sampleCountersInBuffer(slice->buffer, slice->first + 1, true);
    }
    encoder->endEncoding();
    commands->commit();
    commands->waitUntilCompleted();  // microseconds of work of our own
    std::optional<Interval> interval;
    resolve(*slice, commands, {&interval, 1});
    trusted = interval.has_value();
  }
  release(*slice);
  return trusted;
}

std::string DeviceTiming::description() const {
  switch (method_.load(std::memory_order_relaxed)) {
    case TimingMethod::undecided:
      break;
    case TimingMethod::dispatch_boundaries:
      return "timestamps sampled around each operation";
    case TimingMethod::pass_boundaries:
      return "timestamps sampled around passes, one pass per operation";
    case TimingMethod::command_buffers:
      return "GPUStartTime and GPUEndTime, one command buffer per operation";
  }
  return "no device operation was timed";
}

bool DeviceTiming::changes_batching() const noexcept {
  const TimingMethod method = method_.load(std::memory_order_relaxed);
  return method == TimingMethod::pass_boundaries || method == TimingMethod::command_buffers;
}

MTL::CounterSet* DeviceTiming::timestamps() const {
  const NS::Array* sets =
      trace::call<"[MTLDevice counterSets]">([&] { return device_->counterSets(); });
  const NS::UInteger count =
      sets != nullptr ? trace::call<"[NSArray count]">([&] { return sets->count(); }) : 0;
  for (NS::UInteger i = 0; i < count; ++i) {
    auto* set =
        trace::call<"[NSArray objectAtIndex:]">([&] { return sets->object<MTL::CounterSet>(i); });
    // MTLCommonCounterSetTimestamp
    if (from_ns(trace::call<"[MTLCounterSet name]">([&] { return set->name(); })) == "timestamp") {
      return set;
    }
  }
  return nullptr;
}

bool DeviceTiming::add_buffer() {
  if (buffers_.size() == max_buffers) return false;
  const MTL::CounterSet* set = timestamps();
  if (set == nullptr) return false;
  const Owned<MTL::CounterSampleBufferDescriptor> descriptor(
      trace::call<"[MTLCounterSampleBufferDescriptor init]">(
          [] { return MTL::CounterSampleBufferDescriptor::alloc()->init(); }));
  descriptor->setCounterSet(set);
  descriptor->setSampleCount(buffer_samples);
  descriptor->setStorageMode(MTL::StorageModeShared);
  NS::Error* error = nullptr;
  Owned<MTL::CounterSampleBuffer> buffer(
      trace::call<"[MTLDevice newCounterSampleBufferWithDescriptor:error:]">(
          [&] { return device_->newCounterSampleBuffer(descriptor.get(), &error); }));
  if (!buffer) return false;
  for (std::uint32_t first = 0; first < buffer_samples; first += slice_samples) {
    free_.push_back({buffer.get(), first});
  }
  buffers_.push_back(std::move(buffer));
  return true;
}

std::optional<SampleSlice> DeviceTiming::acquire() {
  const std::lock_guard lock(mutex_);
  if (free_.empty() && !add_buffer()) return std::nullopt;
  const SampleSlice slice = free_.back();
  free_.pop_back();
  return slice;
}

void DeviceTiming::release(const SampleSlice& slice) noexcept {
  const std::lock_guard lock(mutex_);
  free_.push_back(slice);  // has held it before: no allocation
}

std::optional<Interval> DeviceTiming::interval_of(MTL::CommandBuffer* commands) {
  const double start =
      trace::call<"[MTLCommandBuffer GPUStartTime]">([&] { return commands->GPUStartTime(); });
  const double end =
      trace::call<"[MTLCommandBuffer GPUEndTime]">([&] { return commands->GPUEndTime(); });
  if (start <= 0 || end < start) return std::nullopt;
  const std::lock_guard lock(mutex_);
  clock_.update(device_);
  return Interval{clock_.from_host(start), clock_.from_host(end)};
}

void DeviceTiming::resolve(const SampleSlice& slice, MTL::CommandBuffer* commands,
                           std::span<std::optional<Interval>> intervals) {
  if (intervals.empty()) return;
  const auto bounds = interval_of(commands);
  const NS::Range range = NS::Range::Make(slice.first, 2 * intervals.size());
  const NS::Data* data = trace::call<"[MTLCounterSampleBuffer resolveCounterRange:]">(
      [&] { return slice.buffer->resolveCounterRange(range); });
  if (data == nullptr) return;
  const auto* samples = static_cast<const MTL::CounterResultTimestamp*>(data->mutableBytes());
  const std::size_t count =
      std::min(data->length() / sizeof(MTL::CounterResultTimestamp), 2 * intervals.size());
  bool trusted = true;
  const std::lock_guard lock(mutex_);
  for (std::size_t i = 0; 2 * i + 1 < count; ++i) {
    const std::uint64_t start = samples[2 * i].timestamp;
    const std::uint64_t end = samples[2 * i + 1].timestamp;
    const Interval interval{clock_.from_gpu(start), clock_.from_gpu(end)};
    const bool plausible = is_valid(start) && is_valid(end) && end >= start &&
                           (!bounds || (interval.start >= bounds->start - tolerance &&
                                        interval.end <= bounds->end + tolerance));
    if (plausible) {
      intervals[i] = interval;
    } else {
      trusted = false;
    }
  }
  // Work that failed may have left its samples undone; that says nothing of the counters.
  const bool completed = trace::call<"[MTLCommandBuffer status]">([&] {
                           return commands->status();
                         }) == MTL::CommandBufferStatusCompleted;
  if (!trusted && completed && method_ != TimingMethod::undecided) {
    method_.store(TimingMethod::command_buffers, std::memory_order_release);
  }
}

}  // namespace metalscope
