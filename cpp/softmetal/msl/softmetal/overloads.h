// overloads.h: macros that give a scalar function its vector forms. May use: packed.h.
//
// Scalar functions are overloads, as in Metal: arguments convert to them, and an ambiguous call is
// one there too. (Only those for bfloat are templates: programs define their own for it.) Vectors
// are taken by one template for all element types and sizes, which costs nothing before it is
// called: a header of 1500 overloads would take clang a second.
#pragma once

// The scalar types that a list macro M(T) is expanded for.
#define SOFTMETAL_EACH_FLOAT(M) M(float) M(half)
#define SOFTMETAL_EACH_INTEGER(M) \
  M(char) M(uchar) M(short) M(ushort) M(int) M(uint) M(long) M(ulong)

namespace metal::detail {

template <class T>
concept is_bfloat = is_same_v<T, bfloat>;

// The vector that an argument is; void for anything else.
template <class A>
struct vector_argument {
  typedef void type;
};
template <class T, int N>
struct vector_argument<vec<T, N>> {
  typedef vec<T, N> type;
};
template <class T, int N>
struct vector_argument<packed_vec<T, N>> {
  typedef vec<T, N> type;
};

template <class... A>
struct first_vector {
  typedef void type;
};
template <class A, class... More>
struct first_vector<A, More...> : conditional_t<is_void_v<typename vector_argument<A>::type>,
                                                first_vector<More...>, vector_argument<A>> {};

template <class V, class... A>
inline constexpr bool convert_to = ((is_same_v<A, V> || is_convertible_v<A, V>) && ...);

// The vector type in which a function computes: that of the first vector among the arguments, if
// the others convert to it (as vectors in memory and scalars do); else void.
template <class... A>
struct common_vector {
  typedef typename first_vector<A...>::type first;
  typedef conditional_t<convert_to<first, A...>, first, void> type;
};
template <class A>
struct common_vector<A> : vector_argument<A> {};
template <class... A>
using vector_of = typename common_vector<A...>::type;

// What the macros below take as `kind`: whether a function is there for a vector type.
template <class V>
inline constexpr bool is_any_vector = is_vector_v<V>;
template <class V>
inline constexpr bool is_float_vector =
    is_vector_v<V> && is_floating_point_v<typename shape<V>::scalar>;
template <class V>
inline constexpr bool is_integer_vector = is_vector_v<V> && integer<typename shape<V>::scalar>;
template <class V>
inline constexpr bool is_number_vector = is_vector_v<V> && number<typename shape<V>::scalar>;
template <class V>
inline constexpr bool is_bool_vector = is_vector_v<V> && is_same_v<typename shape<V>::scalar, bool>;
template <class V>
inline constexpr bool is_int_vector =
    is_integer_vector<V> && sizeof(typename shape<V>::scalar) == sizeof(int);

}  // namespace metal::detail

// Template heads for one to three arguments. V is the vector type, T its scalar. An initializer
// list stands for a vector like the first argument.
#define SOFTMETAL_VECTOR1(kind)                                 \
  template <class A, class V = metal::detail::vector_of<A>,     \
            class T = typename metal::detail::shape<V>::scalar> \
    requires(metal::detail::kind<V>)                            \
  SOFTMETAL_FUNC
#define SOFTMETAL_VECTOR2(kind)                                             \
  template <class A, class B = A, class V = metal::detail::vector_of<A, B>, \
            class T = typename metal::detail::shape<V>::scalar>             \
    requires(metal::detail::kind<V>)                                        \
  SOFTMETAL_FUNC
#define SOFTMETAL_VECTOR3(kind)                                                             \
  template <class A, class B = A, class C = A, class V = metal::detail::vector_of<A, B, C>, \
            class T = typename metal::detail::shape<V>::scalar>                             \
    requires(metal::detail::kind<V>)                                                        \
  SOFTMETAL_FUNC

// name(vectors) by components: R(function(U(component)...)). R and U may be T.
#define SOFTMETAL_MAP1(name, kind, R, function, U)                                 \
  SOFTMETAL_VECTOR1(kind) metal::vec<R, metal::detail::shape<V>::size> name(A x) { \
    typedef metal::vec<R, V::size> W;                                              \
    const V a(x);                                                                  \
    SOFTMETAL_BY_SIZE(SOFTMETAL_CALL1, R, function, U)                             \
  }
#define SOFTMETAL_MAP2(name, kind, R, function, U)                                      \
  SOFTMETAL_VECTOR2(kind) metal::vec<R, metal::detail::shape<V>::size> name(A x, B y) { \
    typedef metal::vec<R, V::size> W;                                                   \
    const V a(x), b(y);                                                                 \
    SOFTMETAL_BY_SIZE(SOFTMETAL_CALL2, R, function, U)                                  \
  }
#define SOFTMETAL_MAP3(name, kind, R, function, U)                                           \
  SOFTMETAL_VECTOR3(kind) metal::vec<R, metal::detail::shape<V>::size> name(A x, B y, C z) { \
    typedef metal::vec<R, V::size> W;                                                        \
    const V a(x), b(y), c(z);                                                                \
    SOFTMETAL_BY_SIZE(SOFTMETAL_CALL3, R, function, U)                                       \
  }
#define SOFTMETAL_BY_SIZE(M, R, f, U)                                     \
  if constexpr (V::size == 2) {                                           \
    return W(M(R, f, U, 0), M(R, f, U, 1));                               \
  } else if constexpr (V::size == 3) {                                    \
    return W(M(R, f, U, 0), M(R, f, U, 1), M(R, f, U, 2));                \
  } else {                                                                \
    return W(M(R, f, U, 0), M(R, f, U, 1), M(R, f, U, 2), M(R, f, U, 3)); \
  }
#define SOFTMETAL_CALL1(R, f, U, i) R(f(U(a[i])))
#define SOFTMETAL_CALL2(R, f, U, i) R(f(U(a[i]), U(b[i])))
#define SOFTMETAL_CALL3(R, f, U, i) R(f(U(a[i]), U(b[i]), U(c[i])))

// name for float, half, bfloat and their vectors from a scalar function on float. half and bfloat
// results are float results rounded.
#define SOFTMETAL_FLOAT1(name, function)                                \
  SOFTMETAL_FUNC float name(float a) { return function(a); }            \
  SOFTMETAL_FUNC half name(half a) { return half(function(float(a))); } \
  template <metal::detail::is_bfloat T>                                 \
  SOFTMETAL_FUNC T name(T a) {                                          \
    return T(function(float(a)));                                       \
  }                                                                     \
  SOFTMETAL_MAP1(name, is_float_vector, T, function, float)
#define SOFTMETAL_FLOAT2(name, function)                                                  \
  SOFTMETAL_FUNC float name(float a, float b) { return function(a, b); }                  \
  SOFTMETAL_FUNC half name(half a, half b) { return half(function(float(a), float(b))); } \
  template <metal::detail::is_bfloat T>                                                   \
  SOFTMETAL_FUNC T name(T a, T b) {                                                       \
    return T(function(float(a), float(b)));                                               \
  }                                                                                       \
  SOFTMETAL_MAP2(name, is_float_vector, T, function, float)
#define SOFTMETAL_FLOAT3(name, function)                                             \
  SOFTMETAL_FUNC float name(float a, float b, float c) { return function(a, b, c); } \
  SOFTMETAL_FUNC half name(half a, half b, half c) {                                 \
    return half(function(float(a), float(b), float(c)));                             \
  }                                                                                  \
  template <metal::detail::is_bfloat T>                                              \
  SOFTMETAL_FUNC T name(T a, T b, T c) {                                             \
    return T(function(float(a), float(b), float(c)));                                \
  }                                                                                  \
  SOFTMETAL_MAP3(name, is_float_vector, T, function, float)
// A predicate: bool, and vectors of bool.
#define SOFTMETAL_PREDICATE1(name, function)                      \
  SOFTMETAL_FUNC bool name(float a) { return function(a); }       \
  SOFTMETAL_FUNC bool name(half a) { return function(float(a)); } \
  template <metal::detail::is_bfloat T>                           \
  SOFTMETAL_FUNC bool name(T a) {                                 \
    return function(float(a));                                    \
  }                                                               \
  SOFTMETAL_MAP1(name, is_float_vector, bool, function, float)

// All of it lives in metal::precise; fast and metal take it over by name.
#define SOFTMETAL_SAME_EVERYWHERE(name) \
  namespace metal {                     \
  namespace fast {                      \
  using precise::name;                  \
  }                                     \
  using precise::name;                  \
  }
