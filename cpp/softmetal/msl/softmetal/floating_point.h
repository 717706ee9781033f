// floating_point.h: functions on the parts of floating-point numbers (specification, section 6.5).
// May use: math_kernels.h.
#pragma once

#pragma float_control(precise, on, push)

namespace metal::detail {

// Below 1 even for tiny negative numbers.
SOFTMETAL_FUNC float fract(float a) {
  float rest = a - floor(a);
  rest = rest < 0x1.fffffep-1F ? rest : is_nan(a) ? a : 0x1.fffffep-1F;
  return is_inf(a) ? 0.0F : rest;
}
SOFTMETAL_FUNC float modf(float a, float& integer) {
  integer = trunc(a);
  return copy_sign(is_inf(a) ? 0.0F : a - integer, a);
}
// Every float is a normal double.
SOFTMETAL_FUNC float frexp(float a, int& exponent) {
  bool special = a == 0.0F || !is_finite(a);
  ulong b = bits(double(a));
  exponent = special ? 0 : int(b >> 52 & 0x7fful) - 1022;
  double mantissa = double_from_bits((b & 0x800ffffffffffffful) | 0x3fe0000000000000ul);
  return special ? a : float(mantissa);
}
SOFTMETAL_FUNC float ldexp(float a, int exponent) {
  int e = exponent < -300 ? -300 : exponent > 300 ? 300 : exponent;
  return float(double(a) * double_from_bits(ulong(1023 + e) << 52));
}
SOFTMETAL_FUNC int ilogb(float a) {
  int exponent = int(bits(double(a)) >> 52 & 0x7fful) - 1023;
  return is_inf(a) ? INT_MAX : a == 0.0F || is_nan(a) ? FP_ILOGB0 : exponent;
}
SOFTMETAL_FUNC float fdim(float a, float b) {
  return is_unordered(a, b) ? quiet_nan() : a > b ? a - b : 0.0F;
}
SOFTMETAL_FUNC float nextafter(float a, float b) {
  uint up = bits(a) + 1u, down = bits(a) - 1u;
  float next = from_bits((a < b) == !sign_bit(a) ? up : down);
  next = a == 0.0F ? from_bits((bits(b) & 0x80000000u) | 1u) : next;
  return is_unordered(a, b) ? quiet_nan() : a == b ? b : next;
}
SOFTMETAL_FUNC half nextafter(half a, half b) {
  ushort own = __builtin_bit_cast(ushort, a), other = __builtin_bit_cast(ushort, b);
  ushort next = ushort((a < b) == !(own >> 15) ? own + 1 : own - 1);
  next = a == half(0) ? ushort((other & 0x8000u) | 1u) : next;
  return is_unordered(a, b) ? half(quiet_nan()) : a == b ? b : __builtin_bit_cast(half, next);
}

// Exact: in double the product of a whole quotient below 2^28 with a float is.
SOFTMETAL_FUNC float fmod_precise(float a, float b) {
  if (is_nan(a) || is_nan(b) || is_inf(a) || b == 0.0F) return quiet_nan();
  if (is_inf(b)) return a;
  double rest = double(fabs(a)), divisor = double(fabs(b));
  while (rest >= divisor) {
    double quotient = rest / divisor;
    ulong excess = bits(quotient) >> 52;
    excess = excess > 1023 + 27 ? excess - (1023 + 27) : 0;
    double step = divisor * double_from_bits((1023 + excess) << 52);
    rest -= double(long(rest / step)) * step;
    rest = rest < double(0.0F) ? rest + step : rest;
  }
  return copy_sign(float(rest), a);
}
SOFTMETAL_FUNC float fmod_fast(float a, float b) { return a - b * trunc(a / b); }

// In double, rounded once.
SOFTMETAL_FUNC float rsqrt_precise(float a) {
  return float(double(1.0F) / __builtin_elementwise_sqrt(double(a)));
}
SOFTMETAL_FUNC float rsqrt_fast(float a) { return 1.0F / sqrt(a); }
SOFTMETAL_FUNC float divide(float a, float b) { return a / b; }

}  // namespace metal::detail

#pragma float_control(pop)

namespace metal::precise {
SOFTMETAL_FLOAT1(fract, detail::fract)
SOFTMETAL_FLOAT2(fdim, detail::fdim)
SOFTMETAL_FLOAT2(fmod, detail::fmod_precise)
SOFTMETAL_FLOAT1(rsqrt, detail::rsqrt_precise)
SOFTMETAL_FLOAT2(divide, detail::divide)

SOFTMETAL_FUNC float nextafter(float a, float b) { return detail::nextafter(a, b); }
SOFTMETAL_FUNC half nextafter(half a, half b) { return detail::nextafter(a, b); }

SOFTMETAL_FUNC float modf(float a, float& integer) { return detail::modf(a, integer); }
SOFTMETAL_FUNC half modf(half a, half& integer) {
  float whole;
  half rest = half(detail::modf(float(a), whole));
  integer = half(whole);
  return rest;
}
#define SOFTMETAL_PARTS(T)                                                             \
  SOFTMETAL_FUNC T frexp(T a, int& exponent) { return T(detail::frexp(a, exponent)); } \
  SOFTMETAL_FUNC T ldexp(T a, int exponent) { return T(detail::ldexp(a, exponent)); }  \
  SOFTMETAL_FUNC int ilogb(T a) { return detail::ilogb(a); }
SOFTMETAL_EACH_FLOAT(SOFTMETAL_PARTS)
#undef SOFTMETAL_PARTS

// Vectors, one component after the other where a reference is filled.
template <class T, int N>
  requires(is_floating_point_v<T>)
SOFTMETAL_FUNC vec<T, N> modf(vec<T, N> a, type_identity_t<vec<T, N>>& integer) {
  vec<T, N> rest;
  for (int i = 0; i < N; ++i) {
    float whole;
    rest[i] = T(detail::modf(float(a[i]), whole));
    integer[i] = T(whole);
  }
  return rest;
}
template <class T, int N>
  requires(is_floating_point_v<T>)
SOFTMETAL_FUNC vec<T, N> frexp(vec<T, N> a, vec<int, N>& exponent) {
  vec<T, N> mantissa;
  for (int i = 0; i < N; ++i) {
    int e;
    mantissa[i] = T(detail::frexp(float(a[i]), e));
    exponent[i] = e;
  }
  return mantissa;
}
template <class T, int N>
  requires(is_floating_point_v<T>)
SOFTMETAL_FUNC vec<T, N> ldexp(vec<T, N> a, type_identity_t<vec<int, N>> exponent) {
  vec<T, N> result;
  for (int i = 0; i < N; ++i) result[i] = T(detail::ldexp(float(a[i]), int(exponent[i])));
  return result;
}
SOFTMETAL_MAP2(nextafter, is_float_vector, T, detail::nextafter, T)
SOFTMETAL_MAP1(ilogb, is_float_vector, int, detail::ilogb, float)
}  // namespace metal::precise

namespace metal::fast {
SOFTMETAL_FLOAT2(fmod, detail::fmod_fast)
SOFTMETAL_FLOAT1(rsqrt, detail::rsqrt_fast)
}  // namespace metal::fast

SOFTMETAL_SAME_EVERYWHERE(divide)
SOFTMETAL_SAME_EVERYWHERE(fdim)
SOFTMETAL_SAME_EVERYWHERE(fract)
SOFTMETAL_SAME_EVERYWHERE(frexp)
SOFTMETAL_SAME_EVERYWHERE(ilogb)
SOFTMETAL_SAME_EVERYWHERE(ldexp)
SOFTMETAL_SAME_EVERYWHERE(modf)
SOFTMETAL_SAME_EVERYWHERE(nextafter)
