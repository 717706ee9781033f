// softmetal_version.h: the macros by which a program asks what it is compiled for. Macros only: the
// preprocessing run that discovers kernels includes this file and nothing else of the library.
#pragma once

#define __METAL__ 1
#ifndef __METAL_VERSION__
#define __METAL_VERSION__ 320
#endif
#define __METAL_MACOS__ 1
#define __HAVE_BFLOAT__ 1

#define METAL_FUNC inline __attribute__((__always_inline__))

// What the __metal_ functions are asked for.
#define __METAL_PRECISE_MATH__ 0
#define __METAL_FAST_MATH__ 1
#if defined(SOFTMETAL_MATH_SAFE)
#define __METAL_MAYBE_FAST_MATH__ __METAL_PRECISE_MATH__
#else
#define __METAL_MAYBE_FAST_MATH__ __METAL_FAST_MATH__
#endif
