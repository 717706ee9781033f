// math_kernels.h: the few functions on double from which exponentials, logarithms and trigonometry
// for float are made. May use: rounding.h.
//
// Double leaves more than 20 bits to spare, so that each is one range reduction and one polynomial,
// without branches (clang vectorizes them across threads), and a float result is rounded once.
// Coefficients are near-minimax fits over the stated range. Constants carry the suffix L, since
// programs are compiled with all unsuffixed ones in single precision.
#pragma once

#pragma float_control(precise, on, push)

namespace metal::detail {

SOFTMETAL_FUNC constexpr ulong bits(double a) { return __builtin_bit_cast(ulong, a); }
SOFTMETAL_FUNC constexpr double double_from_bits(ulong a) { return __builtin_bit_cast(double, a); }
SOFTMETAL_FUNC constexpr float quiet_nan() { return from_bits(0x7fc00000u); }
SOFTMETAL_FUNC constexpr float infinity() { return from_bits(0x7f800000u); }

inline constexpr double ln_2 = 0x1.62e42fefa39efp-1L;
inline constexpr double log10_2 = 0x1.34413509f79ffp-2L;
inline constexpr double log2_e = 0x1.71547652b82fep+0L;
inline constexpr double log2_10 = 0x1.a934f0979a371p+1L;
inline constexpr double pi = 0x1.921fb54442d18p+1L;
inline constexpr double half_pi = 0x1.921fb54442d18p+0L;
inline constexpr double quarter_pi = 0x1.921fb54442d18p-1L;

// Adding it leaves the nearest integer (to even) in the low bits of the sum.
inline constexpr double integer_shift = 0x1.8p52L;

// Horner's rule: c[0] + x (c[1] + x (...)).
template <int N>
SOFTMETAL_FUNC double polynomial(double x, const double (&c)[N]) {
  double sum = c[N - 1];
#pragma clang loop unroll(full)
  for (int i = N - 2; i >= 0; --i) sum = multiply_add(sum, x, c[i]);
  return sum;
}

// 2^x for |x| < 1000, otherwise clamped to where every float overflows or vanishes; relative error
// 6e-11. NaN gives NaN.
SOFTMETAL_FUNC double exp2_kernel(double x) {
  static constexpr double c[] = {0x1.ffffffffa7135p-1L,  0x1.62e42fef9cc69p-1L,
                                 0x1.ebfbe0aa03df0p-3L,  0x1.c6b08da70cce3p-5L,
                                 0x1.3b29d8bb0b970p-7L,  0x1.5d877598350bap-10L,
                                 0x1.446c79efd52a6p-13L, 0x1.00c0e4e1526bfp-16L};
  double y = x < -400.0F ? double(-400.0F) : x;
  y = y > 400.0F ? double(400.0F) : y;
  double shifted = y + integer_shift;
  double power = polynomial(y - (shifted - integer_shift), c);
  double scaled = double_from_bits(bits(power) + (bits(shifted) << 52));
  return x != x ? x : scaled;
}

// The logarithm of a positive, normal double in two parts: exponent + log(mantissa), the mantissa
// in [sqrt(1/2), sqrt(2)); relative error of the natural logarithm 3e-14.
struct log_parts {
  double exponent;  // of base 2
  double fraction;  // natural logarithm of the mantissa
};
SOFTMETAL_FUNC log_parts log_kernel(double x) {
  static constexpr double c[] = {0x1.fffffffffff12p-1L, 0x1.5555555671e8bp-2L,
                                 0x1.9999962a795a5p-3L, 0x1.249438c779f3bp-3L,
                                 0x1.c620b4de9684cp-4L, 0x1.919649f6c1874p-4L};
  ulong biased = (bits(x) + (0x3ff0000000000000ul - 0x3fe6a09e667f3bcdul)) >> 52;
  double mantissa = double_from_bits(bits(x) - ((biased - 1023ul) << 52));
  double exponent = double_from_bits(biased | 0x4330000000000000ul) - double(0x1p52L + 1023.0L);
  double s = (mantissa - 1.0F) / (mantissa + 1.0F);
  return {exponent, 2.0F * s * polynomial(s * s, c)};
}
SOFTMETAL_FUNC double log_of(double x) {
  log_parts p = log_kernel(x);
  return p.exponent * ln_2 + p.fraction;
}
SOFTMETAL_FUNC double log2_of(double x) {
  log_parts p = log_kernel(x);
  return p.exponent + p.fraction * log2_e;
}

// atan(n / d) for |n / d| <= tan(pi/8); relative error 8e-13.
SOFTMETAL_FUNC double atan_kernel(double t) {
  static constexpr double c[] = {
      0x1.fffffffffe56bp-1L, -0x1.5555554ba3b18p-2L, 0x1.9999904647612p-3L, -0x1.2490912fd1730p-3L,
      0x1.c6cc2c34ec4acp-4L, -0x1.7055a4ba67db4p-4L, 0x1.1da944b2a105fp-4L, -0x1.3476b6095fcc6p-5L};
  return t * polynomial(t * t, c);
}

// asin(x) / x as a function of z = x^2, 0 <= z <= 1/4; relative error 1e-12.
SOFTMETAL_FUNC double asin_kernel(double z) {
  static constexpr double c[] = {
      0x1.0000000000e83p+0L, 0x1.55555542fd475p-3L,  0x1.33334261d9e72p-4L,
      0x1.6db20cadb270cp-5L, 0x1.f288c80422361p-6L,  0x1.6615a0ed42a7bp-6L,
      0x1.52d7c5f2302b8p-6L, 0x1.f62a80dbf84edp-10L, 0x1.0dfd15e7e1709p-5L};
  return polynomial(z, c);
}

// sin and cos of an angle of |angle| < 0.88; relative error 4e-13.
SOFTMETAL_FUNC double sin_kernel(double angle) {
  static constexpr double c[] = {0x1.fffffffffff56p-1L,  -0x1.5555555546392p-3L,
                                 0x1.111111031dc71p-7L,  -0x1.a019eec76726cp-13L,
                                 0x1.71d2b6a0b46cap-19L, -0x1.a7e6331f36891p-26L};
  return angle * polynomial(angle * angle, c);
}
SOFTMETAL_FUNC double cos_kernel(double angle) {
  static constexpr double c[] = {0x1.ffffffffff765p-1L,  -0x1.ffffffff9df44p-2L,
                                 0x1.5555552812382p-5L,  -0x1.6c16a2d8801a9p-10L,
                                 0x1.a007527a78b9ep-16L, -0x1.229ff53813404p-22L};
  return polynomial(angle * angle, c);
}

}  // namespace metal::detail

#pragma float_control(pop)
