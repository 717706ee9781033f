// pack.h: <metal_pack>: small integers as numbers of [0, 1] or [-1, 1] (specification,
// section 6.10). May use: common.h.
#pragma once

namespace metal {

namespace detail {

// `bits`-bit fields; signed ones reach -1 for their two lowest values.
SOFTMETAL_FUNC float unorm_to_float(uint field, int bits) {
  return float(field) / float((1u << bits) - 1u);
}
SOFTMETAL_FUNC float snorm_to_float(int field, int bits) {
  return max(float(field) / float((1u << (bits - 1)) - 1u), -1.0F);
}
SOFTMETAL_FUNC uint float_to_unorm(float a, int bits) {
  return uint(rint(saturate(a) * float((1u << bits) - 1u)));
}
SOFTMETAL_FUNC uint float_to_snorm(float a, int bits) {
  float limited = clamp(is_nan(a) ? 0.0F : a, -1.0F, 1.0F);
  return uint(int(rint(limited * float((1u << (bits - 1)) - 1u)))) & ((1u << bits) - 1u);
}

// The transfer function of sRGB.
SOFTMETAL_FUNC float srgb_to_linear(float a) {
  return a <= 0.04045F ? a / 12.92F : pow((a + 0.055F) / 1.055F, 2.4F);
}
SOFTMETAL_FUNC float linear_to_srgb(float a) {
  float c = saturate(a);
  return c < 0.0031308F ? 12.92F * c : 1.055F * pow(c, 1.0F / 2.4F) - 0.055F;
}

}  // namespace detail

// A template whose argument converts as that of a plain function does: vectors are no complete
// types yet.
#define SOFTMETAL_PACKING(V) \
  template <class T = V>     \
  SOFTMETAL_FUNC
#define SOFTMETAL_UNPACK(V, suffix)                                                                \
  SOFTMETAL_PACKING(V) vec<T, 4> unpack_unorm4x8_to_##suffix(uint x) {                             \
    return vec<T, 4>(                                                                              \
        T(detail::unorm_to_float(x & 255u, 8)), T(detail::unorm_to_float(x >> 8 & 255u, 8)),       \
        T(detail::unorm_to_float(x >> 16 & 255u, 8)), T(detail::unorm_to_float(x >> 24, 8)));      \
  }                                                                                                \
  SOFTMETAL_PACKING(V) vec<T, 4> unpack_snorm4x8_to_##suffix(uint x) {                             \
    return vec<T, 4>(                                                                              \
        T(detail::snorm_to_float(char(x), 8)), T(detail::snorm_to_float(char(x >> 8), 8)),         \
        T(detail::snorm_to_float(char(x >> 16), 8)), T(detail::snorm_to_float(char(x >> 24), 8))); \
  }                                                                                                \
  SOFTMETAL_PACKING(V) vec<T, 4> unpack_unorm4x8_srgb_to_##suffix(uint x) {                        \
    return vec<T, 4>(T(detail::srgb_to_linear(detail::unorm_to_float(x & 255u, 8))),               \
                     T(detail::srgb_to_linear(detail::unorm_to_float(x >> 8 & 255u, 8))),          \
                     T(detail::srgb_to_linear(detail::unorm_to_float(x >> 16 & 255u, 8))),         \
                     T(detail::unorm_to_float(x >> 24, 8)));                                       \
  }                                                                                                \
  SOFTMETAL_PACKING(V) vec<T, 2> unpack_unorm2x16_to_##suffix(uint x) {                            \
    return vec<T, 2>(T(detail::unorm_to_float(x & 65535u, 16)),                                    \
                     T(detail::unorm_to_float(x >> 16, 16)));                                      \
  }                                                                                                \
  SOFTMETAL_PACKING(V) vec<T, 2> unpack_snorm2x16_to_##suffix(uint x) {                            \
    return vec<T, 2>(T(detail::snorm_to_float(short(x), 16)),                                      \
                     T(detail::snorm_to_float(short(x >> 16), 16)));                               \
  }                                                                                                \
  SOFTMETAL_PACKING(V) vec<T, 4> unpack_unorm10a2_to_##suffix(uint x) {                            \
    return vec<T, 4>(                                                                              \
        T(detail::unorm_to_float(x & 1023u, 10)), T(detail::unorm_to_float(x >> 10 & 1023u, 10)),  \
        T(detail::unorm_to_float(x >> 20 & 1023u, 10)), T(detail::unorm_to_float(x >> 30, 2)));    \
  }                                                                                                \
  SOFTMETAL_PACKING(V) vec<T, 3> unpack_unorm565_to_##suffix(ushort x) {                           \
    return vec<T, 3>(T(detail::unorm_to_float(x >> 11 & 31u, 5)),                                  \
                     T(detail::unorm_to_float(x >> 5 & 63u, 6)),                                   \
                     T(detail::unorm_to_float(x & 31u, 5)));                                       \
  }
SOFTMETAL_UNPACK(float, float)
SOFTMETAL_UNPACK(half, half)
#undef SOFTMETAL_UNPACK

#define SOFTMETAL_PACK(V, prefix)                                                                 \
  SOFTMETAL_PACKING(V) uint pack_##prefix##_to_unorm4x8(type_identity_t<vec<T, 4>> a) {           \
    return detail::float_to_unorm(float(a[0]), 8) | detail::float_to_unorm(float(a[1]), 8) << 8 | \
           detail::float_to_unorm(float(a[2]), 8) << 16 |                                         \
           detail::float_to_unorm(float(a[3]), 8) << 24;                                          \
  }                                                                                               \
  SOFTMETAL_PACKING(V) uint pack_##prefix##_to_snorm4x8(type_identity_t<vec<T, 4>> a) {           \
    return detail::float_to_snorm(float(a[0]), 8) | detail::float_to_snorm(float(a[1]), 8) << 8 | \
           detail::float_to_snorm(float(a[2]), 8) << 16 |                                         \
           detail::float_to_snorm(float(a[3]), 8) << 24;                                          \
  }                                                                                               \
  SOFTMETAL_PACKING(V) uint pack_##prefix##_to_srgb_unorm4x8(type_identity_t<vec<T, 4>> a) {      \
    return pack_##prefix##_to_unorm4x8<T>(                                                        \
        vec<T, 4>(T(detail::linear_to_srgb(float(a[0]))), T(detail::linear_to_srgb(float(a[1]))), \
                  T(detail::linear_to_srgb(float(a[2]))), a[3]));                                 \
  }                                                                                               \
  SOFTMETAL_PACKING(V) uint pack_##prefix##_to_unorm2x16(type_identity_t<vec<T, 2>> a) {          \
    return detail::float_to_unorm(float(a[0]), 16) | detail::float_to_unorm(float(a[1]), 16)      \
                                                         << 16;                                   \
  }                                                                                               \
  SOFTMETAL_PACKING(V) uint pack_##prefix##_to_snorm2x16(type_identity_t<vec<T, 2>> a) {          \
    return detail::float_to_snorm(float(a[0]), 16) | detail::float_to_snorm(float(a[1]), 16)      \
                                                         << 16;                                   \
  }                                                                                               \
  SOFTMETAL_PACKING(V) uint pack_##prefix##_to_unorm10a2(type_identity_t<vec<T, 4>> a) {          \
    return detail::float_to_unorm(float(a[0]), 10) |                                              \
           detail::float_to_unorm(float(a[1]), 10) << 10 |                                        \
           detail::float_to_unorm(float(a[2]), 10) << 20 |                                        \
           detail::float_to_unorm(float(a[3]), 2) << 30;                                          \
  }                                                                                               \
  SOFTMETAL_PACKING(V) ushort pack_##prefix##_to_unorm565(type_identity_t<vec<T, 3>> a) {         \
    return ushort(detail::float_to_unorm(float(a[0]), 5) << 11 |                                  \
                  detail::float_to_unorm(float(a[1]), 6) << 5 |                                   \
                  detail::float_to_unorm(float(a[2]), 5));                                        \
  }
SOFTMETAL_PACK(float, float)
SOFTMETAL_PACK(half, half)
#undef SOFTMETAL_PACK
#undef SOFTMETAL_PACKING

}  // namespace metal
