// bfloat.h: bfloat, the upper half of a float (specification, section 2.1). May use: types.h.
//
// A class over the bits and not clang's __bf16: that one cannot be cast to half, and most CPUs
// round to it by a function call, which keeps loops from being vectorized. It converts as the
// built-in floating-point types do; two bfloats, or a bfloat and an integer, make a bfloat.
#pragma once

struct bfloat {
  ushort bits;

  bfloat() = default;
  SOFTMETAL_MEMBER constexpr bfloat(float value) : bits(rounded(value)) {}
  template <class S>
    requires(__is_arithmetic(S))
  SOFTMETAL_MEMBER constexpr bfloat(S value) : bfloat(float(value)) {}
  SOFTMETAL_MEMBER constexpr bfloat(__bf16 value) : bits(__builtin_bit_cast(ushort, value)) {}

  SOFTMETAL_MEMBER constexpr operator float() const {
    return __builtin_bit_cast(float, uint(bits) << 16);
  }
  SOFTMETAL_MEMBER constexpr explicit operator __bf16() const {
    return __builtin_bit_cast(__bf16, bits);
  }

  SOFTMETAL_MEMBER constexpr bfloat operator-() const { return bfloat(-float(*this)); }
  SOFTMETAL_MEMBER constexpr bfloat& operator+=(float b) { return *this = float(*this) + b; }
  SOFTMETAL_MEMBER constexpr bfloat& operator-=(float b) { return *this = float(*this) - b; }
  SOFTMETAL_MEMBER constexpr bfloat& operator*=(float b) { return *this = float(*this) * b; }
  SOFTMETAL_MEMBER constexpr bfloat& operator/=(float b) { return *this = float(*this) / b; }
  SOFTMETAL_MEMBER constexpr bfloat& operator++() { return *this += 1.0F; }
  SOFTMETAL_MEMBER constexpr bfloat& operator--() { return *this -= 1.0F; }
  SOFTMETAL_MEMBER constexpr bfloat operator++(int) {
    bfloat kept = *this;
    ++*this;
    return kept;
  }
  SOFTMETAL_MEMBER constexpr bfloat operator--(int) {
    bfloat kept = *this;
    --*this;
    return kept;
  }

 private:
  // To nearest even; a NaN stays one.
  SOFTMETAL_MEMBER static constexpr ushort rounded(float value) {
    uint b = __builtin_bit_cast(uint, value);
    uint nearest = (b + 0x7fffu + (b >> 16 & 1u)) >> 16;
    return ushort((b & 0x7fffffffu) > 0x7f800000u ? b >> 16 | 0x40u : nearest);
  }
};

namespace metal {
using ::bfloat;
}

namespace softmetal::detail {
template <class A, class B>
concept bfloat_pair = (__is_same(A, bfloat) && (__is_same(B, bfloat) || __is_integral(B))) ||
                      (__is_integral(A) && __is_same(B, bfloat));
}

#define SOFTMETAL_BFLOAT_OPERATOR(op)                     \
  template <class A, class B>                             \
    requires(softmetal::detail::bfloat_pair<A, B>)        \
  SOFTMETAL_FUNC constexpr bfloat operator op(A a, B b) { \
    return bfloat(float(a) op float(b));                  \
  }
SOFTMETAL_BFLOAT_OPERATOR(+)
SOFTMETAL_BFLOAT_OPERATOR(-)
SOFTMETAL_BFLOAT_OPERATOR(*)
SOFTMETAL_BFLOAT_OPERATOR(/)
#undef SOFTMETAL_BFLOAT_OPERATOR
