// clock_mach.cpp: the clock on a Mac: mach_absolute_time, the base of GPUStartTime too, in
// nanoseconds.
#include <mach/mach_time.h>

#include "clock.hpp"

namespace metalscope::clock {

std::int64_t now() noexcept {
  static const mach_timebase_info_data_t base = [] {
    mach_timebase_info_data_t info;
    mach_timebase_info(&info);
    return info;
  }();
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::int64_t>(Wide{mach_absolute_time()} * base.numer / base.denom);
}

void refine() noexcept {}

}  // namespace metalscope::clock
