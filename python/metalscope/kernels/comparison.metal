// comparison.metal: operations of elementwise.metal that give bool.
// Each is a structure with a static `apply`; elements of both halves arrive as float. Compiled with
// safe math, so that NaN and infinities may be compared.
#include <metal_stdlib>
using namespace metal;

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
