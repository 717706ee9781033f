// simdgroup.h: <metal_simdgroup>, functions across the 32 threads of a SIMD-group (specification,
// section 6.9.2). May use: lane_exchange.h, group_functions.h.
#pragma once

namespace metal {
typedef detail::vote<ulong, 32> simd_vote;
}

#define SOFTMETAL_NAME(x) simd_##x
#define SOFTMETAL_WIDTH 32
#include "group_functions.h"
