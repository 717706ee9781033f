// creation.metal: arrays from a rule. Macros that come first: NAME, the kind of rule (ARANGE,
// LINSPACE or EYE), OUTPUT (element type of the result), COMPUTE (type that it is computed in).
#include <metal_stdlib>
using namespace metal;

#if defined(ARANGE)

kernel void NAME(constant COMPUTE& start [[buffer(0)]], constant COMPUTE& step [[buffer(1)]],
                 device OUTPUT* out [[buffer(2)]], uint i [[thread_position_in_grid]]) {
  out[i] = OUTPUT(start + COMPUTE(i) * step);
}

#elif defined(LINSPACE)

// `last` is the index of the element that is exactly `stop`.
kernel void NAME(constant float& start [[buffer(0)]], constant float& step [[buffer(1)]],
                 constant float& stop [[buffer(2)]], constant uint& last [[buffer(3)]],
                 device OUTPUT* out [[buffer(4)]], uint i [[thread_position_in_grid]]) {
  out[i] = OUTPUT(i == last ? stop : start + float(i) * step);
}

#elif defined(EYE)

kernel void NAME(constant long& diagonal [[buffer(0)]], device OUTPUT* out [[buffer(1)]],
                 uint2 p [[thread_position_in_grid]], uint2 grid [[threads_per_grid]]) {
  out[ulong(p.y) * grid.x + p.x] = OUTPUT(long(p.x) - long(p.y) == diagonal ? 1 : 0);
}

#endif
