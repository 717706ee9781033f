// math_mode.h: which variant of a function a program means that names neither metal::precise nor
// metal::fast. The only part of the library that the program's math mode changes: it follows the
// precompiled prelude, which serves all modes. May use: everything before.
#pragma once

namespace metal {
#if SOFTMETAL_FAST_MATH
namespace by_mode = fast;
#else
namespace by_mode = precise;
#endif
using by_mode::cos;
using by_mode::fmod;
using by_mode::normalize;
using by_mode::rsqrt;
using by_mode::sin;
using by_mode::sincos;
using by_mode::tan;
}  // namespace metal
