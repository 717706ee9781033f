// packed.h: metal::packed_vec<T, N>, vectors aligned as their scalar (specification,
// section 2.2.3). May use: vector.h.
//
// Arithmetic happens on vec; a packed_vec is how one lies in memory.
#pragma once

namespace metal {

#define SOFTMETAL_PACKED_MEMBERS(size_)                                                \
  static constexpr int size = size_;                                                   \
  typedef T element_type;                                                              \
                                                                                       \
  T e[size_];                                                                          \
                                                                                       \
  packed_vec() = default;                                                              \
  SOFTMETAL_MEMBER constexpr packed_vec(T value) : packed_vec(vec<T, size_>(value)) {} \
  template <class U>                                                                   \
  SOFTMETAL_MEMBER explicit constexpr packed_vec(vec<U, size_> v)                      \
      : packed_vec(vec<T, size_>(v)) {}                                                \
  template <class U>                                                                   \
  SOFTMETAL_MEMBER explicit constexpr packed_vec(packed_vec<U, size_> v)               \
      : packed_vec(vec<T, size_>(vec<U, size_>(v))) {}                                 \
                                                                                       \
  template <int I>                                                                     \
  SOFTMETAL_MEMBER constexpr T at() const {                                            \
    return e[I];                                                                       \
  }                                                                                    \
  template <int I>                                                                     \
  SOFTMETAL_MEMBER constexpr void put(T value) {                                       \
    e[I] = value;                                                                      \
  }                                                                                    \
  SOFTMETAL_MEMBER constexpr T& operator[](size_t i) { return e[i]; }                  \
  SOFTMETAL_MEMBER constexpr const T& operator[](size_t i) const { return e[i]; }      \
                                                                                       \
  SOFTMETAL_PACKED_OPERATE(+)                                                          \
  SOFTMETAL_PACKED_OPERATE(-)                                                          \
  SOFTMETAL_PACKED_OPERATE(*)                                                          \
  SOFTMETAL_PACKED_OPERATE(/)                                                          \
  SOFTMETAL_PACKED_OPERATE(%)                                                          \
  SOFTMETAL_PACKED_OPERATE(&)                                                          \
  SOFTMETAL_PACKED_OPERATE(|)                                                          \
  SOFTMETAL_PACKED_OPERATE(^)                                                          \
  SOFTMETAL_PACKED_OPERATE(<<)                                                         \
  SOFTMETAL_PACKED_OPERATE(>>)                                                         \
  SOFTMETAL_MEMBER constexpr auto operator+() const { return +vec<T, size>(*this); }   \
  SOFTMETAL_MEMBER constexpr auto operator-() const { return -vec<T, size>(*this); }   \
  SOFTMETAL_MEMBER constexpr auto operator~() const { return ~vec<T, size>(*this); }   \
  SOFTMETAL_MEMBER constexpr auto operator!() const { return !vec<T, size>(*this); }

#define SOFTMETAL_PACKED_OPERATE(op)                                        \
  SOFTMETAL_MEMBER constexpr packed_vec& operator op## = (vec<T, size> b) { \
    return *this = packed_vec(vec<T, size>(*this) op b);                    \
  }

template <class T>
struct packed_vec<T, 2> : swizzles<packed_vec<T, 2>, T, 2> {
  SOFTMETAL_PACKED_MEMBERS(2)

  SOFTMETAL_MEMBER constexpr packed_vec(vec<T, 2> v) : e{v[0], v[1]} {}
  SOFTMETAL_MEMBER constexpr packed_vec(T x, T y) : e{x, y} {}
  SOFTMETAL_MEMBER constexpr operator vec<T, 2>() const { return vec<T, 2>(e[0], e[1]); }
};

template <class T>
struct packed_vec<T, 3> : swizzles<packed_vec<T, 3>, T, 3> {
  SOFTMETAL_PACKED_MEMBERS(3)

  SOFTMETAL_MEMBER constexpr packed_vec(vec<T, 3> v) : e{v[0], v[1], v[2]} {}
  SOFTMETAL_MEMBER constexpr packed_vec(T x, T y, T z) : e{x, y, z} {}
  SOFTMETAL_MEMBER constexpr packed_vec(vec<T, 2> xy, T z) : e{xy[0], xy[1], z} {}
  SOFTMETAL_MEMBER constexpr packed_vec(T x, vec<T, 2> yz) : e{x, yz[0], yz[1]} {}
  SOFTMETAL_MEMBER constexpr operator vec<T, 3>() const { return vec<T, 3>(e[0], e[1], e[2]); }
};

template <class T>
struct packed_vec<T, 4> : swizzles<packed_vec<T, 4>, T, 4> {
  SOFTMETAL_PACKED_MEMBERS(4)

  SOFTMETAL_MEMBER constexpr packed_vec(vec<T, 4> v) : e{v[0], v[1], v[2], v[3]} {}
  SOFTMETAL_MEMBER constexpr packed_vec(T x, T y, T z, T w) : e{x, y, z, w} {}
  SOFTMETAL_MEMBER constexpr packed_vec(vec<T, 2> xy, vec<T, 2> zw)
      : e{xy[0], xy[1], zw[0], zw[1]} {}
  SOFTMETAL_MEMBER constexpr packed_vec(vec<T, 3> xyz, T w) : e{xyz[0], xyz[1], xyz[2], w} {}
  SOFTMETAL_MEMBER constexpr packed_vec(T x, vec<T, 3> yzw) : e{x, yzw[0], yzw[1], yzw[2]} {}
  SOFTMETAL_MEMBER constexpr operator vec<T, 4>() const {
    return vec<T, 4>(e[0], e[1], e[2], e[3]);
  }
};

#undef SOFTMETAL_PACKED_MEMBERS
#undef SOFTMETAL_PACKED_OPERATE

// Templates that take no vec, so that `vec op packed_vec` finds vec's own operators only.
#define SOFTMETAL_PACKED_BINARY(op)                                                   \
  template <class T, int N>                                                           \
  SOFTMETAL_FUNC constexpr auto operator op(packed_vec<T, N> a, packed_vec<T, N> b) { \
    return vec<T, N>(a) op vec<T, N>(b);                                              \
  }                                                                                   \
  template <class T, int N, class S>                                                  \
    requires(is_arithmetic_v<S>)                                                      \
  SOFTMETAL_FUNC constexpr auto operator op(packed_vec<T, N> a, S b) {                \
    return vec<T, N>(a) op vec<T, N>(T(b));                                           \
  }                                                                                   \
  template <class T, int N, class S>                                                  \
    requires(is_arithmetic_v<S>)                                                      \
  SOFTMETAL_FUNC constexpr auto operator op(S a, packed_vec<T, N> b) {                \
    return vec<T, N>(T(a)) op vec<T, N>(b);                                           \
  }
SOFTMETAL_PACKED_BINARY(+)
SOFTMETAL_PACKED_BINARY(-)
SOFTMETAL_PACKED_BINARY(*)
SOFTMETAL_PACKED_BINARY(/)
SOFTMETAL_PACKED_BINARY(%)
SOFTMETAL_PACKED_BINARY(&)
SOFTMETAL_PACKED_BINARY(|)
SOFTMETAL_PACKED_BINARY(^)
SOFTMETAL_PACKED_BINARY(<<)
SOFTMETAL_PACKED_BINARY(>>)
SOFTMETAL_PACKED_BINARY(==)
SOFTMETAL_PACKED_BINARY(!=)
SOFTMETAL_PACKED_BINARY(<)
SOFTMETAL_PACKED_BINARY(>)
SOFTMETAL_PACKED_BINARY(<=)
SOFTMETAL_PACKED_BINARY(>=)
#undef SOFTMETAL_PACKED_BINARY

}  // namespace metal
