// types.h: scalar types of MSL (specification, section 2.1). May use: nothing.
#pragma once

typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef _Float16 half;

typedef signed char int8_t;
typedef unsigned char uint8_t;
typedef short int16_t;
typedef unsigned short uint16_t;
typedef int int32_t;
typedef unsigned int uint32_t;
typedef long int64_t;
typedef unsigned long uint64_t;
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __INTPTR_TYPE__ intptr_t;
typedef __UINTPTR_TYPE__ uintptr_t;
typedef float float_t;
typedef half half_t;

namespace metal {
using ::half;
using ::uchar;
using ::uint;
using ::ulong;
using ::ushort;

using ::int16_t;
using ::int32_t;
using ::int64_t;
using ::int8_t;
using ::uint16_t;
using ::uint32_t;
using ::uint64_t;
using ::uint8_t;

using ::intptr_t;
using ::ptrdiff_t;
using ::size_t;
using ::uintptr_t;
}  // namespace metal

// Every function of the library is inlined where it is called.
#define SOFTMETAL_FUNC inline __attribute__((always_inline, nodebug))
#define SOFTMETAL_MEMBER __attribute__((always_inline, nodebug))

// The literals 1.0h and 16.h.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wuser-defined-literals"
consteval half operator""h(long double value) { return half(value); }
consteval half operator""h(unsigned long long value) { return half(value); }
#pragma clang diagnostic pop
