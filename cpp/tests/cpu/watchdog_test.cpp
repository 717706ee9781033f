// The watchdog: endless kernels fail with a timeout, slow ones that get on do not.
#include <atomic>
#include <chrono>
#include <thread>

#include "sanitizers.hpp"
#include "test_engine.hpp"

namespace softmetal::test {
namespace {

[[maybe_unused]] const double limit = watchdog_limit = 0.2;

void endless() {
  for (;;) asm volatile("");
}

void rest(int milliseconds) {
  std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}

void expect_timeout(const abi::Kernel& kernel) {
  const Outcome outcome = engine().run(dispatch_of(kernel, {320, 1, 1}, {32, 1, 1}, {}));
  EXPECT_EQ(outcome.fault, Fault::timeout) << outcome.message;
  const abi::Kernel sound = group_kernel([](const abi::Launch*, const abi::Group*) {});
  run(sound, {64, 1, 1}, {1, 1, 1}, {});
}

#if !SOFTMETAL_TSAN  // which cannot follow a jump out of a signal handler

TEST(Watchdog, EndsEndlessKernels) {
  expect_timeout(flat_kernel([](const abi::Launch*, unsigned long, unsigned long) { endless(); }));
  expect_timeout(group_kernel([](const abi::Launch*, const abi::Group*) { endless(); }));
  expect_timeout(fiber_kernel([](const abi::Launch*, const abi::Group*, unsigned index) {
    host().threadgroup_barrier(0);
    if (index == 7) endless();
    host().threadgroup_barrier(0);
  }));
}

#if !SOFTMETAL_ASAN  // which does not stand a jump in the middle of a switch
// Fibers that switch for ever: the signal may come in the middle of the scheduler.
TEST(Watchdog, EndsEndlessExchanges) {
  expect_timeout(fiber_kernel([](const abi::Launch*, const abi::Group*, unsigned index) {
    for (;;) host().simd_exchange(&index, sizeof index);
  }));
  expect_timeout(fiber_kernel([](const abi::Launch*, const abi::Group*, unsigned) {
    for (;;) host().threadgroup_barrier(0);
  }));
}

#endif

TEST(Watchdog, EndsASpinOfOneWorkerWhileOthersFinish) {
  const abi::Kernel kernel = group_kernel([](const abi::Launch*, const abi::Group* group) {
    rest(1);
    if (group->position[0] == 17) endless();
  });
  const Outcome outcome = engine().run(dispatch_of(kernel, {100, 1, 1}, {1, 1, 1}, {}));
  EXPECT_EQ(outcome.fault, Fault::timeout);
  EXPECT_NE(outcome.message.find("threadgroup (17, 0, 0)"), std::string::npos) << outcome.message;
}

TEST(Watchdog, OtherRunsGoOnMeanwhile) {
  std::thread stuck([] {
    expect_timeout(group_kernel([](const abi::Launch*, const abi::Group*) { endless(); }));
  });
  const abi::Kernel sound = group_kernel([](const abi::Launch* launch, const abi::Group* group) {
    ++buffer<unsigned>(launch, 0)[group->position[0]];
  });
  const DeviceArray<unsigned> counts(5000);
  for (unsigned round = 1; round <= 300; ++round) {
    run(sound, {5000, 1, 1}, {1, 1, 1}, {counts.data()});
    for (const unsigned count : counts) ASSERT_EQ(count, round);
    rest(1);
  }
  stuck.join();
}

#endif

TEST(Watchdog, LeavesSlowProgressAlone) {
  const abi::Kernel kernel = group_kernel([](const abi::Launch*, const abi::Group*) { rest(40); });
  run(kernel, {40, 1, 1}, {1, 1, 1}, {});
}

TEST(Watchdog, SleepsBetweenRuns) {
  const abi::Kernel kernel = group_kernel([](const abi::Launch*, const abi::Group*) {});
  for (int round = 0; round < 3; ++round) {
    run(kernel, {4, 1, 1}, {1, 1, 1}, {});
    rest(120);  // a few looks, then it sleeps; the next run wakes it
  }
}

}  // namespace
}  // namespace softmetal::test
