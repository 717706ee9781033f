// all_swizzles.h: every swizzle, for programs of which it is not known which ones they name.
// May use: swizzle.h.
#pragma once

// clang-format off: it never settles on macros that continue over lines after a call.

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

namespace metal {
template <class V, class T>
struct swizzles<V, T, 2> {
  SOFTMETAL_COMPONENTS_2
  SOFTMETAL_A2(SOFTMETAL_READ2_2)
  SOFTMETAL_WRITE_2
};
template <class V, class T>
struct swizzles<V, T, 3> {
  SOFTMETAL_COMPONENTS_3
  SOFTMETAL_A3(SOFTMETAL_READ2_3)
  SOFTMETAL_WRITE_3
};
template <class V, class T>
struct swizzles<V, T, 4> {
  SOFTMETAL_COMPONENTS_4
  SOFTMETAL_A4(SOFTMETAL_READ2_4)
  SOFTMETAL_WRITE_4
};
}  // namespace metal
