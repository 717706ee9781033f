// stream_wait.cpp: waiting for the device, taking back what finished work held, and what failed.
#include <algorithm>
#include <chrono>

#include "clock.hpp"
#include "metalscope/error.hpp"
#include "stream.hpp"
#include "text.hpp"
#include "tracer.hpp"

namespace metalscope {
namespace detail {
namespace {

// Below the 64 that a queue allows by default, where commandBuffer would block and not wake up.
constexpr std::uint32_t max_in_flight = 32;

constexpr std::uint64_t first_slice = 1;  // ms; a failed command buffer never signals,
constexpr std::uint64_t last_slice = 20;  // ms; so its status is looked at after each slice

std::atomic<bool (*)()> interrupt_check{nullptr};
std::atomic<void* (*)()> before_wait{nullptr};
std::atomic<void (*)(void*)> after_wait{nullptr};

bool has_ended(MTL::CommandBufferStatus status) noexcept {
  return status == MTL::CommandBufferStatusCompleted || status == MTL::CommandBufferStatusError;
}

const char* advice(long code) noexcept {
  switch (code) {
    case MTL::CommandBufferErrorTimeout:
      return "Look for a loop that does not end, or split the work over several launches.";
    case MTL::CommandBufferErrorPageFault:
    case MTL::CommandBufferErrorInvalidResource:
      return "Check that every index stays inside its buffer and that no argument is left unbound.";
    case MTL::CommandBufferErrorOutOfMemory:
      return "Free arrays that are no longer needed, or work on smaller pieces.";
    case MTL::CommandBufferErrorStackOverflow:
      return "Use less recursion and smaller local arrays in the kernel.";
    default:
      return "What the failed work was to write is undefined.";
  }
}

// The state of the n-th encoder, as the error tells it.
MTL::CommandEncoderErrorState encoder_state(const NS::Array* infos, NS::UInteger n) {
  const auto* info = trace::call<"[NSArray objectAtIndex:]">(
      [&] { return infos->object<MTL::CommandBufferEncoderInfo>(n); });
  return trace::call<"[MTLCommandBufferEncoderInfo errorState]">(
      [&] { return info->errorState(); });
}

const NS::Array* encoder_infos(const NS::Error* error) {
  const NS::Dictionary* info = trace::call<"[NSError userInfo]">([&] { return error->userInfo(); });
  if (info == nullptr) return nullptr;
  return trace::call<"[NSDictionary objectForKey:]">(
      [&] { return info->object<NS::Array>(MTL::CommandBufferEncoderInfoErrorKey); });
}

}  // namespace

void check_interrupt() {
  bool (*check)() = interrupt_check.load(std::memory_order_acquire);
  if (check != nullptr && check()) {
    throw Interrupted("The wait was interrupted; the device goes on with its work.");
  }
}

WaitHooks::WaitHooks() {
  void* (*before)() = before_wait.load(std::memory_order_acquire);
  after_ = after_wait.load(std::memory_order_acquire);
  if (before != nullptr && after_ != nullptr) {
    state_ = before();
  } else {
    after_ = nullptr;
  }
}

WaitHooks::~WaitHooks() {
  if (after_ != nullptr) after_(state_);
}

void Stream::throttle() {
  if (in_flight_count_.load(std::memory_order_relaxed) < max_in_flight) [[likely]]
    return;
  std::uint64_t oldest = 0;
  {
    const std::lock_guard lock(mutex_);
    collect_locked();
    if (in_flight_.size() < max_in_flight) return;
    oldest = in_flight_[in_flight_.size() - max_in_flight]->sequence;
  }
  const WaitHooks hooks;
  wait_for(oldest);
}

void Stream::wait_for(std::uint64_t sequence) {
  std::uint64_t slice = first_slice;
  constexpr std::int64_t between_checks = 20'000'000;
  std::int64_t next_check = clock::now() + between_checks;
  while (true) {
    {
      const std::lock_guard lock(mutex_);
      collect_locked();
      if (completed_ >= sequence) return;
    }
    const bool signaled = trace::call<"[MTLSharedEvent waitUntilSignaledValue:timeoutMS:]">(
        [&] { return finished_->waitUntilSignaledValue(sequence, slice); });
    // The work is done and its command buffer about to say so: this wait is short.
    if (signaled) wait_for_completion(sequence);
    slice = std::min(2 * slice, last_slice);
    if (clock::now() >= next_check) {
      check_interrupt();
      next_check = clock::now() + between_checks;
    }
  }
}

void Stream::wait_for_completion(std::uint64_t sequence) {
  Owned<MTL::CommandBuffer> commands;
  {
    const std::lock_guard lock(mutex_);
    const auto found =
        std::ranges::find(in_flight_, sequence, [](const auto& batch) { return batch->sequence; });
    if (found == in_flight_.end()) return;
    commands = Owned<MTL::CommandBuffer>::retain((*found)->commands.get());
  }
  trace::call<"[MTLCommandBuffer waitUntilCompleted]">([&] { commands->waitUntilCompleted(); });
}

void Stream::wait() {
  std::uint64_t sequence = 0;
  {
    const std::lock_guard lock(mutex_);
    close_batch();
    sequence = sequence_;
  }
  wait_for(sequence);
}

void Stream::flush() {
  const std::lock_guard lock(mutex_);
  close_batch();
}

void Stream::collect() {
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (lock.owns_lock()) collect_locked();
}

bool Stream::is_idle() {
  const std::lock_guard lock(mutex_);
  collect_locked();
  return open_ == nullptr && in_flight_.empty() && !failure_;
}

void Stream::throw_failure() {
  std::optional<Failure> failure;
  {
    const std::lock_guard lock(mutex_);
    failure.swap(failure_);
  }
  if (failure) throw CommandBufferError(failure->message, failure->code, failure->kernel);
}

void Stream::collect_locked() {
  std::size_t ended = 0;
  for (; ended < in_flight_.size(); ++ended) {
    Batch& batch = *in_flight_[ended];
    const MTL::CommandBufferStatus status =
        trace::call<"[MTLCommandBuffer status]">([&] { return batch.commands->status(); });
    if (!has_ended(status)) break;
    finish(batch, status == MTL::CommandBufferStatusError);
    completed_ = batch.sequence;
    spare_.push_back(std::move(in_flight_[ended]));
  }
  if (ended == 0) return;
  in_flight_.erase(in_flight_.begin(), in_flight_.begin() + static_cast<std::ptrdiff_t>(ended));
  in_flight_count_.store(static_cast<std::uint32_t>(in_flight_.size()), std::memory_order_relaxed);
}

void Stream::finish(Batch& batch, bool failed) {
  if (failed && !failure_) failure_ = describe(batch);
  if (!batch.timed.empty()) record(batch, failed);
  if (batch.samples) device_->timing().release(*batch.samples);
  batch.clear();
}

void Stream::record(Batch& batch, bool failed) {
  std::vector<std::optional<Interval>> sampled(batch.sampled);
  if (batch.samples) device_->timing().resolve(*batch.samples, batch.commands.get(), sampled);
  // A command buffer with a single operation is as long as it.
  std::optional<Interval> whole;
  if (batch.operations == 1) whole = device_->timing().interval_of(batch.commands.get());
  trace::Tracer& tracer = trace::Tracer::instance();
  std::size_t next = 0;
  for (const TimedOperation& operation : batch.timed) {
    std::optional<Interval> interval = operation.sampled ? sampled[next++] : std::nullopt;
    if (!interval) interval = whole;
    Event event{};
    event.correlation = operation.details.correlation;
    event.name = operation.name;
    event.track = track_;
    event.kind = operation.kind;
    if (failed) event.flags |= event_failed;
    if (interval) {
      event.start = interval->start;
      event.end = interval->end;
    } else {
      event.flags |= event_untimed;
    }
    tracer.record(event);
    tracer.record(operation.details);
  }
}

// The kernels that may have failed: those of faulted encoders if the error tells, the one that its
// text names if it does, otherwise all of the batch.
Stream::Failure Stream::describe(const Batch& batch) const {
  const NS::Error* error =
      trace::call<"[MTLCommandBuffer error]">([&] { return batch.commands->error(); });
  const long code =
      error != nullptr
          ? static_cast<long>(trace::call<"[NSError code]">([&] { return error->code(); }))
          : 0;
  const std::string reason = description_of(error);
  const NS::Array* infos = error != nullptr ? encoder_infos(error) : nullptr;
  const NS::UInteger known =
      infos != nullptr ? trace::call<"[NSArray count]">([&] { return infos->count(); }) : 0;
  std::vector<std::string> all;
  std::vector<std::string> faulted;
  const auto add = [](std::vector<std::string>& names, const std::string& name) {
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  };
  for (const Batch::Launched& launched : batch.launched) {
    add(all, launched.kernel->name());
    if (launched.encoder < known &&
        encoder_state(infos, launched.encoder) == MTL::CommandEncoderErrorStateFaulted) {
      add(faulted, launched.kernel->name());
    }
  }
  std::vector<std::string>& suspects = faulted.empty() ? all : faulted;
  const auto named = std::ranges::find_if(suspects, [&](const std::string& name) {
    return reason.find("\"" + name + "\"") != std::string::npos;
  });
  if (named != suspects.end()) suspects = {*named};
  Failure failure{.message = {}, .code = code, .kernel = {}};
  if (suspects.empty()) {
    failure.message = "A copy or fill failed on the device";
  } else if (suspects.size() == 1) {
    failure.kernel = suspects.front();
    failure.message = "Kernel '" + failure.kernel + "' failed on the device";
  } else {
    failure.message = "One of the kernels " + quoted_list(suspects) + " failed on the device";
  }
  failure.message += " (MTLCommandBufferError " + std::to_string(code) + "): " + reason;
  if (!failure.message.ends_with('.')) failure.message += '.';
  failure.message += std::string(" ") + advice(code);
  return failure;
}

}  // namespace detail

void set_interrupt_check(bool (*check)()) {
  detail::interrupt_check.store(check, std::memory_order_release);
}

void set_wait_hooks(void* (*before)(), void (*after)(void*)) {
  detail::before_wait.store(before, std::memory_order_release);
  detail::after_wait.store(after, std::memory_order_release);
}

}  // namespace metalscope
