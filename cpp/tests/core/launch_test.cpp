// launch_test.cpp: kernels, copies and fills give the right results through the embedding API.
#include <numeric>

#include "support.hpp"

namespace metalscope::testing {
namespace {

constexpr const char* saxpy_source = R"(
kernel void saxpy(device const float* x [[buffer(0)]], device float* y [[buffer(1)]],
                  constant float& a [[buffer(2)]], uint i [[thread_position_in_grid]]) {
  y[i] = a * x[i] + y[i];
}
)";

TEST(Launch, SaxpyEqualsTheClosedForm) {
  const Kernel saxpy = kernel_of(saxpy_source, "saxpy");
  for (const std::uint32_t n : {1U, 31U, 1001U, 100'000U}) {
    std::vector<float> x(n);
    std::iota(x.begin(), x.end(), 0.0F);
    const Buffer bx = buffer_of(x);
    const Buffer by = buffer_of(std::vector<float>(n, 1.0F));
    launch(saxpy, {Argument::of(bx), Argument::of(by), Argument::of(Number(2.0))}, threads(n));
    Stream::current().synchronize();
    const std::vector<float> y = values_of<float>(by);
    for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(y[i], 2.0F * x[i] + 1.0F) << n << " " << i;
  }
}

TEST(Launch, SeesWhatEarlierOperationsWrote) {
  const Kernel add = kernel_of(
      "kernel void add_one(device int* x [[buffer(0)]], uint i [[thread_position_in_grid]]) {\n"
      "  x[i] += 1; }",
      "add_one");
  const Buffer x = Buffer::allocate(256 * sizeof(int));
  Stream stream = Stream::current();
  stream.fill(x, 0, x.size(), 0);
  for (int i = 0; i < 300; ++i) launch(add, {Argument::of(x)}, threads(256));
  const Buffer y = Buffer::allocate(x.size());
  stream.copy(x, 0, y, 0, x.size());
  stream.synchronize();
  EXPECT_EQ(values_of<int>(y), std::vector<int>(256, 300));
}

TEST(Launch, CopiesAndFillsRanges) {
  const Buffer source = buffer_of(std::vector<std::uint8_t>{1, 2, 3, 4, 5, 6, 7, 8});
  const Buffer target = Buffer::allocate(8);
  Stream stream = Stream::current();
  stream.fill(target, 0, 8, 9);
  stream.copy(source, 4, target, 0, 4);
  stream.synchronize();
  EXPECT_EQ(values_of<std::uint8_t>(target), (std::vector<std::uint8_t>{5, 6, 7, 8, 9, 9, 9, 9}));
}

TEST(Launch, ReachesPrivateBuffersThroughCopies) {
  const Buffer hidden = Buffer::allocate(16, StorageMode::private_);
  EXPECT_EQ(hidden.contents(), nullptr);
  const Buffer source = buffer_of(std::vector<int>{1, 2, 3, 4});
  const Buffer target = Buffer::allocate(16);
  Stream stream = Stream::current();
  stream.copy(source, 0, hidden, 0, 16);
  stream.copy(hidden, 0, target, 0, 16);
  stream.synchronize();
  EXPECT_EQ(values_of<int>(target), (std::vector<int>{1, 2, 3, 4}));
}

TEST(Launch, BindsVectorsStructuresAndThreadgroupMemory) {
  const Kernel kernel = kernel_of(
      R"(
struct Parameters { int scale; float offset; };
kernel void combine(device float* out [[buffer(0)]], constant float3& v [[buffer(1)]],
                    constant Parameters& p [[buffer(2)]],
                    threadgroup float* scratch [[threadgroup(0)]],
                    uint i [[thread_position_in_grid]], uint t [[thread_position_in_threadgroup]]) {
  scratch[t] = v[t % 3];
  threadgroup_barrier(mem_flags::mem_threadgroup);
  out[i] = scratch[(t + 1) % 3] * p.scale + p.offset;
}
)",
      "combine");
  struct {
    int scale = 10;
    float offset = 0.5F;
  } parameters;
  const Number vector[] = {1.0, 2.0, 3.0};
  Argument numbers;
  numbers.kind = Argument::Kind::numbers;
  numbers.numbers = vector;
  const Buffer out = Buffer::allocate(3 * sizeof(float));
  Grid grid = threads(3);
  grid.threads_per_threadgroup = Size{3, 1, 1};
  launch(kernel,
         {Argument::of(out), numbers, Argument::of(std::as_bytes(std::span(&parameters, 1)))}, grid,
         {{0, 12}});
  Stream::current().synchronize();
  EXPECT_EQ(values_of<float>(out), (std::vector<float>{20.5F, 30.5F, 10.5F}));
}

TEST(Launch, CoversGridsThatAreNoMultipleOfTheThreadgroup) {
  const Kernel kernel = kernel_of(
      "kernel void mark(device int* out [[buffer(0)]], uint2 p [[thread_position_in_grid]],\n"
      "                 uint2 n [[threads_per_grid]]) { out[p.y * n.x + p.x] += int(p.y * n.x + "
      "p.x); }",
      "mark");
  const Buffer out = Buffer::allocate(11 * 7 * sizeof(int));
  Stream::current().fill(out, 0, out.size(), 0);
  launch(kernel, {Argument::of(out)}, threads(11, 7));
  Grid grid = threads(11, 7);
  grid.threads_per_threadgroup = Size{4, 4, 1};
  launch(kernel, {Argument::of(out)}, grid);
  Stream::current().synchronize();
  const std::vector<int> values = values_of<int>(out);
  for (int i = 0; i < 77; ++i) EXPECT_EQ(values[static_cast<std::size_t>(i)], 2 * i);
}

TEST(Launch, OverNoThreadsDoesNothing) {
  const Kernel saxpy = kernel_of(saxpy_source, "saxpy");
  const Buffer empty = Buffer::allocate(0);
  launch(saxpy, {Argument::of(empty), Argument::of(empty), Argument::of(Number(1.0))}, threads(0));
  Stream::current().synchronize();
}

TEST(Launch, TakesFunctionConstants) {
  constexpr const char* source = R"(
constant bool twice [[function_constant(0)]];
constant int bias [[function_constant(1)]];
kernel void apply(device int* x [[buffer(0)]], uint i [[thread_position_in_grid]]) {
  x[i] = (twice ? 2 : 1) * x[i] + bias;
}
)";
  const Buffer x = buffer_of(std::vector<int>{1, 2, 3});
  const Kernel kernel =
      kernel_of(source, "apply", {{"twice", {Number(true)}}, {"bias", {Number(std::int64_t{5})}}});
  launch(kernel, {Argument::of(x)}, threads(3));
  Stream::current().synchronize();
  EXPECT_EQ(values_of<int>(x), (std::vector<int>{7, 9, 11}));

  EXPECT_CONTAINS(message_of<ArgumentError>([&] { kernel_of(source, "apply"); }), "'twice'");
  EXPECT_CONTAINS(
      message_of<ArgumentError>([&] { kernel_of(source, "apply", {{"thrice", {Number(true)}}}); }),
      "'thrice'");
  EXPECT_CONTAINS(message_of<ArgumentError>([&] {
                    kernel_of(
                        source, "apply",
                        {{"twice", {Number(true)}}, {"bias", {Number(std::int64_t{1} << 40)}}});
                  }),
                  "range");
}

}  // namespace
}  // namespace metalscope::testing
