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

}  // namespace softmetal::detail

#if defined(__x86_64__)
// In assembly, since every program contains it and pays for its compilation. Rounds to nearest
// even; a NaN stays one.
#if defined(__AVX__)
#define SOFTMETAL_MOVD "vmovd"
#else
#define SOFTMETAL_MOVD "movd"
#endif
asm(".pushsection .text.softmetal_runtime,\"ax\",@progbits\n"
    ".weak __truncsfbf2\n"
    ".hidden __truncsfbf2\n"
    ".type __truncsfbf2,@function\n"
    ".p2align 4\n"
    "__truncsfbf2:\n"
    "  " SOFTMETAL_MOVD
    " %xmm0, %eax\n"
    "  movl %eax, %ecx\n"
    "  andl $0x7fffffff, %ecx\n"
    "  cmpl $0x7f800000, %ecx\n"
    "  ja 1f\n"
    "  movl %eax, %ecx\n"
    "  shrl $16, %ecx\n"
    "  andl $1, %ecx\n"
    "  leal 0x7fff(%rax,%rcx), %eax\n"
    "  shrl $16, %eax\n"
    "  " SOFTMETAL_MOVD
    " %eax, %xmm0\n"
    "  retq\n"
    "1:\n"
    "  shrl $16, %eax\n"
    "  orl $0x40, %eax\n"
    "  " SOFTMETAL_MOVD
    " %eax, %xmm0\n"
    "  retq\n"
    ".size __truncsfbf2, .-__truncsfbf2\n"
    ".popsection\n");
#undef SOFTMETAL_MOVD

#if !defined(__F16C__)
#define SOFTMETAL_RUNTIME extern "C" __attribute__((used, weak, visibility("hidden")))
SOFTMETAL_RUNTIME half __truncsfhf2(float value) {
  return __builtin_bit_cast(half, softmetal::detail::float_to_half_bits(value));
}
SOFTMETAL_RUNTIME float __extendhfsf2(half value) {
  return softmetal::detail::half_bits_to_float(__builtin_bit_cast(ushort, value));
}
#undef SOFTMETAL_RUNTIME
#endif
#endif
