// limits.h: <metal_limits>, and the constants that MSL defines as macros (specification, section
// 6.6). May use: types.h.
#pragma once

#define CHAR_BIT 8
#define SCHAR_MAX 127
#define SCHAR_MIN (-SCHAR_MAX - 1)
#define UCHAR_MAX 255
#define CHAR_MAX SCHAR_MAX
#define CHAR_MIN SCHAR_MIN
#define SHRT_MAX 32767
#define SHRT_MIN (-SHRT_MAX - 1)
#define USHRT_MAX 65535
#define INT_MAX 2147483647
#define INT_MIN (-INT_MAX - 1)
#define UINT_MAX 4294967295U
#define LONG_MAX 9223372036854775807L
#define LONG_MIN (-LONG_MAX - 1L)
#define ULONG_MAX 18446744073709551615UL

#define FLT_DIG 6
#define FLT_MANT_DIG 24
#define FLT_MAX_10_EXP 38
#define FLT_MAX_EXP 128
#define FLT_MIN_10_EXP (-37)
#define FLT_MIN_EXP (-125)
#define FLT_RADIX 2
#define FLT_MAX 0x1.fffffep127F
#define FLT_MIN 0x1.0p-126F
#define FLT_EPSILON 0x1.0p-23F
#define FLT_TRUE_MIN 0x1.0p-149F
#define FLT_DECIMAL_DIG 9
#define MAXFLOAT FLT_MAX
#define HUGE_VALF __builtin_huge_valf()
#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")
#define FP_ILOGB0 INT_MIN
#define FP_ILOGBNAN INT_MIN

#define HALF_DIG 3
#define HALF_MANT_DIG 11
#define HALF_MAX_10_EXP 4
#define HALF_MAX_EXP 16
#define HALF_MIN_10_EXP (-4)
#define HALF_MIN_EXP (-13)
#define HALF_RADIX 2
#define HALF_MAX half(0x1.ffcp15F)
#define HALF_MIN half(0x1.0p-14F)
#define HALF_EPSILON half(0x1.0p-10F)
#define HALF_TRUE_MIN half(0x1.0p-24F)
#define MAXHALF HALF_MAX
#define HUGE_VALH half(__builtin_inff())

#define BFLT_DIG 2
#define BFLT_MANT_DIG 8
#define BFLT_MAX_10_EXP 38
#define BFLT_MAX_EXP 128
#define BFLT_MIN_10_EXP (-37)
#define BFLT_MIN_EXP (-125)
#define BFLT_RADIX 2
#define BFLT_MAX bfloat(0x1.fep127F)
#define BFLT_MIN bfloat(0x1.0p-126F)
#define BFLT_EPSILON bfloat(0x1.0p-7F)
#define MAXBFLOAT BFLT_MAX
#define HUGE_VALBF bfloat(__builtin_inff())

#define M_E_F 2.71828182845904523536028747135266250F
#define M_LOG2E_F 1.44269504088896340735992468100189214F
#define M_LOG10E_F 0.434294481903251827651128918916605082F
#define M_LN2_F 0.693147180559945309417232121458176568F
#define M_LN10_F 2.30258509299404568401799145468436421F
#define M_PI_F 3.14159265358979323846264338327950288F
#define M_PI_2_F 1.57079632679489661923132169163975144F
#define M_PI_4_F 0.785398163397448309615660845819875721F
#define M_1_PI_F 0.318309886183790671537767526745028724F
#define M_2_PI_F 0.636619772367581343075535053490057448F
#define M_2_SQRTPI_F 1.12837916709551257389615890312154517F
#define M_SQRT2_F 1.41421356237309504880168872420969808F
#define M_SQRT1_2_F 0.707106781186547524400844362104849039F

#define M_E_H half(M_E_F)
#define M_LOG2E_H half(M_LOG2E_F)
#define M_LOG10E_H half(M_LOG10E_F)
#define M_LN2_H half(M_LN2_F)
#define M_LN10_H half(M_LN10_F)
#define M_PI_H half(M_PI_F)
#define M_PI_2_H half(M_PI_2_F)
#define M_PI_4_H half(M_PI_4_F)
#define M_1_PI_H half(M_1_PI_F)
#define M_2_PI_H half(M_2_PI_F)
#define M_2_SQRTPI_H half(M_2_SQRTPI_F)
#define M_SQRT2_H half(M_SQRT2_F)
#define M_SQRT1_2_H half(M_SQRT1_2_F)

#define M_E_BF bfloat(M_E_F)
#define M_LOG2E_BF bfloat(M_LOG2E_F)
#define M_LOG10E_BF bfloat(M_LOG10E_F)
#define M_LN2_BF bfloat(M_LN2_F)
#define M_LN10_BF bfloat(M_LN10_F)
#define M_PI_BF bfloat(M_PI_F)
#define M_PI_2_BF bfloat(M_PI_2_F)
#define M_PI_4_BF bfloat(M_PI_4_F)
#define M_1_PI_BF bfloat(M_1_PI_F)
#define M_2_PI_BF bfloat(M_2_PI_F)
#define M_2_SQRTPI_BF bfloat(M_2_SQRTPI_F)
#define M_SQRT2_BF bfloat(M_SQRT2_F)
#define M_SQRT1_2_BF bfloat(M_SQRT1_2_F)

namespace metal {

enum float_round_style {
  round_indeterminate = -1,
  round_toward_zero = 0,
  round_to_nearest = 1,
  round_toward_infinity = 2,
  round_toward_neg_infinity = 3
};
enum float_denorm_style { denorm_indeterminate = -1, denorm_absent = 0, denorm_present = 1 };

namespace detail {
struct limits_base {
  static constexpr bool is_specialized = true;
  static constexpr int radix = 2;
  static constexpr bool is_bounded = true;
  static constexpr bool tinyness_before = false;
  static constexpr bool traps = false;
};

template <class T>
struct integer_limits : limits_base {
  static constexpr bool is_signed = T(-1) < T(0);
  static constexpr bool is_integer = true;
  static constexpr bool is_exact = true;
  static constexpr bool is_iec559 = false;
  static constexpr bool is_modulo = !is_signed;
  static constexpr bool has_infinity = false;
  static constexpr bool has_quiet_NaN = false;
  static constexpr bool has_signaling_NaN = false;
  static constexpr float_denorm_style has_denorm = denorm_absent;
  static constexpr bool has_denorm_loss = false;
  static constexpr float_round_style round_style = round_toward_zero;
  static constexpr int digits = sizeof(T) * CHAR_BIT - is_signed;
  static constexpr int digits10 = digits * 3 / 10;
  static constexpr int max_digits10 = 0;
  static constexpr int min_exponent = 0;
  static constexpr int min_exponent10 = 0;
  static constexpr int max_exponent = 0;
  static constexpr int max_exponent10 = 0;
  static constexpr T max() { return T(~0UL >> (64 - digits)); }
  static constexpr T min() { return T(~max()); }
  static constexpr T lowest() { return min(); }
  static constexpr T epsilon() { return 0; }
  static constexpr T round_error() { return 0; }
  static constexpr T infinity() { return 0; }
  static constexpr T quiet_NaN() { return 0; }
  static constexpr T signaling_NaN() { return 0; }
  static constexpr T denorm_min() { return 0; }
};

template <class T>
struct float_limits : limits_base {
  static constexpr bool is_signed = true;
  static constexpr bool is_integer = false;
  static constexpr bool is_exact = false;
  static constexpr bool is_iec559 = true;
  static constexpr bool is_modulo = false;
  static constexpr bool has_infinity = true;
  static constexpr bool has_quiet_NaN = true;
  static constexpr bool has_signaling_NaN = true;
  static constexpr float_denorm_style has_denorm = denorm_present;
  static constexpr bool has_denorm_loss = false;
  static constexpr float_round_style round_style = round_to_nearest;
  static constexpr T infinity() { return T(__builtin_inff()); }
  static constexpr T quiet_NaN() { return T(__builtin_nanf("")); }
  static constexpr T signaling_NaN() { return T(__builtin_nansf("")); }
  static constexpr T round_error() { return T(0.5F); }
};
}  // namespace detail

template <class T>
struct numeric_limits {
  static constexpr bool is_specialized = false;
};
template <class T>
struct numeric_limits<const T> : numeric_limits<T> {};

#define SOFTMETAL_INTEGER_LIMITS(T) \
  template <>                       \
  struct numeric_limits<T> : detail::integer_limits<T> {};
SOFTMETAL_INTEGER_LIMITS(char)
SOFTMETAL_INTEGER_LIMITS(signed char)
SOFTMETAL_INTEGER_LIMITS(unsigned char)
SOFTMETAL_INTEGER_LIMITS(short)
SOFTMETAL_INTEGER_LIMITS(unsigned short)
SOFTMETAL_INTEGER_LIMITS(int)
SOFTMETAL_INTEGER_LIMITS(unsigned int)
SOFTMETAL_INTEGER_LIMITS(long)
SOFTMETAL_INTEGER_LIMITS(unsigned long)
SOFTMETAL_INTEGER_LIMITS(long long)
SOFTMETAL_INTEGER_LIMITS(unsigned long long)
#undef SOFTMETAL_INTEGER_LIMITS

template <>
struct numeric_limits<bool> : detail::integer_limits<bool> {
  static constexpr int digits = 1;
  static constexpr bool is_modulo = false;
  static constexpr bool max() { return true; }
  static constexpr bool min() { return false; }
  static constexpr bool lowest() { return false; }
};

#define SOFTMETAL_FLOAT_LIMITS(T, prefix, denormal)                         \
  template <>                                                               \
  struct numeric_limits<T> : detail::float_limits<T> {                      \
    static constexpr int digits = prefix##_MANT_DIG;                        \
    static constexpr int digits10 = prefix##_DIG;                           \
    static constexpr int max_digits10 = 2 + prefix##_MANT_DIG * 301 / 1000; \
    static constexpr int min_exponent = prefix##_MIN_EXP;                   \
    static constexpr int min_exponent10 = prefix##_MIN_10_EXP;              \
    static constexpr int max_exponent = prefix##_MAX_EXP;                   \
    static constexpr int max_exponent10 = prefix##_MAX_10_EXP;              \
    static constexpr T max() { return prefix##_MAX; }                       \
    static constexpr T min() { return prefix##_MIN; }                       \
    static constexpr T lowest() { return T(-prefix##_MAX); }                \
    static constexpr T epsilon() { return prefix##_EPSILON; }               \
    static constexpr T denorm_min() { return T(denormal); }                 \
  };
SOFTMETAL_FLOAT_LIMITS(float, FLT, 0x1.0p-149F)
SOFTMETAL_FLOAT_LIMITS(half, HALF, 0x1.0p-24F)
SOFTMETAL_FLOAT_LIMITS(bfloat, BFLT, 0x1.0p-133F)
#undef SOFTMETAL_FLOAT_LIMITS

}  // namespace metal
