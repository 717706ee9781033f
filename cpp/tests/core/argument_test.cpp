// argument_test.cpp: every launch that does not fit its kernel is refused, in words, and the next
// one works.
#include <cmath>

#include "support.hpp"

namespace metalscope::testing {
namespace {

using Kind = ArgumentError::Kind;

class Arguments : public ::testing::Test {
 protected:
  static Kernel kernel() {
    return kernel_of(
        R"(
struct Pair { int a; int b; };
kernel void work(device const float* x [[buffer(0)]], device float* y [[buffer(1)]],
                 constant int& n [[buffer(2)]], constant Pair& p [[buffer(3)]],
                 uint i [[thread_position_in_grid]]) { y[i] = x[i] * n + p.a + p.b; }
)",
        "work");
  }

  // Refused with a message that has `part`; afterwards a correct launch works.
  void expect_refused(const std::vector<Argument>& arguments, const Grid& grid, const char* part,
                      Kind kind, std::initializer_list<ThreadgroupMemory> memory = {}) {
    try {
      Stream::current().launch(kernel_, arguments, grid, std::span(memory.begin(), memory.size()));
      ADD_FAILURE() << "not refused: " << part;
    } catch (const ArgumentError& e) {
      EXPECT_CONTAINS(std::string(e.what()), part);
      EXPECT_EQ(e.kind(), kind) << e.what();
    }
    Stream::current().launch(kernel_, good(), threads(4));
    EXPECT_NO_THROW(Stream::current().synchronize());
  }

  std::vector<Argument> good() {
    return {Argument::of(x_), Argument::of(y_), Argument::of(Number(std::int64_t{3})),
            Argument::of(std::as_bytes(std::span(pair_)))};
  }
  std::vector<Argument> with(std::size_t position, const Argument& argument) {
    std::vector<Argument> arguments = good();
    arguments[position] = argument;
    return arguments;
  }

  Kernel kernel_ = kernel();
  Buffer x_ = buffer_of(std::vector<float>{1, 2, 3, 4});
  Buffer y_ = Buffer::allocate(16);
  int pair_[2] = {1, 2};
};

TEST_F(Arguments, AreCounted) {
  std::vector<Argument> few = good();
  few.pop_back();
  expect_refused(few, threads(4), "takes 4 arguments", Kind::type);
  std::vector<Argument> many = good();
  many.push_back(Argument::none());
  expect_refused(many, threads(4), "5 were given", Kind::type);
}

TEST_F(Arguments, NameThePositionAndTheKernel) {
  expect_refused(with(1, Argument::of(Number(1.0))), threads(4), "Argument 2 'y' of kernel 'work'",
                 Kind::type);
}

TEST_F(Arguments, HaveTheKernelsElementType) {
  Argument argument = Argument::of(x_);
  argument.element = ScalarType::int32;
  expect_refused(with(0, argument), threads(4), "float", Kind::type);
}

TEST_F(Arguments, ThatAreWrittenMustBeWritable) {
  Argument argument = Argument::of(y_);
  argument.writable = false;
  expect_refused(with(1, argument), threads(4), "read-only", Kind::value);
  argument.buffer = &x_;
  Stream::current().launch(kernel_, with(0, argument), threads(4));
}

TEST_F(Arguments, LieInsideTheirBuffer) {
  expect_refused(with(0, Argument::of(x_, 20)), threads(4), "buffer of 16 bytes", Kind::value);
  expect_refused(with(0, Argument::of(x_, 2)), threads(4), "multiple of 4", Kind::value);
  const Buffer empty;
  expect_refused(with(0, Argument::of(empty)), threads(4), "empty buffer handle", Kind::type);
}

TEST_F(Arguments, AreInRange) {
  expect_refused(with(2, Argument::of(Number(std::int64_t{1} << 31))), threads(4),
                 "outside its range, -2147483648 to 2147483647", Kind::value);
  expect_refused(with(2, Argument::of(Number(2.5))), threads(4), "not an integer", Kind::value);
  expect_refused(with(2, Argument::of(Number(std::nan("")))), threads(4), "not an integer",
                 Kind::value);
}

TEST_F(Arguments, ThatAreStructuresTakeTheirBytes) {
  expect_refused(with(3, Argument::of(Number(1.0))), threads(4), "structure", Kind::type);
  expect_refused(with(3, Argument::of(std::as_bytes(std::span(pair_, 1)))), threads(4), "8 bytes",
                 Kind::value);
}

TEST_F(Arguments, NeedOneGrid) {
  expect_refused(good(), Grid{}, "either `threads` or `groups`", Kind::type);
  Grid both = threads(4);
  both.groups = Size{1, 1, 1};
  expect_refused(good(), both, "not both", Kind::type);
  Grid groups;
  groups.groups = Size{1, 1, 1};
  expect_refused(good(), groups, "threads_per_threadgroup", Kind::type);
}

TEST_F(Arguments, NeedThreadgroupsThatFit) {
  Grid grid = threads(4);
  grid.threads_per_threadgroup = Size{0, 1, 1};
  expect_refused(good(), grid, "has a zero", Kind::value);
  grid.threads_per_threadgroup = Size{64, 64, 1};
  expect_refused(good(), grid, "4,096 threads", Kind::value);
  grid.threads_per_threadgroup = Size{100'000, 1, 1};
  expect_refused(good(), grid, "larger than the device allows", Kind::value);
  Grid huge;
  huge.groups = Size{1U << 30, 1, 1};
  huge.threads_per_threadgroup = Size{32, 1, 1};
  expect_refused(good(), huge, "2^32 - 1", Kind::value);
}

TEST_F(Arguments, SizeOnlyThreadgroupArgumentsThatExist) {
  expect_refused(good(), threads(4), "no threadgroup arguments", Kind::value, {{0, 16}});
}

TEST(ThreadgroupMemoryArguments, AreAllSizedOnceAndFit) {
  const Kernel kernel = kernel_of(
      "kernel void k(device float* x [[buffer(0)]], threadgroup float* s [[threadgroup(0)]],\n"
      "              uint i [[thread_position_in_grid]]) { s[0] = 1; x[i] = s[0]; }",
      "k");
  const Buffer x = Buffer::allocate(16);
  const auto refused = [&](std::initializer_list<ThreadgroupMemory> memory) {
    return message_of<ArgumentError>(
        [&] { launch(kernel, {Argument::of(x)}, threads(4), memory); });
  };
  EXPECT_CONTAINS(refused({}), "threadgroup_memory={0: bytes}");
  EXPECT_CONTAINS(refused({{0, 0}}), "0 bytes");
  EXPECT_CONTAINS(refused({{0, 16}, {0, 16}}), "twice");
  EXPECT_CONTAINS(refused({{3, 16}}), "index 3");
  EXPECT_CONTAINS(refused({{0, 1U << 30}}), "per threadgroup");
}

TEST(ChosenThreadgroups, FitTheGridAndTheKernel) {
  const Kernel kernel = kernel_of(
      "kernel void size(device uint* out [[buffer(0)]], uint3 n [[threads_per_threadgroup]]) {\n"
      "  out[0] = n.x; out[1] = n.y; out[2] = n.z; }",
      "size");
  for (const Size& grid :
       {Size{1, 1, 1}, Size{5000, 1, 1}, Size{64, 64, 1}, Size{3, 100, 1}, Size{2, 2, 300}}) {
    const Buffer out = Buffer::allocate(12);
    launch(kernel, {Argument::of(out)}, threads(grid[0], grid[1], grid[2]));
    Stream::current().synchronize();
    const std::vector<std::uint32_t> group = values_of<std::uint32_t>(out);
    EXPECT_LE(group[0] * group[1] * group[2], kernel.max_total_threads_per_threadgroup());
    EXPECT_GE(group[0] * group[1] * group[2], std::min(64U, grid[0] * grid[1] * grid[2]));
  }
}

}  // namespace
}  // namespace metalscope::testing
