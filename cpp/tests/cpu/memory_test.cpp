// Device memory: zero-filled, page-aligned, bounded, reused.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <thread>
#include <vector>

#include "device_memory.hpp"

namespace softmetal::cpu {
namespace {

constexpr std::size_t mib = std::size_t{1} << 20;

TEST(DeviceMemory, IsZeroFilledAndPageAligned) {
  DeviceMemory memory(64 * mib);
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  for (const std::size_t length : {std::size_t{0}, std::size_t{1}, std::size_t{4097}, 5 * mib}) {
    auto* bytes = static_cast<unsigned char*>(memory.allocate(length));
    ASSERT_NE(bytes, nullptr);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(bytes) % page, 0u);
    EXPECT_TRUE(std::all_of(bytes, bytes + length, [](unsigned char b) { return b == 0; }));
    std::memset(bytes, 0xAB, length);
    memory.release(bytes);
  }
}

TEST(DeviceMemory, ReleasedPagesComeBackZeroedAtTheSamePlace) {
  DeviceMemory memory(64 * mib);
  auto* first = static_cast<unsigned char*>(memory.allocate(3 * mib));
  std::memset(first, 0xFF, 3 * mib);
  memory.release(first);
  auto* second = static_cast<unsigned char*>(memory.allocate(3 * mib));
  EXPECT_EQ(first, second);
  EXPECT_TRUE(std::all_of(second, second + 3 * mib, [](unsigned char b) { return b == 0; }));
  memory.release(second);
}

TEST(DeviceMemory, RefusesWhatIsPastTheCapacity) {
  DeviceMemory memory(8 * mib);
  EXPECT_EQ(memory.allocate(8 * mib + 1), nullptr);
  EXPECT_EQ(memory.allocate(~std::size_t{0}), nullptr);
  void* most = memory.allocate(6 * mib);
  ASSERT_NE(most, nullptr);
  EXPECT_EQ(memory.allocate(3 * mib), nullptr);
  memory.release(most);
  void* all = memory.allocate(8 * mib);
  EXPECT_NE(all, nullptr);
  memory.release(all);
  EXPECT_EQ(memory.in_use(), 0u);
}

TEST(DeviceMemory, IgnoresForeignAddresses) {
  DeviceMemory memory(mib);
  int local = 0;
  memory.release(nullptr);
  memory.release(&local);
  void* block = memory.allocate(4096);
  memory.release(block);
  memory.release(block);
  EXPECT_EQ(memory.in_use(), 0u);
}

TEST(DeviceMemory, FindsTheBlockOfAnAddress) {
  DeviceMemory memory(mib);
  auto* block = static_cast<char*>(memory.allocate(5000));
  const auto found = memory.find(block + 4999);
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->begin, reinterpret_cast<std::uintptr_t>(block));
  EXPECT_EQ(found->length, 5000u);
  EXPECT_FALSE(memory.find(block - 1).has_value());
  EXPECT_FALSE(memory.find(block + 8192).has_value());
  memory.release(block);
  EXPECT_FALSE(memory.find(block).has_value());
}

TEST(DeviceMemory, RandomUseKeepsBlocksApart) {
  DeviceMemory memory(256 * mib);
  std::mt19937 random(7);
  struct Block {
    unsigned char* bytes;
    std::size_t length;
    unsigned char tag;
  };
  std::vector<Block> blocks;
  for (int step = 0; step < 2000; ++step) {
    if (blocks.empty() || random() % 5 < 3) {
      const std::size_t length = random() % (random() % 8 == 0 ? 3 * mib : 30000) + 1;
      auto* bytes = static_cast<unsigned char*>(memory.allocate(length));
      if (bytes == nullptr) continue;
      const auto tag = static_cast<unsigned char>(random() % 255 + 1);
      ASSERT_EQ(bytes[0], 0);
      ASSERT_EQ(bytes[length - 1], 0);
      bytes[0] = bytes[length - 1] = tag;
      blocks.push_back({bytes, length, tag});
    } else {
      std::swap(blocks[random() % blocks.size()], blocks.back());
      ASSERT_EQ(blocks.back().bytes[0], blocks.back().tag);
      ASSERT_EQ(blocks.back().bytes[blocks.back().length - 1], blocks.back().tag);
      memory.release(blocks.back().bytes);
      blocks.pop_back();
    }
  }
  for (const Block& block : blocks) memory.release(block.bytes);
  EXPECT_EQ(memory.in_use(), 0u);
  void* all = memory.allocate(256 * mib);  // the free ranges have joined again
  EXPECT_NE(all, nullptr);
  memory.release(all);
}

TEST(DeviceMemory, ThreadsAllocateSideBySide) {
  DeviceMemory memory(256 * mib);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&memory, t] {
      for (int i = 0; i < 300; ++i) {
        auto* bytes = static_cast<int*>(memory.allocate(4096 * static_cast<std::size_t>(t + 1)));
        ASSERT_NE(bytes, nullptr);
        ASSERT_EQ(*bytes, 0);
        *bytes = t + 1;
        memory.release(bytes);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(memory.in_use(), 0u);
}

}  // namespace
}  // namespace softmetal::cpu
