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
SOFTMETAL_FUNC constexpr bool is_normal(half a) {
  return (__builtin_bit_cast(ushort, a) & 0x7fffu) - 0x0400u < 0x7800u;
}
SOFTMETAL_FUNC constexpr bool is_normal(bfloat a) { return is_normal(float(a)); }
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
SOFTMETAL_FUNC bool isnormal(half a) { return detail::is_normal(a); }
template <detail::is_bfloat T>
SOFTMETAL_FUNC bool isnormal(T a) {
  return detail::is_normal(a);
}
SOFTMETAL_MAP1(isnormal, is_float_vector, bool, detail::is_normal, T)

#define SOFTMETAL_COMPARISON(name)                                                   \
  SOFTMETAL_FUNC bool is##name(float a, float b) { return detail::is_##name(a, b); } \
  SOFTMETAL_FUNC bool is##name(half a, half b) { return detail::is_##name(a, b); }   \
  SOFTMETAL_MAP2(is##name, is_float_vector, bool, detail::is_##name, float)
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
SOFTMETAL_VECTOR1(is_bool_vector) bool any(A x) {
  const V a(x);
  bool result = a[0];
  for (int i = 1; i < V::size; ++i) result = result || a[i];
  return result;
}
SOFTMETAL_FUNC bool all(bool a) { return a; }
SOFTMETAL_VECTOR1(is_bool_vector) bool all(A x) {
  const V a(x);
  bool result = a[0];
  for (int i = 1; i < V::size; ++i) result = result && a[i];
  return result;
}

// `b` where `c` holds, `a` elsewhere.
#define SOFTMETAL_SELECT(T) \
  SOFTMETAL_FUNC T select(T a, T b, bool c) { return c ? b : a; }
SOFTMETAL_EACH_INTEGER(SOFTMETAL_SELECT)
SOFTMETAL_SELECT(bool)
SOFTMETAL_SELECT(float)
SOFTMETAL_SELECT(half)
#undef SOFTMETAL_SELECT
template <detail::is_bfloat T>
SOFTMETAL_FUNC T select(T a, T b, bool c) {
  return c ? b : a;
}
template <class A, class B, class C, class V = detail::vector_of<A, B>,
          class M = vec<bool, detail::shape<V>::size>>
  requires(is_vector_v<V> && detail::convert_to<M, C>)
SOFTMETAL_FUNC V select(A x, B y, C z) {
  const M c(z);
  return detail::map([](auto a, auto b, bool chosen) { return chosen ? b : a; }, V(x), V(y), c);
}

}  // namespace metal
