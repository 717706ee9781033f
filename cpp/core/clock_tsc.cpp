// clock_tsc.cpp: the clock off the Mac: the invariant time stamp counter of x86 processors, which
// runs at one rate on all cores, scaled to CLOCK_MONOTONIC; CLOCK_MONOTONIC itself elsewhere.
#include "clock.hpp"

#include <ctime>

#include <array>
#include <atomic>
#include <mutex>

#if defined(__x86_64__)
#include <cpuid.h>
#include <x86intrin.h>
#endif

namespace metalscope::clock {
namespace {

std::int64_t monotonic() noexcept {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return std::int64_t{t.tv_sec} * 1'000'000'000 + t.tv_nsec;
}

#if defined(__x86_64__)

bool counter_is_invariant() noexcept {
  unsigned a = 0;
  unsigned b = 0;
  unsigned c = 0;
  unsigned d = 0;
  constexpr unsigned power_management = 0x80000007;
  constexpr unsigned invariant_tsc = 1U << 8;
  return __get_cpuid(power_management, &a, &b, &c, &d) != 0 && (d & invariant_tsc) != 0;
}

// Both clocks read at (nearly) the same moment.
struct Pair {
  std::uint64_t ticks = 0;
  std::int64_t nanoseconds = 0;
};

// The narrowest of a few readings, so that an interruption in between does not count.
Pair read_pair() noexcept {
  Pair best;
  std::uint64_t narrowest = UINT64_MAX;
  for (int i = 0; i < 16; ++i) {
    const std::uint64_t before = __rdtsc();
    const std::int64_t ns = monotonic();
    const std::uint64_t after = __rdtsc();
    if (after - before < narrowest) {
      narrowest = after - before;
      best = {before + (after - before) / 2, ns};
    }
  }
  return best;
}

// nanoseconds = origin + (ticks - ticks_at_origin) * scale / 2^32
struct Calibration {
  std::uint64_t ticks_at_origin;
  std::int64_t origin;
  std::uint64_t scale;
  std::int64_t baseline;  // nanoseconds over which `scale` was measured

  [[nodiscard]] std::int64_t at(std::uint64_t ticks) const noexcept {
    __extension__ using Wide = __int128;
    // Signed: another thread may read the counter just before a new origin.
    const auto elapsed = static_cast<std::int64_t>(ticks - ticks_at_origin);
    return origin +
           static_cast<std::int64_t>((Wide{elapsed} * static_cast<std::int64_t>(scale)) >> 32);
  }
};

constexpr std::int64_t first_baseline = 1'000'000;  // 1 ms: an error of about 2e-5
constexpr int growth = 4;  // a new calibration when the baseline is this many times the last one

std::uint64_t scale_of(const Pair& from, const Pair& to) noexcept {
  return static_cast<std::uint64_t>(static_cast<double>(to.nanoseconds - from.nanoseconds) /
                                    static_cast<double>(to.ticks - from.ticks) * 4294967296.0);
}

// Calibrations are few, since each needs a baseline several times the last: they are never freed,
// and readers need no lock.
struct State {
  std::array<Calibration, 32> calibrations{};
  std::size_t count = 0;
  Pair first;
  std::atomic<const Calibration*> current{nullptr};  // null: the counter cannot be used

  State() noexcept {
    if (!counter_is_invariant()) return;
    first = read_pair();
    Pair last;
    do {
      last = read_pair();
    } while (last.nanoseconds - first.nanoseconds < first_baseline);
    if (last.ticks <= first.ticks) return;
    publish({last.ticks, last.nanoseconds, scale_of(first, last),
             last.nanoseconds - first.nanoseconds});
  }

  void publish(const Calibration& calibration) noexcept {
    calibrations[count] = calibration;
    current.store(&calibrations[count], std::memory_order_release);
    ++count;
  }
};

State& state() noexcept {
  static State instance;
  return instance;
}

#endif

}  // namespace

#if defined(__x86_64__)

std::int64_t now() noexcept {
  const Calibration* calibration = state().current.load(std::memory_order_acquire);
  return calibration != nullptr ? calibration->at(__rdtsc()) : monotonic();
}

void refine() noexcept {
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  State& s = state();
  const Calibration* old = s.current.load(std::memory_order_relaxed);
  if (old == nullptr || s.count == s.calibrations.size()) return;
  const Pair last = read_pair();
  const std::int64_t baseline = last.nanoseconds - s.first.nanoseconds;
  if (baseline < growth * old->baseline) return;
  s.publish({last.ticks, old->at(last.ticks), scale_of(s.first, last), baseline});
}

#else

std::int64_t now() noexcept { return monotonic(); }

void refine() noexcept {}

#endif

}  // namespace metalscope::clock
