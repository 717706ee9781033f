// trigonometry.h: circular and inverse circular functions (specification, section 6.5). May use:
// angle_reduction.h.
//
// precise: is right for every float; fast: differs in the range reduction only.
#pragma once

#pragma float_control(precise, on, push)

namespace metal::detail {

SOFTMETAL_FUNC float nan_unless_finite(float a, float result) {
  return is_finite(a) ? result : quiet_nan();
}

SOFTMETAL_FUNC float sin_precise(float a) {
  return nan_unless_finite(a, sin_of(reduce_exactly(a)));
}
SOFTMETAL_FUNC float cos_precise(float a) {
  return nan_unless_finite(a, cos_of(reduce_exactly(a)));
}
SOFTMETAL_FUNC float tan_precise(float a) {
  return nan_unless_finite(a, tan_of(reduce_exactly(a)));
}
SOFTMETAL_FUNC float sin_fast(float a) { return nan_unless_finite(a, sin_of(reduce_fast(a))); }
SOFTMETAL_FUNC float cos_fast(float a) { return nan_unless_finite(a, cos_of(reduce_fast(a))); }
SOFTMETAL_FUNC float tan_fast(float a) { return nan_unless_finite(a, tan_of(reduce_fast(a))); }
// Zeros have the sign of the argument.
SOFTMETAL_FUNC float sinpi(float a) {
  float result = sin_of(reduce_turns(a));
  return nan_unless_finite(a, result == 0.0F ? copy_sign(0.0F, a) : result);
}
SOFTMETAL_FUNC float cospi(float a) { return nan_unless_finite(a, cos_of(reduce_turns(a))); }
// Infinite halfway between integers: positive after even ones, negative after odd ones.
SOFTMETAL_FUNC float tanpi(float a) {
  quarter_turns t = reduce_turns(a);
  float pole = (t.count & 2ul) != 0 ? -infinity() : infinity();
  float zero = copy_sign(0.0F, (t.count & 2ul) != 0 ? -a : a);
  float special = (t.count & 1ul) != 0 ? pole : zero;
  return nan_unless_finite(a, t.rest == 0.0F ? special : tan_of(t));
}

// atan(n / d), both at least 0, not both 0 or infinite.
SOFTMETAL_FUNC double atan_quotient(double n, double d) {
  constexpr double tan_eighth = 0x1.a827999fcef32p-2L;  // tan(pi/8)
  bool steep = n > d;
  double low = steep ? d : n, high = steep ? n : d;
  bool middle = low > tan_eighth * high;
  double angle = atan_kernel((middle ? low - high : low) / (middle ? low + high : high)) +
                 (middle ? quarter_pi : double(0.0F));
  return steep ? half_pi - angle : angle;
}
SOFTMETAL_FUNC float atan(float a) {
  float angle = float(atan_quotient(double(fabs(a)), double(1.0F)));
  return copy_sign(is_inf(a) ? float(half_pi) : angle, a);
}
SOFTMETAL_FUNC float atan2(float y, float x) {
  bool both_infinite = is_inf(y) && is_inf(x);
  bool origin = y == 0.0F && x == 0.0F;
  double n = both_infinite ? double(1.0F) : double(fabs(y));
  double d = both_infinite || origin ? double(1.0F) : double(fabs(x));
  bool vertical = is_inf(y) && !both_infinite, horizontal = is_inf(x) && !both_infinite;
  double angle = atan_quotient(horizontal ? double(0.0F)
                               : vertical ? double(1.0F)
                                          : n,
                               vertical     ? double(0.0F)
                               : horizontal ? double(1.0F)
                                            : d);
  angle = sign_bit(x) ? pi - angle : angle;
  return is_unordered(x, y) ? quiet_nan() : copy_sign(float(angle), y);
}

// Above 1/2 through asin(a) = pi/2 - 2 asin(sqrt((1 - a) / 2)).
SOFTMETAL_FUNC float asin(float a) {
  double m = double(fabs(a));
  bool large = m > double(0.5F);
  double z = large ? (1.0F - m) * 0.5F : m * m;
  double small = (large ? __builtin_elementwise_sqrt(z) : m) * asin_kernel(z);
  float result = float(large ? half_pi - 2.0F * small : small);
  return m <= double(1.0F) ? copy_sign(result, a) : quiet_nan();
}
SOFTMETAL_FUNC float acos(float a) {
  double m = double(fabs(a));
  bool large = m > double(0.5F);
  double z = large ? (1.0F - m) * 0.5F : m * m;
  double small = (large ? __builtin_elementwise_sqrt(z) : m) * asin_kernel(z);
  double angle = large ? 2.0F * small : half_pi - small;
  float result = float(sign_bit(a) ? pi - angle : angle);
  return m <= double(1.0F) ? result : quiet_nan();
}

}  // namespace metal::detail

#pragma float_control(pop)

namespace metal {
namespace precise {
SOFTMETAL_FLOAT1(sin, detail::sin_precise)
SOFTMETAL_FLOAT1(cos, detail::cos_precise)
SOFTMETAL_FLOAT1(tan, detail::tan_precise)
SOFTMETAL_FLOAT1(sinpi, detail::sinpi)
SOFTMETAL_FLOAT1(cospi, detail::cospi)
SOFTMETAL_FLOAT1(tanpi, detail::tanpi)
SOFTMETAL_FLOAT1(atan, detail::atan)
SOFTMETAL_FLOAT2(atan2, detail::atan2)
SOFTMETAL_FLOAT1(asin, detail::asin)
SOFTMETAL_FLOAT1(acos, detail::acos)
}  // namespace precise
namespace fast {
SOFTMETAL_FLOAT1(sin, detail::sin_fast)
SOFTMETAL_FLOAT1(cos, detail::cos_fast)
SOFTMETAL_FLOAT1(tan, detail::tan_fast)
}  // namespace fast

// The sine; the cosine goes into `cosine`.
#define SOFTMETAL_SINCOS(T)                 \
  SOFTMETAL_FUNC T sincos(T a, T& cosine) { \
    cosine = cos(a);                        \
    return sin(a);                          \
  }
// Of vectors, which find these functions by their own names when they are called.
#define SOFTMETAL_SINCOS_VECTORS                                                     \
  template <class T, int N>                                                          \
  SOFTMETAL_FUNC vec<T, N> sincos(vec<T, N> a, type_identity_t<vec<T, N>>& cosine) { \
    for (int i = 0; i < N; ++i) cosine[i] = cos(T(a[i]));                            \
    for (int i = 0; i < N; ++i) a[i] = sin(T(a[i]));                                 \
    return a;                                                                        \
  }
namespace precise {
SOFTMETAL_EACH_FLOAT(SOFTMETAL_SINCOS)
SOFTMETAL_SINCOS_VECTORS
}  // namespace precise
namespace fast {
SOFTMETAL_EACH_FLOAT(SOFTMETAL_SINCOS)
SOFTMETAL_SINCOS_VECTORS
}  // namespace fast
#undef SOFTMETAL_SINCOS
#undef SOFTMETAL_SINCOS_VECTORS
}  // namespace metal
SOFTMETAL_SAME_EVERYWHERE(acos)
SOFTMETAL_SAME_EVERYWHERE(asin)
SOFTMETAL_SAME_EVERYWHERE(atan)
SOFTMETAL_SAME_EVERYWHERE(atan2)
SOFTMETAL_SAME_EVERYWHERE(cospi)
SOFTMETAL_SAME_EVERYWHERE(sinpi)
SOFTMETAL_SAME_EVERYWHERE(tanpi)
