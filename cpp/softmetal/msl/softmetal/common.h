// common.h: <metal_common> (specification, section 6.2) and minima, maxima for all scalar types.
// May use: rounding.h.
#pragma once

#pragma float_control(precise, on, push)

namespace metal::detail {

// The number, where one argument is NaN.
template <class T>
SOFTMETAL_FUNC T min(T a, T b) {
  return b < a || a != a ? b : a;
}
template <class T>
SOFTMETAL_FUNC T max(T a, T b) {
  return a < b || a != a ? b : a;
}
template <class T>
SOFTMETAL_FUNC T clamp(T a, T low, T high) {
  return min(max(a, low), high);
}
template <class T>
SOFTMETAL_FUNC T min3(T a, T b, T c) {
  return min(min(a, b), c);
}
template <class T>
SOFTMETAL_FUNC T max3(T a, T b, T c) {
  return max(max(a, b), c);
}
template <class T>
SOFTMETAL_FUNC T median3(T a, T b, T c) {
  return max(min(a, b), min(max(a, b), c));
}
template <class T>
SOFTMETAL_FUNC T abs(T a) {
  if constexpr (is_unsigned_v<T>) {
    return a;
  } else if constexpr (is_integral_v<T>) {
    return T(a < 0 ? -a : a);
  } else {
    return T(fabs(float(a)));
  }
}

SOFTMETAL_FUNC float mix(float a, float b, float t) { return a + (b - a) * t; }
SOFTMETAL_FUNC float saturate(float a) { return clamp(a, 0.0F, 1.0F); }
// By bits: sign(-0) is -0 even where the program says that zeros have no sign; sign(NaN) is 0.
SOFTMETAL_FUNC float sign(float a) {
  uint one = magnitude(a) == 0 ? 0u : 0x3f800000u;
  return from_bits(is_nan(a) ? 0u : (bits(a) & 0x80000000u) | one);
}
SOFTMETAL_FUNC float step(float edge, float a) { return a < edge ? 0.0F : 1.0F; }
SOFTMETAL_FUNC float smoothstep(float from, float to, float a) {
  float t = saturate((a - from) / (to - from));
  return t * t * (3.0F - 2.0F * t);
}

}  // namespace metal::detail

#pragma float_control(pop)

namespace metal::precise {

#define SOFTMETAL_ORDER(prefix, T)                                                          \
  prefix SOFTMETAL_FUNC T min(T a, T b) { return detail::min(a, b); }                       \
  prefix SOFTMETAL_FUNC T max(T a, T b) { return detail::max(a, b); }                       \
  prefix SOFTMETAL_FUNC T min3(T a, T b, T c) { return detail::min3(a, b, c); }             \
  prefix SOFTMETAL_FUNC T max3(T a, T b, T c) { return detail::max3(a, b, c); }             \
  prefix SOFTMETAL_FUNC T median3(T a, T b, T c) { return detail::median3(a, b, c); }       \
  prefix SOFTMETAL_FUNC T clamp(T a, T low, T high) { return detail::clamp(a, low, high); } \
  prefix SOFTMETAL_FUNC T abs(T a) { return detail::abs(a); }
#define SOFTMETAL_ORDER_SCALARS(T) SOFTMETAL_ORDER(, T)
SOFTMETAL_EACH_INTEGER(SOFTMETAL_ORDER_SCALARS)
SOFTMETAL_EACH_FLOAT(SOFTMETAL_ORDER_SCALARS)
SOFTMETAL_ORDER(template <detail::is_bfloat T>, T)
SOFTMETAL_MAP2(min, is_number_vector, T, detail::min, T)
SOFTMETAL_MAP2(max, is_number_vector, T, detail::max, T)
SOFTMETAL_MAP3(min3, is_number_vector, T, detail::min3, T)
SOFTMETAL_MAP3(max3, is_number_vector, T, detail::max3, T)
SOFTMETAL_MAP3(median3, is_number_vector, T, detail::median3, T)
SOFTMETAL_MAP3(clamp, is_number_vector, T, detail::clamp, T)
SOFTMETAL_MAP1(abs, is_number_vector, T, detail::abs, T)
#undef SOFTMETAL_ORDER
#undef SOFTMETAL_ORDER_SCALARS

SOFTMETAL_FLOAT2(fmin, detail::min)
SOFTMETAL_FLOAT2(fmax, detail::max)
SOFTMETAL_FLOAT3(fmin3, detail::min3)
SOFTMETAL_FLOAT3(fmax3, detail::max3)
SOFTMETAL_FLOAT3(fmedian3, detail::median3)

SOFTMETAL_FLOAT1(saturate, detail::saturate)
SOFTMETAL_FLOAT1(sign, detail::sign)
SOFTMETAL_FLOAT3(mix, detail::mix)
SOFTMETAL_FLOAT2(step, detail::step)
SOFTMETAL_FLOAT3(smoothstep, detail::smoothstep)

}  // namespace metal::precise

SOFTMETAL_SAME_EVERYWHERE(abs)
SOFTMETAL_SAME_EVERYWHERE(clamp)
SOFTMETAL_SAME_EVERYWHERE(fmax)
SOFTMETAL_SAME_EVERYWHERE(fmax3)
SOFTMETAL_SAME_EVERYWHERE(fmedian3)
SOFTMETAL_SAME_EVERYWHERE(fmin)
SOFTMETAL_SAME_EVERYWHERE(fmin3)
SOFTMETAL_SAME_EVERYWHERE(max)
SOFTMETAL_SAME_EVERYWHERE(max3)
SOFTMETAL_SAME_EVERYWHERE(median3)
SOFTMETAL_SAME_EVERYWHERE(min)
SOFTMETAL_SAME_EVERYWHERE(min3)
SOFTMETAL_SAME_EVERYWHERE(mix)
SOFTMETAL_SAME_EVERYWHERE(saturate)
SOFTMETAL_SAME_EVERYWHERE(sign)
SOFTMETAL_SAME_EVERYWHERE(smoothstep)
SOFTMETAL_SAME_EVERYWHERE(step)
