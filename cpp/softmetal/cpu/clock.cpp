// clock.cpp: see clock.hpp. The processor's counter where it is invariant, which is faster than
// clock_gettime; clock_gettime otherwise.
#include "clock.hpp"

#include <ctime>

#if defined(__x86_64__)
#include <cpuid.h>
#include <x86intrin.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <new>
#include <utility>
#endif

namespace softmetal::cpu {
namespace {

std::uint64_t system_time() noexcept {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000u +
         static_cast<std::uint64_t>(time.tv_nsec);
}

#if defined(__x86_64__)

// Counts at the same rate on all cores and in all power states (CPUID 80000007H, EDX bit 8).
bool counter_is_invariant() noexcept {
  unsigned eax = 0;
  unsigned ebx = 0;
  unsigned ecx = 0;
  unsigned edx = 0;
  return __get_cpuid(0x80000007, &eax, &ebx, &ecx, &edx) != 0 && (edx & 1u << 8) != 0;
}

// Converts ticks to nanoseconds by a line through a measured point, for a window of time after it.
// Then the line is measured anew: its slope, taken over the last seconds, follows the rate
// corrections of the system's clock, and what it is off by cannot add up beyond a window. A line
// starts no lower than the one before can have reached.
class Counter {
 public:
  Counter() noexcept { first_ = middle_ = measure(); }

  std::uint64_t now() noexcept {
    for (;;) {
      // Acquire keeps the second look at the version behind the values it vouches for.
      const std::uint32_t version = version_.load(std::memory_order_acquire);
      const std::uint64_t origin = origin_.load(std::memory_order_acquire);
      const std::uint64_t base = base_.load(std::memory_order_acquire);
      const double slope = slope_.load(std::memory_order_acquire);
      const std::uint64_t window = window_.load(std::memory_order_acquire);
      if ((version & 1) != 0 || version_.load(std::memory_order_relaxed) != version) continue;
      // The fence keeps the counter's reading behind what this thread has read before: times do not
      // go back from one thread to another either.
      _mm_lfence();
      const std::uint64_t ticks = __rdtsc() - origin;
      if (ticks < window) {
        return base + static_cast<std::uint64_t>(static_cast<double>(ticks) * slope);
      }
      std::uint64_t time = 0;
      if (renew(version, time)) return time;
    }
  }

  // In a child process, where nobody finishes what another thread had begun.
  void after_fork() noexcept {
    window_.store(0, std::memory_order_relaxed);
    version_.store(version_.load(std::memory_order_relaxed) & ~1u, std::memory_order_release);
  }

 private:
  struct Point {
    std::uint64_t ticks;
    std::uint64_t time;
  };

  // Nanoseconds.
  static constexpr std::uint64_t settling = 2'000'000;  // what the first slope is taken over
  static constexpr std::uint64_t longest_window = 100'000'000;
  static constexpr std::uint64_t half_memory = 5'000'000'000;
  // A slope that changes by more is no correction: the machine slept, or moved.
  static constexpr double plausible_change = 1e-4;

  // The reading of the system's clock that was disturbed least, with the ticks in its middle.
  static Point measure() noexcept {
    Point best{};
    std::uint64_t shortest = ~std::uint64_t{0};
    for (int i = 0; i < 5; ++i) {
      const std::uint64_t before = __rdtsc();
      const std::uint64_t time = system_time();
      const std::uint64_t length = __rdtsc() - before;
      if (length >= shortest) continue;
      shortest = length;
      best = {before + length / 2, time};
    }
    return best;
  }

  // Reads the system's clock, and draws a new line if enough is known; false when another thread
  // does.
  bool renew(std::uint32_t version, std::uint64_t& time) noexcept {
    if (!version_.compare_exchange_strong(version, version + 1, std::memory_order_acquire)) {
      return false;
    }
    time = std::max(system_time(), latest_reading_);
    latest_reading_ = time;
    if (time - first_.time >= settling) time = draw_line();
    version_.store(version + 2, std::memory_order_release);
    return true;
  }

  std::uint64_t draw_line() noexcept {
    const Point point = measure();
    const std::uint64_t start = std::max(point.time, latest_reading_);
    const std::uint64_t known = point.time - first_.time;
    const double slope =
        static_cast<double>(known) / static_cast<double>(point.ticks - first_.ticks);
    const double before = slope_.load(std::memory_order_relaxed);
    if (before != 0 && std::abs(slope / before - 1) > plausible_change && known > longest_window) {
      first_ = middle_ = point;
      slope_.store(0, std::memory_order_release);
      window_.store(0, std::memory_order_release);
      latest_reading_ = start;
      return start;
    }
    // The slope is off by a reading's error (some 50 ns) over the time it was taken over.
    const std::uint64_t window = std::min(known, longest_window);
    origin_.store(point.ticks, std::memory_order_release);
    base_.store(start, std::memory_order_release);
    slope_.store(slope, std::memory_order_release);
    window_.store(static_cast<std::uint64_t>(static_cast<double>(window) / slope),
                  std::memory_order_release);
    latest_reading_ = start + window;
    if (point.time - middle_.time > half_memory) first_ = std::exchange(middle_, point);
    return start;
  }

  std::atomic<std::uint32_t> version_ = 0;  // odd while one thread renews the rest
  std::atomic<std::uint64_t> origin_ = 0;   // ticks
  std::atomic<std::uint64_t> base_ = 0;     // ns
  std::atomic<double> slope_ = 0;           // ns per tick
  std::atomic<std::uint64_t> window_ = 0;   // ticks; 0: no line yet
  // Only by the thread that made the version odd.
  Point first_{};                     // of the slope
  Point middle_{};                    // follows `first_` some seconds later
  std::uint64_t latest_reading_ = 0;  // ns: none is later, of the present line included
};

Counter* counter() noexcept {
  static Counter* const instance = counter_is_invariant() ? new (std::nothrow) Counter : nullptr;
  return instance;
}

#endif

}  // namespace

std::uint64_t now() noexcept {
#if defined(__x86_64__)
  if (Counter* invariant = counter()) return invariant->now();
#endif
  return system_time();
}

void reset_clock_after_fork() noexcept {
#if defined(__x86_64__)
  if (Counter* invariant = counter()) invariant->after_fork();
#endif
}

}  // namespace softmetal::cpu
