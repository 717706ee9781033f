// matrix.h: metal::matrix<T, C, R> of C columns with R rows each, and <metal_matrix>
// (specification, sections 2.3 and 6.8). May use: vector_names.h.
#pragma once

namespace metal {

template <class T, int C, int R>
struct matrix {
  typedef vec<T, R> column;

  column columns[C];

  matrix() = default;
  // `value` on the diagonal.
  SOFTMETAL_MEMBER constexpr explicit matrix(T value) : columns{} {
    for (int i = 0; i < C; ++i) {
      columns[i] = column(T(0));
      if (i < R) set(i, i, value);
    }
  }
  template <class... V>
    requires(sizeof...(V) == C && C > 1 && (is_convertible_v<V, column> && ...) &&
             !(is_arithmetic_v<V> || ...))
  SOFTMETAL_MEMBER constexpr matrix(V... v) : columns{column(v)...} {}
  // C * R scalars, column after column.
  template <class... S>
    requires(sizeof...(S) == C * R && (is_arithmetic_v<S> && ...))
  SOFTMETAL_MEMBER constexpr matrix(S... s) : columns{} {
    T values[] = {T(s)...};
    for (int c = 0; c < C; ++c) {
      for (int r = 0; r < R; ++r) set(c, r, values[c * R + r]);
    }
  }
  template <class U>
  SOFTMETAL_MEMBER constexpr explicit matrix(const matrix<U, C, R>& m) : columns{} {
    for (int c = 0; c < C; ++c) columns[c] = column(m.columns[c]);
  }

  SOFTMETAL_MEMBER constexpr column& operator[](size_t c) { return columns[c]; }
  SOFTMETAL_MEMBER constexpr const column& operator[](size_t c) const { return columns[c]; }

#define SOFTMETAL_MATRIX_ASSIGN(op, other) \
  SOFTMETAL_MEMBER constexpr matrix& operator op## = (other b) { return *this = *this op b; }
  SOFTMETAL_MATRIX_ASSIGN(+, const matrix&)
  SOFTMETAL_MATRIX_ASSIGN(-, const matrix&)
  SOFTMETAL_MATRIX_ASSIGN(*, T)
#undef SOFTMETAL_MATRIX_ASSIGN
  SOFTMETAL_MEMBER constexpr matrix& operator*=(const matrix<T, C, C>& b) {
    return *this = *this * b;
  }

 private:
  SOFTMETAL_MEMBER constexpr void set(int c, int r, T value) { columns[c].e[r] = value; }
};

#define SOFTMETAL_MATRIX_OPERATOR(op)                                              \
  template <class T, int C, int R>                                                 \
  SOFTMETAL_FUNC constexpr matrix<T, C, R> operator op(const matrix<T, C, R>& a,   \
                                                       const matrix<T, C, R>& b) { \
    matrix<T, C, R> result;                                                        \
    for (int c = 0; c < C; ++c) result.columns[c] = a.columns[c] op b.columns[c];  \
    return result;                                                                 \
  }
SOFTMETAL_MATRIX_OPERATOR(+)
SOFTMETAL_MATRIX_OPERATOR(-)
#undef SOFTMETAL_MATRIX_OPERATOR

template <class T, int C, int R>
SOFTMETAL_FUNC constexpr matrix<T, C, R> operator-(const matrix<T, C, R>& a) {
  return a * T(-1);
}
template <class T, int C, int R>
SOFTMETAL_FUNC constexpr matrix<T, C, R> operator*(const matrix<T, C, R>& a, type_identity_t<T> s) {
  matrix<T, C, R> result;
  for (int c = 0; c < C; ++c) result.columns[c] = a.columns[c] * s;
  return result;
}
template <class T, int C, int R>
SOFTMETAL_FUNC constexpr matrix<T, C, R> operator*(type_identity_t<T> s, const matrix<T, C, R>& a) {
  return a * s;
}
// Matrix times column vector.
template <class T, int C, int R>
SOFTMETAL_FUNC constexpr vec<T, R> operator*(const matrix<T, C, R>& a,
                                             type_identity_t<vec<T, C>> v) {
  vec<T, R> sum = a.columns[0] * v[0];
  for (int c = 1; c < C; ++c) sum += a.columns[c] * v[c];
  return sum;
}
// Row vector times matrix.
template <class T, int C, int R>
SOFTMETAL_FUNC constexpr vec<T, C> operator*(type_identity_t<vec<T, R>> v,
                                             const matrix<T, C, R>& a) {
  vec<T, C> result;
  for (int c = 0; c < C; ++c) {
    vec<T, R> products = v * a.columns[c];
    T sum = products[0];
    for (int r = 1; r < R; ++r) sum = T(sum + products[r]);
    result.e[c] = sum;
  }
  return result;
}
template <class T, int K, int R, int C>
SOFTMETAL_FUNC constexpr matrix<T, C, R> operator*(const matrix<T, K, R>& a,
                                                   const matrix<T, C, K>& b) {
  matrix<T, C, R> result;
  for (int c = 0; c < C; ++c) result.columns[c] = a * b.columns[c];
  return result;
}
template <class T, int C, int R>
SOFTMETAL_FUNC constexpr bool operator==(const matrix<T, C, R>& a, const matrix<T, C, R>& b) {
  for (int c = 0; c < C; ++c) {
    for (int r = 0; r < R; ++r) {
      if (a.columns[c][r] != b.columns[c][r]) return false;
    }
  }
  return true;
}

template <class T, int C, int R>
SOFTMETAL_FUNC constexpr matrix<T, R, C> transpose(const matrix<T, C, R>& a) {
  matrix<T, R, C> result;
  for (int c = 0; c < C; ++c) {
    for (int r = 0; r < R; ++r) result.columns[r].e[c] = a.columns[c][r];
  }
  return result;
}

template <class T>
SOFTMETAL_FUNC constexpr T determinant(const matrix<T, 2, 2>& m) {
  return T(m[0][0] * m[1][1] - m[1][0] * m[0][1]);
}
template <class T>
SOFTMETAL_FUNC constexpr T determinant(const matrix<T, 3, 3>& m) {
  T a = T(m[1][1] * m[2][2] - m[2][1] * m[1][2]);
  T b = T(m[1][0] * m[2][2] - m[2][0] * m[1][2]);
  T c = T(m[1][0] * m[2][1] - m[2][0] * m[1][1]);
  return T(m[0][0] * a - m[0][1] * b + m[0][2] * c);
}
// By the 2x2 minors of the first two and of the last two columns.
template <class T>
SOFTMETAL_FUNC constexpr T determinant(const matrix<T, 4, 4>& m) {
  auto minor = [&](int c, int i, int j) {
    return T(m[c][i] * m[c + 1][j] - m[c][j] * m[c + 1][i]);
  };
  return T(minor(0, 0, 1) * minor(2, 2, 3) - minor(0, 0, 2) * minor(2, 1, 3) +
           minor(0, 0, 3) * minor(2, 1, 2) + minor(0, 1, 2) * minor(2, 0, 3) -
           minor(0, 1, 3) * minor(2, 0, 2) + minor(0, 2, 3) * minor(2, 0, 1));
}

}  // namespace metal

#define SOFTMETAL_MATRIX_NAME(T, C, R)       \
  typedef metal::matrix<T, C, R> T##C##x##R; \
  namespace metal {                          \
  using ::T##C##x##R;                        \
  }
// clang-format off
#define SOFTMETAL_MATRIX_NAMES(T)                                                              \
  SOFTMETAL_MATRIX_NAME(T, 2, 2) SOFTMETAL_MATRIX_NAME(T, 2, 3) SOFTMETAL_MATRIX_NAME(T, 2, 4) \
  SOFTMETAL_MATRIX_NAME(T, 3, 2) SOFTMETAL_MATRIX_NAME(T, 3, 3) SOFTMETAL_MATRIX_NAME(T, 3, 4) \
  SOFTMETAL_MATRIX_NAME(T, 4, 2) SOFTMETAL_MATRIX_NAME(T, 4, 3) SOFTMETAL_MATRIX_NAME(T, 4, 4)
// clang-format on
SOFTMETAL_MATRIX_NAMES(float)
SOFTMETAL_MATRIX_NAMES(half)
#undef SOFTMETAL_MATRIX_NAME
#undef SOFTMETAL_MATRIX_NAMES
