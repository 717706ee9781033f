// spin.hpp: a short busy wait before a long sleep.
#pragma once

#include <chrono>

namespace softmetal {

inline void pause_briefly() noexcept {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

// Waits for `done()`, for about 10 µs: less than going to sleep and being woken costs. More would
// hold the processor that somebody else needs to get there.
template <class Predicate>
bool spin_until(Predicate&& done) {
  using Clock = std::chrono::steady_clock;
  const auto give_up = Clock::now() + std::chrono::microseconds(10);
  do {
    for (int i = 0; i < 16; ++i) {
      if (done()) return true;
      pause_briefly();
    }
  } while (Clock::now() < give_up);
  return false;
}

}  // namespace softmetal
