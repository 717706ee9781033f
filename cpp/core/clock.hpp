// clock.hpp: the clock of the log. Nanoseconds, monotonic, the same for all threads; read in a few
// nanoseconds. Where it starts is not defined. One implementation per platform, chosen by CMake.
#pragma once

#include <cstdint>

namespace metalscope::clock {

// The first call calibrates, which takes about a millisecond.
[[nodiscard]] std::int64_t now() noexcept;

// Improves the calibration with the time that has passed since the last one. Readings stay
// continuous. Call it at a quiet moment, not concurrently with itself.
void refine() noexcept;

}  // namespace metalscope::clock
