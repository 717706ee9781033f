// The functions of <metal_math> against the C library's in double, over floats of every magnitude.
// Limits are the MSL specification's (section 8.4) or tighter; the probe is compiled with fast-math
// flags, under which precise:: must hold its limits too.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "probe.hpp"

namespace {

using msl_test::probe;
using msl_test::sample_floats;
using msl_test::ulp_error;

using Unary = void(const float*, float*, unsigned long);
using Binary = void(const float*, const float*, float*, unsigned long);

struct UnaryCase {
  const char* name;
  double (*reference)(double);
  double ulps;             // the bound
  float limit = INFINITY;  // arguments up to this magnitude
};

void PrintTo(const UnaryCase& c, std::ostream* out) { *out << c.name; }

constexpr double pi = 3.14159265358979323846;

// sin(pi x) and the like with the argument reduced exactly.
double sin_pi(double x) {
  double r = std::remainder(x, 2.0);
  if (std::abs(r) > 0.5) r = std::copysign(1.0, r) - r;
  return std::isfinite(x) ? std::copysign(std::sin(pi * r), r == 0 ? x : r) : NAN;
}
double cos_pi(double x) {
  double r = std::abs(std::remainder(x, 2.0));
  return std::isfinite(x) ? std::sin(pi * (0.5 - r)) : NAN;
}
double tan_pi(double x) {
  double r = std::remainder(x, 2.0);  // infinite at +-0.5, with that sign
  return std::abs(r) == 0.5 ? std::copysign(INFINITY, r) : sin_pi(x) / cos_pi(x);
}
double exact_exp10(double x) { return std::pow(10.0, x); }
double exact_rsqrt(double x) { return 1 / std::sqrt(x); }
double exact_fract(double x) {
  return std::isinf(x) ? 0 : std::min(x - std::floor(x), 0.999999940395355224609375);
}
double exact_sign(double x) { return x > 0 ? 1 : x < 0 ? -1 : std::isnan(x) ? 0 : x; }
double exact_saturate(double x) { return x > 0 ? std::min(x, 1.0) : 0; }
double exact_round(double x) { return std::round(x); }

class UnaryMath : public testing::TestWithParam<UnaryCase> {};

TEST_P(UnaryMath, StaysWithinItsUlps) {
  const UnaryCase& c = GetParam();
  std::vector<float> in = sample_floats(9973), out;
  std::erase_if(in, [&](float x) { return std::isfinite(x) && std::abs(x) > c.limit; });
  out.resize(in.size());
  probe().function<Unary>(c.name)(in.data(), out.data(), in.size());
  double worst = 0;
  float where = 0;
  for (std::size_t i = 0; i < in.size(); ++i) {
    double expected = c.reference(in[i]);
    double error = ulp_error(out[i], expected);
    if (error > worst) worst = error, where = in[i];
    if (expected == 0 && in[i] == 0 && c.reference != exact_saturate) {
      EXPECT_EQ(std::signbit(out[i]), std::signbit(expected)) << "sign of the zero at " << in[i];
    }
  }
  EXPECT_LE(worst, c.ulps) << "at " << where;
}

INSTANTIATE_TEST_SUITE_P(
    Precise, UnaryMath,
    testing::Values(
        UnaryCase{"precise_acos", std::acos, 0.6}, UnaryCase{"precise_acosh", std::acosh, 0.6},
        UnaryCase{"precise_asin", std::asin, 0.6}, UnaryCase{"precise_asinh", std::asinh, 0.6},
        UnaryCase{"precise_atan", std::atan, 0.6}, UnaryCase{"precise_atanh", std::atanh, 0.6},
        UnaryCase{"precise_ceil", std::ceil, 0}, UnaryCase{"precise_cos", std::cos, 0.6},
        UnaryCase{"precise_cosh", std::cosh, 0.6}, UnaryCase{"precise_cospi", cos_pi, 0.6},
        UnaryCase{"precise_exp", std::exp, 0.6}, UnaryCase{"precise_exp10", exact_exp10, 0.6},
        UnaryCase{"precise_exp2", std::exp2, 0.6}, UnaryCase{"precise_fabs", std::fabs, 0},
        UnaryCase{"precise_floor", std::floor, 0}, UnaryCase{"precise_fract", exact_fract, 0.5},
        UnaryCase{"precise_log", std::log, 0.6}, UnaryCase{"precise_log10", std::log10, 0.6},
        UnaryCase{"precise_log2", std::log2, 0.6}, UnaryCase{"precise_rint", std::rint, 0},
        UnaryCase{"precise_round", exact_round, 0}, UnaryCase{"precise_rsqrt", exact_rsqrt, 0.5001},
        UnaryCase{"precise_saturate", exact_saturate, 0}, UnaryCase{"precise_sign", exact_sign, 0},
        UnaryCase{"precise_sin", std::sin, 0.6}, UnaryCase{"precise_sinh", std::sinh, 0.6},
        UnaryCase{"precise_sinpi", sin_pi, 0.6}, UnaryCase{"precise_sqrt", std::sqrt, 0.5001},
        UnaryCase{"precise_tan", std::tan, 0.6}, UnaryCase{"precise_tanh", std::tanh, 0.6},
        UnaryCase{"precise_tanpi", tan_pi, 0.6}, UnaryCase{"precise_trunc", std::trunc, 0}));

INSTANTIATE_TEST_SUITE_P(
    Fast, UnaryMath,
    testing::Values(UnaryCase{"fast_cos", std::cos, 1, 1e5f}, UnaryCase{"fast_exp", std::exp, 4},
                    UnaryCase{"fast_log", std::log, 4}, UnaryCase{"fast_sin", std::sin, 1, 1e5f},
                    UnaryCase{"fast_tan", std::tan, 1, 1e5f},
                    UnaryCase{"fast_rsqrt", exact_rsqrt, 2}, UnaryCase{"fast_tanh", std::tanh, 5}));

// Pairs of floats: each of a sparse sample with each.
void all_pairs(std::vector<float>& a, std::vector<float>& b) {
  std::vector<float> values = sample_floats(6700417);
  for (float small : {3.0f, -3.0f, 0.3f, 7.5f, -1.5f, 1.0000001f, 0.99999994f, 100.0f, 1e6f}) {
    values.push_back(small);
  }
  for (float x : values) {
    for (float y : values) a.push_back(x), b.push_back(y);
  }
}

struct BinaryCase {
  const char* name;
  std::function<double(double, double)> reference;
  double ulps;
};

void PrintTo(const BinaryCase& c, std::ostream* out) { *out << c.name; }

double exact_powr(double a, double b) {
  if (a < 0) return NAN;
  if (std::isnan(a) || std::isnan(b)) return NAN;
  if ((b == 0 && (a == 0 || std::isinf(a))) || (a == 1 && std::isinf(b))) return NAN;
  return std::pow(std::abs(a), b);
}

class BinaryMath : public testing::TestWithParam<BinaryCase> {};

TEST_P(BinaryMath, StaysWithinItsUlps) {
  const BinaryCase& c = GetParam();
  std::vector<float> a, b;
  all_pairs(a, b);
  std::vector<float> out(a.size());
  probe().function<Binary>(c.name)(a.data(), b.data(), out.data(), a.size());
  double worst = 0;
  std::size_t where = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    double error = ulp_error(out[i], c.reference(a[i], b[i]));
    if (error > worst) worst = error, where = i;
  }
  EXPECT_LE(worst, c.ulps) << "at " << a[where] << ", " << b[where] << ": " << out[where];
}

INSTANTIATE_TEST_SUITE_P(
    Precise, BinaryMath,
    testing::Values(
        BinaryCase{"precise_atan2", [](double a, double b) { return std::atan2(a, b); }, 0.6},
        BinaryCase{"precise_copysign", [](double a, double b) { return std::copysign(a, b); }, 0},
        BinaryCase{"precise_fdim", [](double a, double b) { return std::fdim(a, b); }, 0.5001},
        BinaryCase{"precise_fmax", [](double a, double b) { return std::fmax(a, b); }, 0},
        BinaryCase{"precise_fmin", [](double a, double b) { return std::fmin(a, b); }, 0},
        BinaryCase{"precise_fmod", [](double a, double b) { return std::fmod(a, b); }, 0},
        BinaryCase{"precise_pow", [](double a, double b) { return std::pow(a, b); }, 0.6},
        BinaryCase{"precise_powr", exact_powr, 0.6},
        BinaryCase{"precise_nextafter",
                   [](double a, double b) {
                     return std::nextafter(static_cast<float>(a), static_cast<float>(b));
                   },
                   0}));

TEST(Math, FmaRoundsOnce) {
  std::vector<float> a, b;
  all_pairs(a, b);
  std::vector<float> c(a.rbegin(), a.rend()), out(a.size());
  for (std::size_t i = 0; i < c.size(); i += 2) c[i] = -a[i] * b[i];  // cancellation
  probe().function<void(const float*, const float*, const float*, float*, unsigned long)>(
      "fma_all")(a.data(), b.data(), c.data(), out.data(), a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    float expected = std::fma(a[i], b[i], c[i]);
    ASSERT_TRUE(out[i] == expected || (std::isnan(out[i]) && std::isnan(expected)))
        << a[i] << " " << b[i] << " " << c[i];
  }
}

TEST(Math, PartsOfFloats) {
  std::vector<float> in = sample_floats(99991);
  std::size_t n = in.size();
  std::vector<float> fraction(n), whole(n), rest(n), back(n);
  std::vector<int> exponent(n), logarithm(n);
  probe().function<void(const float*, float*, int*, unsigned long)>("frexp_all")(
      in.data(), fraction.data(), exponent.data(), n);
  probe().function<void(const float*, const int*, float*, unsigned long)>("ldexp_all")(
      fraction.data(), exponent.data(), back.data(), n);
  probe().function<void(const float*, float*, float*, unsigned long)>("modf_all")(
      in.data(), rest.data(), whole.data(), n);
  probe().function<void(const float*, int*, unsigned long)>("ilogb_all")(in.data(),
                                                                         logarithm.data(), n);
  for (std::size_t i = 0; i < n; ++i) {
    if (std::isnan(in[i])) {
      EXPECT_TRUE(std::isnan(fraction[i]) && std::isnan(rest[i]) && std::isnan(back[i]));
      continue;
    }
    EXPECT_EQ(back[i], in[i]);
    float expected_whole;
    EXPECT_EQ(rest[i], std::modf(in[i], &expected_whole)) << in[i];
    EXPECT_EQ(whole[i], expected_whole);
    if (std::isinf(in[i])) continue;
    int expected_exponent;
    EXPECT_EQ(fraction[i], std::frexp(in[i], &expected_exponent)) << in[i];
    EXPECT_EQ(exponent[i], expected_exponent) << in[i];
    int expected_logarithm = in[i] == 0 ? INT32_MIN : std::ilogb(in[i]);
    EXPECT_EQ(logarithm[i], expected_logarithm) << in[i];
  }
}

TEST(Math, ClassificationLooksAtTheBits) {
  std::vector<float> in = sample_floats(99991);
  std::vector<unsigned> out(in.size());
  probe().function<void(const float*, unsigned*, unsigned long)>("classify")(in.data(), out.data(),
                                                                             in.size());
  for (std::size_t i = 0; i < in.size(); ++i) {
    unsigned expected = unsigned{std::isnan(in[i])} | unsigned{std::isinf(in[i])} << 1 |
                        unsigned{std::isfinite(in[i])} << 2 | unsigned{std::isnormal(in[i])} << 3 |
                        unsigned{std::signbit(in[i])} << 4;
    ASSERT_EQ(out[i], expected) << in[i];
  }
}

TEST(Math, SincosGivesBoth) {
  std::vector<float> in = sample_floats(999983), s(in.size()), c(in.size());
  probe().function<void(const float*, float*, float*, unsigned long)>("sincos_all")(
      in.data(), s.data(), c.data(), in.size());
  for (std::size_t i = 0; i < in.size(); ++i) {
    EXPECT_LE(ulp_error(s[i], std::sin(static_cast<double>(in[i]))), 0.6);
    EXPECT_LE(ulp_error(c[i], std::cos(static_cast<double>(in[i]))), 0.6);
  }
}

TEST(Math, FloatToIntSaturates) {
  std::vector<float> in = {0.0f, 1.9f, -1.9f, 3e9f, -3e9f, NAN, INFINITY, -INFINITY};
  std::vector<int> out(in.size());
  probe().function<void(const float*, int*, unsigned long)>("to_int")(in.data(), out.data(),
                                                                      in.size());
  EXPECT_EQ(out, (std::vector<int>{0, 1, -1, INT32_MAX, INT32_MIN, 0, INT32_MAX, INT32_MIN}));
}

// Half by its definition: sign, 5 bits of exponent, 10 of mantissa.
double half_value(std::uint16_t bits) {
  int exponent = bits >> 10 & 31, mantissa = bits & 1023;
  double magnitude = exponent == 31  ? (mantissa == 0 ? INFINITY : NAN)
                     : exponent == 0 ? std::ldexp(mantissa, -24)
                                     : std::ldexp(mantissa + 1024, exponent - 25);
  return bits >> 15 ? -magnitude : magnitude;
}

TEST(Math, HalfConversionsRoundToNearestEven) {
  std::vector<std::uint16_t> all(65536), back(65536);
  for (unsigned i = 0; i < 65536; ++i) all[i] = static_cast<std::uint16_t>(i);
  std::vector<float> wide(65536);
  probe().function<void(const std::uint16_t*, float*, unsigned long)>("from_half")(
      all.data(), wide.data(), 65536);
  auto narrow = probe().function<void(const float*, std::uint16_t*, unsigned long)>("to_half");
  narrow(wide.data(), back.data(), 65536);
  for (unsigned i = 0; i < 65536; ++i) {
    double expected = half_value(all[i]);
    if (std::isnan(expected)) {
      EXPECT_TRUE(std::isnan(wide[i]) && std::isnan(half_value(back[i])));
    } else {
      EXPECT_EQ(wide[i], expected);
      EXPECT_EQ(back[i], all[i]);
    }
  }
  // Between two neighbours: the nearer one, at equal distance the even one.
  for (unsigned i = 0; i < 0x7bff; ++i) {
    float low = wide[i], high = wide[i + 1], middle = (low + high) / 2;
    float in[3] = {std::nextafter(middle, low), middle, std::nextafter(middle, high)};
    std::uint16_t out[3];
    narrow(in, out, 3);
    ASSERT_EQ(out[0], i);
    ASSERT_EQ(out[1], i & 1 ? i + 1 : i);
    ASSERT_EQ(out[2], i + 1);
  }
}

TEST(Math, BfloatRoundsToNearestEven) {
  std::vector<float> in = sample_floats(9973);
  std::vector<std::uint16_t> out(in.size());
  probe().function<void(const float*, std::uint16_t*, unsigned long)>("to_bfloat")(
      in.data(), out.data(), in.size());
  for (std::size_t i = 0; i < in.size(); ++i) {
    float value = std::bit_cast<float>(std::uint32_t{out[i]} << 16);
    if (std::isnan(in[i])) {
      ASSERT_TRUE(std::isnan(value));
      continue;
    }
    std::uint32_t bits = std::bit_cast<std::uint32_t>(in[i]), low = bits & 0xffff, up = bits >> 16;
    std::uint32_t expected = low > 0x8000 || (low == 0x8000 && (up & 1)) ? up + 1 : up;
    ASSERT_EQ(out[i], expected) << in[i];
  }
}

// Half functions are the float functions, rounded: all 65536 arguments.
TEST(Math, HalfFunctionsRoundTheFloatResult) {
  std::vector<std::uint16_t> in(65536), out(65536);
  for (unsigned i = 0; i < 65536; ++i) in[i] = static_cast<std::uint16_t>(i);
  for (auto [name, reference] :
       {std::pair{"precise_sin_half", static_cast<double (*)(double)>(std::sin)},
        std::pair{"precise_exp_half", static_cast<double (*)(double)>(std::exp)},
        std::pair{"fast_log_half", static_cast<double (*)(double)>(std::log)}}) {
    probe().function<void(const std::uint16_t*, std::uint16_t*, unsigned long)>(name)(
        in.data(), out.data(), 65536);
    for (unsigned i = 0; i < 65536; ++i) {
      double expected = reference(half_value(in[i])), value = half_value(out[i]);
      if (std::isnan(expected)) {
        ASSERT_TRUE(std::isnan(value)) << name << i;
      } else if (std::abs(expected) >= 65520) {
        ASSERT_EQ(value, std::copysign(INFINITY, expected)) << name << i;
      } else {
        int exponent = expected == 0 ? -14 : std::max(std::ilogb(expected), -14);
        ASSERT_LE(std::abs(value - expected), 0.501 * std::ldexp(1.0, exponent - 10)) << name << i;
      }
    }
  }
}

}  // namespace
