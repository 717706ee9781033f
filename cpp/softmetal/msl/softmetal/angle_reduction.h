// angle_reduction.h: angles to quarter turns, the first half of trigonometry. May use:
// math_kernels.h.
#pragma once

#pragma float_control(precise, on, push)

namespace metal::detail {

// An angle as a whole number of quarter turns (its low bits) and a rest, in radians.
struct quarter_turns {
  ulong count;
  double rest;  // |rest| < 0.88
};

// 2/pi * 2^e modulo 4 for e = -25..104 as the sum of two doubles. The first has at most 29 bits, a
// multiple of 2^-27 at the large end, so that its product with a float's mantissa is exact.
struct turn_table_entry {
  double high, low;
};
inline constexpr turn_table_entry turn_table[] = {{0x1.45f306d000000p-26L, 0x1.9391054a7f09dp-55L},
                                                  {0x1.45f306d000000p-25L, 0x1.9391054a7f09dp-54L},
                                                  {0x1.45f306d000000p-24L, 0x1.9391054a7f09dp-53L},
                                                  {0x1.45f306d000000p-23L, 0x1.9391054a7f09dp-52L},
                                                  {0x1.45f306d000000p-22L, 0x1.9391054a7f09dp-51L},
                                                  {0x1.45f306d000000p-21L, 0x1.9391054a7f09dp-50L},
                                                  {0x1.45f306d000000p-20L, 0x1.9391054a7f09dp-49L},
                                                  {0x1.45f306d000000p-19L, 0x1.9391054a7f09dp-48L},
                                                  {0x1.45f306d000000p-18L, 0x1.9391054a7f09dp-47L},
                                                  {0x1.45f306d000000p-17L, 0x1.9391054a7f09dp-46L},
                                                  {0x1.45f306d000000p-16L, 0x1.9391054a7f09dp-45L},
                                                  {0x1.45f306d000000p-15L, 0x1.9391054a7f09dp-44L},
                                                  {0x1.45f306d000000p-14L, 0x1.9391054a7f09dp-43L},
                                                  {0x1.45f306d000000p-13L, 0x1.9391054a7f09dp-42L},
                                                  {0x1.45f306d000000p-12L, 0x1.9391054a7f09dp-41L},
                                                  {0x1.45f306d000000p-11L, 0x1.9391054a7f09dp-40L},
                                                  {0x1.45f306d000000p-10L, 0x1.9391054a7f09dp-39L},
                                                  {0x1.45f306d000000p-9L, 0x1.9391054a7f09dp-38L},
                                                  {0x1.45f306d000000p-8L, 0x1.9391054a7f09dp-37L},
                                                  {0x1.45f306d000000p-7L, 0x1.9391054a7f09dp-36L},
                                                  {0x1.45f306d000000p-6L, 0x1.9391054a7f09dp-35L},
                                                  {0x1.45f306d000000p-5L, 0x1.9391054a7f09dp-34L},
                                                  {0x1.45f306d000000p-4L, 0x1.9391054a7f09dp-33L},
                                                  {0x1.45f306d000000p-3L, 0x1.9391054a7f09dp-32L},
                                                  {0x1.45f3068000000p-2L, 0x1.727220a94fe14p-28L},
                                                  {0x1.45f306c000000p-1L, 0x1.c9c882a53f84fp-29L},
                                                  {0x1.45f306c000000p+0L, 0x1.c9c882a53f84fp-28L},
                                                  {0x1.45f306d000000p+1L, 0x1.9391054a7f09dp-28L},
                                                  {0x1.17cc1b6000000p+0L, 0x1.27220a94fe13bp-28L},
                                                  {0x1.17cc1b7000000p+1L, 0x1.391054a7f09d6p-30L},
                                                  {0x1.7cc1b70000000p-2L, 0x1.391054a7f09d6p-29L},
                                                  {0x1.7cc1b70000000p-1L, 0x1.391054a7f09d6p-28L},
                                                  {0x1.7cc1b72000000p+0L, 0x1.c882a53f84eb0p-30L},
                                                  {0x1.7cc1b72000000p+1L, 0x1.c882a53f84eb0p-29L},
                                                  {0x1.f306dc8000000p+0L, 0x1.c882a53f84eb0p-28L},
                                                  {0x1.f306dc9000000p+1L, 0x1.91054a7f09d5fp-28L},
                                                  {0x1.e60db93000000p+1L, 0x1.220a94fe13abfp-28L},
                                                  {0x1.cc1b727000000p+1L, 0x1.1054a7f09d5f4p-30L},
                                                  {0x1.9836e4e000000p+1L, 0x1.1054a7f09d5f4p-29L},
                                                  {0x1.306dc9c000000p+1L, 0x1.1054a7f09d5f4p-28L},
                                                  {0x1.836e4e4000000p-1L, 0x1.054a7f09d5f48p-31L},
                                                  {0x1.836e4e4000000p+0L, 0x1.054a7f09d5f48p-30L},
                                                  {0x1.836e4e4000000p+1L, 0x1.054a7f09d5f48p-29L},
                                                  {0x1.06dc9c8000000p+1L, 0x1.054a7f09d5f48p-28L},
                                                  {0x1.b727220000000p-4L, 0x1.529fc2757d1f5p-33L},
                                                  {0x1.b727220000000p-3L, 0x1.529fc2757d1f5p-32L},
                                                  {0x1.b727220000000p-2L, 0x1.529fc2757d1f5p-31L},
                                                  {0x1.b727220000000p-1L, 0x1.529fc2757d1f5p-30L},
                                                  {0x1.b727220000000p+0L, 0x1.529fc2757d1f5p-29L},
                                                  {0x1.b727220000000p+1L, 0x1.529fc2757d1f5p-28L},
                                                  {0x1.6e4e441000000p+1L, 0x1.4a7f09d5f47d5p-29L},
                                                  {0x1.b939104000000p+0L, 0x1.4a7f09d5f47d5p-28L},
                                                  {0x1.b939105000000p+1L, 0x1.29fc2757d1f53p-29L},
                                                  {0x1.727220a000000p+1L, 0x1.29fc2757d1f53p-28L},
                                                  {0x1.c9c882a000000p+0L, 0x1.4fe13abe8fa9ap-30L},
                                                  {0x1.c9c882a000000p+1L, 0x1.4fe13abe8fa9ap-29L},
                                                  {0x1.9391054000000p+1L, 0x1.4fe13abe8fa9ap-28L},
                                                  {0x1.27220a9000000p+1L, 0x1.3f84eafa3ea6ap-29L},
                                                  {0x1.3910548000000p-1L, 0x1.3f84eafa3ea6ap-28L},
                                                  {0x1.391054a000000p+0L, 0x1.fc2757d1f534ep-30L},
                                                  {0x1.391054a000000p+1L, 0x1.fc2757d1f534ep-29L},
                                                  {0x1.c882a50000000p-1L, 0x1.fc2757d1f534ep-28L},
                                                  {0x1.c882a52000000p+0L, 0x1.f84eafa3ea69cp-28L},
                                                  {0x1.c882a53000000p+1L, 0x1.f09d5f47d4d37p-28L},
                                                  {0x1.91054a7000000p+1L, 0x1.e13abe8fa9a6fp-28L},
                                                  {0x1.220a94f000000p+1L, 0x1.c2757d1f534dep-28L},
                                                  {0x1.1054a7c000000p-1L, 0x1.84eafa3ea69bcp-28L},
                                                  {0x1.1054a7e000000p+0L, 0x1.09d5f47d4d377p-28L},
                                                  {0x1.1054a7f000000p+1L, 0x1.3abe8fa9a6ee0p-32L},
                                                  {0x1.054a7f0000000p-2L, 0x1.3abe8fa9a6ee0p-31L},
                                                  {0x1.054a7f0000000p-1L, 0x1.3abe8fa9a6ee0p-30L},
                                                  {0x1.054a7f0000000p+0L, 0x1.3abe8fa9a6ee0p-29L},
                                                  {0x1.054a7f0000000p+1L, 0x1.3abe8fa9a6ee0p-28L},
                                                  {0x1.529fc20000000p-4L, 0x1.d5f47d4d37703p-30L},
                                                  {0x1.529fc20000000p-3L, 0x1.d5f47d4d37703p-29L},
                                                  {0x1.529fc20000000p-2L, 0x1.d5f47d4d37703p-28L},
                                                  {0x1.529fc24000000p-1L, 0x1.abe8fa9a6ee07p-28L},
                                                  {0x1.529fc26000000p+0L, 0x1.57d1f534ddc0ep-28L},
                                                  {0x1.529fc27000000p+1L, 0x1.5f47d4d377037p-29L},
                                                  {0x1.4a7f09c000000p+0L, 0x1.5f47d4d377037p-28L},
                                                  {0x1.4a7f09d000000p+1L, 0x1.7d1f534ddc0dbp-29L},
                                                  {0x1.29fc274000000p+0L, 0x1.7d1f534ddc0dbp-28L},
                                                  {0x1.29fc275000000p+1L, 0x1.f47d4d377036ep-29L},
                                                  {0x1.4fe13a8000000p-1L, 0x1.f47d4d377036ep-28L},
                                                  {0x1.4fe13aa000000p+0L, 0x1.e8fa9a6ee06dbp-28L},
                                                  {0x1.4fe13ab000000p+1L, 0x1.d1f534ddc0db6p-28L},
                                                  {0x1.3f84eae000000p+0L, 0x1.a3ea69bb81b6cp-28L},
                                                  {0x1.3f84eaf000000p+1L, 0x1.47d4d377036d9p-28L},
                                                  {0x1.fc2757c000000p-1L, 0x1.1f534ddc0db63p-29L},
                                                  {0x1.fc2757c000000p+0L, 0x1.1f534ddc0db63p-28L},
                                                  {0x1.fc2757d000000p+1L, 0x1.f534ddc0db629p-31L},
                                                  {0x1.f84eafa000000p+1L, 0x1.f534ddc0db629p-30L},
                                                  {0x1.f09d5f4000000p+1L, 0x1.f534ddc0db629p-29L},
                                                  {0x1.e13abe8000000p+1L, 0x1.f534ddc0db629p-28L},
                                                  {0x1.c2757d1000000p+1L, 0x1.ea69bb81b6c53p-28L},
                                                  {0x1.84eafa3000000p+1L, 0x1.d4d377036d8a5p-28L},
                                                  {0x1.09d5f47000000p+1L, 0x1.a9a6ee06db14bp-28L},
                                                  {0x1.3abe8f0000000p-3L, 0x1.534ddc0db6296p-28L},
                                                  {0x1.3abe8f8000000p-2L, 0x1.4d377036d8a56p-29L},
                                                  {0x1.3abe8f8000000p-1L, 0x1.4d377036d8a56p-28L},
                                                  {0x1.3abe8fa000000p+0L, 0x1.34ddc0db6295ap-29L},
                                                  {0x1.3abe8fa000000p+1L, 0x1.34ddc0db6295ap-28L},
                                                  {0x1.d5f47d4000000p-1L, 0x1.a6ee06db14acdp-30L},
                                                  {0x1.d5f47d4000000p+0L, 0x1.a6ee06db14acdp-29L},
                                                  {0x1.d5f47d4000000p+1L, 0x1.a6ee06db14acdp-28L},
                                                  {0x1.abe8fa9000000p+1L, 0x1.4ddc0db629599p-28L},
                                                  {0x1.57d1f53000000p+1L, 0x1.377036d8a5665p-29L},
                                                  {0x1.5f47d4c000000p+0L, 0x1.377036d8a5665p-28L},
                                                  {0x1.5f47d4d000000p+1L, 0x1.bb81b6c52b328p-30L},
                                                  {0x1.7d1f534000000p+0L, 0x1.bb81b6c52b328p-29L},
                                                  {0x1.7d1f534000000p+1L, 0x1.bb81b6c52b328p-28L},
                                                  {0x1.f47d4d2000000p+0L, 0x1.77036d8a5664fp-28L},
                                                  {0x1.f47d4d3000000p+1L, 0x1.dc0db6295993cp-29L},
                                                  {0x1.e8fa9a6000000p+1L, 0x1.dc0db6295993cp-28L},
                                                  {0x1.d1f534d000000p+1L, 0x1.b81b6c52b3279p-28L},
                                                  {0x1.a3ea69b000000p+1L, 0x1.7036d8a5664f1p-28L},
                                                  {0x1.47d4d37000000p+1L, 0x1.c0db6295993c4p-29L},
                                                  {0x1.1f534dc000000p+0L, 0x1.c0db6295993c4p-28L},
                                                  {0x1.1f534dd000000p+1L, 0x1.81b6c52b32788p-28L},
                                                  {0x1.f534dd8000000p-2L, 0x1.036d8a5664f11p-28L},
                                                  {0x1.f534ddc000000p-1L, 0x1.b6c52b3278872p-34L},
                                                  {0x1.f534ddc000000p+0L, 0x1.b6c52b3278872p-33L},
                                                  {0x1.f534ddc000000p+1L, 0x1.b6c52b3278872p-32L},
                                                  {0x1.ea69bb8000000p+1L, 0x1.b6c52b3278872p-31L},
                                                  {0x1.d4d3770000000p+1L, 0x1.b6c52b3278872p-30L},
                                                  {0x1.a9a6ee0000000p+1L, 0x1.b6c52b3278872p-29L},
                                                  {0x1.534ddc0000000p+1L, 0x1.b6c52b3278872p-28L},
                                                  {0x1.4d37702000000p+0L, 0x1.6d8a5664f10e4p-28L},
                                                  {0x1.4d37703000000p+1L, 0x1.b6295993c4390p-29L},
                                                  {0x1.34ddc0c000000p+0L, 0x1.b6295993c4390p-28L}};

// For every float: of the product of the mantissa with 2/pi * 2^exponent only what matters modulo a
// full turn is formed, exactly to 2^-57.
SOFTMETAL_FUNC quarter_turns reduce_exactly(float angle) {
  int exponent = int(magnitude(angle) >> 23);
  int entry = exponent < 125 ? 0 : exponent > 254 ? 129 : exponent - 125;
  double scale = double_from_bits(ulong(1023 + 25 - entry) << 52);
  double mantissa = double(angle) * scale;
  double turns = mantissa * turn_table[entry].high;
  double shifted = turns + integer_shift;
  double rest = (turns - (shifted - integer_shift)) + mantissa * turn_table[entry].low;
  return {bits(shifted), rest * half_pi};
}

// Cody and Waite's subtraction of multiples of pi/2 in two parts. The absolute error is below 2^-40
// up to 10^5, and grows to 10^-7 at 10^9.
SOFTMETAL_FUNC quarter_turns reduce_fast(float angle) {
  double shifted = double(angle) * double(0x1.45f306dc9c883p-1L) + integer_shift;
  double count = shifted - integer_shift;
  double rest = double(angle) - count * double(0x1.921fb54400000p+0L);
  return {bits(shifted), rest - count * double(0x1.0b4611a626331p-34L)};
}

// Of pi * a.
SOFTMETAL_FUNC quarter_turns reduce_turns(float a) {
  float quarters = 2.0F * (a - 2.0F * rint(0.5F * a));
  double shifted = double(quarters) + integer_shift;
  return {bits(shifted), (double(quarters) - (shifted - integer_shift)) * half_pi};
}

SOFTMETAL_FUNC double flip_sign(double value, ulong bit) {
  return double_from_bits(bits(value) ^ (bit << 63));
}
SOFTMETAL_FUNC float sin_of(quarter_turns t) {
  double value = (t.count & 1ul) != 0 ? cos_kernel(t.rest) : sin_kernel(t.rest);
  return float(flip_sign(value, t.count >> 1 & 1ul));
}
SOFTMETAL_FUNC float cos_of(quarter_turns t) { return sin_of({t.count + 1, t.rest}); }
SOFTMETAL_FUNC float tan_of(quarter_turns t) {
  double s = sin_kernel(t.rest), c = cos_kernel(t.rest);
  bool odd = (t.count & 1ul) != 0;
  return float((odd ? -c : s) / (odd ? s : c));
}

}  // namespace metal::detail

#pragma float_control(pop)
