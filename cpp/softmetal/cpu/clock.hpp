// clock.hpp: nanoseconds of CLOCK_MONOTONIC.
#pragma once

#include <cstdint>

namespace softmetal::cpu {

// Never decreases, across threads too. Within about a microsecond of clock_gettime.
std::uint64_t now() noexcept;

}  // namespace softmetal::cpu
