// clock.cpp: see clock.hpp.
#include "clock.hpp"

#include <ctime>

namespace softmetal::cpu {

std::uint64_t now() noexcept {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000u +
         static_cast<std::uint64_t>(time.tv_nsec);
}

}  // namespace softmetal::cpu
