// vector.h: metal::vec<T, N>, MSL's vectors of two to four scalars (specification, section 2.2).
// May use: traits.h, conversions.h, swizzle.h.
//
// A vec wraps clang's own vector type, which gives Metal's size and alignment (vec<T, 3> is as
// large as vec<T, 4>), and stays trivial: it may be left uninitialised and be a member of unions. A
// bool is a byte of 0 or 1.
#pragma once

namespace metal {

template <class T, int N>
struct packed_vec;

namespace detail {

template <class T>
struct element {
  typedef T type;
};
template <>
struct element<bool> {
  typedef uint8_t type;
};
template <>
struct element<bfloat> {
  typedef __bf16 type;
};

// An integer as wide as T: what clang's comparison of two vectors of T is made of.
template <class T>
using mask_t = conditional_t<
    sizeof(T) == 1, int8_t,
    conditional_t<sizeof(T) == 2, int16_t, conditional_t<sizeof(T) == 4, int32_t, int64_t>>>;

template <class T, int N>
struct storage {
  typedef typename element<T>::type scalar;
  typedef scalar type __attribute__((ext_vector_type(N)));
  typedef vec<bool, N> bools;  // named through T, so that it is not looked into before vec<T, N>
};

template <class T>
concept integer = is_integral_v<T> && !is_same_v<T, bool>;
template <class T>
concept number = is_arithmetic_v<T> && !is_same_v<T, bool>;

// Divisors that integer division survives: on a GPU neither x / 0 nor INT_MIN / -1 is a fault.
template <class T, class V>
SOFTMETAL_FUNC constexpr V safe_divisor(V a, V b) {
  if constexpr (is_integral_v<T>) {
    b = (b == V(0)) ? V(1) : b;
    if constexpr (is_signed_v<T>) {
      constexpr T lowest = T(T(1) << (sizeof(T) * 8 - 1));
      b = ((a == V(lowest)) & (b == V(-1))) ? V(1) : b;
    }
  }
  return b;
}

}  // namespace detail

#define SOFTMETAL_VEC_BINARY(op, requirement)                     \
  SOFTMETAL_MEMBER friend constexpr vec operator op(vec a, vec b) \
    requires(requirement)                                         \
  {                                                               \
    return from(a.e op b.e);                                      \
  }                                                               \
  SOFTMETAL_MEMBER constexpr vec& operator op## = (vec b)         \
    requires(requirement)                                         \
  {                                                               \
    e = e op b.e;                                                 \
    return *this;                                                 \
  }
#define SOFTMETAL_VEC_DIVISION(op, requirement)                   \
  SOFTMETAL_MEMBER friend constexpr vec operator op(vec a, vec b) \
    requires(requirement)                                         \
  {                                                               \
    return from(a.e op detail::safe_divisor<T>(a.e, b.e));        \
  }                                                               \
  SOFTMETAL_MEMBER constexpr vec& operator op## = (vec b)         \
    requires(requirement)                                         \
  {                                                               \
    return *this = *this op b;                                    \
  }
// The shift count is taken modulo the width, as the specification says.
#define SOFTMETAL_VEC_SHIFT(op)                                   \
  SOFTMETAL_MEMBER friend constexpr vec operator op(vec a, vec b) \
    requires(detail::integer<T>)                                  \
  {                                                               \
    return from(a.e op(b.e & storage(T(sizeof(T) * 8 - 1))));     \
  }                                                               \
  SOFTMETAL_MEMBER constexpr vec& operator op## = (vec b)         \
    requires(detail::integer<T>)                                  \
  {                                                               \
    return *this = *this op b;                                    \
  }
#define SOFTMETAL_VEC_COMPARE(op)                                     \
  SOFTMETAL_MEMBER friend constexpr bools operator op(vec a, vec b) { \
    return bools::from_mask(a.e op b.e);                              \
  }
#define SOFTMETAL_VEC_LOGICAL(op, bitop)                              \
  SOFTMETAL_MEMBER friend constexpr bools operator op(vec a, vec b) { \
    return bools(a) bitop bools(b);                                   \
  }

// What vectors of all sizes have in common.
#define SOFTMETAL_VEC_MEMBERS(N)                                                                \
  static constexpr int size = N;                                                                \
  typedef T element_type;                                                                       \
  typedef typename detail::storage<T, N>::scalar scalar;                                        \
  typedef typename detail::storage<T, N>::bools bools;                                          \
  typedef typename detail::storage<T, N>::type storage;                                         \
                                                                                                \
  alignas(sizeof(storage)) storage e;                                                           \
                                                                                                \
  vec() = default;                                                                              \
  SOFTMETAL_MEMBER constexpr vec(T value) : e(storage(scalar(value))) {}                        \
  /* A bfloat vector takes any number: its scalar is a class, which a conversion stops at. */   \
  template <class S>                                                                            \
    requires(is_same_v<T, bfloat> && __is_arithmetic(S))                                        \
  SOFTMETAL_MEMBER constexpr vec(S value) : vec(T(value)) {}                                    \
                                                                                                \
  SOFTMETAL_MEMBER static constexpr vec from(storage e) {                                       \
    vec v{};                                                                                    \
    v.e = e;                                                                                    \
    return v;                                                                                   \
  }                                                                                             \
  /* From what clang's comparison of two vectors gives: 0 or -1 in each component. */           \
  template <class M>                                                                            \
  SOFTMETAL_MEMBER static constexpr vec from_mask(M mask) {                                     \
    return from(__builtin_convertvector(mask, storage) & storage(1));                           \
  }                                                                                             \
                                                                                                \
  template <int I>                                                                              \
  SOFTMETAL_MEMBER constexpr T at() const {                                                     \
    return T(e[I]);                                                                             \
  }                                                                                             \
  template <int I>                                                                              \
  SOFTMETAL_MEMBER constexpr void put(T value) {                                                \
    if (__builtin_is_constant_evaluated()) {                                                    \
      e[I] = scalar(value);                                                                     \
    } else {                                                                                    \
      (*this)[I] = value;                                                                       \
    }                                                                                           \
  }                                                                                             \
  SOFTMETAL_MEMBER T& operator[](size_t i) { return reinterpret_cast<T*>(&e)[i]; }              \
  SOFTMETAL_MEMBER constexpr T operator[](size_t i) const { return T(e[i]); }                   \
                                                                                                \
  SOFTMETAL_VEC_BINARY(+, detail::number<T>)                                                    \
  SOFTMETAL_VEC_BINARY(-, detail::number<T>)                                                    \
  SOFTMETAL_VEC_BINARY(*, detail::number<T>)                                                    \
  SOFTMETAL_VEC_DIVISION(/, detail::number<T>)                                                  \
  SOFTMETAL_VEC_DIVISION(%, detail::integer<T>)                                                 \
  SOFTMETAL_VEC_BINARY(&, is_integral_v<T>)                                                     \
  SOFTMETAL_VEC_BINARY(|, is_integral_v<T>)                                                     \
  SOFTMETAL_VEC_BINARY(^, is_integral_v<T>)                                                     \
  SOFTMETAL_VEC_SHIFT(<<)                                                                       \
  SOFTMETAL_VEC_SHIFT(>>)                                                                       \
  SOFTMETAL_VEC_COMPARE(==)                                                                     \
  SOFTMETAL_VEC_COMPARE(!=)                                                                     \
  SOFTMETAL_VEC_COMPARE(<)                                                                      \
  SOFTMETAL_VEC_COMPARE(>)                                                                      \
  SOFTMETAL_VEC_COMPARE(<=)                                                                     \
  SOFTMETAL_VEC_COMPARE(>=)                                                                     \
  SOFTMETAL_VEC_LOGICAL(&&, &)                                                                  \
  SOFTMETAL_VEC_LOGICAL(||, |)                                                                  \
                                                                                                \
  SOFTMETAL_MEMBER constexpr vec operator+() const { return *this; }                            \
  SOFTMETAL_MEMBER constexpr vec operator-() const                                              \
    requires(detail::number<T>)                                                                 \
  {                                                                                             \
    return from(-e);                                                                            \
  }                                                                                             \
  SOFTMETAL_MEMBER constexpr vec operator~() const                                              \
    requires(detail::integer<T>)                                                                \
  {                                                                                             \
    return from(~e);                                                                            \
  }                                                                                             \
  SOFTMETAL_MEMBER constexpr bools operator!() const {                                          \
    return bools::from_mask(e == storage(scalar(0)));                                           \
  }                                                                                             \
  SOFTMETAL_MEMBER constexpr vec& operator++() { return *this = from(e + storage(scalar(1))); } \
  SOFTMETAL_MEMBER constexpr vec& operator--() { return *this = from(e - storage(scalar(1))); } \
  SOFTMETAL_MEMBER constexpr vec operator++(int) {                                              \
    vec kept = *this;                                                                           \
    ++*this;                                                                                    \
    return kept;                                                                                \
  }                                                                                             \
  SOFTMETAL_MEMBER constexpr vec operator--(int) {                                              \
    vec kept = *this;                                                                           \
    --*this;                                                                                    \
    return kept;                                                                                \
  }

// Conversion between element types is explicit, as in MSL.

template <class T>
struct vec<T, 2> : swizzles<vec<T, 2>, T, 2> {
  SOFTMETAL_VEC_MEMBERS(2)

  SOFTMETAL_MEMBER constexpr vec(T x, T y) : e{scalar(x), scalar(y)} {}
  template <class U>
  SOFTMETAL_MEMBER explicit constexpr vec(vec<U, 2> v) : e{scalar(T(v[0])), scalar(T(v[1]))} {}
};

template <class T>
struct vec<T, 3> : swizzles<vec<T, 3>, T, 3> {
  SOFTMETAL_VEC_MEMBERS(3)

  SOFTMETAL_MEMBER constexpr vec(T x, T y, T z) : e{scalar(x), scalar(y), scalar(z)} {}
  SOFTMETAL_MEMBER constexpr vec(vec<T, 2> xy, T z) : vec(xy[0], xy[1], z) {}
  SOFTMETAL_MEMBER constexpr vec(T x, vec<T, 2> yz) : vec(x, yz[0], yz[1]) {}
  template <class U>
  SOFTMETAL_MEMBER explicit constexpr vec(vec<U, 3> v) : vec(T(v[0]), T(v[1]), T(v[2])) {}
};

template <class T>
struct vec<T, 4> : swizzles<vec<T, 4>, T, 4> {
  SOFTMETAL_VEC_MEMBERS(4)

  SOFTMETAL_MEMBER constexpr vec(T x, T y, T z, T w)
      : e{scalar(x), scalar(y), scalar(z), scalar(w)} {}
  SOFTMETAL_MEMBER constexpr vec(vec<T, 2> xy, T z, T w) : vec(xy[0], xy[1], z, w) {}
  SOFTMETAL_MEMBER constexpr vec(T x, vec<T, 2> yz, T w) : vec(x, yz[0], yz[1], w) {}
  SOFTMETAL_MEMBER constexpr vec(T x, T y, vec<T, 2> zw) : vec(x, y, zw[0], zw[1]) {}
  SOFTMETAL_MEMBER constexpr vec(vec<T, 2> xy, vec<T, 2> zw) : vec(xy[0], xy[1], zw[0], zw[1]) {}
  SOFTMETAL_MEMBER constexpr vec(vec<T, 3> xyz, T w) : vec(xyz[0], xyz[1], xyz[2], w) {}
  SOFTMETAL_MEMBER constexpr vec(T x, vec<T, 3> yzw) : vec(x, yzw[0], yzw[1], yzw[2]) {}
  template <class U>
  SOFTMETAL_MEMBER explicit constexpr vec(vec<U, 4> v) : vec(T(v[0]), T(v[1]), T(v[2]), T(v[3])) {}
};

#undef SOFTMETAL_VEC_BINARY
#undef SOFTMETAL_VEC_COMPARE
#undef SOFTMETAL_VEC_DIVISION
#undef SOFTMETAL_VEC_LOGICAL
#undef SOFTMETAL_VEC_MEMBERS
#undef SOFTMETAL_VEC_SHIFT

template <class T>
struct is_vector : false_type {};
template <class T, int N>
struct is_vector<vec<T, N>> : true_type {};
template <class T>
inline constexpr bool is_vector_v = is_vector<T>::value;

// The scalar of a scalar or vector, and the same shape with another scalar.
namespace detail {
template <class T>
struct shape {
  typedef T scalar;
  static constexpr int size = 1;
  template <class U>
  using with = U;
};
template <class T, int N>
struct shape<vec<T, N>> {
  typedef T scalar;
  static constexpr int size = N;
  template <class U>
  using with = vec<U, N>;
};

// f of each component (of one, two or three vectors).
template <int N, class F, class T, class... More>
SOFTMETAL_FUNC constexpr auto map(F f, vec<T, N> a, More... more) {
  typedef vec<decltype(f(a[0], more[0]...)), N> result;
  if constexpr (N == 2) {
    return result(f(a[0], more[0]...), f(a[1], more[1]...));
  } else if constexpr (N == 3) {
    return result(f(a[0], more[0]...), f(a[1], more[1]...), f(a[2], more[2]...));
  } else {
    return result(f(a[0], more[0]...), f(a[1], more[1]...), f(a[2], more[2]...),
                  f(a[3], more[3]...));
  }
}
}  // namespace detail

}  // namespace metal
