// simdgroup_matrix.h: <metal_simdgroup_matrix>, 8x8 matrices spread over a SIMD-group
// (specification, section 6.7.1). May use: lane_exchange.h.
//
// Each lane holds two neighbours of a row, laid out as on Apple's GPUs, since programs reach them
// through thread_elements(). All 32 lanes must be active, as the specification demands.
#pragma once

namespace metal {

namespace detail {

struct matrix_place {
  uint row, column;  // of the lane's first element; the second is to its right
};
SOFTMETAL_FUNC constexpr matrix_place place_of_lane(uint lane) {
  return {(lane >> 2 & 4u) + (lane >> 1 & 3u), (lane >> 1 & 4u) + (lane & 1u) * 2u};
}
SOFTMETAL_FUNC constexpr uint lane_of_place(uint row, uint column) {
  return (row & 4u) << 2 | (column & 4u) << 1 | (row & 3u) << 1 | (column >> 1 & 1u);
}
SOFTMETAL_FUNC matrix_place own_place() { return place_of_lane(lanes<uchar>(0).lane); }

}  // namespace detail

template <class T, int Columns = 8, int Rows = 8>
struct simdgroup_matrix {
  static_assert(Columns == 8 && Rows == 8, "simdgroup_matrix is 8x8");

  simdgroup_matrix() = default;
  // `value` on the diagonal.
  SOFTMETAL_MEMBER explicit simdgroup_matrix(T value) {
    detail::matrix_place place = detail::own_place();
    elements_ = vec<T, 2>(place.row == place.column ? value : T(0),
                          place.row == place.column + 1 ? value : T(0));
  }
  SOFTMETAL_MEMBER vec<T, 2>& thread_elements() { return elements_; }
  SOFTMETAL_MEMBER const vec<T, 2>& thread_elements() const { return elements_; }

 private:
  vec<T, 2> elements_;
};

typedef simdgroup_matrix<float, 8, 8> simdgroup_float8x8;
typedef simdgroup_matrix<half, 8, 8> simdgroup_half8x8;
typedef simdgroup_matrix<bfloat, 8, 8> simdgroup_bfloat8x8;

template <class T, int Columns = 8, int Rows = 8>
SOFTMETAL_FUNC simdgroup_matrix<T, Columns, Rows> make_filled_simdgroup_matrix(
    type_identity_t<T> value) {
  simdgroup_matrix<T, Columns, Rows> result;
  result.thread_elements() = vec<T, 2>(value);
  return result;
}

namespace detail {
// vec<ulong, 2>, looked into only where T is known.
template <class T>
using matrix_origin = typename conditional<true, vec<ulong, 2>, T>::type;
// Where the lane's element `i` lies in memory, in elements.
template <class Origin>
SOFTMETAL_FUNC ulong matrix_offset(matrix_place place, uint i, ulong elements_per_row,
                                   Origin origin, bool transposed) {
  ulong row = place.row, column = place.column + i;
  ulong y = origin[1] + (transposed ? column : row), x = origin[0] + (transposed ? row : column);
  return y * elements_per_row + x;
}
}  // namespace detail

template <class T>
SOFTMETAL_FUNC void simdgroup_load(simdgroup_matrix<T, 8, 8>& matrix, const T* source,
                                   ulong elements_per_row = 8, detail::matrix_origin<T> origin = 0,
                                   bool transposed = false) {
  detail::matrix_place place = detail::own_place();
  for (uint i = 0; i < 2; ++i) {
    matrix.thread_elements()[i] =
        source[detail::matrix_offset(place, i, elements_per_row, origin, transposed)];
  }
}
template <class T>
SOFTMETAL_FUNC void simdgroup_store(simdgroup_matrix<T, 8, 8> matrix, T* destination,
                                    ulong elements_per_row = 8, detail::matrix_origin<T> origin = 0,
                                    bool transposed = false) {
  detail::matrix_place place = detail::own_place();
  for (uint i = 0; i < 2; ++i) {
    destination[detail::matrix_offset(place, i, elements_per_row, origin, transposed)] =
        matrix.thread_elements()[i];
  }
}

// result = a b + c, summed in float.
template <class R, class A, class B, class C>
SOFTMETAL_FUNC void simdgroup_multiply_accumulate(simdgroup_matrix<R, 8, 8>& result,
                                                  const simdgroup_matrix<A, 8, 8>& a,
                                                  const simdgroup_matrix<B, 8, 8>& b,
                                                  const simdgroup_matrix<C, 8, 8>& c) {
  struct pieces {
    float a[2], b[2];
  };
  detail::lanes<pieces> all(pieces{{float(a.thread_elements()[0]), float(a.thread_elements()[1])},
                                   {float(b.thread_elements()[0]), float(b.thread_elements()[1])}});
  detail::matrix_place place = detail::place_of_lane(all.lane);
  float sum[2] = {float(c.thread_elements()[0]), float(c.thread_elements()[1])};
  for (uint k = 0; k < 8; ++k) {
    float left = all[detail::lane_of_place(place.row, k)].a[k & 1u];
    pieces right = all[detail::lane_of_place(k, place.column)];
    sum[0] += left * right.b[0];
    sum[1] += left * right.b[1];
  }
  result.thread_elements() = vec<R, 2>(R(sum[0]), R(sum[1]));
}
template <class R, class A, class B>
SOFTMETAL_FUNC void simdgroup_multiply(simdgroup_matrix<R, 8, 8>& result,
                                       const simdgroup_matrix<A, 8, 8>& a,
                                       const simdgroup_matrix<B, 8, 8>& b) {
  simdgroup_multiply_accumulate(result, a, b, make_filled_simdgroup_matrix<R>(R(0)));
}

}  // namespace metal
