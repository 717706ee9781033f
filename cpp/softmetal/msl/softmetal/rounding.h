// rounding.h: rounding to integers, and the arithmetic that must be one instruction where the CPU
// has it and still needs no library where it has not. May use: relational.h.
#pragma once

#pragma float_control(precise, on, push)

namespace metal::detail {

SOFTMETAL_FUNC float fabs(float a) { return from_bits(magnitude(a)); }
SOFTMETAL_FUNC float copy_sign(float a, float sign) {
  return from_bits(magnitude(a) | (bits(sign) & 0x80000000u));
}

#if defined(__SSE4_1__) || defined(__aarch64__)
SOFTMETAL_FUNC float floor(float a) { return __builtin_elementwise_floor(a); }
SOFTMETAL_FUNC float ceil(float a) { return __builtin_elementwise_ceil(a); }
SOFTMETAL_FUNC float trunc(float a) { return __builtin_elementwise_trunc(a); }
SOFTMETAL_FUNC float rint(float a) { return __builtin_elementwise_roundeven(a); }
#else
// Floats of 2^23 and more are integers already.
SOFTMETAL_FUNC float trunc(float a) {
  bool small = magnitude(a) < 0x4b000000u;
  float integer = float(int(small ? a : 0.0F));
  return small ? copy_sign(integer, a) : a;
}
SOFTMETAL_FUNC float floor(float a) {
  float t = trunc(a);
  return t > a ? t - 1.0F : t;
}
SOFTMETAL_FUNC float ceil(float a) {
  float t = trunc(a);
  return t < a ? copy_sign(t + 1.0F, a) : t;
}
SOFTMETAL_FUNC float rint(float a) {
  float t = trunc(a);
  float rest = fabs(a - t);
  bool odd = trunc(t * 0.5F) * 2.0F != t;
  return rest > 0.5F || (rest == 0.5F && odd) ? t + copy_sign(1.0F, a) : t;
}
#endif

// Halfway cases away from zero.
SOFTMETAL_FUNC float round(float a) {
  float t = trunc(a);
  return fabs(a - t) >= 0.5F ? t + copy_sign(1.0F, a) : t;
}
SOFTMETAL_FUNC float sqrt(float a) { return __builtin_elementwise_sqrt(a); }

#if defined(__FMA__) || defined(__aarch64__)
SOFTMETAL_FUNC float fma(float a, float b, float c) { return __builtin_elementwise_fma(a, b, c); }
SOFTMETAL_FUNC double multiply_add(double a, double b, double c) {
  return __builtin_elementwise_fma(a, b, c);
}
#else
// In double the product is exact; the sum is rounded to odd, then to float.
SOFTMETAL_FUNC float fma(float a, float b, float c) {
  double product = double(a) * double(b);
  double sum = product + double(c);
  double back = sum - product;
  double error = (product - (sum - back)) + (double(c) - back);
  ulong sum_bits = __builtin_bit_cast(ulong, sum);
  bool adjust = error != 0 && (sum_bits & 1) == 0 && error - error == 0;
  bool toward_zero = (error < 0) == (sum > 0);
  sum_bits = adjust ? (toward_zero ? sum_bits - 1 : sum_bits + 1) : sum_bits;
  return float(__builtin_bit_cast(double, sum_bits));
}
SOFTMETAL_FUNC double multiply_add(double a, double b, double c) { return a * b + c; }
#endif

}  // namespace metal::detail

#pragma float_control(pop)

namespace metal::precise {
SOFTMETAL_FLOAT1(floor, detail::floor)
SOFTMETAL_FLOAT1(ceil, detail::ceil)
SOFTMETAL_FLOAT1(trunc, detail::trunc)
SOFTMETAL_FLOAT1(rint, detail::rint)
SOFTMETAL_FLOAT1(round, detail::round)
SOFTMETAL_FLOAT1(fabs, detail::fabs)
SOFTMETAL_FLOAT1(sqrt, detail::sqrt)
SOFTMETAL_FLOAT2(copysign, detail::copy_sign)
SOFTMETAL_FLOAT3(fma, detail::fma)
}  // namespace metal::precise
SOFTMETAL_SAME_EVERYWHERE(floor)
SOFTMETAL_SAME_EVERYWHERE(ceil)
SOFTMETAL_SAME_EVERYWHERE(trunc)
SOFTMETAL_SAME_EVERYWHERE(rint)
SOFTMETAL_SAME_EVERYWHERE(round)
SOFTMETAL_SAME_EVERYWHERE(fabs)
SOFTMETAL_SAME_EVERYWHERE(sqrt)
SOFTMETAL_SAME_EVERYWHERE(copysign)
SOFTMETAL_SAME_EVERYWHERE(fma)
