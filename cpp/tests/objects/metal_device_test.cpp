// metal_device_test.cpp: the device and its buffers.
#include <cstdlib>
#include <cstring>

#include "fixture.hpp"

namespace softmetal::testing {
namespace {

using DeviceTest = MetalTest;

TEST_F(DeviceTest, IsOneObject) {
  const auto all = NS::TransferPtr(MTL::CopyAllDevices());
  EXPECT_EQ(all->count(), 1u);
  EXPECT_EQ(all->object<MTL::Device>(0), device.get());
  EXPECT_STREQ(device->name()->utf8String(), "fake device");
  EXPECT_STREQ(device->architecture()->name()->utf8String(), "fake");
  EXPECT_TRUE(device->hasUnifiedMemory());
  EXPECT_EQ(device->maxThreadsPerThreadgroup().width, 1024u);
  EXPECT_TRUE(device->supportsFamily(MTL::GPUFamilyMetal3));
  EXPECT_FALSE(device->supportsFamily(MTL::GPUFamilyApple7));
  EXPECT_TRUE(device->supportsCounterSampling(MTL::CounterSamplingPointAtDispatchBoundary));
  EXPECT_FALSE(device->supportsCounterSampling(MTL::CounterSamplingPointAtDrawBoundary));
}

TEST_F(DeviceTest, NullDeviceAnswersZero) {
  // Volatile: the compiler warns of messages to a null that it knows.
  static MTL::Device* volatile null = nullptr;
  MTL::Device* none = null;
  EXPECT_EQ(none->name(), nullptr);
  EXPECT_EQ(none->maxBufferLength(), 0u);
  EXPECT_EQ(none->newBuffer(16, 0), nullptr);
  EXPECT_EQ(none->newCommandQueue(), nullptr);
  EXPECT_FALSE(none->supportsFamily(MTL::GPUFamilyCommon1));
}

TEST_F(DeviceTest, BuffersAreZeroFilledAndCounted) {
  const NS::UInteger before = device->currentAllocatedSize();
  {
    const auto memory = NS::TransferPtr(device->newBuffer(5000, MTL::ResourceStorageModeShared));
    EXPECT_EQ(memory->length(), 5000u);
    EXPECT_EQ(memory->allocatedSize(), 8192u);
    EXPECT_EQ(device->currentAllocatedSize(), before + 8192);
    const auto* bytes = static_cast<const char*>(memory->contents());
    for (int i = 0; i < 5000; ++i) ASSERT_EQ(bytes[i], 0);
    EXPECT_EQ(memory->storageMode(), MTL::StorageModeShared);
    EXPECT_EQ(memory->gpuAddress(), reinterpret_cast<std::uintptr_t>(bytes));
  }
  EXPECT_EQ(device->currentAllocatedSize(), before);
}

TEST_F(DeviceTest, PrivateBuffersHaveNoContents) {
  const auto memory = NS::TransferPtr(device->newBuffer(64, MTL::ResourceStorageModePrivate));
  EXPECT_EQ(memory->contents(), nullptr);
  EXPECT_EQ(memory->storageMode(), MTL::StorageModePrivate);
  EXPECT_EQ(memory->resourceOptions(), MTL::ResourceStorageModePrivate);
}

TEST_F(DeviceTest, ImpossibleBuffersAreNull) {
  EXPECT_EQ(device->newBuffer(0, MTL::ResourceStorageModeShared), nullptr);
  EXPECT_EQ(device->newBuffer(device->maxBufferLength() + 1, MTL::ResourceStorageModeShared),
            nullptr);
}

TEST_F(DeviceTest, BytesAreCopied) {
  int value = 42;
  const auto memory =
      NS::TransferPtr(device->newBuffer(&value, sizeof value, MTL::ResourceStorageModeShared));
  value = 0;
  EXPECT_EQ(*static_cast<int*>(memory->contents()), 42);
}

TEST_F(DeviceTest, NoCopyWantsWholePagesAndCallsTheDeallocator) {
  void* pages = std::aligned_alloc(4096, 8192);
  int calls = 0;
  const auto give_back = [&](void* memory, NS::UInteger length) {
    EXPECT_EQ(memory, pages);
    EXPECT_EQ(length, 8192u);
    ++calls;
  };
  auto* memory = device->newBuffer(pages, 8192, MTL::ResourceStorageModeShared, give_back);
  EXPECT_EQ(memory->contents(), pages);
  EXPECT_EQ(calls, 0);
  memory->release();
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(device->newBuffer(static_cast<char*>(pages) + 16, 4096, 0, give_back), nullptr);
  EXPECT_EQ(device->newBuffer(pages, 100, 0, give_back), nullptr);
  EXPECT_EQ(calls, 1);
  std::free(pages);
}

TEST_F(DeviceTest, RangesPastTheEndAreRefused) {
  const auto memory = buffer(16);
  memory->didModifyRange(NS::Range(0, 64));
  EXPECT_REFUSED(memory->didModifyRange(NS::Range(60, 5)), "must be <= 64");
  EXPECT_REFUSED(memory->didModifyRange(NS::Range(~NS::UInteger{0}, 2)), "must be <= 64");
}

TEST_F(DeviceTest, ResourcesCarryLabelsAndPurgeableStates) {
  const auto memory = buffer();
  memory->setLabel(MTLSTR("weights"));
  EXPECT_STREQ(memory->label()->utf8String(), "weights");
  EXPECT_EQ(memory->setPurgeableState(MTL::PurgeableStateVolatile), MTL::PurgeableStateNonVolatile);
  EXPECT_EQ(memory->setPurgeableState(MTL::PurgeableStateKeepCurrent), MTL::PurgeableStateVolatile);
}

TEST_F(DeviceTest, BinaryArchivesSayWhyNot) {
  const auto descriptor = NS::TransferPtr(MTL::BinaryArchiveDescriptor::alloc()->init());
  NS::Error* error = nullptr;
  EXPECT_EQ(device->newBinaryArchive(descriptor.get(), &error), nullptr);
  ASSERT_NE(error, nullptr);
  EXPECT_TRUE(error->domain()->isEqualToString(MTL::BinaryArchiveDomain));
}

TEST_F(DeviceTest, TimestampsAreOneClock) {
  MTL::Timestamp cpu = 0;
  MTL::Timestamp gpu = 0;
  device->sampleTimestamps(&cpu, &gpu);
  EXPECT_EQ(cpu, gpu);
  EXPECT_GT(cpu, 0u);
}

}  // namespace
}  // namespace softmetal::testing
