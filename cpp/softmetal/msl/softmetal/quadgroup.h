// quadgroup.h: <metal_quadgroup>, functions across the 4 threads of a quad-group (specification,
// section 6.9.3). A quad-group is four consecutive lanes of a SIMD-group, the first a multiple
// of 4. May use: lane_exchange.h, group_functions.h.
#pragma once

namespace metal {
typedef detail::vote<ushort, 4> quad_vote;
}

#define SOFTMETAL_NAME(x) quad_##x
#define SOFTMETAL_WIDTH 4
#include "group_functions.h"
