// clock.hpp: nanoseconds of CLOCK_MONOTONIC.
#pragma once

#include <cstdint>

namespace softmetal::cpu {

// Never decreases, across threads too. Within about a microsecond of clock_gettime.
std::uint64_t now() noexcept;

// In a child process, before anything else here.
void reset_clock_after_fork() noexcept;

}  // namespace softmetal::cpu
