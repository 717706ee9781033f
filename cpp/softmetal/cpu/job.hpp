// job.hpp: the state that the workers of one run share.
#pragma once

#include <atomic>
#include <cstdint>

#include "work.hpp"

namespace softmetal::cpu {

// One run. Reused, never freed: a late wake-up may still touch it.
struct Job {
  Work* work = nullptr;
  std::uint64_t units = 0;
  bool published = false;
  alignas(64) std::atomic<std::uint64_t> next = 0;  // first unit that nobody has taken
  std::atomic<std::uint64_t> reach = 0;             // chunks are at most this long
  std::atomic<bool> stopped = false;                // a fault: take no more
  std::atomic<bool> failed = false;                 // `outcome` is taken
  Outcome outcome;                                  // of the first fault
  alignas(64) std::atomic<unsigned> helpers = 0;    // pool threads in it
  // Increases with each use. The watchdog condemns one use, by its number.
  std::atomic<std::uint64_t> generation = 0;
  std::atomic<std::uint64_t> condemned = 0;
  Job* next_free = nullptr;

  void start(Work& its_work) noexcept;
  void fail(Outcome its_outcome) noexcept;
  [[nodiscard]] bool is_condemned() const noexcept {
    return condemned.load(std::memory_order_relaxed) == generation.load(std::memory_order_relaxed);
  }
  [[nodiscard]] bool exhausted() const noexcept {
    return stopped.load(std::memory_order_relaxed) || next.load(std::memory_order_relaxed) >= units;
  }
  // Nanoseconds that what is left takes one worker; 0 while unknown.
  [[nodiscard]] float time_left() const noexcept;
};

}  // namespace softmetal::cpu
