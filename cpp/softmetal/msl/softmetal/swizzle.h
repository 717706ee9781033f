// swizzle.h: the swizzles of a vector as macro lists. Each v.xy is a property, read by get_xy()
// and, where no component repeats, written by set_xy(). May use: nothing.
//
// The class that expands SOFTMETAL_SWIZZLES_n provides
//   T at<I>() const          one component
//   void put<I>(T)           writes one component and nothing else
// and the type names T, swizzle2, swizzle3, swizzle4 (what two to four components make).
#pragma once

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
#define SOFTMETAL_AT(c) at<SOFTMETAL_INDEX_##c>()
#define SOFTMETAL_PUT(c, value) put<SOFTMETAL_INDEX_##c>(value)

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

// ---- all tuples over the first 2, 3, 4 components; one copy of each list per nesting level
// --------

#define SOFTMETAL_A2(M) M(x) M(y)
#define SOFTMETAL_A3(M) SOFTMETAL_A2(M) M(z)
#define SOFTMETAL_A4(M) SOFTMETAL_A3(M) M(w)

#define SOFTMETAL_B2(M, a) M(a, x) M(a, y)
#define SOFTMETAL_B3(M, a) SOFTMETAL_B2(M, a) M(a, z)
#define SOFTMETAL_B4(M, a) SOFTMETAL_B3(M, a) M(a, w)

#define SOFTMETAL_C2(M, a, b) M(a, b, x) M(a, b, y)
#define SOFTMETAL_C3(M, a, b) SOFTMETAL_C2(M, a, b) M(a, b, z)
#define SOFTMETAL_C4(M, a, b) SOFTMETAL_C3(M, a, b) M(a, b, w)

#define SOFTMETAL_D2(M, a, b, c) M(a, b, c, x) M(a, b, c, y)
#define SOFTMETAL_D3(M, a, b, c) SOFTMETAL_D2(M, a, b, c) M(a, b, c, z)
#define SOFTMETAL_D4(M, a, b, c) SOFTMETAL_D3(M, a, b, c) M(a, b, c, w)

#define SOFTMETAL_READ4_2(a, b, c) SOFTMETAL_D2(SOFTMETAL_GET4, a, b, c)
#define SOFTMETAL_READ4_3(a, b, c) SOFTMETAL_D3(SOFTMETAL_GET4, a, b, c)
#define SOFTMETAL_READ4_4(a, b, c) SOFTMETAL_D4(SOFTMETAL_GET4, a, b, c)
#define SOFTMETAL_READ3_2(a, b) \
  SOFTMETAL_C2(SOFTMETAL_GET3, a, b) SOFTMETAL_C2(SOFTMETAL_READ4_2, a, b)
#define SOFTMETAL_READ3_3(a, b) \
  SOFTMETAL_C3(SOFTMETAL_GET3, a, b) SOFTMETAL_C3(SOFTMETAL_READ4_3, a, b)
#define SOFTMETAL_READ3_4(a, b) \
  SOFTMETAL_C4(SOFTMETAL_GET3, a, b) SOFTMETAL_C4(SOFTMETAL_READ4_4, a, b)
#define SOFTMETAL_READ2_2(a) SOFTMETAL_B2(SOFTMETAL_GET2, a) SOFTMETAL_B2(SOFTMETAL_READ3_2, a)
#define SOFTMETAL_READ2_3(a) SOFTMETAL_B3(SOFTMETAL_GET2, a) SOFTMETAL_B3(SOFTMETAL_READ3_3, a)
#define SOFTMETAL_READ2_4(a) SOFTMETAL_B4(SOFTMETAL_GET2, a) SOFTMETAL_B4(SOFTMETAL_READ3_4, a)

// ---- tuples without repetition -----------------------------------------------------------------

#define SOFTMETAL_PAIRS(M, a, b) M(a, b) M(b, a)
#define SOFTMETAL_TRIPLES(M, a, b, c) \
  M(a, b, c) M(a, c, b) M(b, a, c) M(b, c, a) M(c, a, b) M(c, b, a)
#define SOFTMETAL_QUADS(M, a, b, c, d) \
  M(a, b, c, d) M(a, b, d, c) M(a, c, b, d) M(a, c, d, b) M(a, d, b, c) M(a, d, c, b)

#define SOFTMETAL_WRITE_2 SOFTMETAL_PAIRS(SOFTMETAL_SET2, x, y)
#define SOFTMETAL_WRITE_3               \
  SOFTMETAL_WRITE_2                     \
  SOFTMETAL_PAIRS(SOFTMETAL_SET2, x, z) \
  SOFTMETAL_PAIRS(SOFTMETAL_SET2, y, z) SOFTMETAL_TRIPLES(SOFTMETAL_SET3, x, y, z)
#define SOFTMETAL_WRITE_4                                                                     \
  SOFTMETAL_WRITE_3                                                                           \
  SOFTMETAL_PAIRS(SOFTMETAL_SET2, x, w)                                                       \
  SOFTMETAL_PAIRS(SOFTMETAL_SET2, y, w)                                                       \
  SOFTMETAL_PAIRS(SOFTMETAL_SET2, z, w)                                                       \
  SOFTMETAL_TRIPLES(SOFTMETAL_SET3, x, y, w)                                                  \
  SOFTMETAL_TRIPLES(SOFTMETAL_SET3, x, z, w)                                                  \
  SOFTMETAL_TRIPLES(SOFTMETAL_SET3, y, z, w) SOFTMETAL_QUADS(SOFTMETAL_SET4, x, y, z, w)      \
      SOFTMETAL_QUADS(SOFTMETAL_SET4, y, x, z, w) SOFTMETAL_QUADS(SOFTMETAL_SET4, z, x, y, w) \
          SOFTMETAL_QUADS(SOFTMETAL_SET4, w, x, y, z)

#define SOFTMETAL_SWIZZLES_2 \
  SOFTMETAL_A2(SOFTMETAL_COMPONENT) SOFTMETAL_A2(SOFTMETAL_READ2_2) SOFTMETAL_WRITE_2
#define SOFTMETAL_SWIZZLES_3 \
  SOFTMETAL_A3(SOFTMETAL_COMPONENT) SOFTMETAL_A3(SOFTMETAL_READ2_3) SOFTMETAL_WRITE_3
#define SOFTMETAL_SWIZZLES_4 \
  SOFTMETAL_A4(SOFTMETAL_COMPONENT) SOFTMETAL_A4(SOFTMETAL_READ2_4) SOFTMETAL_WRITE_4
