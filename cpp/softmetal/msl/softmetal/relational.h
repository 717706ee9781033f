// relational.h: <metal_relational> (specification, section 6.4). May use: overloads.h.
//
// Classification looks at the bits, so that it stays right where the compiler may assume that there
// are no NaNs. A half's class is asked of the half, since its subnormals are normal floats.
#pragma once

namespace metal {

namespace detail {
SOFTMETAL_FUNC constexpr uint bits(float a) { return __builtin_bit_cast(uint, a); }
SOFTMETAL_FUNC constexpr float from_bits(uint a) { return __builtin_bit_cast(float, a); }
SOFTMETAL_FUNC constexpr uint magnitude(float a) { return bits(a) & 0x7fffffffu; }

SOFTMETAL_FUNC constexpr bool is_nan(float a) { return magnitude(a) > 0x7f800000u; }
SOFTMETAL_FUNC constexpr bool is_inf(float a) { return magnitude(a) == 0x7f800000u; }
SOFTMETAL_FUNC constexpr bool is_finite(float a) { return magnitude(a) < 0x7f800000u; }
SOFTMETAL_FUNC constexpr bool is_normal(float a) {
  return magnitude(a) - 0x00800000u < 0x7f000000u;
}
SOFTMETAL_FUNC constexpr bool sign_bit(float a) { return bits(a) >> 31; }
SOFTMETAL_FUNC constexpr bool is_ordered(float a, float b) { return !is_nan(a) && !is_nan(b); }
SOFTMETAL_FUNC constexpr bool is_unordered(float a, float b) { return is_nan(a) || is_nan(b); }
SOFTMETAL_FUNC constexpr bool is_equal(float a, float b) { return a == b; }
SOFTMETAL_FUNC constexpr bool is_notequal(float a, float b) { return a != b; }
SOFTMETAL_FUNC constexpr bool is_greater(float a, float b) { return a > b; }
SOFTMETAL_FUNC constexpr bool is_greaterequal(float a, float b) { return a >= b; }
SOFTMETAL_FUNC constexpr bool is_less(float a, float b) { return a < b; }
SOFTMETAL_FUNC constexpr bool is_lessequal(float a, float b) { return a <= b; }
SOFTMETAL_FUNC constexpr bool is_lessgreater(float a, float b) { return a < b || a > b; }
}  // namespace detail

SOFTMETAL_PREDICATE1(isnan, detail::is_nan)
SOFTMETAL_PREDICATE1(isinf, detail::is_inf)
SOFTMETAL_PREDICATE1(isfinite, detail::is_finite)
SOFTMETAL_PREDICATE1(signbit, detail::sign_bit)

SOFTMETAL_FUNC bool isnormal(float a) { return detail::is_normal(a); }
SOFTMETAL_FUNC bool isnormal(half a) {
  return (__builtin_bit_cast(ushort, a) & 0x7fffu) - 0x0400u < 0x7800u;
}
template <detail::is_bfloat T>
SOFTMETAL_FUNC bool isnormal(T a) {
  return detail::is_normal(float(a));
}
SOFTMETAL_MAP1(bool, isnormal, float)
SOFTMETAL_MAP1(bool, isnormal, half)
SOFTMETAL_MAP1(bool, isnormal, bfloat)

#define SOFTMETAL_COMPARISON(name)                                                   \
  SOFTMETAL_FUNC bool is##name(float a, float b) { return detail::is_##name(a, b); } \
  SOFTMETAL_FUNC bool is##name(half a, half b) { return detail::is_##name(a, b); }   \
  SOFTMETAL_MAP2(bool, is##name, float)                                              \
  SOFTMETAL_MAP2(bool, is##name, half)
SOFTMETAL_COMPARISON(equal)
SOFTMETAL_COMPARISON(greater)
SOFTMETAL_COMPARISON(greaterequal)
SOFTMETAL_COMPARISON(less)
SOFTMETAL_COMPARISON(lessequal)
SOFTMETAL_COMPARISON(lessgreater)
SOFTMETAL_COMPARISON(notequal)
SOFTMETAL_COMPARISON(ordered)
SOFTMETAL_COMPARISON(unordered)
#undef SOFTMETAL_COMPARISON

SOFTMETAL_FUNC bool any(bool a) { return a; }
SOFTMETAL_FUNC bool any(bool2 a) { return a[0] || a[1]; }
SOFTMETAL_FUNC bool any(bool3 a) { return a[0] || a[1] || a[2]; }
SOFTMETAL_FUNC bool any(bool4 a) { return a[0] || a[1] || a[2] || a[3]; }
SOFTMETAL_FUNC bool all(bool a) { return a; }
SOFTMETAL_FUNC bool all(bool2 a) { return a[0] && a[1]; }
SOFTMETAL_FUNC bool all(bool3 a) { return a[0] && a[1] && a[2]; }
SOFTMETAL_FUNC bool all(bool4 a) { return a[0] && a[1] && a[2] && a[3]; }

// `b` where `c` holds, `a` elsewhere.
#define SOFTMETAL_SELECT(T)                                       \
  SOFTMETAL_FUNC T select(T a, T b, bool c) { return c ? b : a; } \
  SOFTMETAL_MAP3(T, select, T, bool)
SOFTMETAL_EACH_INTEGER(SOFTMETAL_SELECT)
SOFTMETAL_SELECT(bool)
SOFTMETAL_SELECT(float)
SOFTMETAL_SELECT(half)
#undef SOFTMETAL_SELECT
template <detail::is_bfloat T>
SOFTMETAL_FUNC T select(T a, T b, bool c) {
  return c ? b : a;
}
SOFTMETAL_MAP3(bfloat, select, bfloat, bool)

}  // namespace metal
