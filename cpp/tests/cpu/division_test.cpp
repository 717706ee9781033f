// Integer divisions that x86-64 traps: they give a value, in every form an instruction can have.
#include <cstdint>
#include <limits>

#include "test_engine.hpp"

namespace softmetal::test {
namespace {

template <typename T>
struct Result {
  T quotient;
  T remainder;
};

using Body = void (*)(const abi::Launch*, unsigned long, unsigned long);

// Runs `body` as a kernel whose buffer 0 is `out`.
template <typename T>
Result<T> divide(Body body) {
  const abi::Kernel kernel = flat_kernel(body);
  const DeviceArray<Result<T>> out(1);
  run(kernel, {1, 1, 1}, {1, 1, 1}, {out.data()});
  return out[0];
}

#define EXPECT_DIVISION(type, body, expected_quotient, expected_remainder)               \
  do {                                                                                   \
    const auto result = divide<type>(                                                    \
        [](const abi::Launch* launch, unsigned long /*first*/, unsigned long /*last*/) { \
          auto& out = *buffer<Result<type>>(launch, 0);                                  \
          body                                                                           \
        });                                                                              \
    EXPECT_EQ(result.quotient, static_cast<type>(expected_quotient));                    \
    EXPECT_EQ(result.remainder, static_cast<type>(expected_remainder));                  \
  } while (false)

constexpr auto int_min = std::numeric_limits<std::int32_t>::min();
constexpr auto long_min = std::numeric_limits<std::int64_t>::min();

TEST(Division, SignedByRegister) {
  EXPECT_DIVISION(
      std::int32_t,
      {
        asm volatile("cltd\n idivl %4"
                     : "=a"(out.quotient), "=&d"(out.remainder)
                     : "0"(77), "1"(0), "r"(0)
                     : "cc");
      },
      0, 77);
  EXPECT_DIVISION(
      std::int32_t,
      {
        asm volatile("cltd\n idivl %4"
                     : "=a"(out.quotient), "=&d"(out.remainder)
                     : "0"(int_min), "1"(0), "r"(-1)
                     : "cc");
      },
      int_min, 0);
  EXPECT_DIVISION(
      std::int64_t,
      {
        asm volatile("cqto\n idivq %4"
                     : "=a"(out.quotient), "=&d"(out.remainder)
                     : "0"(long_min), "1"(0L), "r"(-1L)
                     : "cc");
      },
      long_min, 0);
  EXPECT_DIVISION(
      std::int64_t,
      {
        register std::int64_t zero asm("r13") = 0;
        asm volatile("cqto\n idivq %4"
                     : "=a"(out.quotient), "=&d"(out.remainder)
                     : "0"(-5L), "1"(0L), "r"(zero)
                     : "cc");
      },
      0, -5);
}

TEST(Division, UnsignedByRegister) {
  EXPECT_DIVISION(
      std::uint32_t,
      {
        asm volatile("divl %4"
                     : "=a"(out.quotient), "=&d"(out.remainder)
                     : "0"(0xFFFFFFFFu), "1"(0u), "r"(0u)
                     : "cc");
      },
      0, 0xFFFFFFFF);
  EXPECT_DIVISION(
      std::uint64_t,
      {
        register std::uint64_t zero asm("r9") = 0;
        asm volatile("divq %4"
                     : "=a"(out.quotient), "=&d"(out.remainder)
                     : "0"(~0ul), "1"(0ul), "r"(zero)
                     : "cc");
      },
      0, ~0ul);
}

TEST(Division, ShortOperands) {
  EXPECT_DIVISION(
      std::int16_t,
      {
        asm volatile("cwtd\n idivw %4"
                     : "=a"(out.quotient), "=&d"(out.remainder)
                     : "0"(static_cast<std::int16_t>(-32768)), "1"(static_cast<std::int16_t>(0)),
                       "r"(static_cast<std::int16_t>(-1))
                     : "cc");
      },
      -32768, 0);
  EXPECT_DIVISION(
      std::uint8_t,
      {
        std::uint16_t both = 201;
        asm volatile("divb %1" : "+a"(both) : "r"(static_cast<std::uint8_t>(0)) : "cc");
        out.quotient = static_cast<std::uint8_t>(both);
        out.remainder = static_cast<std::uint8_t>(both >> 8);
      },
      0, 201);
  EXPECT_DIVISION(
      std::uint8_t,
      {  // CH as divisor
        std::uint16_t both = 99;
        asm volatile("divb %%ch" : "+a"(both) : "c"(0x00FF) : "cc");
        out.quotient = static_cast<std::uint8_t>(both);
        out.remainder = static_cast<std::uint8_t>(both >> 8);
      },
      0, 99);
}

std::int32_t global_zero = 0;

TEST(Division, ByMemory) {
  EXPECT_DIVISION(
      std::int32_t,
      {  // register alone
        std::int32_t zero = 0;
        asm volatile("cltd\n idivl (%4)"
                     : "=a"(out.quotient), "=&d"(out.remainder)
                     : "0"(12), "1"(0), "r"(&zero), "m"(zero)
                     : "cc");
      },
      0, 12);
  EXPECT_DIVISION(
      std::int32_t,
      {  // base, scaled index, short displacement
        std::int32_t values[64] = {};
        register std::uint64_t index asm("r12") = 9;
        asm volatile("cltd\n idivl 8(%4, %5, 4)"
                     : "=a"(out.quotient), "=&d"(out.remainder)
                     : "0"(13), "1"(0), "r"(values), "r"(index), "m"(values)
                     : "cc");
      },
      0, 13);
  EXPECT_DIVISION(
      std::int32_t,
      {  // r13 as base needs a displacement
        std::int32_t values[64] = {};
        register std::int32_t* base asm("r13") = values;
        asm volatile("cltd\n idivl (%4)"
                     : "=a"(out.quotient), "=&d"(out.remainder)
                     : "0"(14), "1"(0), "r"(base), "m"(values)
                     : "cc");
      },
      0, 14);
  EXPECT_DIVISION(
      std::int32_t,
      {  // r12 as base needs a SIB byte; long displacement
        std::int32_t values[64] = {};
        register std::uintptr_t base asm("r12") = reinterpret_cast<std::uintptr_t>(values) - 1000;
        asm volatile("cltd\n idivl 1004(%4)"
                     : "=a"(out.quotient), "=&d"(out.remainder)
                     : "0"(15), "1"(0), "r"(base), "m"(values)
                     : "cc");
      },
      0, 15);
  EXPECT_DIVISION(
      std::int32_t,
      {  // relative to the instruction
        asm volatile("cltd\n idivl %4"
                     : "=a"(out.quotient), "=&d"(out.remainder)
                     : "0"(16), "1"(0), "m"(global_zero)
                     : "cc");
      },
      0, 16);
  EXPECT_DIVISION(
      std::int64_t,
      {  // index without base
        std::int64_t zero = 0;
        const auto half = reinterpret_cast<std::uint64_t>(&zero) / 2;
        asm volatile("cqto\n idivq (,%4,2)"
                     : "=a"(out.quotient), "=&d"(out.remainder)
                     : "0"(17L), "1"(0L), "r"(half), "m"(zero)
                     : "cc");
      },
      0, 17);
}

TEST(Division, ThousandsInOneDispatch) {
  const abi::Kernel kernel =
      flat_kernel([](const abi::Launch* launch, unsigned long first, unsigned long last) {
        for (unsigned long i = first; i < last; ++i) {
          std::int32_t quotient = 0;
          std::int32_t remainder = 0;
          asm volatile("cltd\n idivl %4"
                       : "=a"(quotient), "=&d"(remainder)
                       : "0"(static_cast<std::int32_t>(i)), "1"(0),
                         "r"(static_cast<std::int32_t>(i % 3))
                       : "cc");
          buffer<std::int32_t>(launch, 0)[i] = quotient + remainder;
        }
      });
  const DeviceArray<std::int32_t> out(9000);
  run(kernel, {9000, 1, 1}, {1, 1, 1}, {out.data()});
  for (std::int32_t i = 0; i < 9000; ++i) {
    ASSERT_EQ(out[static_cast<std::size_t>(i)], i % 3 == 0 ? i : i / (i % 3) + i % (i % 3));
  }
}

}  // namespace
}  // namespace softmetal::test
