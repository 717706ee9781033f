// Faults of device code: each kind, many times, on several threads; the next dispatch works.
#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <fstream>
#include <string>
#include <thread>

#include "sanitizers.hpp"
#include "test_engine.hpp"

namespace softmetal::test {
namespace {

constexpr int rounds = SOFTMETAL_ASAN ? 20 : 200;

void store_at(void* address) { *static_cast<volatile int*>(address) = 1; }

unsigned depth_sum(unsigned depth, volatile unsigned char* above) {
  volatile unsigned char local[512];
  local[0] = static_cast<unsigned char>(depth);
  local[511] = above != nullptr ? above[0] : std::uint8_t{1};
  if (depth == 0) return local[511];
  return depth_sum(depth - 1, local) + local[0];
}

// What device code does wrong, by the number in buffer 1.
enum class Mistake { past_end, null, far_away, trap, overflow, fail, count };

void blunder(const abi::Launch* launch, Mistake mistake) {
  switch (mistake) {
    case Mistake::past_end:
      store_at(buffer<char>(launch, 0) + 8192);
      break;
    case Mistake::null:
      store_at(launch->buffers[5]);
      break;
    case Mistake::far_away:
      store_at(reinterpret_cast<void*>(0x8000'0000'0000'0000));
      break;
    case Mistake::trap:
      __builtin_trap();
    case Mistake::overflow:
      buffer<unsigned>(launch, 0)[0] = depth_sum(1u << 20, nullptr);
      break;
    case Mistake::fail:
      host().fail("the reason");
      break;
    case Mistake::count:
      break;
  }
}

Fault expected_fault(Mistake mistake) {
  switch (mistake) {
    case Mistake::past_end:
    case Mistake::null:
    case Mistake::far_away:
      return Fault::page_fault;
    case Mistake::overflow:
      return Fault::stack_overflow;
    default:
      return Fault::internal;
  }
}

Mistake mistake_of(const abi::Launch* launch) {
  return static_cast<Mistake>(*buffer<unsigned>(launch, 1));
}

void flat_blunder(const abi::Launch* launch, unsigned long first, unsigned long last) {
  for (unsigned long i = first; i < last; ++i) {
    if (i == 20) blunder(launch, mistake_of(launch));
  }
}

void group_blunder(const abi::Launch* launch, const abi::Group* group) {
  if (group->position[0] == 3) blunder(launch, mistake_of(launch));
}

void fiber_blunder(const abi::Launch* launch, const abi::Group* group, unsigned index) {
  host().threadgroup_barrier(0);
  const abi::Exchange* exchange = host().simd_exchange(&index, 4);
  if (exchange->lane == 5 && group->position[0] == 3) blunder(launch, mistake_of(launch));
  host().threadgroup_barrier(0);
}

void count_threads(const abi::Launch* launch, unsigned long first, unsigned long last) {
  for (unsigned long i = first; i < last; ++i) ++buffer<unsigned>(launch, 0)[i];
}

abi::Kernel kernel_of_kind(int kind) {
  switch (kind) {
    case 0:
      return flat_kernel(flat_blunder);
    case 1:
      return group_kernel(group_blunder);
    default:
      return fiber_kernel(fiber_blunder);
  }
}

void blunder_often(int kind, Mistake mistake) {
  const abi::Kernel kernel = kernel_of_kind(kind);
  const abi::Kernel sound = flat_kernel(count_threads);
  const DeviceArray<unsigned> values(2048);
  const DeviceArray<unsigned> which(1);
  which[0] = static_cast<unsigned>(mistake);
  const Dispatch dispatch =
      dispatch_of(kernel, {1000, 1, 1}, {64, 1, 1}, {values.data(), which.data()});
  for (int round = 0; round < rounds; ++round) {
    const Outcome outcome = engine().run(dispatch);
    ASSERT_EQ(outcome.fault, expected_fault(mistake)) << outcome.message;
    const std::string place = kind == 0 ? "threads" : "threadgroup (3, 0, 0)";
    ASSERT_NE(outcome.message.find(place), std::string::npos) << outcome.message;
  }
  std::fill(values.begin(), values.end(), 0u);
  run(sound, {2048, 1, 1}, {64, 1, 1}, {values.data()});
  for (const unsigned value : values) ASSERT_EQ(value, 1u);
}

TEST(Fault, EachKindManyTimesOnTheMainThread) {
  for (int kind = 0; kind < 3; ++kind) {
    for (int mistake = 0; mistake < static_cast<int>(Mistake::count); ++mistake) {
      blunder_often(kind, static_cast<Mistake>(mistake));
    }
  }
}

TEST(Fault, EachKindManyTimesOnSeveralThreads) {
  std::vector<std::thread> threads;
  for (int kind = 0; kind < 3; ++kind) {
    threads.emplace_back([kind] {
      for (int mistake = 0; mistake < static_cast<int>(Mistake::count); ++mistake) {
        blunder_often(kind, static_cast<Mistake>(mistake));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

std::size_t mapping_count() {
  std::ifstream maps("/proc/self/maps");
  std::size_t count = 0;
  for (std::string line; std::getline(maps, line);) ++count;
  return count;
}

TEST(Fault, LeakNothing) {
  for (int kind = 0; kind < 3; ++kind) blunder_often(kind, Mistake::past_end);
  const std::size_t before = mapping_count();
  for (int i = 0; i < 5; ++i) {
    for (int kind = 0; kind < 3; ++kind) blunder_often(kind, Mistake::past_end);
  }
  EXPECT_LE(mapping_count(), before + 8);
}

TEST(Fault, MessagesSayWhere) {
  abi::Kernel kernel = group_kernel(group_blunder);
  kernel.name = "blunder";
  const abi::Argument arguments[] = {
      {"values", abi::ArgumentKind::buffer, abi::Access::read_write, true, 0, 0, 4, 4},
      {"missing", abi::ArgumentKind::buffer, abi::Access::read_write, true, 5, 0, 4, 4},
  };
  kernel.arguments = arguments;
  kernel.argument_count = 2;
  const DeviceArray<unsigned> values(2000);
  const DeviceArray<unsigned> which(1);
  const Dispatch dispatch =
      dispatch_of(kernel, {1000, 1, 1}, {64, 1, 1}, {values.data(), which.data()});
  const auto message_of = [&](Mistake mistake) {
    which[0] = static_cast<unsigned>(mistake);
    return engine().run(dispatch).message;
  };
  const std::string past = message_of(Mistake::past_end);
  EXPECT_NE(past.find("kernel \"blunder\", in threadgroup (3, 0, 0)"), std::string::npos) << past;
  EXPECT_NE(past.find("192 bytes past the end of [[buffer(0)]] 'values' (8000 bytes)"),
            std::string::npos)
      << past;
  const std::string null = message_of(Mistake::null);
  EXPECT_NE(null.find("nothing is bound to [[buffer(5)]] 'missing'"), std::string::npos) << null;
  const std::string fail = message_of(Mistake::fail);
  EXPECT_NE(fail.find("the reason"), std::string::npos) << fail;
}

// All workers are busy when one faults; the rest of a long dispatch is dropped.
std::atomic<unsigned> executed_groups = 0;

TEST(Fault, OtherWorkersStop) {
  const abi::Kernel kernel = group_kernel([](const abi::Launch* launch, const abi::Group* group) {
    volatile unsigned sum = 0;
    for (unsigned i = 0; i < 20000; ++i) sum = sum + i;
    executed_groups.fetch_add(1);
    if (group->position[0] == 500) store_at(launch->buffers[0]);
  });
  const Outcome outcome = engine().run(dispatch_of(kernel, {1u << 20, 1, 1}, {1, 1, 1}, {}));
  EXPECT_EQ(outcome.fault, Fault::page_fault);
  EXPECT_LT(executed_groups.load(), 100000u);
}

TEST(Fault, OfCopiesAndFills) {
  const std::size_t length = 4 << 20;
  void* mapped = mmap(nullptr, length, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(mapped, MAP_FAILED);
  const DeviceArray<char> values(length);
  for (int round = 0; round < rounds; ++round) {
    EXPECT_EQ(engine().copy(values.data(), mapped, length).fault, Fault::page_fault);
    EXPECT_EQ(engine().copy(mapped, values.data(), 100).fault, Fault::page_fault);
    EXPECT_EQ(engine().fill(mapped, 1, length).fault, Fault::page_fault);
  }
  EXPECT_TRUE(engine().fill(values.data(), 1, length).ok());
  munmap(mapped, length);
}

TEST(Fault, BarrierOutsideOfFibersIsRefused) {
  const abi::Kernel kernel =
      group_kernel([](const abi::Launch* /*launch*/, const abi::Group* /*group*/) {
        host().threadgroup_barrier(0);
      });
  EXPECT_EQ(engine().run(dispatch_of(kernel, {4, 1, 1}, {4, 1, 1}, {})).fault, Fault::internal);
}

}  // namespace
}  // namespace softmetal::test
