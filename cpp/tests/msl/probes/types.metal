// Types: sizes, alignments, conversions, operators and swizzles. Most of it is checked while it is
// compiled; what needs memory or a run is exported.
#include <metal_stdlib>
using namespace metal;

#define EXPORT extern "C" __attribute__((visibility("default")))

// ---- layout (specification, tables 2.3, 2.4) ---------------------------------------------------------

#define LAYOUT(T, bytes, alignment) static_assert(sizeof(T) == bytes && alignof(T) == alignment)
#define VECTOR_LAYOUT(T, bytes)           \
  LAYOUT(T, bytes, bytes);                \
  LAYOUT(T##2, 2 * bytes, 2 * bytes);     \
  LAYOUT(T##3, 4 * bytes, 4 * bytes);     \
  LAYOUT(T##4, 4 * bytes, 4 * bytes);     \
  LAYOUT(packed_##T##2, 2 * bytes, bytes); \
  LAYOUT(packed_##T##3, 3 * bytes, bytes); \
  LAYOUT(packed_##T##4, 4 * bytes, bytes)
VECTOR_LAYOUT(bool, 1);
VECTOR_LAYOUT(char, 1);
VECTOR_LAYOUT(uchar, 1);
VECTOR_LAYOUT(short, 2);
VECTOR_LAYOUT(ushort, 2);
VECTOR_LAYOUT(int, 4);
VECTOR_LAYOUT(uint, 4);
VECTOR_LAYOUT(long, 8);
VECTOR_LAYOUT(ulong, 8);
VECTOR_LAYOUT(half, 2);
VECTOR_LAYOUT(bfloat, 2);
VECTOR_LAYOUT(float, 4);
LAYOUT(float2x2, 16, 8);
LAYOUT(float3x3, 48, 16);
LAYOUT(float4x3, 64, 16);
LAYOUT(half4x4, 32, 8);
LAYOUT(atomic_uint, 4, 4);
LAYOUT(atomic_float, 4, 4);
LAYOUT(atomic_ulong, 8, 8);
static_assert(sizeof(array<float3, 5>) == 80);
static_assert(is_same_v<float4, vec<float, 4>> && is_same_v<metal::uint3, ::uint3>);
static_assert(sizeof(size_t) == 8 && is_same_v<uint16_t, ushort>);

union Overlay {
  float4 v;
  float f[4];
};
struct Params {
  float a;
  float3 b;
  packed_float3 c;
  char d;
};
static_assert(__builtin_offsetof(Params, b) == 16 && __builtin_offsetof(Params, c) == 32 &&
              __builtin_offsetof(Params, d) == 44 && sizeof(Params) == 48);

// ---- constants at namespace scope, evaluated while compiling --------------------------------------------

constant constexpr float4 ramp = float4(1, 2, 3, 4);
constant int table[] = {1, 2, 4, 8};
constant constexpr float3 shifted = ramp.yzw + 1;
static_assert(shifted.x == 3 && shifted[1] == 4 && shifted.b == 5);
static_assert(1.5h == half(1.5) && 16.h == half(16) && sizeof(2.0h) == 2);
static_assert(sizeof(1.0) == 4);
static_assert(is_same_v<decltype(ramp.xy), float2> && is_same_v<decltype(ramp.rgb), float3>);

// ---- type traits and limits ----------------------------------------------------------------------------

static_assert(is_floating_point_v<half> && is_floating_point_v<bfloat> && is_integral_v<ulong>);
static_assert(is_same<conditional_t<true, int, float>, int>::value && is_signed_v<char>);
static_assert(is_same_v<make_unsigned_t<int>, uint> && is_same_v<decay_t<const int&>, int>);
static_assert(is_same_v<remove_cv_t<const volatile half>, half> && is_same_v<enable_if_t<true, int>, int>);
static_assert(numeric_limits<int>::min() == -2147483647 - 1 && numeric_limits<uint>::max() == ~0u);
static_assert(numeric_limits<uchar>::max() == 255 && numeric_limits<char>::lowest() == -128);
static_assert(numeric_limits<long>::max() == 0x7fffffffffffffffl && numeric_limits<ulong>::min() == 0);
static_assert(numeric_limits<float>::max() == FLT_MAX && numeric_limits<half>::max() == 65504.0h);
static_assert(numeric_limits<float>::infinity() == INFINITY && numeric_limits<half>::digits == 11);
static_assert(float(numeric_limits<bfloat>::max()) == 0x1.fep127f);

// ---- run time ------------------------------------------------------------------------------------------

// The tests pass 4 floats; each function writes what its name says.
EXPORT void swizzle_read(const float4* p, float* out) {
  float4 v = *p;
  *reinterpret_cast<packed_float4*>(out) = v.wzyx;
  *reinterpret_cast<packed_float4*>(out + 4) = v.xxyy;
  *reinterpret_cast<packed_float3*>(out + 8) = v.bgr;
  *reinterpret_cast<packed_float2*>(out + 11) = v.ga;
}
EXPORT void swizzle_write(device float4* p) {
  p->wy = p->xy;
  p->zx += float2(10, 20);
  p->g *= 2;
  p->x++;
  p->rgb -= 1;
}
// Writing a component must leave the others' memory alone, where other threads may write.
EXPORT void write_one(device float4* p, uint component, float value) {
  switch (component) {
    case 0: p->x = value; break;
    case 1: p->y = value; break;
    case 2: p->z = value; break;
    default: (*p)[3] = value;
  }
}
template <typename T, typename U>
static T converted(U value) {
  return T(value);
}
EXPORT void convert(const float4* p, int4* i, uchar4* u, half4* h, bool4* b, short4* s) {
  *i = int4(*p);
  *u = converted<uchar4>(*p);
  *h = (half4)(*p);
  *b = bool4(*p);
  *s = short4(*h);
}
EXPORT void construct(float* out) {
  float2 a(1, 2);
  float3 b(a, 3), c(0, a);
  float4 d(a, a), e(b, 4), f(5, b), g(0, a, 9), h(1, 2, a.yx), splat = 7;
  float4 compound = (float4){1, 2, 3, 4};
  float4 list = {a.x, a.y, 3, 4};
  float4 all[] = {d, e, f, g, h, splat, compound, list, float4(c, 0)};
  for (int i = 0; i < 9; ++i) {
    for (int k = 0; k < 4; ++k) out[4 * i + k] = all[i][k];
  }
}
EXPORT void integer_operators(const int4* a, const int4* b, int4* out) {
  out[0] = *a + *b - 3 * *a;
  out[1] = *a / *b;  // some are zero
  out[2] = *a % *b;
  out[3] = (*a & *b) | (*a ^ 5);
  out[4] = *a << *b;
  out[5] = *a >> 1;
  out[6] = ~*a + -*b;
  int4 c = *a;
  c += 1;
  c *= *b;
  c <<= 2;
  c++;
  --c;
  out[7] = c;
  out[8] = int4(*a < *b) + 2 * int4(*a == *b) + 4 * int4(!(*a != *b) && *a >= 0);
}
EXPORT void packed_operators(device packed_float3* p, float* out) {
  packed_float3 a = p[0], b = p[1];
  float3 sum = a + b * 2 - float3(1);
  p[2] = sum;
  p[2] *= 2;
  p[2].y = 100;
  p[3] = a.zyx;
  p[3].xy += b.xy;
  out[0] = dot(float3(a), b);
  out[1] = length(a);
  out[2] = (a == b).x;
}
EXPORT float overlay(float x) {
  Overlay o;
  o.v = float4(x);
  o.f[2] = 3;
  return o.v.z + o.v.w;
}
EXPORT uint reinterpret(float x) { return as_type<uint>(x) + as_type<uchar4>(x)[3]; }
EXPORT void matrices(const float* in, float* out) {
  float2x3 m(float3(in[0], in[1], in[2]), float3(in[3], in[4], in[5]));
  float3x2 t = transpose(m);
  float3x3 square = m * t;
  float3 v = m * float2(1, 2);
  float2 w = float3(1, 2, 3) * m;
  float4x4 identity(1.0f);
  identity[3] = float4(1, 2, 3, 1);
  float4 moved = identity * float4(1, 1, 1, 1);
  out[0] = v.x, out[1] = v.y, out[2] = v.z, out[3] = w.x, out[4] = w.y;
  out[5] = determinant(square);
  out[6] = determinant(float3x3(float3(2, 0, 1), float3(1, 3, 2), float3(1, 1, 4)));
  out[7] = determinant(float4x4(2, 1, 0, 3, 1, 4, 2, 1, 0, 5, 6, 2, 3, 1, 1, 7));
  out[8] = square[0][1], out[9] = moved.x, out[10] = moved.z;
  out[11] = (2 * identity - identity)[2][2];
}
EXPORT int table_sum() {
  int sum = 0;
  for (int entry : table) sum += entry;
  return sum;
}

// ---- bfloat ------------------------------------------------------------------------------------------

static_assert(is_trivially_copyable_v<bfloat> && is_same_v<decltype(bfloat() * bfloat()), bfloat>);
static_assert(is_same_v<decltype(bfloat() + 1.0f), float> && is_same_v<decltype(2 * bfloat()), bfloat>);
union BfloatOverlay {
  bfloat b;
  ushort bits;
};
template <typename T>
static T sum_of(const T* p, int n) {
  T sum = 0;
  for (int i = 0; i < n; ++i) sum += p[i];
  return sum;
}
EXPORT void bfloats(const bfloat* in, float* out) {
  bfloat a = in[0], b = 2.5;
  out[0] = a * b + 1;
  out[1] = half(a) + static_cast<half>(b);  // between half and bfloat
  out[2] = bfloat(1.00390625h);             // halfway: to even
  out[3] = int(b) + (a < b ? 10 : 20);
  out[4] = sum_of(in, 4);
  bfloat4 v(a, b, 3, -1);
  v.xy += 1;
  out[5] = float4(v * bfloat4(2)).y;
  out[6] = dot(v, v);
  out[7] = metal::max(a, b) + metal::exp(bfloat(0)) + -a;
  bfloat scaled = a;
  scaled *= 3;
  scaled++;
  out[8] = scaled;
  out[9] = as_type<ushort>(b) == 0x4020 && b == bfloat(as_type<bfloat>(ushort(0x4020))) && bool(b);
}
