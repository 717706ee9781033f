// bits.metal: operations of elementwise.metal on bits and on truth values.
// Each is a structure with a static `apply`; elements of both halves arrive as float. Compiled with
// safe math, so that NaN and infinities may be compared.
#include <metal_stdlib>
using namespace metal;

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
