// compiler_builtins.h: the undocumented __metal_ functions of Apple's compiler that a widely copied
// header for bfloat calls. The flag asks for the fast variant. May use: the math and lane
// functions.
#pragma once

#define SOFTMETAL_BUILTIN1(name)                                  \
  template <class T>                                              \
  SOFTMETAL_FUNC T __metal_##name(T a, bool fast) {               \
    return fast ? metal::fast::name(a) : metal::precise::name(a); \
  }
SOFTMETAL_BUILTIN1(acos)
SOFTMETAL_BUILTIN1(acosh)
SOFTMETAL_BUILTIN1(asin)
SOFTMETAL_BUILTIN1(asinh)
SOFTMETAL_BUILTIN1(atan)
SOFTMETAL_BUILTIN1(atanh)
SOFTMETAL_BUILTIN1(ceil)
SOFTMETAL_BUILTIN1(cos)
SOFTMETAL_BUILTIN1(cosh)
SOFTMETAL_BUILTIN1(cospi)
SOFTMETAL_BUILTIN1(exp)
SOFTMETAL_BUILTIN1(exp10)
SOFTMETAL_BUILTIN1(exp2)
SOFTMETAL_BUILTIN1(fabs)
SOFTMETAL_BUILTIN1(floor)
SOFTMETAL_BUILTIN1(fract)
SOFTMETAL_BUILTIN1(log)
SOFTMETAL_BUILTIN1(log10)
SOFTMETAL_BUILTIN1(log2)
SOFTMETAL_BUILTIN1(rint)
SOFTMETAL_BUILTIN1(round)
SOFTMETAL_BUILTIN1(rsqrt)
SOFTMETAL_BUILTIN1(sin)
SOFTMETAL_BUILTIN1(sinh)
SOFTMETAL_BUILTIN1(sinpi)
SOFTMETAL_BUILTIN1(sqrt)
SOFTMETAL_BUILTIN1(tan)
SOFTMETAL_BUILTIN1(tanh)
SOFTMETAL_BUILTIN1(tanpi)
SOFTMETAL_BUILTIN1(trunc)
#undef SOFTMETAL_BUILTIN1

#define SOFTMETAL_BUILTIN2(name)                                        \
  template <class T>                                                    \
  SOFTMETAL_FUNC T __metal_##name(T a, T b, bool fast) {                \
    return fast ? metal::fast::name(a, b) : metal::precise::name(a, b); \
  }
SOFTMETAL_BUILTIN2(atan2)
SOFTMETAL_BUILTIN2(divide)
SOFTMETAL_BUILTIN2(fmax)
SOFTMETAL_BUILTIN2(fmin)
SOFTMETAL_BUILTIN2(fmod)
SOFTMETAL_BUILTIN2(pow)
SOFTMETAL_BUILTIN2(powr)
#undef SOFTMETAL_BUILTIN2

#define SOFTMETAL_BUILTIN3(name)                         \
  template <class T>                                     \
  SOFTMETAL_FUNC T __metal_##name(T a, T b, T c, bool) { \
    return metal::precise::name(a, b, c);                \
  }
SOFTMETAL_BUILTIN3(fmax3)
SOFTMETAL_BUILTIN3(fmedian3)
SOFTMETAL_BUILTIN3(fmin3)
#undef SOFTMETAL_BUILTIN3

template <class T>
SOFTMETAL_FUNC T __metal_fma(T a, T b, T c) {
  return metal::precise::fma(a, b, c);
}
template <class T>
SOFTMETAL_FUNC T __metal_nextafter(T a, T b) {
  return metal::precise::nextafter(a, b);
}
template <class T>
SOFTMETAL_FUNC T __metal_ldexp(T a, int exponent, bool) {
  return metal::precise::ldexp(a, exponent);
}
template <class T>
SOFTMETAL_FUNC T __metal_frexp(T a, int* exponent) {
  return metal::precise::frexp(a, *exponent);
}

#define SOFTMETAL_BUILTIN_LANES(name)               \
  template <class T, class... A>                    \
  SOFTMETAL_FUNC T __metal_##name(T a, A... more) { \
    return metal::name(a, more...);                 \
  }
SOFTMETAL_BUILTIN_LANES(simd_broadcast)
SOFTMETAL_BUILTIN_LANES(simd_max)
SOFTMETAL_BUILTIN_LANES(simd_min)
SOFTMETAL_BUILTIN_LANES(simd_prefix_exclusive_product)
SOFTMETAL_BUILTIN_LANES(simd_prefix_exclusive_sum)
SOFTMETAL_BUILTIN_LANES(simd_prefix_inclusive_product)
SOFTMETAL_BUILTIN_LANES(simd_prefix_inclusive_sum)
SOFTMETAL_BUILTIN_LANES(simd_product)
SOFTMETAL_BUILTIN_LANES(simd_shuffle)
SOFTMETAL_BUILTIN_LANES(simd_shuffle_and_fill_down)
SOFTMETAL_BUILTIN_LANES(simd_shuffle_and_fill_up)
SOFTMETAL_BUILTIN_LANES(simd_shuffle_down)
SOFTMETAL_BUILTIN_LANES(simd_shuffle_rotate_down)
SOFTMETAL_BUILTIN_LANES(simd_shuffle_rotate_up)
SOFTMETAL_BUILTIN_LANES(simd_shuffle_up)
SOFTMETAL_BUILTIN_LANES(simd_shuffle_xor)
SOFTMETAL_BUILTIN_LANES(simd_sum)
SOFTMETAL_BUILTIN_LANES(simd_xor)
#undef SOFTMETAL_BUILTIN_LANES

SOFTMETAL_FUNC constexpr ushort __metal_get_simdgroup_size(ushort) {
  return ushort(softmetal::abi::simd_width);
}
