// geometric.h: <metal_geometric> (specification, section 6.7). May use: floating_point.h.
//
// Sums are formed in float, so that a half vector's length does not overflow at 256.
#pragma once

namespace metal {

namespace detail {

template <class T, int N>
SOFTMETAL_FUNC float dot(vec<T, N> a, vec<T, N> b) {
  float sum = float(a[0]) * float(b[0]);
#pragma clang loop unroll(full)
  for (int i = 1; i < N; ++i) sum += float(a[i]) * float(b[i]);
  return sum;
}
template <class V>
SOFTMETAL_FUNC V scale(V a, float factor) {
  typedef typename shape<V>::scalar T;
  return map([=](T x) { return T(float(x) * factor); }, a);
}

}  // namespace detail

#define SOFTMETAL_GEOMETRY(T, V)                                                    \
  SOFTMETAL_FUNC T dot(V a, V b) { return T(detail::dot(a, b)); }                   \
  SOFTMETAL_FUNC T length_squared(V a) { return T(detail::dot(a, a)); }             \
  SOFTMETAL_FUNC T distance_squared(V a, V b) { return length_squared(V(a - b)); }  \
  SOFTMETAL_FUNC T length(V a) { return T(detail::sqrt(detail::dot(a, a))); }       \
  SOFTMETAL_FUNC T distance(V a, V b) { return length(V(a - b)); }                  \
  SOFTMETAL_FUNC V faceforward(V n, V incident, V reference) {                      \
    return detail::dot(reference, incident) < 0.0F ? n : -n;                        \
  }                                                                                 \
  SOFTMETAL_FUNC V reflect(V incident, V n) {                                       \
    return incident - detail::scale(n, 2.0F * detail::dot(n, incident));            \
  }                                                                                 \
  SOFTMETAL_FUNC V refract(V incident, V n, T eta) {                                \
    float cosine = detail::dot(n, incident), ratio = float(eta);                    \
    float k = 1.0F - ratio * ratio * (1.0F - cosine * cosine);                      \
    V bent = detail::scale(incident, ratio) -                                       \
             detail::scale(n, ratio * cosine + detail::sqrt(detail::max(k, 0.0F))); \
    return k < 0.0F ? V(T(0)) : bent;                                               \
  }
#define SOFTMETAL_GEOMETRY_ALL(T) \
  SOFTMETAL_GEOMETRY(T, T##2) SOFTMETAL_GEOMETRY(T, T##3) SOFTMETAL_GEOMETRY(T, T##4)
#define SOFTMETAL_NORMALIZE(V, rsqrt) \
  SOFTMETAL_FUNC V normalize(V a) { return detail::scale(a, rsqrt(detail::dot(a, a))); }
#define SOFTMETAL_NORMALIZE_ALL(T, rsqrt) \
  SOFTMETAL_NORMALIZE(T##2, rsqrt) SOFTMETAL_NORMALIZE(T##3, rsqrt) SOFTMETAL_NORMALIZE(T##4, rsqrt)

namespace precise {
SOFTMETAL_EACH_FLOAT(SOFTMETAL_GEOMETRY_ALL)
SOFTMETAL_GEOMETRY_ALL(bfloat)
SOFTMETAL_NORMALIZE_ALL(float, detail::rsqrt_precise)
SOFTMETAL_NORMALIZE_ALL(half, detail::rsqrt_precise)
SOFTMETAL_NORMALIZE_ALL(bfloat, detail::rsqrt_precise)

#define SOFTMETAL_CROSS(T)                                                  \
  SOFTMETAL_FUNC T##3 cross(T##3 a, T##3 b) {                               \
    return T##3(T(a[1] * b[2] - a[2] * b[1]), T(a[2] * b[0] - a[0] * b[2]), \
                T(a[0] * b[1] - a[1] * b[0]));                              \
  }
SOFTMETAL_EACH_FLOAT(SOFTMETAL_CROSS)
SOFTMETAL_CROSS(bfloat)
#undef SOFTMETAL_CROSS
}  // namespace precise
namespace fast {
SOFTMETAL_NORMALIZE_ALL(float, detail::rsqrt_fast)
SOFTMETAL_NORMALIZE_ALL(half, detail::rsqrt_fast)
SOFTMETAL_NORMALIZE_ALL(bfloat, detail::rsqrt_fast)
}  // namespace fast

#undef SOFTMETAL_GEOMETRY
#undef SOFTMETAL_GEOMETRY_ALL
#undef SOFTMETAL_NORMALIZE
#undef SOFTMETAL_NORMALIZE_ALL

}  // namespace metal
SOFTMETAL_SAME_EVERYWHERE(cross)
SOFTMETAL_SAME_EVERYWHERE(distance)
SOFTMETAL_SAME_EVERYWHERE(distance_squared)
SOFTMETAL_SAME_EVERYWHERE(dot)
SOFTMETAL_SAME_EVERYWHERE(faceforward)
SOFTMETAL_SAME_EVERYWHERE(length)
SOFTMETAL_SAME_EVERYWHERE(length_squared)
SOFTMETAL_SAME_EVERYWHERE(reflect)
SOFTMETAL_SAME_EVERYWHERE(refract)
SOFTMETAL_BY_MODE(normalize)
