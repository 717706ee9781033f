// session_test.cpp: what sessions record of host calls and device operations.
#include <algorithm>
#include <atomic>
#include <thread>

#include "support.hpp"

namespace metalscope::testing {
namespace {

constexpr const char* increment = R"(
kernel void increment(device int* x [[buffer(0)]], uint i [[thread_position_in_grid]]) { x[i] += 1; }
)";

std::vector<Event> events_of(const Log& log, EventKind kind) {
  std::vector<Event> events;
  std::ranges::copy_if(log.events(), std::back_inserter(events),
                       [&](const Event& e) { return e.kind == kind; });
  return events;
}

std::size_t count_of(const Log& log, const std::string& name) {
  return static_cast<std::size_t>(std::ranges::count_if(
      log.events(), [&](const Event& e) { return log.names()[e.name] == name; }));
}

class Sessions : public ::testing::Test {
 protected:
  void run(int launches) {
    for (int i = 0; i < launches; ++i) launch(kernel_, {Argument::of(x_)}, threads(1000));
  }
  Kernel kernel_ = kernel_of(increment, "increment");
  Buffer x_ = buffer_of(std::vector<int>(1000, 0));
};

TEST_F(Sessions, TimeEveryDeviceOperationInsideTheirWindow) {
  run(3);  // before: does not count
  Session session;
  run(5);
  Stream::current().fill(x_, 0, 64, 1);
  Stream::current().copy(x_, 0, x_, 1024, 256);
  const Log log = session.end();
  const std::vector<Event> kernels = events_of(log, EventKind::kernel);
  ASSERT_EQ(kernels.size(), 5U);
  EXPECT_EQ(count_of(log, "increment"), 5U);
  EXPECT_EQ(events_of(log, EventKind::fill).size(), 1U);
  EXPECT_EQ(events_of(log, EventKind::copy).size(), 1U);
  std::int64_t previous = log.start();
  for (const Event& event : kernels) {
    EXPECT_EQ(event.flags, 0);
    EXPECT_GE(event.start, previous - 1000);  // clocks are correlated, not one
    EXPECT_GE(event.end, event.start);
    EXPECT_LE(event.end, log.end() + 1000);
    EXPECT_TRUE(log.tracks()[event.track].device);
    previous = event.end;
  }
  EXPECT_FALSE(log.timing_method().empty());
  EXPECT_EQ(log.dropped(), 0U);
}

TEST_F(Sessions, JoinOperationsWithTheirDetails) {
  Session session;
  run(1);
  Stream::current().fill(x_, 0, 64, 1);
  const Log log = session.end();
  ASSERT_EQ(log.operations().size(), 2U);
  EXPECT_LT(log.operations()[0].correlation, log.operations()[1].correlation);
  const Event kernel = events_of(log, EventKind::kernel).front();
  EXPECT_EQ(kernel.correlation, log.operations()[0].correlation);
  EXPECT_EQ(log.operations()[0].threads[0], 1000U);
  EXPECT_EQ(log.operations()[0].threads_per_threadgroup[0], 256U);
  EXPECT_EQ(log.operations()[1].bytes, 64U);
  // The host calls of the launch carry the same number.
  EXPECT_TRUE(std::ranges::any_of(log.events(), [&](const Event& e) {
    return e.kind == EventKind::host_call && e.correlation == kernel.correlation;
  }));
}

TEST_F(Sessions, NameHostCallsAsMessages) {
  Session session;
  run(1);
  Stream::current().synchronize();
  const Log log = session.end();
  EXPECT_EQ(count_of(log, "[MTLCommandBuffer commit]"), 1U);
  EXPECT_EQ(count_of(log, "[MTLComputeCommandEncoder dispatchThreads:threadsPerThreadgroup:]"), 1U);
  EXPECT_EQ(count_of(log, "[MTLComputeCommandEncoder setBuffer:offset:atIndex:]"), 1U);
  for (const Event& event : log.events()) {
    if (event.kind != EventKind::host_call) continue;
    EXPECT_GE(event.start, log.start());
    EXPECT_LE(event.end, log.end());
    EXPECT_FALSE(log.tracks()[event.track].device);
  }
  EXPECT_TRUE(std::ranges::is_sorted(log.events(), {}, &Event::start));
}

TEST_F(Sessions, KeepTheProgramsBatching) {
  const auto commits = [&] {
    Session session;
    run(40);
    return count_of(session.end(), "[MTLCommandBuffer commit]");
  };
  if (Device::default_device().info().samples_dispatch_boundaries) {
    EXPECT_LT(commits(), 40U);
  }
}

TEST_F(Sessions, NestAndOverlap) {
  Session outer;
  run(1);
  Session inner;
  run(2);
  const Log inner_log = inner.end();
  run(4);
  const Log outer_log = outer.end();
  EXPECT_EQ(events_of(inner_log, EventKind::kernel).size(), 2U);
  EXPECT_EQ(events_of(outer_log, EventKind::kernel).size(), 7U);
  EXPECT_LE(outer_log.start(), inner_log.start());
  EXPECT_LE(inner_log.end(), outer_log.end());
}

TEST_F(Sessions, SeeTheWorkOfAllThreads) {
  Session session;
  std::vector<std::thread> workers;
  for (int i = 0; i < 3; ++i) {
    workers.emplace_back([this] {
      const Buffer x = Buffer::allocate(4000);
      for (int k = 0; k < 50; ++k) launch(kernel_, {Argument::of(x)}, threads(1000));
    });
  }
  for (std::thread& worker : workers) worker.join();
  const Log log = session.end();
  EXPECT_EQ(events_of(log, EventKind::kernel).size(), 150U);
  EXPECT_GE(log.tracks().size(), 4U);
}

TEST_F(Sessions, OverlapFromSeveralThreads) {
  std::vector<std::thread> workers;
  std::atomic<int> wrong{0};
  for (int i = 0; i < 3; ++i) {
    workers.emplace_back([&] {
      const Buffer x = Buffer::allocate(4000);
      for (int k = 0; k < 20; ++k) {
        Session session;
        for (int n = 0; n < 5; ++n) launch(kernel_, {Argument::of(x)}, threads(1000));
        Stream::current().synchronize();
        const Log log = session.end();
        // Others' launches may be in it too, the thread's own are.
        if (events_of(log, EventKind::kernel).size() < 5 || log.dropped() != 0) ++wrong;
      }
    });
  }
  for (std::thread& worker : workers) worker.join();
  EXPECT_EQ(wrong.load(), 0);
}

TEST_F(Sessions, DropAndCountPastTheirBoundWithoutHarmToOthers) {
  Session wide;
  Session narrow({.max_bytes = 4000});
  run(500);
  const Log narrow_log = narrow.end();
  const Log wide_log = wide.end();
  EXPECT_LE(narrow_log.events().size() * sizeof(Event) +
                narrow_log.operations().size() * sizeof(Operation),
            4000U);
  EXPECT_FALSE(narrow_log.events().empty());
  EXPECT_GT(narrow_log.dropped(), 0U);
  EXPECT_EQ(events_of(wide_log, EventKind::kernel).size(), 500U);
  EXPECT_EQ(wide_log.dropped(), 0U);
}

TEST_F(Sessions, ShowADeviceFaultAndLeaveItPending) {
  const Kernel wild = kernel_of(
      "kernel void wild(device int* x [[buffer(0)]], uint i [[thread_position_in_grid]]) {\n"
      "  x[(ulong(i) + 1) << 40] = 1; }",
      "wild");
  Session session;
  launch(wild, {Argument::of(x_)}, threads(4));
  const Log log = session.end();
  const std::vector<Event> kernels = events_of(log, EventKind::kernel);
  ASSERT_EQ(kernels.size(), 1U);
  EXPECT_TRUE((kernels.front().flags & event_failed) != 0);
  EXPECT_THROW(Stream::current().synchronize(), CommandBufferError);
}

TEST_F(Sessions, EndOnce) {
  Session session;
  static_cast<void>(session.end());
  EXPECT_THROW(static_cast<void>(session.end()), ProfilerError);
  EXPECT_THROW(Session({.max_bytes = 0}), ProfilerError);
}

TEST_F(Sessions, ThatAreGivenUpLeaveNothingBehind) {
  {
    const Session session;
  }
  Session session;
  run(1);
  EXPECT_EQ(events_of(session.end(), EventKind::kernel).size(), 1U);
}

}  // namespace
}  // namespace metalscope::testing
