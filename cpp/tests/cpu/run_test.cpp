// Flat and group kernels, copies and fills, from one thread and from several.
#include <algorithm>
#include <atomic>
#include <cstring>
#include <numeric>
#include <thread>

#include "test_engine.hpp"

namespace softmetal::test {
namespace {

void iota(const abi::Launch* launch, unsigned long first, unsigned long last) {
  for (unsigned long i = first; i < last; ++i) {
    buffer<unsigned>(launch, 0)[i] += static_cast<unsigned>(i) + 1;
  }
}

class FlatSizes : public testing::TestWithParam<unsigned> {};

TEST_P(FlatSizes, EveryThreadRunsOnce) {
  const abi::Kernel kernel = flat_kernel(iota);
  const unsigned count = GetParam();
  const DeviceArray<unsigned> values(count);
  for (unsigned round = 1; round <= 3; ++round) {
    run(kernel, {count, 1, 1}, {64, 1, 1}, {values.data()});
    for (unsigned i = 0; i < count; ++i) ASSERT_EQ(values[i], round * (i + 1)) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Flat, FlatSizes,
                         testing::Values(0, 1, 2, 63, 64, 65, 1000, 1023, 4097, 1000003));

// Each unit is slow, so that the pool shares even a small grid.
void slow_iota(const abi::Launch* launch, unsigned long first, unsigned long last) {
  for (unsigned long i = first; i < last; ++i) {
    volatile unsigned sum = 0;
    for (unsigned j = 0; j < 2000; ++j) sum = sum + j;
    buffer<unsigned>(launch, 0)[i] += static_cast<unsigned>(i);
  }
}

TEST(Flat, SlowThreadsAreShared) {
  const abi::Kernel kernel = flat_kernel(slow_iota);
  const DeviceArray<unsigned> values(5000);
  for (unsigned round = 1; round <= 4; ++round) {
    run(kernel, {50, 100, 1}, {8, 8, 1}, {values.data()});
    for (unsigned i = 0; i < 5000; ++i) ASSERT_EQ(values[i], round * i);
  }
}

// Writes, for each thread of the grid, its group's linear position and size.
void describe_groups(const abi::Launch* launch, const abi::Group* group) {
  const unsigned (&grid)[3] = launch->threads_per_grid;
  const unsigned (&full)[3] = launch->threads_per_threadgroup;
  const unsigned (&groups)[3] = launch->threadgroups_per_grid;
  const unsigned linear =
      (group->position[2] * groups[1] + group->position[1]) * groups[0] + group->position[0];
  for (unsigned z = 0; z < group->size[2]; ++z) {
    for (unsigned y = 0; y < group->size[1]; ++y) {
      for (unsigned x = 0; x < group->size[0]; ++x) {
        const unsigned gx = group->position[0] * full[0] + x;
        const unsigned gy = group->position[1] * full[1] + y;
        const unsigned gz = group->position[2] * full[2] + z;
        unsigned* out = buffer<unsigned>(launch, 0) + 4 * ((gz * grid[1] + gy) * grid[0] + gx);
        out[0] += linear + 1;
        out[1] = group->size[0];
        out[2] = group->size[1];
        out[3] = group->size[2];
      }
    }
  }
}

TEST(Group, PartialThreadgroupsAtTheEdges) {
  const abi::Kernel kernel = group_kernel(describe_groups);
  for (const Extent grid :
       {Extent{11, 7, 1}, Extent{1, 1, 1}, Extent{64, 33, 5}, Extent{5, 1, 9}}) {
    const Extent group{4, 4, 2};
    const DeviceArray<unsigned> out(std::size_t{4} * grid[0] * grid[1] * grid[2]);
    run(kernel, grid, group, {out.data()});
    const Extent groups{(grid[0] + 3) / 4, (grid[1] + 3) / 4, (grid[2] + 1) / 2};
    std::size_t at = 0;
    for (unsigned z = 0; z < grid[2]; ++z) {
      for (unsigned y = 0; y < grid[1]; ++y) {
        for (unsigned x = 0; x < grid[0]; ++x, at += 4) {
          ASSERT_EQ(out[at], ((z / 2 * groups[1]) + y / 4) * groups[0] + x / 4 + 1);
          ASSERT_EQ(out[at + 1], std::min(4u, grid[0] - x / 4 * 4));
          ASSERT_EQ(out[at + 2], std::min(4u, grid[1] - y / 4 * 4));
          ASSERT_EQ(out[at + 3], std::min(2u, grid[2] - z / 2 * 2));
        }
      }
    }
  }
}

// Sums its part in threadgroup memory: 100 bytes of its own, then two arguments.
void use_threadgroup_memory(const abi::Launch* launch, const abi::Group* group) {
  auto* memory = static_cast<unsigned char*>(host().threadgroup_memory());
  std::memset(memory, 1, 100);
  auto* first = reinterpret_cast<unsigned*>(memory + launch->threadgroup_offset[0]);
  auto* second = reinterpret_cast<unsigned*>(memory + launch->threadgroup_offset[2]);
  for (unsigned i = 0; i < 5; ++i) first[i] = 2;
  for (unsigned i = 0; i < 6; ++i) second[i] = 3;
  unsigned sum = 0;
  for (unsigned i = 0; i < 100; ++i) sum += memory[i];
  for (unsigned i = 0; i < 5; ++i) sum += first[i];
  for (unsigned i = 0; i < 6; ++i) sum += second[i];
  const auto aligned =
      (reinterpret_cast<std::uintptr_t>(memory) | reinterpret_cast<std::uintptr_t>(first) |
       reinterpret_cast<std::uintptr_t>(second)) %
          16 ==
      0;
  buffer<unsigned>(launch, 0)[group->position[0]] = aligned ? sum : 0;
}

TEST(Group, ThreadgroupMemoryHoldsVariablesThenArguments) {
  abi::Kernel kernel = group_kernel(use_threadgroup_memory);
  kernel.static_threadgroup_size = 100;
  const DeviceArray<unsigned> sums(777);
  Dispatch dispatch = dispatch_of(kernel, {777, 1, 1}, {1, 1, 1}, {sums.data()});
  dispatch.threadgroup_lengths[0] = 20;
  dispatch.threadgroup_lengths[2] = 24;
  ASSERT_TRUE(engine().run(dispatch).ok());
  for (const unsigned sum : sums) ASSERT_EQ(sum, 128u);

  dispatch.threadgroup_lengths[0] = 32768 - 112 - 24 - 8;
  EXPECT_TRUE(engine().run(dispatch).ok());
  dispatch.threadgroup_lengths[0] += 16;
  const Outcome outcome = engine().run(dispatch);
  EXPECT_EQ(outcome.fault, Fault::invalid_resource);
  EXPECT_NE(outcome.message.find("threadgroup memory"), std::string::npos) << outcome.message;
}

// Compiled code relies on the alignment of the stack it is called with.
std::uintptr_t misalignment() {
  return reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) % 16;
}

TEST(Run, KernelsStartWithAnAlignedStack) {
  const DeviceArray<std::uintptr_t> out(64);
  std::fill(out.begin(), out.end(), 1u);
  run(flat_kernel([](const abi::Launch* launch, unsigned long first, unsigned long last) {
        for (unsigned long i = first; i < last; ++i) {
          buffer<std::uintptr_t>(launch, 0)[i] = misalignment();
        }
      }),
      {64, 1, 1}, {1, 1, 1}, {out.data()});
  for (const std::uintptr_t value : out) EXPECT_EQ(value, 0u);
  std::fill(out.begin(), out.end(), 1u);
  run(fiber_kernel([](const abi::Launch* launch, const abi::Group*, unsigned index) {
        host().threadgroup_barrier(0);
        buffer<std::uintptr_t>(launch, 0)[index] = misalignment();
      }),
      {64, 1, 1}, {64, 1, 1}, {out.data()});
  for (const std::uintptr_t value : out) EXPECT_EQ(value, 0u);
}

TEST(Run, RefusesImpossibleSizes) {
  abi::Kernel kernel = group_kernel(describe_groups);
  EXPECT_FALSE(engine().run(dispatch_of(kernel, {1, 1, 1}, {0, 1, 1}, {})).ok());
  EXPECT_FALSE(engine().run(dispatch_of(kernel, {1, 1, 1}, {1025, 1, 1}, {})).ok());
  EXPECT_FALSE(engine().run(dispatch_of(kernel, {~0u, ~0u, ~0u}, {1, 1, 1}, {})).ok());
  EXPECT_FALSE(engine().run(dispatch_of(kernel, {1, 1, 1}, {~0u, ~0u, ~0u}, {})).ok());
  EXPECT_FALSE(engine().run(Dispatch{}).ok());
  kernel.max_total_threads = 64;
  EXPECT_FALSE(engine().run(dispatch_of(kernel, {1, 1, 1}, {65, 1, 1}, {})).ok());
  EXPECT_TRUE(engine().run(dispatch_of(kernel, {0, 9, 9}, {64, 1, 1}, {})).ok());
}

TEST(Run, SeveralThreadsAtOnce) {
  static const abi::Kernel slow = flat_kernel(slow_iota);
  static const abi::Kernel groups =
      group_kernel([](const abi::Launch* launch, const abi::Group* g) {
        buffer<std::uint64_t>(launch, 0)[g->position[0]] += g->position[0];
      });
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < 6; ++t) {
    threads.emplace_back([] {
      const DeviceArray<unsigned> values(3000);
      const DeviceArray<std::uint64_t> counts(20000);
      for (unsigned round = 1; round <= 5; ++round) {
        run(slow, {3000, 1, 1}, {32, 1, 1}, {values.data()});
        run(groups, {20000, 1, 1}, {1, 1, 1}, {counts.data()});
        for (unsigned i = 0; i < 3000; ++i) ASSERT_EQ(values[i], round * i);
        for (unsigned i = 0; i < 20000; ++i) ASSERT_EQ(counts[i], std::uint64_t{round} * i);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST(Bulk, CopiesAndFillsOfAllSizes) {
  const std::size_t most = std::size_t{80} << 20;  // past the last-level cache here
  const DeviceArray<unsigned char> from(most);
  const DeviceArray<unsigned char> to(most);
  for (const std::size_t length :
       {std::size_t{1}, std::size_t{63}, std::size_t{100001}, std::size_t{3} << 20, most - 200}) {
    ASSERT_TRUE(engine().fill(from.data() + 3, 0x5A, length).ok());
    EXPECT_EQ(from[2], 0);
    EXPECT_EQ(from[length + 3], 0);
    EXPECT_TRUE(std::all_of(from.data() + 3, from.data() + 3 + length,
                            [](unsigned char b) { return b == 0x5A; }));
    from[3] = 1;
    from[length + 2] = 2;
    ASSERT_TRUE(engine().copy(to.data() + 17, from.data() + 3, length).ok());
    EXPECT_EQ(std::memcmp(to.data() + 17, from.data() + 3, length), 0);
    EXPECT_EQ(to[16], 0);
    EXPECT_EQ(to[length + 17], 0);
    ASSERT_TRUE(engine().fill(from.data(), 0, most).ok());
    ASSERT_TRUE(engine().fill(to.data(), 0, most).ok());
  }
}

TEST(Bulk, OverlappingCopiesMove) {
  const std::size_t count = 3 << 20;
  const DeviceArray<unsigned> values(count + 10);
  std::iota(values.begin(), values.end(), 0u);
  ASSERT_TRUE(engine().copy(values.data() + 10, values.data(), count * 4).ok());
  for (unsigned i = 0; i < count; ++i) ASSERT_EQ(values[i + 10], i);
  ASSERT_TRUE(engine().copy(values.data(), values.data() + 10, count * 4).ok());
  for (unsigned i = 0; i < count; ++i) ASSERT_EQ(values[i], i);
}

TEST(Engine, TellsItsLimits) {
  const Limits& limits = engine().limits();
  EXPECT_EQ(limits.name.find("metalscope software device ("), 0u);
  EXPECT_FALSE(limits.architecture.empty());
  EXPECT_EQ(limits.max_threads_per_threadgroup, 1024u);
  EXPECT_EQ(limits.max_threadgroup_memory, 32768u);
  EXPECT_EQ(engine().allocate(limits.max_buffer_length + 1), nullptr);
  const cpu::EngineOptions machine = cpu::EngineOptions::of_this_machine();
  EXPECT_GT(machine.memory, std::size_t{100} << 20);
  EXPECT_LT(machine.helpers, 100000u);
}

}  // namespace
}  // namespace softmetal::test
