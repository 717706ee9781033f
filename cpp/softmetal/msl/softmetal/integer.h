// integer.h: <metal_integer> (specification, section 6.3). abs, min, max, clamp are in common.h.
// May use: overloads.h.
#pragma once

namespace metal {

namespace detail {

template <class T>
inline constexpr int width = sizeof(T) * 8;
template <class T>
inline constexpr T lowest = is_signed_v<T> ? T(T(1) << (width<T> - 1)) : T(0);
template <class T>
inline constexpr T highest = T(~lowest<T>);

template <class T>
SOFTMETAL_FUNC constexpr make_unsigned_t<T> absdiff(T a, T b) {
  typedef make_unsigned_t<T> U;
  return a > b ? U(U(a) - U(b)) : U(U(b) - U(a));
}
template <class T>
SOFTMETAL_FUNC constexpr T addsat(T a, T b) {
  T sum{};
  return __builtin_add_overflow(a, b, &sum) ? (b < 0 ? lowest<T> : highest<T>) : sum;
}
template <class T>
SOFTMETAL_FUNC constexpr T subsat(T a, T b) {
  T difference{};
  if (!__builtin_sub_overflow(a, b, &difference)) return difference;
  return is_unsigned_v<T> || b > 0 ? lowest<T> : highest<T>;
}
// (a + b) >> 1 and (a + b + 1) >> 1 without losing the carry.
template <class T>
SOFTMETAL_FUNC constexpr T hadd(T a, T b) {
  return T((a & b) + ((a ^ b) >> 1));
}
template <class T>
SOFTMETAL_FUNC constexpr T rhadd(T a, T b) {
  return T((a | b) - ((a ^ b) >> 1));
}
template <class T>
SOFTMETAL_FUNC constexpr T mulhi(T a, T b) {
  if constexpr (sizeof(T) == 8) {
    typedef conditional_t<is_signed_v<T>, __int128, unsigned __int128> wide;
    return T(wide(a) * wide(b) >> 64);
  } else {
    typedef conditional_t<is_signed_v<T>, long, ulong> wide;
    return T(wide(a) * wide(b) >> width<T>);
  }
}
template <class T>
SOFTMETAL_FUNC constexpr T madhi(T a, T b, T c) {
  return T(mulhi(a, b) + c);
}
template <class T>
SOFTMETAL_FUNC constexpr T madsat(T a, T b, T c) {
  typedef conditional_t<sizeof(T) == 8, __int128, long> wide_signed;
  typedef conditional_t<sizeof(T) == 8, unsigned __int128, ulong> wide_unsigned;
  typedef conditional_t<is_signed_v<T>, wide_signed, wide_unsigned> wide;
  wide product = wide(a) * wide(b);
  // The product of two 64-bit numbers leaves no room for the sum's carry in 128 bits.
  wide sum{};
  if (__builtin_add_overflow(product, wide(c), &sum)) return c < 0 ? lowest<T> : highest<T>;
  return sum < wide(lowest<T>) ? lowest<T> : sum > wide(highest<T>) ? highest<T> : T(sum);
}
template <class T>
SOFTMETAL_FUNC constexpr T popcount(T a) {
  return T(__builtin_popcountl(ulong(make_unsigned_t<T>(a))));
}
// The width, where no bit is set.
template <class T>
SOFTMETAL_FUNC constexpr T clz(T a) {
  ulong u = make_unsigned_t<T>(a);
  return T(u == 0 ? width<T> : __builtin_clzl(u) - (64 - width<T>));
}
template <class T>
SOFTMETAL_FUNC constexpr T ctz(T a) {
  ulong u = make_unsigned_t<T>(a);
  return T(u == 0 ? width<T> : __builtin_ctzl(u));
}
template <class T>
SOFTMETAL_FUNC constexpr T rotate(T a, T count) {
  typedef make_unsigned_t<T> U;
  uint left = uint(count) & (width<T> - 1u), right = (width<T> - left) & (width<T> - 1u);
  return T(U(U(a) << left) | U(U(a) >> right));
}
template <class T>
SOFTMETAL_FUNC constexpr T reverse_bits(T a) {
  typedef make_unsigned_t<T> U;
  if constexpr (sizeof(T) == 1) return T(__builtin_bitreverse8(U(a)));
  if constexpr (sizeof(T) == 2) return T(__builtin_bitreverse16(U(a)));
  if constexpr (sizeof(T) == 4) return T(__builtin_bitreverse32(U(a)));
  if constexpr (sizeof(T) == 8) return T(__builtin_bitreverse64(U(a)));
}
// `count` bits from `offset` up; none for a count of 0.
template <class T>
SOFTMETAL_FUNC constexpr T extract_bits(T a, uint offset, uint count) {
  typedef make_unsigned_t<T> U;
  if (count == 0) return T(0);
  uint above = width<T> - offset - count;
  return T(T(U(U(a) << (above & (width<T> - 1u)))) >> ((above + offset) & (width<T> - 1u)));
}
template <class T>
SOFTMETAL_FUNC constexpr T insert_bits(T base, T insert, uint offset, uint count) {
  typedef make_unsigned_t<T> U;
  U mask = count == 0 ? U(0) : U(U(~U(0)) >> ((width<T> - count) & (width<T> - 1u)));
  mask = U(mask << (offset & (width<T> - 1u)));
  return T((U(base) & U(~mask)) | (U(U(insert) << (offset & (width<T> - 1u))) & mask));
}

}  // namespace detail

#define SOFTMETAL_INTEGER1(name) SOFTMETAL_MAP1(name, is_integer_vector, T, detail::name, T)
#define SOFTMETAL_INTEGER2(name) SOFTMETAL_MAP2(name, is_integer_vector, T, detail::name, T)
#define SOFTMETAL_INTEGER3(name) SOFTMETAL_MAP3(name, is_integer_vector, T, detail::name, T)
SOFTMETAL_INTEGER2(addsat)
SOFTMETAL_INTEGER2(subsat)
SOFTMETAL_INTEGER2(hadd)
SOFTMETAL_INTEGER2(rhadd)
SOFTMETAL_INTEGER2(mulhi)
SOFTMETAL_INTEGER3(madhi)
SOFTMETAL_INTEGER3(madsat)
SOFTMETAL_INTEGER1(popcount)
SOFTMETAL_INTEGER1(clz)
SOFTMETAL_INTEGER1(ctz)
SOFTMETAL_INTEGER2(rotate)
SOFTMETAL_INTEGER1(reverse_bits)
SOFTMETAL_MAP2(absdiff, is_integer_vector, make_unsigned_t<T>, detail::absdiff, T)
#undef SOFTMETAL_INTEGER1
#undef SOFTMETAL_INTEGER2
#undef SOFTMETAL_INTEGER3

// The bit-field functions take scalar offsets and counts.
SOFTMETAL_VECTOR1(is_integer_vector) V extract_bits(A a, uint offset, uint count) {
  return detail::map([=](T x) { return detail::extract_bits(x, offset, count); }, V(a));
}
SOFTMETAL_VECTOR2(is_integer_vector) V insert_bits(A base, B insert, uint offset, uint count) {
  return detail::map([=](T x, T y) { return detail::insert_bits(x, y, offset, count); }, V(base),
                     V(insert));
}

#define SOFTMETAL_INTEGER1(name, T) \
  SOFTMETAL_FUNC T name(T a) { return detail::name(a); }
#define SOFTMETAL_INTEGER2(name, T) \
  SOFTMETAL_FUNC T name(T a, T b) { return detail::name(a, b); }
#define SOFTMETAL_INTEGER3(name, T) \
  SOFTMETAL_FUNC T name(T a, T b, T c) { return detail::name(a, b, c); }
#define SOFTMETAL_INTEGERS(T)                                                           \
  SOFTMETAL_FUNC make_unsigned_t<T> absdiff(T a, T b) { return detail::absdiff(a, b); } \
  SOFTMETAL_INTEGER2(addsat, T)                                                         \
  SOFTMETAL_INTEGER2(subsat, T)                                                         \
  SOFTMETAL_INTEGER2(hadd, T)                                                           \
  SOFTMETAL_INTEGER2(rhadd, T)                                                          \
  SOFTMETAL_INTEGER2(mulhi, T)                                                          \
  SOFTMETAL_INTEGER3(madhi, T)                                                          \
  SOFTMETAL_INTEGER3(madsat, T)                                                         \
  SOFTMETAL_INTEGER1(popcount, T)                                                       \
  SOFTMETAL_INTEGER1(clz, T)                                                            \
  SOFTMETAL_INTEGER1(ctz, T)                                                            \
  SOFTMETAL_INTEGER2(rotate, T)                                                         \
  SOFTMETAL_INTEGER1(reverse_bits, T)                                                   \
  SOFTMETAL_FUNC T extract_bits(T a, uint offset, uint count) {                         \
    return detail::extract_bits(a, offset, count);                                      \
  }                                                                                     \
  SOFTMETAL_FUNC T insert_bits(T base, T insert, uint offset, uint count) {             \
    return detail::insert_bits(base, insert, offset, count);                            \
  }
SOFTMETAL_EACH_INTEGER(SOFTMETAL_INTEGERS)

// Of the low 24 bits of 32-bit integers.
namespace detail {
template <class T>
SOFTMETAL_FUNC constexpr T mul24(T a, T b) {
  return T(T(a << 8) >> 8) * T(T(b << 8) >> 8);
}
template <class T>
SOFTMETAL_FUNC constexpr T mad24(T a, T b, T c) {
  return mul24(a, b) + c;
}
}  // namespace detail
SOFTMETAL_INTEGER2(mul24, int)
SOFTMETAL_INTEGER2(mul24, uint)
SOFTMETAL_INTEGER3(mad24, int)
SOFTMETAL_INTEGER3(mad24, uint)
SOFTMETAL_MAP2(mul24, is_int_vector, T, detail::mul24, T)
SOFTMETAL_MAP3(mad24, is_int_vector, T, detail::mad24, T)

#undef SOFTMETAL_INTEGER1
#undef SOFTMETAL_INTEGER2
#undef SOFTMETAL_INTEGER3
#undef SOFTMETAL_INTEGERS

}  // namespace metal
