// sanitizers.hpp: which sanitizer this build has, for the few places that must tell it about stack
// switches, jumps out of signal handlers and address-space limits.
#pragma once

#if defined(__SANITIZE_ADDRESS__)
#define SOFTMETAL_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SOFTMETAL_ASAN 1
#endif
#endif

#if defined(__SANITIZE_THREAD__)
#define SOFTMETAL_TSAN 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define SOFTMETAL_TSAN 1
#endif
#endif

#ifndef SOFTMETAL_ASAN
#define SOFTMETAL_ASAN 0
#endif
#ifndef SOFTMETAL_TSAN
#define SOFTMETAL_TSAN 0
#endif

#if SOFTMETAL_ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif
#if SOFTMETAL_TSAN
#include <sanitizer/tsan_interface.h>
#endif
