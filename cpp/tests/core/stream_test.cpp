// stream_test.cpp: order, waiting, interrupts, failures, threads that come and go.
#include <atomic>
#include <thread>

#include "support.hpp"

namespace metalscope::testing {
namespace {

constexpr const char* increment = R"(
kernel void increment(device int* x [[buffer(0)]], uint i [[thread_position_in_grid]]) { x[i] += 1; }
)";

// Writes far outside of its buffer.
constexpr const char* wild = R"(
kernel void wild(device int* x [[buffer(0)]], uint i [[thread_position_in_grid]]) {
  x[(ulong(i) + 1) << 40] = 1;
}
)";

TEST(Stream, KeepsTheOrderOverManyCommandBuffers) {
  const Kernel kernel = kernel_of(increment, "increment");
  const Buffer x = buffer_of(std::vector<int>{0});
  for (int i = 0; i < 5000; ++i) {
    launch(kernel, {Argument::of(x)}, threads(1));
    if (i % 37 == 0) Stream::current().flush();
  }
  Stream::current().synchronize();
  EXPECT_EQ(values_of<int>(x).front(), 5000);
}

TEST(Stream, BelongsToItsThread) {
  const Kernel kernel = kernel_of(increment, "increment");
  std::vector<Buffer> buffers;
  for (int i = 0; i < 4; ++i) buffers.push_back(buffer_of(std::vector<int>(64, i)));
  {
    std::vector<std::thread> workers;
    for (const Buffer& buffer : buffers) {
      workers.emplace_back([&] {
        for (int i = 0; i < 200; ++i) launch(kernel, {Argument::of(buffer)}, threads(64));
      });
    }
    for (std::thread& worker : workers) worker.join();
  }
  // The threads are gone, their work is not.
  device_synchronize();
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(values_of<int>(buffers[static_cast<std::size_t>(i)]), std::vector<int>(64, i + 200));
  }
}

TEST(Stream, OfAnEndedThreadIsTakenOver) {
  const Buffer x = Buffer::allocate(4);
  std::atomic<const void*> first{nullptr};
  std::atomic<const void*> second{nullptr};
  std::thread([&] {
    first = &Stream::current().impl();
    Stream::current().fill(x, 0, 4, 1);
    Stream::current().synchronize();
  }).join();
  std::thread([&] { second = &Stream::current().impl(); }).join();
  EXPECT_EQ(first.load(), second.load());
}

TEST(DeviceFaults, AreReportedOnceAndTheStreamGoesOn) {
  const Kernel kernel = kernel_of(wild, "wild");
  const Buffer x = Buffer::allocate(64);
  launch(kernel, {Argument::of(x)}, threads(16));
  try {
    Stream::current().synchronize();
    FAIL() << "the failure was not reported";
  } catch (const CommandBufferError& e) {
    EXPECT_EQ(e.kernel(), "wild");
    EXPECT_EQ(e.code(), 3) << e.what();  // page fault
    EXPECT_CONTAINS(std::string(e.what()), "'wild'");
  }
  EXPECT_NO_THROW(Stream::current().synchronize());
  const Kernel good = kernel_of(increment, "increment");
  const Buffer y = buffer_of(std::vector<int>{1});
  launch(good, {Argument::of(y)}, threads(1));
  Stream::current().synchronize();
  EXPECT_EQ(values_of<int>(y).front(), 2);
}

TEST(DeviceFaults, NameTheKernelThatFailedAmongOthers) {
  const Kernel good = kernel_of(increment, "increment");
  const Kernel bad = kernel_of(wild, "wild");
  const Buffer x = Buffer::allocate(64);
  launch(good, {Argument::of(x)}, threads(16));
  launch(bad, {Argument::of(x)}, threads(16));
  launch(good, {Argument::of(x)}, threads(16));
  try {
    Stream::current().synchronize();
    FAIL() << "the failure was not reported";
  } catch (const CommandBufferError& e) {
    EXPECT_EQ(e.kernel(), "wild") << e.what();
  }
}

std::atomic<int> checks{0};

TEST(Stream, WaitsCanBeInterruptedAndTakenUpAgain) {
  const Kernel slow = kernel_of(
      "kernel void slow(device float* x [[buffer(0)]], constant int& n [[buffer(1)]],\n"
      "                 uint i [[thread_position_in_grid]]) {\n"
      "  float v = x[i]; for (int k = 0; k < n; ++k) v = v * 0.999f + 1.0f; x[i] = v; }",
      "slow");
  const Buffer x = Buffer::allocate(4);
  Stream::current().fill(x, 0, 4, 0);
  launch(slow, {Argument::of(x), Argument::of(Number(std::int64_t{600'000'000}))}, threads(1));
  set_interrupt_check([] { return ++checks >= 2; });
  EXPECT_THROW(Stream::current().synchronize(), Interrupted);
  set_interrupt_check(nullptr);
  EXPECT_EQ(checks.load(), 2);
  EXPECT_NO_THROW(Stream::current().synchronize());
  EXPECT_NEAR(values_of<float>(x).front(), 1000.0F, 1.0F);
}

TEST(Stream, OfAnotherIsSeparate) {
  Stream stream = Stream::make(Device::default_device());
  const Kernel kernel = kernel_of(increment, "increment");
  const Buffer x = buffer_of(std::vector<int>{1, 2});
  const Argument arguments[] = {Argument::of(x)};
  stream.launch(kernel, arguments, threads(2));
  stream.synchronize();
  EXPECT_EQ(values_of<int>(x), (std::vector<int>{2, 3}));
}

}  // namespace
}  // namespace metalscope::testing
