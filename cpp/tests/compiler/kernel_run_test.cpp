// kernel_run_test.cpp: compiled kernels give the right values, called through the ABI.
#include <cstring>
#include <numeric>

#include "msl_runner.hpp"

namespace softmetal::test {
namespace {

TEST(KernelRun, FlatKernel) {
  const Library library(R"(
    #include <metal_stdlib>
    using namespace metal;
    kernel void saxpy(device const float* x [[buffer(0)]], device float* y [[buffer(1)]],
                      constant float& a [[buffer(2)]], uint i [[thread_position_in_grid]]) {
      y[i] = a * x[i] + y[i];
    })");
  ASSERT_TRUE(library.ok()) << library.log();
  const abi::Kernel& kernel = *library.find("saxpy");
  EXPECT_EQ(kernel.flags, abi::kernel_is_flat);
  ASSERT_EQ(kernel.argument_count, 3U);
  EXPECT_EQ(kernel.arguments[0].access, abi::Access::read_only);
  EXPECT_EQ(kernel.arguments[1].access, abi::Access::read_write);
  EXPECT_STREQ(kernel.arguments[2].name, "a");
  for (const unsigned size : {1U, 7U, 1000U}) {
    std::vector<float> x(size);
    std::vector<float> y(size, 0.5F);
    std::iota(x.begin(), x.end(), 0.0F);
    float a = 2;
    ASSERT_TRUE(library.run("saxpy", {x.data(), y.data(), &a}, {{size, 1, 1}, {32, 1, 1}}));
    for (unsigned i = 0; i < size; ++i) EXPECT_EQ(y[i], 2.0F * static_cast<float>(i) + 0.5F);
  }
}

TEST(KernelRun, FlatKernelInThreeDimensionsAndInPieces) {
  const Library library(R"(
    kernel void place(device uint* out, metal::ushort3 at [[thread_position_in_grid]],
                      uint3 size [[threads_per_grid]]) {
      out[(at.z * size.y + at.y) * size.x + at.x] = at.x + 100 * at.y + 10000 * at.z;
    })");
  ASSERT_TRUE(library.ok()) << library.log();
  std::vector<unsigned> out(5 * 4 * 3);
  abi::Launch launch{};
  launch.buffers[0] = out.data();
  const unsigned size[] = {5, 4, 3};
  std::copy(size, size + 3, launch.threads_per_grid);
  library.find("place")->run_flat(&launch, 0, 13);
  library.find("place")->run_flat(&launch, 13, 14);
  library.find("place")->run_flat(&launch, 14, 60);
  for (unsigned i = 0; i < out.size(); ++i) {
    EXPECT_EQ(out[i], i % 5 + 100 * (i / 5 % 4) + 10000 * (i / 20));
  }
}

// A private array must not be shared by threads that run as lanes of one vector loop.
TEST(KernelRun, PrivateArraysStayPrivate) {
  const Library library(R"(
    kernel void pick(device int* out, device const int* which, uint i [[thread_position_in_grid]]) {
      int values[8];
      for (int k = 0; k < 8; ++k) values[(k + i) % 8] = i * 8 + k;
      values[which[i]] += 1;
      out[i] = values[which[i]];
    })");
  ASSERT_TRUE(library.ok()) << library.log();
  constexpr unsigned size = 1000;
  std::vector<int> out(size);
  std::vector<int> which(size);
  for (unsigned i = 0; i < size; ++i) which[i] = static_cast<int>(i * 7 % 8);
  ASSERT_TRUE(library.run("pick", {out.data(), which.data()}, {{size, 1, 1}, {32, 1, 1}}));
  for (unsigned i = 0; i < size; ++i) {
    EXPECT_EQ(out[i], static_cast<int>(i * 8 + (i * 7 % 8 + 8 - i % 8) % 8 + 1));
  }
}

TEST(KernelRun, BuiltinsOfPartialThreadgroups) {
  const Library library(R"(
    #include <metal_stdlib>
    using namespace metal;
    struct Seen { uint grid, group, size, dispatch, index, lane, simd, simds; };
    kernel void see(device Seen* out, uint2 at [[thread_position_in_grid]], uint2 grid [[threads_per_grid]],
                    uint2 in_group [[thread_position_in_threadgroup]], uint2 group [[threadgroup_position_in_grid]],
                    uint2 size [[threads_per_threadgroup]], uint2 dispatch [[dispatch_threads_per_threadgroup]],
                    uint index [[thread_index_in_threadgroup]], uint lane [[thread_index_in_simdgroup]],
                    ushort simd [[simdgroup_index_in_threadgroup]], uint simds [[simdgroups_per_threadgroup]],
                    uint width [[threads_per_simdgroup]], uint2 groups [[threadgroups_per_grid]]) {
      out[at.y * grid.x + at.x] = {at.x * 100 + at.y, group.x * 100 + group.y, size.x * 100 + size.y,
                                   dispatch.x * 100 + dispatch.y,
                                   index == in_group.y * size.x + in_group.x ? index : 9999,
                                   lane, simd, simds * 100 + width + groups.x * 10000 + groups.y * 100000};
    })");
  ASSERT_TRUE(library.ok()) << library.log();
  EXPECT_EQ(library.find("see")->flags, 0U);
  struct Seen {
    unsigned grid, group, size, dispatch, index, lane, simd, simds;
  };
  std::vector<Seen> out(11 * 7);
  ASSERT_TRUE(library.run("see", {out.data()}, {{11, 7, 1}, {8, 5, 1}}));
  for (unsigned y = 0; y < 7; ++y) {
    for (unsigned x = 0; x < 11; ++x) {
      const Seen& seen = out[y * 11 + x];
      const unsigned width = x < 8 ? 8 : 3;
      const unsigned height = y < 5 ? 5 : 2;
      const unsigned index = y % 5 * width + x % 8;
      EXPECT_EQ(seen.grid, x * 100 + y);
      EXPECT_EQ(seen.group, x / 8 * 100 + y / 5);
      EXPECT_EQ(seen.size, width * 100 + height);
      EXPECT_EQ(seen.dispatch, 805U);
      EXPECT_EQ(seen.index, index);
      EXPECT_EQ(seen.lane, index % 32);
      EXPECT_EQ(seen.simd, index / 32);
      EXPECT_EQ(seen.simds, (width * height + 31) / 32 * 100 + 32 + 20000 + 200000);
    }
  }
}

TEST(KernelRun, ThreadgroupVariablesAndBarriers) {
  const Library library(R"(
    #include <metal_stdlib>
    using namespace metal;
    #define SIZE 8
    static void meet() { threadgroup_barrier(mem_flags::mem_threadgroup); }
    kernel void sum(device const float* x, device float* out, threadgroup float* scratch [[threadgroup(0)]],
                    uint i [[thread_index_in_threadgroup]], uint group [[threadgroup_position_in_grid]]) {
      constexpr int doubled = 2 * SIZE;
      threadgroup float values[doubled], last;
      threadgroup uchar odd[3];
      alignas(32) threadgroup float2 pairs[2][SIZE];
      threadgroup float* alias = values;
      scratch[i] = x[group * SIZE + i];
      meet();
      alias[i] = scratch[SIZE - 1 - i];
      alias[i + SIZE] = 0;
      pairs[1][i] = float2(i, 1);
      for (uint step = SIZE / 2; step > 0; step /= 2) {
        threadgroup_barrier(mem_flags::mem_threadgroup);
        if (i < step) {
          threadgroup float nested;
          values[i] += values[i + step];
          if (i == 0) nested = values[0];
          last = nested;
        }
      }
      odd[i % 3] = 1;
      threadgroup_barrier(mem_flags::mem_threadgroup);
      if (i == 0) out[group] = values[0] + 1000 * pairs[1][SIZE - 1].x;
    })");
  ASSERT_TRUE(library.ok()) << library.log();
  const abi::Kernel& kernel = *library.find("sum");
  EXPECT_EQ(kernel.flags, abi::kernel_needs_fibers);
  // values, last, odd; pairs at a multiple of 32, 2 * 8 float2; nested
  EXPECT_EQ(kernel.static_threadgroup_size, 96U + 128U + 4U);
  ASSERT_EQ(kernel.argument_count, 3U);
  EXPECT_EQ(kernel.arguments[2].kind, abi::ArgumentKind::threadgroup);
  std::vector<float> x(16);
  std::iota(x.begin(), x.end(), 1.0F);
  std::vector<float> out(2);
  ASSERT_TRUE(library.run("sum", {x.data(), out.data()}, {{16, 1, 1}, {8, 1, 1}}, {32}));
  EXPECT_EQ(out[0], 36.0F + 7000.0F);
  EXPECT_EQ(out[1], 100.0F + 7000.0F);
}

TEST(KernelRun, ThreadgroupVariablesWithoutBarriers) {
  const Library library(R"(
    #include <metal_stdlib>
    using namespace metal;
    template <typename T, int N, typename = void>
    kernel void count(device uint* out, device const T* x, uint i [[thread_position_in_threadgroup]]) {
      threadgroup atomic_uint total;
      threadgroup T copy[N];
      if (i == 0) atomic_store_explicit(&total, 0, memory_order_relaxed);
      copy[i] = x[i];
      atomic_fetch_add_explicit(&total, uint(copy[i]), memory_order_relaxed);
      out[i] = atomic_load_explicit(&total, memory_order_relaxed);
    }
    template [[host_name("count_float")]] kernel void count<float, 16>(device uint*, device const float*, uint);
    template [[host_name("count_short")]] kernel decltype(count<short, 4>) count<short, 4>;
  )");
  ASSERT_TRUE(library.ok()) << library.log();
  EXPECT_EQ(library.find("count_float")->static_threadgroup_size, 4U + 64U);
  EXPECT_EQ(library.find("count_short")->static_threadgroup_size, 4U + 8U);
  EXPECT_EQ(library.find("count_float")->flags, 0U);
  std::vector<short> x{1, 2, 3, 4};
  std::vector<unsigned> out(4);
  ASSERT_TRUE(library.run("count_short", {out.data(), x.data()}, {{4, 1, 1}, {4, 1, 1}}));
  EXPECT_EQ(out, (std::vector<unsigned>{1, 3, 6, 10}));
}

TEST(KernelRun, FunctionConstants) {
  const char* const source = R"(
    #include <metal_stdlib>
    using namespace metal;
    constant bool flag [[function_constant(0)]];
    constant float scale [[function_constant(1)]];
    constant bool has_scale = is_function_constant_defined(scale);
    constant float used = has_scale ? scale : 10.0f;
    constant bool no_offset = !flag;
    kernel void apply(device float* x, constant float& offset [[buffer(1), function_constant(flag)]],
                      constant float& other [[buffer(2), function_constant(no_offset)]],
                      uint i [[thread_position_in_grid]]) {
      if (flag) x[i] = x[i] * used + offset; else x[i] = used;
    }
    kernel void plain(device float* x, uint i [[thread_position_in_grid]]) { x[i] = 1; }
  )";
  const auto value = [](unsigned index, std::string name, auto number, unsigned type) {
    ConstantValue constant{std::move(name), index, type, std::vector<std::byte>(sizeof number)};
    std::memcpy(constant.bytes.data(), &number, sizeof number);
    return constant;
  };
  const Library open(source);
  ASSERT_TRUE(open.ok()) << open.log();
  ASSERT_EQ(open.program().constants().size(), 2U);
  EXPECT_STREQ(open.program().constants()[1].name, "scale");
  EXPECT_EQ(open.program().constants()[1].data_type, 3U);
  EXPECT_EQ(open.program().constants_used_by("apply"), (std::vector<unsigned>{0, 1}));
  EXPECT_TRUE(open.program().constants_used_by("plain").empty());

  const Library by_name(source, {value(0, "flag", true, 53), value(0, "scale", 3.0F, 3)});
  ASSERT_TRUE(by_name.ok()) << by_name.log();
  EXPECT_TRUE(by_name.find("apply")->arguments[1].present);
  EXPECT_FALSE(by_name.find("apply")->arguments[2].present);
  std::vector<float> x{1, 2};
  float offset = 5;
  ASSERT_TRUE(by_name.run("apply", {x.data(), &offset}, {{2, 1, 1}, {1, 1, 1}}));
  EXPECT_EQ(x, (std::vector<float>{8, 11}));

  const Library by_index(source, {value(0, "", false, 53)});
  ASSERT_TRUE(by_index.ok()) << by_index.log();
  EXPECT_FALSE(by_index.find("apply")->arguments[1].present);
  ASSERT_TRUE(by_index.run("apply", {x.data(), nullptr}, {{2, 1, 1}, {1, 1, 1}}));
  EXPECT_EQ(x, (std::vector<float>{10, 10}));

  const Library wrong(source, {value(1, "", 1.0, 0)});
  EXPECT_FALSE(wrong.ok());
  EXPECT_NE(wrong.log().find("'scale'"), std::string::npos) << wrong.log();
}

TEST(KernelRun, ArgumentSlots) {
  const Library library(R"(
    enum Index { first = 3 };
    struct Parameters { float a; metal::packed_float3 b; };
    kernel void f(device float* a [[buffer(Index::first + 1)]], device metal::float4* b, constant Parameters* c,
                  device void* d [[buffer(0)]], device metal::atomic_uint& e, constant uint* const* f) {}
  )");
  ASSERT_TRUE(library.ok()) << library.log();
  const abi::Argument* const arguments = library.find("f")->arguments;
  const unsigned expected[][4] = {{4, 3, 4, 4}, {1, 6, 16, 16}, {2, 1, 16, 4},
                                  {0, 0, 1, 1}, {3, 33, 4, 4},  {5, 60, 8, 8}};
  for (unsigned i = 0; i < 6; ++i) {
    EXPECT_EQ(arguments[i].index, expected[i][0]) << i;
    EXPECT_EQ(arguments[i].data_type, expected[i][1]) << i;
    EXPECT_EQ(arguments[i].data_size, expected[i][2]) << i;
    EXPECT_EQ(arguments[i].alignment, expected[i][3]) << i;
  }
}

TEST(KernelRun, UnboundArgumentsCanBeTested) {
  const Library library(R"(
    kernel void f(device int* out, device const int* maybe, constant int& number, uint i [[thread_position_in_grid]]) {
      out[i] = maybe == nullptr ? -1 : maybe[i];
    })");
  ASSERT_TRUE(library.ok()) << library.log();
  std::vector<int> out(3);
  ASSERT_TRUE(library.run("f", {out.data(), nullptr, nullptr}, {{3, 1, 1}, {1, 1, 1}}));
  EXPECT_EQ(out, (std::vector<int>{-1, -1, -1}));
}

TEST(KernelRun, SwizzlesByEveryWay) {
  const Library library(R"(
    using namespace metal;
    #define FIRST_TWO xy
    #define PAIR(a, b) a##b
    float4 turn(float4 v) { return v.wzyx; }
    kernel void f(device float4* v, device packed_float3* p, device float* out) {
      device float4& a = v[0];
      device float4* pointer = v;
      out[0] = turn(a).y;
      a.FIRST_TWO = pointer->PAIR(z, w);
      a.bgr += 1;
      p[0].zx = float2(7, 8);
      out[1] = p[0].rrg.y + p[0].xyz.bg.x;
    })");
  ASSERT_TRUE(library.ok()) << library.log();
  alignas(16) std::array<float, 4> v{1, 2, 3, 4};
  std::array<float, 3> p{5, 6, 9};
  std::array<float, 2> out{};
  ASSERT_TRUE(library.run("f", {v.data(), p.data(), out.data()}, {{1, 1, 1}, {1, 1, 1}}));
  EXPECT_EQ(out, (std::array<float, 2>{3, 8 + 7}));
  EXPECT_EQ(v, (std::array<float, 4>{4, 5, 4, 4}));
  EXPECT_EQ(p, (std::array<float, 3>{8, 6, 7}));
}

TEST(KernelRun, SwizzlesInTextsWithMistakes) {
  const Library library(R"(
    #define COMPONENTS zyx
    kernel void f(device metal::float4* v) {
      v[0].COMPONENTS = 1;
      v[0].xy = missing;
    })");
  ASSERT_FALSE(library.ok());
  ASSERT_EQ(library.result().diagnostics.size(), 1U) << library.log();
  EXPECT_EQ(library.result().diagnostics[0].line, 5U);
}

}  // namespace
}  // namespace softmetal::test
