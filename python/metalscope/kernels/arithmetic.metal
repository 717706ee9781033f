// arithmetic.metal: operations of elementwise.metal on numbers of all kinds.
//
// Integers wrap around and give 0 where they are divided by zero; NaN propagates through maximum and
// minimum; signed zeros are kept: as in NumPy.
// Each is a structure with a static `apply`; elements of both halves arrive as float. Compiled with
// safe math, so that NaN and infinities may be compared.
#include <metal_stdlib>
using namespace metal;

// C's fmod, exact for all finite arguments (MSL's is x - y * trunc(x / y), which is not).
template <typename T>
T exact_fmod(T a, T b) {
  T x = fabs(a);
  const T y = fabs(b);
  if (!(y > 0.0f) || !(x < INFINITY)) {
    return NAN;
  }
  while (x >= y) {
    // A multiple of y that x holds less than 2^24 times: the remainder is then exact in one fma.
    T multiple = y;
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
  template <typename T>
  static T apply(T a, T b) {
    return a / b;
  }
};

struct FloorDivide {
  template <typename T>
  static enable_if_t<is_integral<T>::value, T> apply(T a, T b) {
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
  template <typename T>
  static enable_if_t<is_floating_point<T>::value, T> apply(T a, T b) {
    if (b == 0.0f) {
      return a / b;
    }
    const T rest = exact_fmod(a, b);
    T quotient = (a - rest) / b;
    if (rest != 0.0f && (rest < 0.0f) != (b < 0.0f)) {
      quotient -= 1.0f;
    }
    if (quotient == 0.0f) {
      return copysign(0.0f, a / b);
    }
    const T whole = floor(quotient);
    return quotient - whole > 0.5f ? whole + 1.0f : whole;
  }
};

struct Remainder {
  template <typename T>
  static enable_if_t<is_integral<T>::value, T> apply(T a, T b) {
    if (b == T(0) || (T(-1) < T(0) && b == T(-1))) {
      return T(0);
    }
    const T rest = T(a % b);
    return rest != T(0) && (rest < T(0)) != (b < T(0)) ? T(rest + b) : rest;
  }
  template <typename T>
  static enable_if_t<is_floating_point<T>::value, T> apply(T a, T b) {
    const T rest = exact_fmod(a, b);
    if (rest == 0.0f) {
      return copysign(0.0f, b);
    }
    return (rest < 0.0f) != (b < 0.0f) ? rest + b : rest;
  }
};

struct Power {
  // By squaring; wraps around. A negative exponent leaves what the division would: 0 but for ±1.
  template <typename T>
  static enable_if_t<is_integral<T>::value, T> apply(T base, T exponent) {
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
  template <typename T>
  static enable_if_t<is_floating_point<T>::value, T> apply(T a, T b) {
    return pow(a, b);
  }
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

// Rounding: integers are whole already.
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
