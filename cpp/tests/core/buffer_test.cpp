// buffer_test.cpp: allocation, reuse, limits, and that memory in use by the device is left alone.
#include <unistd.h>

#include <cstdlib>

#include "support.hpp"

namespace metalscope::testing {
namespace {

TEST(Buffer, OfSizeZeroIsAllowed) {
  const Buffer buffer = Buffer::allocate(0);
  EXPECT_TRUE(buffer);
  EXPECT_EQ(buffer.size(), 0U);
  EXPECT_EQ(buffer.contents(), nullptr);
  EXPECT_FALSE(Buffer());
}

TEST(Buffer, ReusesTheMemoryOfOneThatIsGone) {
  constexpr std::size_t bytes = 300'001;
  const Device device = Device::default_device();
  device_synchronize();
  const void* first = nullptr;
  {
    const Buffer buffer = Buffer::allocate(bytes);
    first = buffer.contents();
    EXPECT_GE(device.memory().live_bytes, bytes);
  }
  EXPECT_GE(device.memory().pooled_bytes, bytes);
  const std::uint64_t allocations = device.memory().allocations;
  const Buffer again = Buffer::allocate(bytes - 1);
  EXPECT_EQ(again.contents(), first);
  EXPECT_EQ(device.memory().allocations, allocations);
  EXPECT_GE(device.memory().peak_bytes, device.memory().live_bytes);
}

TEST(Buffer, IsNotReusedWhileTheDeviceNeedsIt) {
  const Kernel slow = kernel_of(
      "kernel void slow(device float* x [[buffer(0)]], uint i [[thread_position_in_grid]]) {\n"
      "  float v = x[i]; for (int k = 0; k < 2000; ++k) v = v * 0.5f + 1.0f; x[i] = v; }",
      "slow");
  constexpr std::size_t bytes = 1 << 20;
  Stream stream = Stream::current();
  const Buffer result = Buffer::allocate(bytes);
  void* address = nullptr;
  {
    const Buffer buffer = Buffer::allocate(bytes);
    address = buffer.contents();
    stream.fill(buffer, 0, bytes, 0);
    launch(slow, {Argument::of(buffer)}, threads(bytes / 4));
    stream.copy(buffer, 0, result, 0, bytes);
  }
  // Encoded but not committed: nothing has run yet.
  const Buffer other = Buffer::allocate(bytes);
  EXPECT_NE(other.contents(), address);
  std::memset(other.contents(), 0xff, bytes);
  stream.synchronize();
  EXPECT_FLOAT_EQ(values_of<float>(result)[1000], 2.0F);
}

TEST(Buffer, PastTheDeviceLimitIsRefused) {
  const Device device = Device::default_device();
  EXPECT_CONTAINS(message_of<ArgumentError>([&] {
                    static_cast<void>(Buffer::allocate(device.info().max_buffer_length + 1));
                  }),
                  "larger than the device allows");
  EXPECT_TRUE(Buffer::allocate(16));
}

TEST(Buffer, EmptyCacheGivesPooledMemoryBack) {
  static_cast<void>(Buffer::allocate(1 << 16));
  Device device = Device::default_device();
  device_synchronize();
  device.empty_cache();
  EXPECT_EQ(device.memory().pooled_bytes, 0U);
}

TEST(Buffer, WrapsPagesWithoutACopyAndReleasesThemOnce) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  void* memory = std::aligned_alloc(page, 2 * page);
  int released = 0;
  {
    const Buffer buffer = Buffer::wrap(memory, 2 * page, [&] {
      ++released;
      std::free(memory);
    });
    EXPECT_EQ(buffer.contents(), memory);
    Stream::current().fill(buffer, 0, buffer.size(), 7);
    Stream::current().synchronize();
    EXPECT_EQ(static_cast<unsigned char*>(memory)[page], 7);
    EXPECT_EQ(released, 0);
  }
  EXPECT_EQ(released, 1);
  EXPECT_CONTAINS(message_of<ArgumentError>([&] {
                    static_cast<void>(Buffer::wrap(reinterpret_cast<void*>(8), page, {}));
                  }),
                  "multiples of the page size");
}

TEST(Buffer, CopiesOutsideOfItAreRefused) {
  const Buffer a = Buffer::allocate(16);
  const Buffer b = Buffer::allocate(16);
  Stream stream = Stream::current();
  EXPECT_THROW(stream.copy(a, 8, b, 0, 9), ArgumentError);
  EXPECT_THROW(stream.copy(a, 0, b, 17, 0), ArgumentError);
  EXPECT_THROW(stream.copy(a, 0, a, 4, 8), ArgumentError);
  EXPECT_THROW(stream.fill(a, SIZE_MAX, 2, 0), ArgumentError);
  EXPECT_THROW(stream.fill(Buffer(), 0, 0, 0), ArgumentError);
}

}  // namespace
}  // namespace metalscope::testing
