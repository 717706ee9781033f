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
#define METAL_CONST_ARG(x)
#define METAL_ASM(x)
