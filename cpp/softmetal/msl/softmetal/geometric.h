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

namespace precise {
SOFTMETAL_VECTOR2(is_float_vector) T dot(A a, B b) { return T(detail::dot(V(a), V(b))); }
SOFTMETAL_VECTOR1(is_float_vector) T length_squared(A a) { return T(detail::dot(V(a), V(a))); }
SOFTMETAL_VECTOR1(is_float_vector) T length(A a) {
  return T(detail::sqrt(detail::dot(V(a), V(a))));
}
SOFTMETAL_VECTOR2(is_float_vector) T distance_squared(A a, B b) {
  return precise::length_squared(V(a) - V(b));
}
SOFTMETAL_VECTOR2(is_float_vector) T distance(A a, B b) { return precise::length(V(a) - V(b)); }
SOFTMETAL_VECTOR3(is_float_vector) V faceforward(A n, B incident, C reference) {
  return detail::dot(V(reference), V(incident)) < 0.0F ? V(n) : -V(n);
}
SOFTMETAL_VECTOR2(is_float_vector) V reflect(A incident, B n) {
  return V(incident) - detail::scale(V(n), 2.0F * detail::dot(V(n), V(incident)));
}
SOFTMETAL_VECTOR2(is_float_vector) V refract(A incident, B n, T eta) {
  float cosine = detail::dot(V(n), V(incident)), ratio = float(eta);
  float k = 1.0F - ratio * ratio * (1.0F - cosine * cosine);
  V bent = detail::scale(V(incident), ratio) -
           detail::scale(V(n), ratio * cosine + detail::sqrt(detail::max(k, 0.0F)));
  return k < 0.0F ? V(T(0)) : bent;
}
SOFTMETAL_VECTOR2(is_float_vector)
V cross(A x, B y)
  requires(V::size == 3)
{
  const V a(x), b(y);
  return V(T(a[1] * b[2] - a[2] * b[1]), T(a[2] * b[0] - a[0] * b[2]),
           T(a[0] * b[1] - a[1] * b[0]));
}
SOFTMETAL_VECTOR1(is_float_vector) V normalize(A a) {
  return detail::scale(V(a), detail::rsqrt_precise(detail::dot(V(a), V(a))));
}
}  // namespace precise
namespace fast {
SOFTMETAL_VECTOR1(is_float_vector) V normalize(A a) {
  return detail::scale(V(a), detail::rsqrt_fast(detail::dot(V(a), V(a))));
}
}  // namespace fast

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
