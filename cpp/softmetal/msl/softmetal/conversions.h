// conversions.h: conversions to half and bfloat that the CPU has no instruction for. Clang calls
// them by the names of its run-time library, which kernels are linked without. May use: types.h.
#pragma once

namespace softmetal::detail {

// Shifts right by `count` (0..31), rounding to nearest even.
SOFTMETAL_FUNC constexpr uint shift_right_rounded(uint value, uint count) {
  uint kept = value >> count;
  uint half_unit = count == 0 ? 0u : 1u << (count - 1);
  uint rest = value & ((1u << count) - 1u);
  return kept + ((rest > half_unit || (rest == half_unit && (kept & 1u))) && count != 0);
}

SOFTMETAL_FUNC constexpr ushort float_to_half_bits(float value) {
  uint bits = __builtin_bit_cast(uint, value);
  uint sign = (bits >> 16) & 0x8000u;
  uint magnitude = bits & 0x7fffffffu;
  if (magnitude > 0x7f800000u) return ushort(sign | 0x7e00u | ((magnitude >> 13) & 0x3ffu));
  if (magnitude >= 0x47800000u) return ushort(sign | 0x7c00u);
  if (magnitude >= 0x38800000u) {  // normal; a carry out of the mantissa reaches the exponent
    return ushort(sign | shift_right_rounded(magnitude - 0x38000000u, 13));
  }
  uint exponent = magnitude >> 23;
  if (exponent < 102) return ushort(sign);
  return ushort(sign | shift_right_rounded((magnitude & 0x7fffffu) | 0x800000u, 126 - exponent));
}

SOFTMETAL_FUNC constexpr float half_bits_to_float(ushort half_bits) {
  uint sign = (half_bits & 0x8000u) << 16;
  uint magnitude = half_bits & 0x7fffu;
  if (magnitude >= 0x7c00u) {
    uint nan = magnitude > 0x7c00u ? 0x400000u : 0u;
    return __builtin_bit_cast(float, sign | 0x7f800000u | nan | (magnitude & 0x3ffu) << 13);
  }
  // Subnormal or not: the half's bits as a float's are its value times 2^-112.
  float scaled = __builtin_bit_cast(float, magnitude << 13) * 0x1p112f;
  return __builtin_bit_cast(float, sign | __builtin_bit_cast(uint, scaled));
}

SOFTMETAL_FUNC constexpr ushort float_to_bfloat_bits(float value) {
  uint bits = __builtin_bit_cast(uint, value);
  uint rounded = (bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16;
  return ushort((bits & 0x7fffffffu) > 0x7f800000u ? (bits >> 16) | 0x40u : rounded);
}

// The float nearest to `value` whose last bit tells that it is inexact: rounding it once more to a
// shorter format gives the same as rounding `value` itself.
SOFTMETAL_FUNC constexpr float double_to_float_odd(double value) {
  float nearest = float(value);
  double rest = value - double(nearest);
  uint bits = __builtin_bit_cast(uint, nearest);
  if (rest == 0 || rest != rest || (bits & 1u) || (bits & 0x7f800000u) == 0x7f800000u) {
    return nearest;
  }
  bool toward_zero = (rest > 0) != (bits >> 31 != 0) || (bits << 1) == 0;
  return __builtin_bit_cast(float, toward_zero ? bits | 1u : bits - 1u);
}

}  // namespace softmetal::detail

#if defined(__x86_64__)
#define SOFTMETAL_RUNTIME extern "C" __attribute__((used, weak, visibility("hidden")))
SOFTMETAL_RUNTIME bfloat __truncsfbf2(float value) {
  return __builtin_bit_cast(bfloat, softmetal::detail::float_to_bfloat_bits(value));
}
SOFTMETAL_RUNTIME bfloat __truncdfbf2(double value) {
  return __truncsfbf2(softmetal::detail::double_to_float_odd(value));
}
SOFTMETAL_RUNTIME half __truncdfhf2(double value) {
  return __builtin_bit_cast(
      half, softmetal::detail::float_to_half_bits(softmetal::detail::double_to_float_odd(value)));
}
#if !defined(__F16C__)
SOFTMETAL_RUNTIME half __truncsfhf2(float value) {
  return __builtin_bit_cast(half, softmetal::detail::float_to_half_bits(value));
}
SOFTMETAL_RUNTIME float __extendhfsf2(half value) {
  return softmetal::detail::half_bits_to_float(__builtin_bit_cast(ushort, value));
}
#endif
#undef SOFTMETAL_RUNTIME
#endif
