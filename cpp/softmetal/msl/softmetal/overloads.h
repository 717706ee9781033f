// overloads.h: macros that give a scalar function its vector overloads. May use: vector_names.h.
//
// The library's functions are overloads, not templates, as in Metal: a scalar argument next to a
// vector converts, and an ambiguous call is one there too. Only the scalar bfloat functions are
// templates: programs define their own for it.
#pragma once

// The scalar types that a list macro M(T) is expanded for.
#define SOFTMETAL_EACH_FLOAT(M) M(float) M(half)
#define SOFTMETAL_EACH_INTEGER(M) \
  M(char) M(uchar) M(short) M(ushort) M(int) M(uint) M(long) M(ulong)

// name(T2), name(T3), name(T4) by components; the result is a vector of R.
#define SOFTMETAL_MAP1(R, name, T)                                                      \
  SOFTMETAL_FUNC R##2 name(T##2 a) { return R##2(name(a[0]), name(a[1])); }             \
  SOFTMETAL_FUNC R##3 name(T##3 a) { return R##3(name(a[0]), name(a[1]), name(a[2])); } \
  SOFTMETAL_FUNC R##4 name(T##4 a) { return R##4(name(a[0]), name(a[1]), name(a[2]), name(a[3])); }
#define SOFTMETAL_MAP2(R, name, T)                                                              \
  SOFTMETAL_FUNC R##2 name(T##2 a, T##2 b) { return R##2(name(a[0], b[0]), name(a[1], b[1])); } \
  SOFTMETAL_FUNC R##3 name(T##3 a, T##3 b) {                                                    \
    return R##3(name(a[0], b[0]), name(a[1], b[1]), name(a[2], b[2]));                          \
  }                                                                                             \
  SOFTMETAL_FUNC R##4 name(T##4 a, T##4 b) {                                                    \
    return R##4(name(a[0], b[0]), name(a[1], b[1]), name(a[2], b[2]), name(a[3], b[3]));        \
  }
// The third argument is of type U (T, or bool for select).
#define SOFTMETAL_MAP3(R, name, T, U)                                                    \
  SOFTMETAL_FUNC R##2 name(T##2 a, T##2 b, U##2 c) {                                     \
    return R##2(name(a[0], b[0], c[0]), name(a[1], b[1], c[1]));                         \
  }                                                                                      \
  SOFTMETAL_FUNC R##3 name(T##3 a, T##3 b, U##3 c) {                                     \
    return R##3(name(a[0], b[0], c[0]), name(a[1], b[1], c[1]), name(a[2], b[2], c[2])); \
  }                                                                                      \
  SOFTMETAL_FUNC R##4 name(T##4 a, T##4 b, U##4 c) {                                     \
    return R##4(name(a[0], b[0], c[0]), name(a[1], b[1], c[1]), name(a[2], b[2], c[2]),  \
                name(a[3], b[3], c[3]));                                                 \
  }

namespace metal::detail {
template <class T>
concept is_bfloat = is_same_v<T, bfloat>;
}

// name for float, half, bfloat and their vectors from a scalar function on float. half and bfloat
// results are float results rounded.
#define SOFTMETAL_FLOAT1(name, function)                                \
  SOFTMETAL_FUNC float name(float a) { return function(a); }            \
  SOFTMETAL_FUNC half name(half a) { return half(function(float(a))); } \
  template <metal::detail::is_bfloat T>                                 \
  SOFTMETAL_FUNC T name(T a) {                                          \
    return T(function(float(a)));                                       \
  }                                                                     \
  SOFTMETAL_MAP1(float, name, float)                                    \
  SOFTMETAL_MAP1(half, name, half)                                      \
  SOFTMETAL_MAP1(bfloat, name, bfloat)
#define SOFTMETAL_FLOAT2(name, function)                                                  \
  SOFTMETAL_FUNC float name(float a, float b) { return function(a, b); }                  \
  SOFTMETAL_FUNC half name(half a, half b) { return half(function(float(a), float(b))); } \
  template <metal::detail::is_bfloat T>                                                   \
  SOFTMETAL_FUNC T name(T a, T b) {                                                       \
    return T(function(float(a), float(b)));                                               \
  }                                                                                       \
  SOFTMETAL_MAP2(float, name, float)                                                      \
  SOFTMETAL_MAP2(half, name, half)                                                        \
  SOFTMETAL_MAP2(bfloat, name, bfloat)
#define SOFTMETAL_FLOAT3(name, function)                                             \
  SOFTMETAL_FUNC float name(float a, float b, float c) { return function(a, b, c); } \
  SOFTMETAL_FUNC half name(half a, half b, half c) {                                 \
    return half(function(float(a), float(b), float(c)));                             \
  }                                                                                  \
  template <metal::detail::is_bfloat T>                                              \
  SOFTMETAL_FUNC T name(T a, T b, T c) {                                             \
    return T(function(float(a), float(b), float(c)));                                \
  }                                                                                  \
  SOFTMETAL_MAP3(float, name, float, float)                                          \
  SOFTMETAL_MAP3(half, name, half, half)                                             \
  SOFTMETAL_MAP3(bfloat, name, bfloat, bfloat)
// A predicate: bool, and vectors of bool.
#define SOFTMETAL_PREDICATE1(name, function)                      \
  SOFTMETAL_FUNC bool name(float a) { return function(a); }       \
  SOFTMETAL_FUNC bool name(half a) { return function(float(a)); } \
  template <metal::detail::is_bfloat T>                           \
  SOFTMETAL_FUNC bool name(T a) {                                 \
    return function(float(a));                                    \
  }                                                               \
  SOFTMETAL_MAP1(bool, name, float)                               \
  SOFTMETAL_MAP1(bool, name, half)                                \
  SOFTMETAL_MAP1(bool, name, bfloat)

// All of it lives in metal::precise; fast and metal take it over by name.
#define SOFTMETAL_SAME_EVERYWHERE(name) \
  namespace metal {                     \
  namespace fast {                      \
  using precise::name;                  \
  }                                     \
  using precise::name;                  \
  }

// metal::name is precise::name or fast::name, as the program's math mode says.
#if defined(SOFTMETAL_MATH_SAFE)
#define SOFTMETAL_BY_MODE(name) \
  namespace metal {             \
  using precise::name;          \
  }
#else
#define SOFTMETAL_BY_MODE(name) \
  namespace metal {             \
  using fast::name;             \
  }
#endif
