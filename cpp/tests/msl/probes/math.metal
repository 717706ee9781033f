// Every function on float of <metal_math>, over arrays, as a kernel's loop over threads would call it.
#include <metal_math>

#define EXPORT extern "C" __attribute__((visibility("default")))
#define UNARY(space, name)                                                                 \
  EXPORT void space##_##name(const float* a, float* out, ulong count) {                    \
    for (ulong i = 0; i < count; ++i) out[i] = metal::space::name(a[i]);                   \
  }                                                                                        \
  EXPORT void space##_##name##_half(const half* a, half* out, ulong count) {               \
    for (ulong i = 0; i < count; ++i) out[i] = metal::space::name(a[i]);                   \
  }
#define BINARY(space, name)                                                                \
  EXPORT void space##_##name(const float* a, const float* b, float* out, ulong count) {    \
    for (ulong i = 0; i < count; ++i) out[i] = metal::space::name(a[i], b[i]);             \
  }
#define BOTH(kind, name) kind(precise, name) kind(fast, name)

BOTH(UNARY, acos)
BOTH(UNARY, acosh)
BOTH(UNARY, asin)
BOTH(UNARY, asinh)
BOTH(UNARY, atan)
BOTH(UNARY, atanh)
BOTH(UNARY, ceil)
BOTH(UNARY, cos)
BOTH(UNARY, cosh)
BOTH(UNARY, cospi)
BOTH(UNARY, exp)
BOTH(UNARY, exp10)
BOTH(UNARY, exp2)
BOTH(UNARY, fabs)
BOTH(UNARY, floor)
BOTH(UNARY, fract)
BOTH(UNARY, log)
BOTH(UNARY, log10)
BOTH(UNARY, log2)
BOTH(UNARY, rint)
BOTH(UNARY, round)
BOTH(UNARY, rsqrt)
BOTH(UNARY, saturate)
BOTH(UNARY, sign)
BOTH(UNARY, sin)
BOTH(UNARY, sinh)
BOTH(UNARY, sinpi)
BOTH(UNARY, sqrt)
BOTH(UNARY, tan)
BOTH(UNARY, tanh)
BOTH(UNARY, tanpi)
BOTH(UNARY, trunc)

BOTH(BINARY, atan2)
BOTH(BINARY, copysign)
BOTH(BINARY, fdim)
BOTH(BINARY, fmax)
BOTH(BINARY, fmin)
BOTH(BINARY, fmod)
BOTH(BINARY, pow)
BOTH(BINARY, powr)
BINARY(precise, nextafter)

EXPORT void fma_all(const float* a, const float* b, const float* c, float* out, ulong count) {
  for (ulong i = 0; i < count; ++i) out[i] = metal::fma(a[i], b[i], c[i]);
}
EXPORT void frexp_all(const float* a, float* out, int* exponent, ulong count) {
  for (ulong i = 0; i < count; ++i) out[i] = metal::frexp(a[i], exponent[i]);
}
EXPORT void ldexp_all(const float* a, const int* exponent, float* out, ulong count) {
  for (ulong i = 0; i < count; ++i) out[i] = metal::ldexp(a[i], exponent[i]);
}
EXPORT void modf_all(const float* a, float* out, float* whole, ulong count) {
  for (ulong i = 0; i < count; ++i) out[i] = metal::modf(a[i], whole[i]);
}
EXPORT void ilogb_all(const float* a, int* out, ulong count) {
  for (ulong i = 0; i < count; ++i) out[i] = metal::ilogb(a[i]);
}
EXPORT void sincos_all(const float* a, float* out, float* cosine, ulong count) {
  for (ulong i = 0; i < count; ++i) out[i] = metal::precise::sincos(a[i], cosine[i]);
}
// Bits: isnan, isinf, isfinite, isnormal, signbit.
EXPORT void classify(const float* a, uint* out, ulong count) {
  for (ulong i = 0; i < count; ++i) {
    out[i] = uint(metal::isnan(a[i])) | uint(metal::isinf(a[i])) << 1 |
             uint(metal::isfinite(a[i])) << 2 | uint(metal::isnormal(a[i])) << 3 |
             uint(metal::signbit(a[i])) << 4;
  }
}
EXPORT void to_half(const float* a, half* out, ulong count) {
  for (ulong i = 0; i < count; ++i) out[i] = half(a[i]);
}
EXPORT void from_half(const half* a, float* out, ulong count) {
  for (ulong i = 0; i < count; ++i) out[i] = float(a[i]);
}
EXPORT void to_bfloat(const float* a, bfloat* out, ulong count) {
  for (ulong i = 0; i < count; ++i) out[i] = bfloat(a[i]);
}
EXPORT void to_int(const float* a, int* out, ulong count) {
  for (ulong i = 0; i < count; ++i) out[i] = int(a[i]);
}
