// swizzle.h: the swizzles of vectors. Each v.xy is a property, read by get_xy() and, where no
// component repeats, written by set_xy(). May use: types.h.
//
// They are members of a base class, swizzles<V, T, N> of a vector class V with N components of type
// T, which is not defined here: all_swizzles.h defines it with all 336 swizzles of four components,
// and the MSL compiler with those that the program at hand names, which clang can do in no time. V
// provides
//   T at<I>() const          one component
//   void put<I>(T)           writes one component and nothing else
#pragma once

namespace metal {
template <class T, int N>
struct vec;
template <class V, class T, int N>
struct swizzles;
}  // namespace metal

// clang-format off: it never settles on macros that continue over lines after a call.

// Component names to indices and to their colour names.
#define SOFTMETAL_INDEX_x 0
#define SOFTMETAL_INDEX_y 1
#define SOFTMETAL_INDEX_z 2
#define SOFTMETAL_INDEX_w 3
#define SOFTMETAL_COLOR_x r
#define SOFTMETAL_COLOR_y g
#define SOFTMETAL_COLOR_z b
#define SOFTMETAL_COLOR_w a
#define SOFTMETAL_AT(c) static_cast<const V*>(this)->template at<SOFTMETAL_INDEX_##c>()
#define SOFTMETAL_PUT(c, value) static_cast<V*>(this)->template put<SOFTMETAL_INDEX_##c>(value)

#define SOFTMETAL_PASTE2(a, b) a##b
#define SOFTMETAL_PASTE3(a, b, c) a##b##c
#define SOFTMETAL_PASTE4(a, b, c, d) a##b##c##d
#define SOFTMETAL_NAME2(a, b) SOFTMETAL_PASTE2(a, b)
#define SOFTMETAL_NAME3(a, b, c) SOFTMETAL_PASTE3(a, b, c)
#define SOFTMETAL_NAME4(a, b, c, d) SOFTMETAL_PASTE4(a, b, c, d)

#define SOFTMETAL_PROPERTY(type, name, accessor) \
  __declspec(property(get = get_##accessor, put = set_##accessor)) type name;

// ---- one component -----------------------------------------------------------------------------

#define SOFTMETAL_COMPONENT(a)                                             \
  SOFTMETAL_MEMBER constexpr T get_##a() const { return SOFTMETAL_AT(a); } \
  SOFTMETAL_MEMBER constexpr T set_##a(T value) {                          \
    SOFTMETAL_PUT(a, value);                                               \
    return value;                                                          \
  }                                                                        \
  SOFTMETAL_PROPERTY(T, a, a)                                              \
  SOFTMETAL_PROPERTY_COLOR1(SOFTMETAL_COLOR_##a, a)
#define SOFTMETAL_PROPERTY_COLOR1(name, a) SOFTMETAL_PROPERTY(T, name, a)

// ---- reading two, three, four components -------------------------------------------------------

#define SOFTMETAL_GET2(a, b)                               \
  SOFTMETAL_MEMBER constexpr swizzle2 get_##a##b() const { \
    return swizzle2(SOFTMETAL_AT(a), SOFTMETAL_AT(b));     \
  }                                                        \
  SOFTMETAL_PROPERTY(swizzle2, a##b, a##b)                 \
  SOFTMETAL_PROPERTY_COLOR2(SOFTMETAL_NAME2(SOFTMETAL_COLOR_##a, SOFTMETAL_COLOR_##b), a##b)
#define SOFTMETAL_PROPERTY_COLOR2(name, accessor) SOFTMETAL_PROPERTY_(swizzle2, name, accessor)
#define SOFTMETAL_PROPERTY_(type, name, accessor) SOFTMETAL_PROPERTY(type, name, accessor)

#define SOFTMETAL_GET3(a, b, c)                                                                 \
  SOFTMETAL_MEMBER constexpr swizzle3 get_##a##b##c() const {                                   \
    return swizzle3(SOFTMETAL_AT(a), SOFTMETAL_AT(b), SOFTMETAL_AT(c));                         \
  }                                                                                             \
  SOFTMETAL_PROPERTY(swizzle3, a##b##c, a##b##c)                                                \
  SOFTMETAL_PROPERTY_(                                                                          \
      swizzle3, SOFTMETAL_NAME3(SOFTMETAL_COLOR_##a, SOFTMETAL_COLOR_##b, SOFTMETAL_COLOR_##c), \
      a##b##c)

#define SOFTMETAL_GET4(a, b, c, d)                                                       \
  SOFTMETAL_MEMBER constexpr swizzle4 get_##a##b##c##d() const {                         \
    return swizzle4(SOFTMETAL_AT(a), SOFTMETAL_AT(b), SOFTMETAL_AT(c), SOFTMETAL_AT(d)); \
  }                                                                                      \
  SOFTMETAL_PROPERTY(swizzle4, a##b##c##d, a##b##c##d)                                   \
  SOFTMETAL_PROPERTY_(swizzle4,                                                          \
                      SOFTMETAL_NAME4(SOFTMETAL_COLOR_##a, SOFTMETAL_COLOR_##b,          \
                                      SOFTMETAL_COLOR_##c, SOFTMETAL_COLOR_##d),         \
                      a##b##c##d)

// ---- writing them ------------------------------------------------------------------------------

#define SOFTMETAL_SET2(a, b)                                       \
  SOFTMETAL_MEMBER constexpr swizzle2 set_##a##b(swizzle2 value) { \
    SOFTMETAL_PUT(a, value[0]);                                    \
    SOFTMETAL_PUT(b, value[1]);                                    \
    return value;                                                  \
  }
#define SOFTMETAL_SET3(a, b, c)                                       \
  SOFTMETAL_MEMBER constexpr swizzle3 set_##a##b##c(swizzle3 value) { \
    SOFTMETAL_PUT(a, value[0]);                                       \
    SOFTMETAL_PUT(b, value[1]);                                       \
    SOFTMETAL_PUT(c, value[2]);                                       \
    return value;                                                     \
  }
#define SOFTMETAL_SET4(a, b, c, d)                                       \
  SOFTMETAL_MEMBER constexpr swizzle4 set_##a##b##c##d(swizzle4 value) { \
    SOFTMETAL_PUT(a, value[0]);                                          \
    SOFTMETAL_PUT(b, value[1]);                                          \
    SOFTMETAL_PUT(c, value[2]);                                          \
    SOFTMETAL_PUT(d, value[3]);                                          \
    return value;                                                        \
  }

// What every definition of swizzles<V, T, N> begins with: the components.
#define SOFTMETAL_COMPONENTS_2 \
  typedef vec<T, 2> swizzle2;  \
  typedef vec<T, 3> swizzle3;  \
  typedef vec<T, 4> swizzle4;  \
  SOFTMETAL_COMPONENT(x) SOFTMETAL_COMPONENT(y)
#define SOFTMETAL_COMPONENTS_3 SOFTMETAL_COMPONENTS_2 SOFTMETAL_COMPONENT(z)
#define SOFTMETAL_COMPONENTS_4 SOFTMETAL_COMPONENTS_3 SOFTMETAL_COMPONENT(w)
