// Common, integer, relational, geometric, packing and atomic functions, on values that the tests pass.
#include <metal_stdlib>
using namespace metal;

#define EXPORT extern "C" __attribute__((visibility("default")))

// Functions of a program that are named like the library's overload them.
static float erf(float x) { return 2 * x; }
static float dot(float a, float b) { return a * b; }

EXPORT void own_names(float* out) {
  out[0] = erf(2);
  out[1] = dot(2, 3) + dot(float2(1, 2), float2(3, 4));
  float exp = 2;  // a local named like a function
  out[2] = exp + metal::exp(0.0f);
}

EXPORT void common(const float* a, float* out) {
  float4 v = float4(a[0], a[1], a[2], a[3]);
  float4 r[] = {clamp(v, 0.0, 1.0),
                saturate(v),
                mix(v, 2.0, 0.5),
                step(0.5, v),
                smoothstep(0.0, 2.0, v),
                sign(v),
                max(v, {0.25, 0.25, 0.25, 0.25}),
                min3(v, v.yxwz, 1.0),
                median3(v, 0.0, 1.0),
                abs(v),
                select(v, float4(9), v > 0.5),
                fmax(v, NAN)};
  for (int i = 0; i < 12; ++i) *reinterpret_cast<packed_float4*>(out + 4 * i) = r[i];
}

#define INTEGER_FUNCTIONS(T, name)                                                       \
  EXPORT void name(const T* a, const T* b, T* out) {                                     \
    T x = *a, y = *b;                                                                    \
    T r[] = {T(absdiff(x, y)), addsat(x, y), subsat(x, y),  hadd(x, y),                  \
             rhadd(x, y),      mulhi(x, y),  madsat(x, y, x), popcount(x),               \
             clz(x),           ctz(x),       rotate(x, T(3)), reverse_bits(x),           \
             extract_bits(x, 2, 4), insert_bits(x, y, 1, 5), abs(x), max3(x, y, T(1))};  \
    for (int i = 0; i < 16; ++i) out[i] = r[i];                                          \
    vec<T, 4> v = addsat(vec<T, 4>(x), vec<T, 4>(y));                                    \
    out[16] = v.w;                                                                       \
  }
INTEGER_FUNCTIONS(char, integers_char)
INTEGER_FUNCTIONS(uchar, integers_uchar)
INTEGER_FUNCTIONS(short, integers_short)
INTEGER_FUNCTIONS(ushort, integers_ushort)
INTEGER_FUNCTIONS(int, integers_int)
INTEGER_FUNCTIONS(uint, integers_uint)
INTEGER_FUNCTIONS(long, integers_long)
INTEGER_FUNCTIONS(ulong, integers_ulong)

EXPORT uint any_all(const float4* p) {
  return uint(any(*p > 3)) | uint(all(*p > 0)) << 1 | uint(any(isnan(*p))) << 2 |
         uint(all(isfinite(p->xyz))) << 3 | uint(isunordered(p->x, p->w)) << 4;
}

EXPORT void geometry(float* out) {
  float3 a(1, 2, 3), b(4, 5, 6), n(0, 1, 0);
  float3 r[] = {cross(a, b),
                normalize(float3(3, 0, 4)),
                precise::normalize(float3(0, 5, 0)),
                reflect(float3(1, -1, 0), n),
                refract(float3(0, -1, 0), n, 0.5),
                faceforward(n, float3(0, 1, 0), n)};
  for (int i = 0; i < 6; ++i) *reinterpret_cast<packed_float3*>(out + 3 * i) = r[i];
  out[18] = dot(a, b);
  out[19] = length(float2(3, 4));
  out[20] = distance(a, b);
  out[21] = length_squared(a);
  out[22] = float(length(half2(300, 400)));  // the squares overflow half
}

EXPORT void packing(float* out, uint* bits) {
  bits[0] = pack_float_to_unorm4x8(float4(0, 0.5, 1, 2));
  bits[1] = pack_float_to_snorm4x8(float4(0, -1, 1, -0.5));
  bits[2] = pack_float_to_unorm2x16(float2(1, 0.25));
  bits[3] = pack_float_to_unorm10a2(float4(1, 0, 1, 1));
  bits[4] = pack_float_to_unorm565(float3(1, 0, 1));
  *reinterpret_cast<packed_float4*>(out) = unpack_unorm4x8_to_float(0xff800000);
  *reinterpret_cast<packed_float4*>(out + 4) = unpack_snorm4x8_to_float(0x7f8081ff);
  *reinterpret_cast<packed_float2*>(out + 8) = unpack_unorm2x16_to_float(0xffff0000);
  *reinterpret_cast<packed_float4*>(out + 10) = unpack_unorm4x8_srgb_to_float(0x40ff00bc);
}

// ---- atomics -----------------------------------------------------------------------------------------

// Adds 1 `count` times in each way that reads and writes at once.
EXPORT void atomics_add(device atomic_uint* u, device atomic_float* f, device atomic_ulong* l,
                        device atomic_int* swapped, uint count) {
  for (uint i = 0; i < count; ++i) {
    atomic_fetch_add_explicit(u, 1u, memory_order_relaxed);
    atomic_fetch_add_explicit(f, 1, memory_order_relaxed);
    atomic_fetch_add_explicit(l, 1, memory_order_relaxed);
    int expected = atomic_load_explicit(swapped, memory_order_relaxed);
    while (!atomic_compare_exchange_weak_explicit(swapped, &expected, expected + 1,
                                                  memory_order_relaxed, memory_order_relaxed)) {
    }
  }
}
EXPORT void atomics_each(threadgroup atomic_int* a, device atomic_bool* b, device atomic_ulong* l,
                         int* out) {
  out[0] = atomic_fetch_sub_explicit(a, 3, memory_order_relaxed);
  out[1] = atomic_fetch_max_explicit(a, 20, memory_order_relaxed);
  out[2] = atomic_fetch_min_explicit(a, -5, memory_order_relaxed);
  out[3] = atomic_fetch_and_explicit(a, 0xff, memory_order_relaxed);
  out[4] = atomic_fetch_or_explicit(a, 0x100, memory_order_relaxed);
  out[5] = atomic_fetch_xor_explicit(a, 0x1ff, memory_order_relaxed);
  out[6] = atomic_exchange_explicit(a, 42, memory_order_relaxed);
  atomic_store_explicit(b, true, memory_order_relaxed);
  out[7] = atomic_load_explicit(b, memory_order_relaxed);
  out[8] = atomic_load_explicit(a, memory_order_relaxed);
  atomic_max_explicit(l, 1ul << 40, memory_order_relaxed);
  atomic_thread_fence(mem_flags::mem_device, memory_order_seq_cst);
}
