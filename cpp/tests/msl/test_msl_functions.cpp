// Common, integer, relational, geometric, packing and atomic functions of MSL against values
// written out or computed in 128 bits.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <thread>

#include "probe.hpp"

namespace {

using msl_test::probe;

TEST(Functions, ProgramsMayReuseTheirNames) {
  std::array<float, 3> out{};
  probe().function<void(float*)>("own_names")(out.data());
  EXPECT_EQ(out, (std::array<float, 3>{4, 17, 3}));
}

TEST(Functions, Common) {
  std::array<float, 4> in = {-1.5f, 0.25f, 1.0f, 3.0f};
  std::array<std::array<float, 4>, 12> out{};
  probe().function<void(const float*, float*)>("common")(in.data(), out[0].data());
  using V = std::array<float, 4>;
  EXPECT_EQ(out[0], (V{0, 0.25f, 1, 1}));
  EXPECT_EQ(out[1], (V{0, 0.25f, 1, 1}));
  EXPECT_EQ(out[2], (V{0.25f, 1.125f, 1.5f, 2.5f}));
  EXPECT_EQ(out[3], (V{0, 0, 1, 1}));
  EXPECT_EQ(out[4], (V{0, 0.125f * 0.125f * 2.75f, 0.5f, 1}));
  EXPECT_EQ(out[5], (V{-1, 1, 1, 1}));
  EXPECT_EQ(out[6], (V{0.25f, 0.25f, 1, 3}));
  EXPECT_EQ(out[7], (V{-1.5f, -1.5f, 1, 1}));
  EXPECT_EQ(out[8], (V{0, 0.25f, 1, 1}));
  EXPECT_EQ(out[9], (V{1.5f, 0.25f, 1, 3}));
  EXPECT_EQ(out[10], (V{-1.5f, 0.25f, 9, 9}));
  EXPECT_EQ(out[11], (V{-1.5f, 0.25f, 1, 3}));
}

__extension__ typedef __int128 Wide;  // holds every product of two 64-bit integers
__extension__ typedef unsigned __int128 UnsignedWide;

template <class T>
T saturated(Wide value) {
  Wide low = std::numeric_limits<T>::min(), high = std::numeric_limits<T>::max();
  return static_cast<T>(value < low ? low : value > high ? high : value);
}

template <class T>
class Integers : public testing::Test {};
using IntegerTypes = testing::Types<std::int8_t, std::uint8_t, std::int16_t, std::uint16_t,
                                    std::int32_t, std::uint32_t, std::int64_t, std::uint64_t>;
TYPED_TEST_SUITE(Integers, IntegerTypes);

template <class T>
const char* probe_name() {
  constexpr bool s = std::is_signed_v<T>;
  switch (sizeof(T)) {
    case 1:
      return s ? "integers_char" : "integers_uchar";
    case 2:
      return s ? "integers_short" : "integers_ushort";
    case 4:
      return s ? "integers_int" : "integers_uint";
    default:
      return s ? "integers_long" : "integers_ulong";
  }
}

TYPED_TEST(Integers, AgainstWideArithmetic) {
  using T = TypeParam;
  using U = std::make_unsigned_t<T>;
  constexpr int width = sizeof(T) * 8;
  auto run = probe().function<void(const T*, const T*, T*)>(probe_name<T>());
  std::vector<T> values = {0,
                           1,
                           2,
                           3,
                           5,
                           77,
                           static_cast<T>(-1),
                           static_cast<T>(-2),
                           static_cast<T>(0x1234567890abcdef),
                           std::numeric_limits<T>::min(),
                           std::numeric_limits<T>::max(),
                           static_cast<T>(std::numeric_limits<T>::max() / 2 + 1)};
  for (T a : values) {
    for (T b : values) {
      std::array<T, 17> out{};
      run(&a, &b, out.data());
      Wide x = a, y = b;
      U bits = static_cast<U>(a), other = static_cast<U>(b);
      SCOPED_TRACE(testing::Message()
                   << static_cast<long long>(x) << ", " << static_cast<long long>(y));
      EXPECT_EQ(out[0], static_cast<T>(x > y ? x - y : y - x));
      EXPECT_EQ(out[1], saturated<T>(x + y));
      EXPECT_EQ(out[2], saturated<T>(x - y));
      EXPECT_EQ(out[3], static_cast<T>((x + y) >> 1));
      EXPECT_EQ(out[4], static_cast<T>((x + y + 1) >> 1));
      // Of the largest unsigned 64-bit numbers the product does not fit a signed 128-bit integer.
      const auto product = std::is_unsigned_v<T> ? static_cast<UnsignedWide>(x) * y
                                                 : static_cast<UnsignedWide>(x * y);
      EXPECT_EQ(out[5], static_cast<T>(product >> width));
      bool huge = std::is_unsigned_v<T> && x > Wide{1} << 62 && b > 1;
      EXPECT_EQ(out[6], huge ? std::numeric_limits<T>::max() : saturated<T>(x * y + x));
      EXPECT_EQ(out[7], static_cast<T>(std::popcount(bits)));
      EXPECT_EQ(out[8], static_cast<T>(std::countl_zero(bits)));
      EXPECT_EQ(out[9], static_cast<T>(std::countr_zero(bits)));
      EXPECT_EQ(out[10], static_cast<T>(std::rotl(bits, 3)));
      U reversed = 0;
      for (int i = 0; i < width; ++i) {
        reversed = static_cast<U>(reversed | (U{static_cast<U>(bits >> i & 1)} << (width - 1 - i)));
      }
      EXPECT_EQ(out[11], static_cast<T>(reversed));
      int field = static_cast<int>(bits >> 2 & 15);
      EXPECT_EQ(out[12], static_cast<T>(std::is_signed_v<T> && field > 7 ? field - 16 : field));
      EXPECT_EQ(out[13], static_cast<T>((bits & ~U{62}) | (U{static_cast<U>(other << 1)} & U{62})));
      EXPECT_EQ(out[14], static_cast<T>(x < 0 ? -x : x));
      EXPECT_EQ(out[15], static_cast<T>(std::max({x, y, Wide{1}})));
      EXPECT_EQ(out[16], out[1]);
    }
  }
}

TEST(Functions, AnyAllAndClasses) {
  struct alignas(16) Float4 {
    float v[4];
  };
  auto run = probe().function<unsigned(const Float4*)>("any_all");
  Float4 plain = {1, 2, 3, 4}, special = {-1, 2, INFINITY, NAN};
  EXPECT_EQ(run(&plain), 1u | 2 | 8);
  EXPECT_EQ(run(&special), 1u | 4 | 16);
}

TEST(Functions, Geometry) {
  std::array<float, 23> out{};
  probe().function<void(float*)>("geometry")(out.data());
  std::array<float, 23> expected = {
      -3, 6,  -3, 0.6f, 0, 0.8f, 0, 1, 0, 1, 1, 0, 0, -1, 0, 0, -1, 0, 32, 5, std::sqrt(27.0f),
      14, 500};
  for (std::size_t i = 0; i < out.size(); ++i) EXPECT_FLOAT_EQ(out[i], expected[i]) << i;
}

TEST(Functions, Packing) {
  std::array<float, 14> out{};
  std::array<unsigned, 5> bits{};
  probe().function<void(float*, unsigned*)>("packing")(out.data(), bits.data());
  EXPECT_EQ(bits,
            (std::array<unsigned, 5>{0xffff8000, 0xc07f8100, 0x4000ffff, 0xfff003ff, 0xf81f}));
  std::array<float, 10> expected = {0, 0, 128 / 255.0f, 1, -1 / 127.0f, -1, -1, 1, 0, 1};
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_FLOAT_EQ(out[i], expected[i]) << i;
  EXPECT_NEAR(out[10], 0.5028865, 1e-6);  // ((188/255 + 0.055) / 1.055)^2.4
  EXPECT_FLOAT_EQ(out[12], 1);
  EXPECT_FLOAT_EQ(out[13], 64 / 255.0f);  // alpha is linear
}

TEST(Functions, AtomicsLoseNothing) {
  unsigned u = 0;
  float f = 0;
  unsigned long l = 0xffffffff;
  int swapped = 0;
  auto add =
      probe().function<void(unsigned*, float*, unsigned long*, int*, unsigned)>("atomics_add");
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) threads.emplace_back([&] { add(&u, &f, &l, &swapped, 5000); });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(u, 20000u);
  EXPECT_EQ(f, 20000.0f);
  EXPECT_EQ(l, 0xffffffffu + 20000ul);
  EXPECT_EQ(swapped, 20000);
}

TEST(Functions, AtomicsGiveTheValueBefore) {
  int a = 10;
  bool b = false;
  unsigned long l = 7;
  std::array<int, 9> out{};
  probe().function<void(int*, bool*, unsigned long*, int*)>("atomics_each")(&a, &b, &l, out.data());
  EXPECT_EQ(out, (std::array<int, 9>{10, 7, 20, -5, 0xfb, 0x1fb, 0x004, 1, 42}));
  EXPECT_EQ(l, 1ul << 40);
}

}  // namespace
