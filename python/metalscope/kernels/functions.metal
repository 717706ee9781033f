// functions.metal: operations of elementwise.metal that are functions of floating-point numbers.
//
// T is float. They are templates so that only what a kernel uses is compiled.
// Each is a structure with a static `apply`; elements of both halves arrive as float. Compiled with
// safe math, so that NaN and infinities may be compared.
#include <metal_stdlib>
using namespace metal;

#define METALSCOPE_FUNCTION(name, expression)               \
  struct name {                                             \
    template <typename T>                                   \
    static T apply(T a) {                                   \
      return (expression);                                  \
    }                                                       \
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
  template <typename T>
  static T apply(T a) {
    const T u = exp(a);
    if (u == 1.0f) {
      return a;
    }
    const T v = u - 1.0f;
    return v == -1.0f || isinf(u) ? v : v * a / log(u);
  }
};

struct Log1p {
  template <typename T>
  static T apply(T a) {
    const T u = 1.0f + a;
    return u == 1.0f || u == INFINITY ? a : log(u) * a / (u - 1.0f);
  }
};

struct Atan2 {
  template <typename T>
  static T apply(T a, T b) {
    return atan2(a, b);
  }
};

struct CopySign {
  template <typename T>
  static T apply(T a, T b) {
    return copysign(a, b);
  }
};

struct Hypot {
  // Scaled by the larger one, so that the squares neither overflow nor vanish.
  template <typename T>
  static T apply(T a, T b) {
    const T x = fabs(a);
    const T y = fabs(b);
    if (isinf(x) || isinf(y)) {
      return INFINITY;
    }
    const T large = x > y ? x : y;
    const T small = x > y ? y : x;
    if (large == 0.0f || isnan(large)) {
      return x + y;
    }
    const T ratio = small / large;
    return large * sqrt(fma(ratio, ratio, 1.0f));
  }
};

struct LogAddExp {
  template <typename T>
  static T apply(T a, T b) {
    if (a == b) {
      return a + 0.693147180559945309f;  // also for equal infinities
    }
    const T large = a > b ? a : b;
    const T small = a > b ? b : a;
    return large + Log1p::apply(exp(small - large));
  }
};
