// Fiber kernels: barriers and SIMD-group exchanges under every kind of control flow.
#include <algorithm>
#include <bit>
#include <numeric>
#include <thread>

#include "test_engine.hpp"

namespace softmetal::test {
namespace {

unsigned linear_position(const abi::Launch* launch, const abi::Group* group) {
  const unsigned (&groups)[3] = launch->threadgroups_per_grid;
  return (group->position[2] * groups[1] + group->position[1]) * groups[0] + group->position[0];
}

unsigned threads_of(const abi::Group* group) {
  return group->size[0] * group->size[1] * group->size[2];
}

// Inlined, so that each use is a call site of its own.
__attribute__((always_inline)) inline unsigned simd_sum(unsigned value) {
  const abi::Exchange* exchange = host().simd_exchange(&value, sizeof value);
  unsigned sum = 0;
  for (unsigned lanes = exchange->active; lanes != 0; lanes &= lanes - 1) {
    const int lane = std::countr_zero(lanes);
    sum += *reinterpret_cast<const unsigned*>(exchange->slots + lane * abi::slot_size);
  }
  return sum;
}

// Tree reduction in threadgroup memory: a barrier in a loop, a branch between barriers.
void tree_sum(const abi::Launch* launch, const abi::Group* group, unsigned index) {
  auto* shared = static_cast<unsigned*>(host().threadgroup_memory());
  const unsigned full = launch->threads_per_threadgroup[0];
  const unsigned global = group->position[0] * full + index;
  shared[index] = buffer<unsigned>(launch, 0)[global];
  host().threadgroup_barrier(0);
  for (unsigned stride = std::bit_ceil(full) / 2; stride > 0; stride /= 2) {
    if (index < stride && index + stride < group->size[0]) shared[index] += shared[index + stride];
    host().threadgroup_barrier(0);
  }
  if (index == 0) buffer<unsigned>(launch, 1)[group->position[0]] = shared[0];
}

TEST(Fibers, TreeReduction) {
  abi::Kernel kernel = fiber_kernel(tree_sum);
  kernel.static_threadgroup_size = 4096;
  for (const unsigned group : {1u, 2u, 31u, 32u, 33u, 256u, 1000u, 1024u}) {
    for (const unsigned count : {1u, 100u, 5000u, 33333u}) {
      const DeviceArray<unsigned> in(count);
      std::iota(in.begin(), in.end(), 1u);
      const unsigned groups = (count + group - 1) / group;
      const DeviceArray<unsigned> out(groups);
      run(kernel, {count, 1, 1}, {group, 1, 1}, {in.data(), out.data()});
      ASSERT_EQ(std::accumulate(out.begin(), out.end(), std::uint64_t{0}),
                std::uint64_t{count} * (count + 1) / 2)
          << group << " " << count;
    }
  }
}

// Odd threads return before the barrier, the others at different barriers.
void leave_early(const abi::Launch* launch, const abi::Group* group, unsigned index) {
  auto* shared = static_cast<unsigned*>(host().threadgroup_memory());
  shared[index] = index;
  if (index % 2 == 1) return;
  if (index % 4 == 0) {
    host().threadgroup_barrier(0);
  } else {
    host().threadgroup_barrier(1);
  }
  unsigned sum = 0;
  for (unsigned i = 0; i < threads_of(group); ++i) sum += shared[i];
  buffer<unsigned>(launch, 0)[linear_position(launch, group) * 256 + index] = sum;
}

TEST(Fibers, ReturnedThreadsCountAsArrived) {
  abi::Kernel kernel = fiber_kernel(leave_early);
  kernel.static_threadgroup_size = 4096;
  const DeviceArray<unsigned> out(std::size_t{256} * 50);
  run(kernel, {16 * 50, 16, 1}, {16, 16, 1}, {out.data()});
  for (unsigned i = 0; i < out.size(); ++i) ASSERT_EQ(out[i], i % 2 == 0 ? 256u * 255 / 2 : 0u);
}

// A barrier that some threads reach more often than others ends when those have returned.
void uneven_barriers(const abi::Launch* launch, const abi::Group* /*group*/, unsigned index) {
  for (unsigned i = 0; i < index % 5; ++i) host().threadgroup_barrier(0);
  buffer<unsigned>(launch, 0)[index] = index + 1;
}

TEST(Fibers, UnevenBarriersDoNotDeadlock) {
  const abi::Kernel kernel = fiber_kernel(uneven_barriers);
  const DeviceArray<unsigned> out(1024);
  run(kernel, {1024, 1, 1}, {1024, 1, 1}, {out.data()});
  for (unsigned i = 0; i < 1024; ++i) ASSERT_EQ(out[i], i + 1);
}

void sum_lanes(const abi::Launch* launch, const abi::Group* group, unsigned index) {
  const unsigned value = linear_position(launch, group) * 1024 + index;
  buffer<unsigned>(launch, 0)[value] = simd_sum(value) + simd_sum(1);
}

TEST(Fibers, SimdSumOfFullAndPartialGroups) {
  const abi::Kernel kernel = fiber_kernel(sum_lanes);
  for (const unsigned threads : {1u, 7u, 32u, 45u, 1024u}) {
    const DeviceArray<unsigned> out(std::size_t{1024} * 9);
    run(kernel, {threads * 9, 1, 1}, {threads, 1, 1}, {out.data()});
    for (unsigned group = 0; group < 9; ++group) {
      for (unsigned i = 0; i < threads; ++i) {
        const unsigned first = i / 32 * 32;
        const unsigned last = std::min(first + 32, threads);
        unsigned expected = last - first;
        for (unsigned j = first; j < last; ++j) expected += group * 1024 + j;
        ASSERT_EQ(out[group * 1024 + i], expected) << threads << " " << i;
      }
    }
  }
}

// Lanes meet at two places, then all again; loops of different lengths.
void diverge(const abi::Launch* launch, const abi::Group* /*group*/, unsigned index) {
  unsigned* out = buffer<unsigned>(launch, 0) + std::size_t{index} * 4;
  if (index % 3 == 0) {
    out[0] = simd_sum(1);
  } else {
    out[0] = simd_sum(100);
    host().simdgroup_barrier(0);
  }
  out[1] = simd_sum(1);
  for (unsigned i = 0; i <= index % 32; ++i) out[2] = simd_sum(1);
  if (index % 32 == 5) return;
  out[3] = simd_sum(1);
}

TEST(Fibers, DivergentLanesMeetAtTheirCallSite) {
  const abi::Kernel kernel = fiber_kernel(diverge);
  const DeviceArray<unsigned> out(std::size_t{256} * 4);
  run(kernel, {256, 1, 1}, {256, 1, 1}, {out.data()});
  for (unsigned i = 0; i < 256; ++i) {
    const unsigned base = i / 32 * 32;
    unsigned thirds = 0;
    for (unsigned j = base; j < base + 32; ++j) thirds += j % 3 == 0 ? 1 : 0;
    ASSERT_EQ(out[i * 4], i % 3 == 0 ? thirds : (32 - thirds) * 100) << i;
    ASSERT_EQ(out[i * 4 + 1], 32u) << i;
    ASSERT_EQ(out[i * 4 + 2], 32 - i % 32) << i;
    ASSERT_EQ(out[i * 4 + 3], i % 32 == 5 ? 0u : 31u) << i;
  }
}

struct Wide {
  std::uint64_t words[8];
};

void shuffle_wide(const abi::Launch* launch, const abi::Group* group, unsigned index) {
  Wide mine;
  for (unsigned i = 0; i < 8; ++i) mine.words[i] = index * 8 + i;
  for (unsigned round = 0; round < 3; ++round) {
    const abi::Exchange* exchange = host().simd_exchange(&mine, sizeof mine);
    const unsigned lanes = static_cast<unsigned>(std::popcount(exchange->active));
    mine = reinterpret_cast<const Wide*>(exchange->slots)[(exchange->lane + 1) % lanes];
  }
  buffer<Wide>(launch, 0)[linear_position(launch, group) * 64 + index] = mine;
}

TEST(Fibers, ValuesOfSixtyFourBytesRotate) {
  const abi::Kernel kernel = fiber_kernel(shuffle_wide);
  const DeviceArray<Wide> out(std::size_t{64} * 4);
  run(kernel, {256, 1, 1}, {64, 1, 1}, {out.data()});
  for (unsigned i = 0; i < 256; ++i) {
    const unsigned from = i % 64 / 32 * 32 + (i % 32 + 3) % 32;
    for (unsigned w = 0; w < 8; ++w) ASSERT_EQ(out[i].words[w], from * 8 + w);
  }
}

// Some lanes wait at a threadgroup barrier while others exchange.
void exchange_beside_barrier(const abi::Launch* launch, const abi::Group* /*group*/,
                             unsigned index) {
  unsigned* out = buffer<unsigned>(launch, 0);
  if (index % 2 == 0) {
    for (int i = 0; i < 3; ++i) out[index] += simd_sum(1);
  }
  host().threadgroup_barrier(0);
  out[index] += simd_sum(1000);
}

TEST(Fibers, LanesAtABarrierTakeNoPart) {
  const abi::Kernel kernel = fiber_kernel(exchange_beside_barrier);
  const DeviceArray<unsigned> out(96);
  run(kernel, {96, 1, 1}, {96, 1, 1}, {out.data()});
  for (unsigned i = 0; i < 96; ++i) ASSERT_EQ(out[i], i % 2 == 0 ? 32048u : 32000u);
}

TEST(Fibers, SeveralThreadsAtOnce) {
  static const abi::Kernel kernel = [] {
    abi::Kernel tree = fiber_kernel(tree_sum);
    tree.static_threadgroup_size = 4096;
    return tree;
  }();
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < 4; ++t) {
    threads.emplace_back([] {
      const DeviceArray<unsigned> in(20000);
      const DeviceArray<unsigned> out(100);
      std::fill(in.begin(), in.end(), 1u);
      for (int round = 0; round < 5; ++round) {
        run(kernel, {20000, 1, 1}, {200, 1, 1}, {in.data(), out.data()});
        for (const unsigned sum : out) ASSERT_EQ(sum, 200u);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace softmetal::test
