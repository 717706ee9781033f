// Vectors, packed vectors and matrices of MSL against values written out. Layouts are asserted in
// the probe itself.
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <thread>

#include "probe.hpp"

namespace {

using msl_test::probe;

struct alignas(16) Float4 {
  float v[4];
  bool operator==(const Float4&) const = default;
};
struct alignas(16) Int4 {
  int v[4];
  bool operator==(const Int4&) const = default;
};

TEST(Types, SwizzlesRead) {
  Float4 in = {1, 2, 3, 4};
  std::array<float, 13> out{};
  probe().function<void(const Float4*, float*)>("swizzle_read")(&in, out.data());
  EXPECT_EQ(out, (std::array<float, 13>{4, 3, 2, 1, 1, 1, 2, 2, 3, 2, 1, 2, 4}));
}

TEST(Types, SwizzlesWrite) {
  Float4 v = {1, 2, 3, 4};
  probe().function<void(Float4*)>("swizzle_write")(&v);
  // wy = xy: 1 2 3 1; zx += (10, 20): 21 2 13 1; g *= 2; x++; rgb -= 1.
  EXPECT_EQ(v, (Float4{21, 3, 12, 1}));
}

TEST(Types, WritingAComponentLeavesTheOthersAlone) {
  Float4 v = {0, 0, 0, 0};
  auto write = probe().function<void(Float4*, unsigned, float)>("write_one");
  std::atomic<int> running{0};
  constexpr int rounds = 20000;
  auto body = [&](unsigned component) {
    running.fetch_add(1);
    while (running.load() < 2) {
    }
    for (int i = 1; i <= rounds; ++i) {
      write(&v, component, static_cast<float>(i));
      if (v.v[component] != static_cast<float>(i)) return false;
    }
    return true;
  };
  bool other = false;
  std::thread thread([&] { other = body(3); });
  bool own = body(0);
  thread.join();
  EXPECT_TRUE(own && other);
}

TEST(Types, Conversions) {
  Float4 in = {1.75f, -2.5f, 300.0f, 0.0f};
  Int4 i{};
  std::array<std::uint8_t, 4> u{};
  alignas(8) std::array<std::uint16_t, 4> h{};
  std::array<std::uint8_t, 4> b{};
  alignas(8) std::array<std::int16_t, 4> s{};
  probe().function<void(const void*, void*, void*, void*, void*, void*)>("convert")(
      &in, &i, u.data(), h.data(), b.data(), s.data());
  EXPECT_EQ(i, (Int4{1, -2, 300, 0}));
  EXPECT_EQ(u, (std::array<std::uint8_t, 4>{1, 0, 255, 0}));
  EXPECT_EQ(h, (std::array<std::uint16_t, 4>{0x3f00, 0xc100, 0x5cb0, 0}));
  EXPECT_EQ(b, (std::array<std::uint8_t, 4>{1, 1, 1, 0}));
  EXPECT_EQ(s, (std::array<std::int16_t, 4>{1, -2, 300, 0}));
}

TEST(Types, Constructors) {
  std::array<float, 36> out{};
  probe().function<void(float*)>("construct")(out.data());
  EXPECT_EQ(out, (std::array<float, 36>{1, 2, 1, 2, 1, 2, 3, 4, 5, 1, 2, 3, 0, 1, 2, 9, 1, 2,
                                        2, 1, 7, 7, 7, 7, 1, 2, 3, 4, 1, 2, 3, 4, 0, 1, 2, 0}));
}

TEST(Types, IntegerOperators) {
  Int4 a = {7, -8, INT32_MIN, 5}, b = {2, 3, -1, 0};
  std::array<Int4, 9> out{};
  probe().function<void(const Int4*, const Int4*, Int4*)>("integer_operators")(&a, &b, out.data());
  EXPECT_EQ(out[0], (Int4{-12, 19, -1, -10}));
  EXPECT_EQ(out[1].v[0], 3);
  EXPECT_EQ(out[1].v[1], -2);
  EXPECT_EQ(out[2].v[0], 1);
  EXPECT_EQ(out[2].v[1], -2);
  EXPECT_EQ(out[3], (Int4{(7 & 2) | (7 ^ 5), (-8 & 3) | (-8 ^ 5), INT32_MIN | 5, 0}));
  EXPECT_EQ(out[4], (Int4{28, -64, 0, 5}));  // the count modulo 32
  EXPECT_EQ(out[5], (Int4{3, -4, INT32_MIN / 2, 2}));
  EXPECT_EQ(out[6], (Int4{-10, 4, INT32_MIN, -6}));
  EXPECT_EQ(out[7], (Int4{64, -84, -4, 0}));
  EXPECT_EQ(out[8], (Int4{0, 1, 1, 0}));
}

TEST(Types, PackedOperators) {
  std::array<float, 12> p = {1, 2, 3, 4, 5, 6};
  std::array<float, 3> out{};
  probe().function<void(float*, float*)>("packed_operators")(p.data(), out.data());
  EXPECT_EQ(p, (std::array<float, 12>{1, 2, 3, 4, 5, 6, 16, 100, 28, 7, 7, 1}));
  EXPECT_EQ(out[0], 32);
  EXPECT_FLOAT_EQ(out[1], std::sqrt(14.0f));
  EXPECT_EQ(out[2], 0);
}

TEST(Types, UnionsAndReinterpretation) {
  EXPECT_EQ(probe().function<float(float)>("overlay")(5), 8);
  EXPECT_EQ(probe().function<unsigned(float)>("reinterpret")(1.0f), 0x3f800000u + 0x3f);
}

TEST(Types, ConstantTables) { EXPECT_EQ(probe().function<int()>("table_sum")(), 15); }

TEST(Types, Matrices) {
  std::array<float, 6> in = {1, 2, 3, 4, 5, 6};
  std::array<float, 12> out{};
  probe().function<void(const float*, float*)>("matrices")(in.data(), out.data());
  // A 3x3 matrix of rank 2 has the determinant 0; the others' by numpy.linalg.det.
  EXPECT_EQ(out, (std::array<float, 12>{9, 12, 15, 14, 32, 0, 18, 29, 22, 2, 4, 1}));
}

// bfloat rounds after each operation: 1.5 * 2.5 is exact, a sum of 256 and 1 is not.
TEST(Types, Bfloats) {
  std::array<std::uint16_t, 4> in = {0x3fc0, 0x4380, 0x3f80, 0x3f80};  // 1.5, 256, 1, 1
  std::array<float, 10> out{};
  probe().function<void(const std::uint16_t*, float*)>("bfloats")(in.data(), out.data());
  // 1.5 + 256 = 257.5, of 8 bits 258; twice + 1 stays (halfway to even, then 259 to 260).
  EXPECT_EQ(out, (std::array<float, 10>{4.75f, 4, 1, 12, 260, 7, 28.5f, 2, 5.5f, 1}));
}

}  // namespace
