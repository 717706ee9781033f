// softmetal_version.h: the macros by which a program asks what it is compiled for. Macros only: the
// preprocessing run that discovers kernels includes this file and nothing else of the library.
//
// What they depend on may differ between programs that share a precompiled prelude: those macros
// are defined on the command line, SOFTMETAL_LANGUAGE_VERSION (310 for MSL 3.1) and
// SOFTMETAL_FAST_MATH (0 or 1).
#pragma once

#if !defined(SOFTMETAL_PRECOMPILED)
#if !defined(SOFTMETAL_LANGUAGE_VERSION)
#define SOFTMETAL_LANGUAGE_VERSION 320
#endif
#if !defined(SOFTMETAL_FAST_MATH)
#define SOFTMETAL_FAST_MATH 1
#endif
#endif

#define __METAL__ 1
#define __METAL_VERSION__ SOFTMETAL_LANGUAGE_VERSION
#define __METAL_MACOS__ 1
#define __HAVE_BFLOAT__ 1

#define METAL_FUNC inline __attribute__((__always_inline__))

// What the __metal_ functions are asked for.
#define __METAL_PRECISE_MATH__ 0
#define __METAL_FAST_MATH__ 1
#define __METAL_MAYBE_FAST_MATH__ SOFTMETAL_FAST_MATH
