// number_test.cpp: numbers as MSL values: ranges, rounding, padding.
#include "number.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstring>
#include <limits>

#include "metalscope/error.hpp"

namespace metalscope {
namespace {

class Target final : public Subject {
 public:
  [[nodiscard]] std::string text() const override { return "It"; }
};

template <class T>
T encoded(const Number& number, ScalarType type) {
  std::array<std::byte, 8> bytes{};
  encode_number(number, type, bytes.data(), Target());
  T value;
  std::memcpy(&value, bytes.data(), sizeof value);
  return value;
}

void expect_refused(const Number& number, ScalarType type) {
  std::array<std::byte, 8> bytes{};
  EXPECT_THROW(encode_number(number, type, bytes.data(), Target()), ArgumentError);
}

TEST(Integers, TakeTheirWholeRangeAndNoMore) {
  EXPECT_EQ(encoded<std::int8_t>(std::int64_t{-128}, ScalarType::int8), -128);
  EXPECT_EQ(encoded<std::uint64_t>(std::numeric_limits<std::uint64_t>::max(), ScalarType::uint64),
            std::numeric_limits<std::uint64_t>::max());
  expect_refused(std::int64_t{128}, ScalarType::int8);
  expect_refused(std::int64_t{-1}, ScalarType::uint32);
  expect_refused(std::uint64_t{1} << 63, ScalarType::int64);
  expect_refused(9223372036854775808.0, ScalarType::int64);
  EXPECT_EQ(encoded<std::int64_t>(-9223372036854775808.0, ScalarType::int64),
            std::numeric_limits<std::int64_t>::min());
}

TEST(Integers, TakeIntegralFloatsAndBooleans) {
  EXPECT_EQ(encoded<std::int32_t>(3.0, ScalarType::int32), 3);
  EXPECT_EQ(encoded<std::int32_t>(true, ScalarType::int32), 1);
  expect_refused(2.5, ScalarType::int32);
  expect_refused(std::nan(""), ScalarType::int32);
  expect_refused(INFINITY, ScalarType::uint64);
}

TEST(Booleans, TakeTruthValuesOnly) {
  EXPECT_EQ(encoded<std::uint8_t>(true, ScalarType::bool_), 1);
  EXPECT_EQ(encoded<std::uint8_t>(std::int64_t{0}, ScalarType::bool_), 0);
  expect_refused(std::int64_t{2}, ScalarType::bool_);
  expect_refused(0.5, ScalarType::bool_);
}

TEST(Floats, RoundAndRefuseOverflow) {
  EXPECT_EQ(encoded<float>(0.1, ScalarType::float32), 0.1F);
  EXPECT_TRUE(std::isinf(encoded<float>(INFINITY, ScalarType::float32)));
  EXPECT_TRUE(std::isnan(encoded<float>(std::nan(""), ScalarType::float32)));
  expect_refused(1e39, ScalarType::float32);
  expect_refused(65520.0, ScalarType::float16);
  EXPECT_EQ(encoded<std::uint16_t>(65519.0, ScalarType::float16), 0x7bffU);
  expect_refused(3.4e38 * 1.01, ScalarType::bfloat16);
}

TEST(Halves, EqualTheCompilersConversion) {
#ifdef __FLT16_MAX__
  for (std::uint32_t bits = 0; bits < 0x7c00U; ++bits) {
    const auto pattern = static_cast<std::uint16_t>(bits);
    _Float16 half;
    std::memcpy(&half, &pattern, sizeof half);
    const auto exact = static_cast<double>(half);
    ASSERT_EQ(to_half(exact), pattern);
    ASSERT_EQ(to_half(-exact), pattern | 0x8000U);
    for (const double factor : {1.0 + 0x1p-11, 1.0 + 0x1p-12, 1.0 - 0x1p-11, 1.0 + 0x1.8p-11}) {
      const auto expected = static_cast<_Float16>(exact * factor);
      std::uint16_t wanted = 0;
      std::memcpy(&wanted, &expected, sizeof wanted);
      ASSERT_EQ(to_half(exact * factor), wanted) << exact << " " << factor;
    }
  }
#endif
  EXPECT_EQ(to_half(INFINITY), 0x7c00U);
  EXPECT_EQ(to_half(-0.0), 0x8000U);
  EXPECT_EQ(to_half(0x1p-24), 1U);
  EXPECT_EQ(to_half(0x1p-25), 0U);  // ties to even
  EXPECT_EQ(to_half(0x1.8p-25), 1U);
}

TEST(Bfloats, AreRoundedUpperHalvesOfFloats) {
  EXPECT_EQ(to_bfloat(1.0), 0x3f80U);
  EXPECT_EQ(to_bfloat(1.0 + 0x1p-8), 0x3f80U);    // ties to even
  EXPECT_EQ(to_bfloat(1.0 + 0x1.8p-7), 0x3f82U);  // ties to even, upwards
  EXPECT_EQ(to_bfloat(-2.0), 0xc000U);
  EXPECT_EQ(to_bfloat(0x1p-133), 1U);  // the smallest subnormal
  EXPECT_TRUE((to_bfloat(std::nan("")) & 0x7fffU) > 0x7f80U);
}

TEST(Vectors, ArePaddedAndCounted) {
  ElementType float3{ScalarType::float32, 3, 1, 16, 16};
  std::array<std::byte, 16> bytes;
  bytes.fill(std::byte{0xff});
  const Number three[] = {1.0, 2.0, 3.0};
  encode_numbers(three, float3, bytes.data(), Target());
  std::array<float, 4> values;
  std::memcpy(values.data(), bytes.data(), sizeof values);
  EXPECT_EQ(values, (std::array<float, 4>{1, 2, 3, 0}));
  EXPECT_THROW(encode_numbers(std::span(three, 2), float3, bytes.data(), Target()), ArgumentError);
}

TEST(Matrices, AreFilledColumnByColumn) {
  const ElementType float2x3{ScalarType::float32, 3, 2, 32, 16};
  std::array<std::byte, 32> bytes{};
  const Number six[] = {1.0, 2.0, 3.0, 4.0, 5.0, 6.0};
  encode_numbers(six, float2x3, bytes.data(), Target());
  std::array<float, 8> values;
  std::memcpy(values.data(), bytes.data(), sizeof values);
  EXPECT_EQ(values, (std::array<float, 8>{1, 2, 3, 0, 4, 5, 6, 0}));
}

}  // namespace
}  // namespace metalscope
