// exponential.h: exponentials, logarithms, powers, hyperbolic functions (specification,
// section 6.5). May use: math_kernels.h.
#pragma once

#pragma float_control(precise, on, push)

namespace metal::detail {

SOFTMETAL_FUNC float exp(float a) { return float(exp2_kernel(double(a) * log2_e)); }
SOFTMETAL_FUNC float exp2(float a) { return float(exp2_kernel(double(a))); }
SOFTMETAL_FUNC float exp10(float a) { return float(exp2_kernel(double(a) * log2_10)); }

// What a logarithm is outside of (0, infinity).
SOFTMETAL_FUNC float log_edges(float a, float result) {
  float edge = a == 0.0F ? -infinity() : a > 0.0F ? a : quiet_nan();
  return a > 0.0F && is_finite(a) ? result : edge;
}
SOFTMETAL_FUNC float log(float a) { return log_edges(a, float(log_of(double(a)))); }
SOFTMETAL_FUNC float log2(float a) { return log_edges(a, float(log2_of(double(a)))); }
SOFTMETAL_FUNC float log10(float a) {
  log_parts p = log_kernel(double(a));
  return log_edges(a, float(p.exponent * log10_2 + p.fraction * (log10_2 * log2_e)));
}

// |a|^b; 0 and infinity through log2 = -infinity and infinity.
SOFTMETAL_FUNC double power_of_magnitude(float a, float b) {
  float m = fabs(a);
  double log = m == 0.0F ? -double(infinity()) : is_inf(m) ? double(m) : log2_of(double(m));
  return exp2_kernel(double(b) * (m != m ? double(m) : log));
}
SOFTMETAL_FUNC float pow(float a, float b) {
  bool integer = trunc(b) == b;
  bool odd = integer && trunc(0.5F * b) != 0.5F * b;
  float result = float(power_of_magnitude(a, b));
  result = sign_bit(a) && odd ? -result : result;
  bool invalid = a < 0.0F && is_finite(a) && !integer && is_finite(b);
  bool one = a == 1.0F || b == 0.0F || (a == -1.0F && is_inf(b));
  return one ? 1.0F : invalid ? quiet_nan() : result;
}
SOFTMETAL_FUNC float powr(float a, float b) {
  return a < 0.0F ? quiet_nan() : float(power_of_magnitude(a, b));
}

// Near 0 by the series, since differences of exponentials cancel there.
SOFTMETAL_FUNC float sinh(float a) {
  static constexpr double c[] = {1.0L, 1.0L / 6, 1.0L / 120, 1.0L / 5040};
  double x = double(a), e = exp2_kernel(x * log2_e);
  double small = x * polynomial(x * x, c);
  return float(fabs(a) < 0.125F ? small : 0.5F * (e - 1.0F / e));
}
SOFTMETAL_FUNC float cosh(float a) {
  double e = exp2_kernel(double(a) * log2_e);
  return float(0.5F * (e + 1.0F / e));
}
SOFTMETAL_FUNC float tanh(float a) {
  static constexpr double c[] = {1.0L, -1.0L / 3, 2.0L / 15, -17.0L / 315};
  double x = double(a), e = exp2_kernel(2.0F * x * log2_e);
  double small = x * polynomial(x * x, c);
  return float(fabs(a) < 0.03125F ? small : 1.0F - 2.0F / (e + 1.0F));
}
SOFTMETAL_FUNC float asinh(float a) {
  static constexpr double c[] = {1.0L, -1.0L / 6, 3.0L / 40, -15.0L / 336};
  double x = double(fabs(a));
  double small = x * polynomial(x * x, c);
  double large = log_of(x + __builtin_elementwise_sqrt(x * x + 1.0F));
  float result = float(x < double(0.03125F) ? small : large);
  return is_finite(a) ? copy_sign(result, a) : a;
}
SOFTMETAL_FUNC float acosh(float a) {
  double x = double(a);
  float result = float(log_of(x + __builtin_elementwise_sqrt((x - 1.0F) * (x + 1.0F))));
  return is_inf(a) && a > 0.0F ? a : a >= 1.0F ? result : quiet_nan();
}
SOFTMETAL_FUNC float atanh(float a) {
  static constexpr double c[] = {1.0L, 1.0L / 3, 1.0L / 5, 1.0L / 7};
  double x = double(fabs(a));
  double small = x * polynomial(x * x, c);
  double large = 0.5F * log_of((1.0F + x) / (1.0F - x));
  float result = x == double(1.0F) ? infinity() : float(x < double(0.03125F) ? small : large);
  return x <= double(1.0F) ? copy_sign(result, a) : quiet_nan();
}

}  // namespace metal::detail

#pragma float_control(pop)

namespace metal::precise {
SOFTMETAL_FLOAT1(exp, detail::exp)
SOFTMETAL_FLOAT1(exp2, detail::exp2)
SOFTMETAL_FLOAT1(exp10, detail::exp10)
SOFTMETAL_FLOAT1(log, detail::log)
SOFTMETAL_FLOAT1(log2, detail::log2)
SOFTMETAL_FLOAT1(log10, detail::log10)
SOFTMETAL_FLOAT2(pow, detail::pow)
SOFTMETAL_FLOAT2(powr, detail::powr)
SOFTMETAL_FLOAT1(sinh, detail::sinh)
SOFTMETAL_FLOAT1(cosh, detail::cosh)
SOFTMETAL_FLOAT1(tanh, detail::tanh)
SOFTMETAL_FLOAT1(asinh, detail::asinh)
SOFTMETAL_FLOAT1(acosh, detail::acosh)
SOFTMETAL_FLOAT1(atanh, detail::atanh)
}  // namespace metal::precise
SOFTMETAL_SAME_EVERYWHERE(acosh)
SOFTMETAL_SAME_EVERYWHERE(asinh)
SOFTMETAL_SAME_EVERYWHERE(atanh)
SOFTMETAL_SAME_EVERYWHERE(cosh)
SOFTMETAL_SAME_EVERYWHERE(exp)
SOFTMETAL_SAME_EVERYWHERE(exp10)
SOFTMETAL_SAME_EVERYWHERE(exp2)
SOFTMETAL_SAME_EVERYWHERE(log)
SOFTMETAL_SAME_EVERYWHERE(log10)
SOFTMETAL_SAME_EVERYWHERE(log2)
SOFTMETAL_SAME_EVERYWHERE(pow)
SOFTMETAL_SAME_EVERYWHERE(powr)
SOFTMETAL_SAME_EVERYWHERE(sinh)
SOFTMETAL_SAME_EVERYWHERE(tanh)
