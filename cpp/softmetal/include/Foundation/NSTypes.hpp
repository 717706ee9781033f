// NSTypes.hpp: Foundation's scalar types, and the few system types that signatures mention.
#pragma once

#include <cstddef>
#include <cstdint>

#include "NSDefines.hpp"

// Where Apple's system headers define these, they are included instead.
using CFTimeInterval = double;  // seconds
using dispatch_queue_t = struct dispatch_queue_s*;
using dispatch_data_t = struct dispatch_data_s*;

namespace NS {

using TimeInterval = double;  // seconds
using Integer = std::intptr_t;
using UInteger = std::uintptr_t;

inline constexpr Integer IntegerMax = INTPTR_MAX;
inline constexpr Integer IntegerMin = INTPTR_MIN;
inline constexpr UInteger UIntegerMax = UINTPTR_MAX;

struct OperatingSystemVersion {
  Integer majorVersion;
  Integer minorVersion;
  Integer patchVersion;
} _NS_PACKED;

}  // namespace NS
