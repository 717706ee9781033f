// operations.metal: what each elementwise function does to one element.
//
// An operation is a structure with a static `apply`. float16 and bfloat16 elements arrive as float,
// all others as they are. The results are NumPy's: integers wrap around, division by zero gives 0
// for integers, NaN propagates through maximum and minimum, signed zeros are kept. Compiled with
// safe math, so that NaN and infinities may be compared.
#include <metal_stdlib>
using namespace metal;

// ---- helpers ----------------------------------------------------------------------------------

// C's fmod, exact for all finite arguments (MSL's is x - y * trunc(x / y), which is not).
inline float exact_fmod(float a, float b) {
  float x = fabs(a);
  const float y = fabs(b);
  if (!(y > 0.0f) || !(x < INFINITY)) {
    return NAN;
  }
  while (x >= y) {
    // A multiple of y that x holds less than 2^24 times: the remainder is then exact in one fma.
    float multiple = y;
    while (x >= multiple * 8388608.0f) {
      multiple *= 8388608.0f;
    }
    x = fma(-trunc(x / multiple), multiple, x);
    if (x < 0.0f) {
      x += multiple;
    }
  }
  return copysign(x, a);
}

// ---- arithmetic -------------------------------------------------------------------------------

struct Copy {
  template <typename T>
  static T apply(T a) {
    return a;
  }
};

struct Add {
  template <typename T>
  static T apply(T a, T b) {
    return T(a + b);
  }
  static bool apply(bool a, bool b) { return a || b; }
};

struct Subtract {
  template <typename T>
  static T apply(T a, T b) {
    return T(a - b);
  }
};

struct Multiply {
  template <typename T>
  static T apply(T a, T b) {
    return T(a * b);
  }
  static bool apply(bool a, bool b) { return a && b; }
};

struct Divide {
  static float apply(float a, float b) { return a / b; }
};

struct FloorDivide {
  template <typename T>
  static T apply(T a, T b) {
    if (b == T(0)) {
      return T(0);
    }
    if (T(-1) < T(0) && b == T(-1)) {
      return T(T(0) - a);  // the lowest value wraps
    }
    const T quotient = T(a / b);
    const T rest = T(a - quotient * b);
    return rest != T(0) && (rest < T(0)) != (b < T(0)) ? T(quotient - T(1)) : quotient;
  }
  static float apply(float a, float b) {
    if (b == 0.0f) {
      return a / b;
    }
    const float rest = exact_fmod(a, b);
    float quotient = (a - rest) / b;
    if (rest != 0.0f && (rest < 0.0f) != (b < 0.0f)) {
      quotient -= 1.0f;
    }
    if (quotient == 0.0f) {
      return copysign(0.0f, a / b);
    }
    const float whole = floor(quotient);
    return quotient - whole > 0.5f ? whole + 1.0f : whole;
  }
};

struct Remainder {
  template <typename T>
  static T apply(T a, T b) {
    if (b == T(0) || (T(-1) < T(0) && b == T(-1))) {
      return T(0);
    }
    const T rest = T(a % b);
    return rest != T(0) && (rest < T(0)) != (b < T(0)) ? T(rest + b) : rest;
  }
  static float apply(float a, float b) {
    const float rest = exact_fmod(a, b);
    if (rest == 0.0f) {
      return copysign(0.0f, b);
    }
    return (rest < 0.0f) != (b < 0.0f) ? rest + b : rest;
  }
};

struct Power {
  // By squaring; wraps around. A negative exponent leaves what the division would: 0 but for ±1.
  template <typename T>
  static T apply(T base, T exponent) {
    if (exponent < T(0)) {
      const T odd = T(exponent & T(1)) != T(0) ? base : T(1);
      return base == T(1) ? T(1) : (T(base + T(1)) == T(0) ? odd : T(0));
    }
    T result = T(1);
    while (exponent != T(0)) {
      if (T(exponent & T(1)) != T(0)) {
        result = T(result * base);
      }
      base = T(base * base);
      exponent = T(exponent >> 1);
    }
    return result;
  }
  static float apply(float a, float b) { return pow(a, b); }
};

struct Maximum {
  template <typename T>
  static T apply(T a, T b) {
    return a >= b ? a : b;
  }
  static float apply(float a, float b) { return a >= b || isnan(a) ? a : b; }
};

struct Minimum {
  template <typename T>
  static T apply(T a, T b) {
    return a <= b ? a : b;
  }
  static float apply(float a, float b) { return a <= b || isnan(a) ? a : b; }
};

struct Clip {
  template <typename T>
  static T apply(T a, T low, T high) {
    return Minimum::apply(Maximum::apply(a, low), high);
  }
};

struct Where {
  template <typename T>
  static T apply(bool condition, T a, T b) {
    return condition ? a : b;
  }
};

struct Negative {
  template <typename T>
  static T apply(T a) {
    return T(T(0) - a);
  }
  static float apply(float a) { return -a; }
};

struct Absolute {
  template <typename T>
  static T apply(T a) {
    return a < T(0) ? T(T(0) - a) : a;
  }
  static float apply(float a) { return fabs(a); }
};

struct Sign {
  template <typename T>
  static T apply(T a) {
    return T(T(a > T(0)) - T(a < T(0)));
  }
  static float apply(float a) { return isnan(a) ? a : float(a > 0.0f) - float(a < 0.0f); }
};

struct Square {
  template <typename T>
  static T apply(T a) {
    return T(a * a);
  }
};

// ---- comparison -------------------------------------------------------------------------------

#define METALSCOPE_COMPARISON(name, operator_)     \
  struct name {                                    \
    template <typename T>                          \
    static bool apply(T a, T b) {                  \
      return a operator_ b;                        \
    }                                              \
  };

METALSCOPE_COMPARISON(Equal, ==)
METALSCOPE_COMPARISON(NotEqual, !=)
METALSCOPE_COMPARISON(Less, <)
METALSCOPE_COMPARISON(LessEqual, <=)
METALSCOPE_COMPARISON(Greater, >)
METALSCOPE_COMPARISON(GreaterEqual, >=)

struct IsNan {
  template <typename T>
  static bool apply(T) {
    return false;
  }
  static bool apply(float a) { return isnan(a); }
};

struct IsInf {
  template <typename T>
  static bool apply(T) {
    return false;
  }
  static bool apply(float a) { return isinf(a); }
};

struct IsFinite {
  template <typename T>
  static bool apply(T) {
    return true;
  }
  static bool apply(float a) { return isfinite(a); }
};

struct SignBit {
  static bool apply(float a) { return signbit(a); }
};

// ---- bits and logic ---------------------------------------------------------------------------

struct LogicalAnd {
  static bool apply(bool a, bool b) { return a && b; }
};

struct LogicalOr {
  static bool apply(bool a, bool b) { return a || b; }
};

struct LogicalXor {
  static bool apply(bool a, bool b) { return a != b; }
};

struct LogicalNot {
  static bool apply(bool a) { return !a; }
};

struct BitwiseAnd {
  template <typename T>
  static T apply(T a, T b) {
    return T(a & b);
  }
};

struct BitwiseOr {
  template <typename T>
  static T apply(T a, T b) {
    return T(a | b);
  }
};

struct BitwiseXor {
  template <typename T>
  static T apply(T a, T b) {
    return T(a ^ b);
  }
};

struct BitwiseInvert {
  template <typename T>
  static T apply(T a) {
    return T(~a);
  }
  static bool apply(bool a) { return !a; }
};

// Shifts by the type's width or more (negative counts included) leave what infinitely many single
// shifts would.
struct BitwiseLeftShift {
  template <typename T>
  static T apply(T a, T count) {
    return count < T(0) || count >= T(8 * sizeof(T)) ? T(0) : T(a << count);
  }
};

struct BitwiseRightShift {
  template <typename T>
  static T apply(T a, T count) {
    const bool all = count < T(0) || count >= T(8 * sizeof(T));
    return T(a >> (all ? T(8 * sizeof(T) - 1) : count)) & (all && !(a < T(0)) ? T(0) : T(~T(0)));
  }
};

// ---- functions of floating-point numbers ------------------------------------------------------

#define METALSCOPE_FUNCTION(name, expression)               \
  struct name {                                             \
    static float apply(float a) { return (expression); }    \
  };

METALSCOPE_FUNCTION(Sqrt, sqrt(a))
METALSCOPE_FUNCTION(Exp, exp(a))
METALSCOPE_FUNCTION(Exp2, exp2(a))
METALSCOPE_FUNCTION(Log, log(a))
METALSCOPE_FUNCTION(Log2, log2(a))
METALSCOPE_FUNCTION(Log10, log10(a))
METALSCOPE_FUNCTION(Sin, sin(a))
METALSCOPE_FUNCTION(Cos, cos(a))
METALSCOPE_FUNCTION(Tan, tan(a))
METALSCOPE_FUNCTION(Asin, asin(a))
METALSCOPE_FUNCTION(Acos, acos(a))
METALSCOPE_FUNCTION(Atan, atan(a))
METALSCOPE_FUNCTION(Sinh, sinh(a))
METALSCOPE_FUNCTION(Cosh, cosh(a))
METALSCOPE_FUNCTION(Tanh, tanh(a))
METALSCOPE_FUNCTION(Asinh, asinh(a))
METALSCOPE_FUNCTION(Acosh, acosh(a))
METALSCOPE_FUNCTION(Atanh, atanh(a))
METALSCOPE_FUNCTION(Reciprocal, 1.0f / a)

// Accurate near 0, where exp(a) - 1 and log(1 + a) cancel (Kahan): the rounding error of the inner
// function is divided out again.
struct Expm1 {
  static float apply(float a) {
    const float u = exp(a);
    if (u == 1.0f) {
      return a;
    }
    const float v = u - 1.0f;
    return v == -1.0f || isinf(u) ? v : v * a / log(u);
  }
};

struct Log1p {
  static float apply(float a) {
    const float u = 1.0f + a;
    return u == 1.0f || isinf(u) ? a : log(u) * a / (u - 1.0f);
  }
};

struct Atan2 {
  static float apply(float a, float b) { return atan2(a, b); }
};

struct CopySign {
  static float apply(float a, float b) { return copysign(a, b); }
};

struct Hypot {
  // Scaled by the larger one, so that the squares neither overflow nor vanish.
  static float apply(float a, float b) {
    const float x = fabs(a);
    const float y = fabs(b);
    if (isinf(x) || isinf(y)) {
      return INFINITY;
    }
    const float large = Maximum::apply(x, y);
    const float small = Minimum::apply(x, y);
    if (large == 0.0f || isnan(large)) {
      return x + y;
    }
    const float ratio = small / large;
    return large * sqrt(fma(ratio, ratio, 1.0f));
  }
};

struct LogAddExp {
  static float apply(float a, float b) {
    if (a == b) {
      return a + 0.693147180559945309f;  // also for equal infinities
    }
    const float large = Maximum::apply(a, b);
    const float small = Minimum::apply(a, b);
    return large + Log1p::apply(exp(small - large));
  }
};

// ---- rounding; integers are whole already -----------------------------------------------------

#define METALSCOPE_ROUNDING(name, function)               \
  struct name {                                           \
    template <typename T>                                 \
    static T apply(T a) {                                 \
      return a;                                           \
    }                                                     \
    static float apply(float a) { return function(a); }   \
  };

METALSCOPE_ROUNDING(Floor, floor)
METALSCOPE_ROUNDING(Ceil, ceil)
METALSCOPE_ROUNDING(Trunc, trunc)
METALSCOPE_ROUNDING(Round, rint)
