// event_test.cpp: events between queues and host, and counter samples.
#include <cstring>
#include <future>
#include <thread>

#include "fixture.hpp"

namespace softmetal::testing {
namespace {

using EventTest = MetalTest;
using CounterTest = MetalTest;

TEST_F(EventTest, ValuesOnlyRise) {
  const auto event = NS::TransferPtr(device->newSharedEvent());
  EXPECT_EQ(event->signaledValue(), 0u);
  event->setSignaledValue(5);
  event->setSignaledValue(3);
  EXPECT_EQ(event->signaledValue(), 5u);
  EXPECT_TRUE(event->waitUntilSignaledValue(5, 0));
  EXPECT_FALSE(event->waitUntilSignaledValue(6, 1));
}

TEST_F(EventTest, ASignalFollowsTheCommandsBeforeIt) {
  const auto add = pipeline("add_one");
  const auto memory = buffer();
  const auto event = NS::TransferPtr(device->newSharedEvent());
  for (unsigned i = 1; i <= 20; ++i) {
    auto* commands = queue->commandBuffer();
    encode(commands, add.get(), memory.get());
    commands->encodeSignalEvent(event.get(), i);
    commands->commit();
    ASSERT_TRUE(event->waitUntilSignaledValue(i, ~std::uint64_t{0}));
    ASSERT_EQ(data(memory)[0], i);
  }
}

TEST_F(EventTest, OneQueueWaitsForAnother) {
  const auto add = pipeline("add_one");
  warm_up(add.get());
  const auto memory = buffer();
  const auto event = NS::TransferPtr(device->newEvent());
  const auto other = NS::TransferPtr(device->newCommandQueue());
  auto* waiting = other->commandBuffer();
  waiting->encodeWait(event.get(), 1);
  encode(waiting, add.get(), memory.get(), 1);
  waiting->commit();
  std::this_thread::sleep_for(std::chrono::milliseconds(2));
  EXPECT_EQ(data(memory)[0], 0u);
  auto* signaling = queue->commandBuffer();
  encode(signaling, add.get(), memory.get(), 2);
  signaling->encodeSignalEvent(event.get(), 1);
  signaling->commit();
  waiting->waitUntilCompleted();
  EXPECT_EQ(data(memory)[0], 2u);
  EXPECT_EQ(data(memory)[1], 1u);
}

TEST_F(EventTest, TheHostReleasesAWaitingQueue) {
  const auto event = NS::TransferPtr(device->newSharedEvent());
  auto* commands = queue->commandBuffer();
  commands->encodeWait(event.get(), 7);
  commands->commit();
  EXPECT_LT(commands->status(), MTL::CommandBufferStatusCompleted);
  event->setSignaledValue(8);
  commands->waitUntilCompleted();
  EXPECT_EQ(commands->status(), MTL::CommandBufferStatusCompleted);
}

TEST_F(EventTest, AFailedBufferDoesNotSignal) {
  const auto fault = pipeline("fault");
  const auto memory = buffer();
  const auto event = NS::TransferPtr(device->newSharedEvent());
  auto* commands = queue->commandBuffer();
  encode(commands, fault.get(), memory.get());
  commands->encodeSignalEvent(event.get(), 1);
  commands->commit();
  commands->waitUntilCompleted();
  EXPECT_EQ(event->signaledValue(), 0u);
  EXPECT_FALSE(event->waitUntilSignaledValue(1, 1));
}

TEST_F(EventTest, ListenersAreNotifiedOnce) {
  const auto event = NS::TransferPtr(device->newSharedEvent());
  auto* listener = MTL::SharedEventListener::sharedListener();
  std::promise<std::uint64_t> later;
  std::promise<std::uint64_t> already;
  event->notifyListener(listener, 2,
                        [&](MTL::SharedEvent*, std::uint64_t value) { later.set_value(value); });
  event->setSignaledValue(1);
  auto* commands = queue->commandBuffer();
  commands->encodeSignalEvent(event.get(), 3);
  commands->commit();
  EXPECT_EQ(later.get_future().get(), 3u);
  event->notifyListener(listener, 2,
                        [&](MTL::SharedEvent*, std::uint64_t value) { already.set_value(value); });
  EXPECT_EQ(already.get_future().get(), 3u);
}

NS::SharedPtr<MTL::CounterSampleBuffer> sample_buffer(MTL::Device* device, NS::UInteger count,
                                                      MTL::StorageMode mode) {
  const auto descriptor = NS::TransferPtr(MTL::CounterSampleBufferDescriptor::alloc()->init());
  descriptor->setCounterSet(device->counterSets()->object<MTL::CounterSet>(0));
  descriptor->setSampleCount(count);
  descriptor->setStorageMode(mode);
  NS::Error* error = nullptr;
  return NS::TransferPtr(device->newCounterSampleBuffer(descriptor.get(), &error));
}

TEST_F(CounterTest, TheTimestampSetIsThere) {
  auto* set = device->counterSets()->object<MTL::CounterSet>(0);
  EXPECT_TRUE(set->name()->isEqualToString(MTL::CommonCounterSetTimestamp));
  EXPECT_TRUE(set->counters()->object<MTL::Counter>(0)->name()->isEqualToString(
      MTL::CommonCounterTimestamp));
}

TEST_F(CounterTest, BadDescriptorsAreRefusedWithAnError) {
  NS::Error* error = nullptr;
  const auto descriptor = NS::TransferPtr(MTL::CounterSampleBufferDescriptor::alloc()->init());
  EXPECT_EQ(device->newCounterSampleBuffer(descriptor.get(), &error), nullptr);
  EXPECT_EQ(error->code(), static_cast<NS::Integer>(MTL::CounterSampleBufferErrorInvalid));
  EXPECT_FALSE(sample_buffer(device.get(), 1 << 20, MTL::StorageModeShared));
}

TEST_F(CounterTest, DispatchesAndPassesAreStamped) {
  const auto add = pipeline("add_one");
  const auto memory = buffer();
  const auto samples = sample_buffer(device.get(), 8, MTL::StorageModeShared);
  const auto pass = NS::TransferPtr(MTL::ComputePassDescriptor::alloc()->init());
  auto* attachment = pass->sampleBufferAttachments()->object(0);
  attachment->setSampleBuffer(samples.get());
  attachment->setStartOfEncoderSampleIndex(0);
  attachment->setEndOfEncoderSampleIndex(3);
  auto* commands = queue->commandBuffer();
  auto* encoder = commands->computeCommandEncoder(pass.get());
  encoder->setComputePipelineState(add.get());
  encoder->setBuffer(memory.get(), 0, 0);
  encoder->sampleCountersInBuffer(samples.get(), 1, true);
  encoder->dispatchThreads(MTL::Size(4, 1, 1), MTL::Size(4, 1, 1));
  encoder->sampleCountersInBuffer(samples.get(), 2, true);
  EXPECT_REFUSED(encoder->sampleCountersInBuffer(samples.get(), 8, true), "must be < sampleCount");
  encoder->endEncoding();
  const auto resolved = buffer();
  auto* blit = commands->blitCommandEncoder();
  blit->resolveCounters(samples.get(), NS::Range(0, 4), resolved.get(), 8);
  blit->endEncoding();
  commands->commit();
  commands->waitUntilCompleted();

  auto* bytes = samples->resolveCounterRange(NS::Range(0, 5));
  ASSERT_EQ(bytes->length(), 5 * sizeof(MTL::CounterResultTimestamp));
  std::uint64_t times[5];
  std::memcpy(times, bytes->mutableBytes(), sizeof times);
  EXPECT_LE(times[0], times[1]);
  EXPECT_LT(times[1], times[2]);
  EXPECT_LE(times[2], times[3]);
  EXPECT_EQ(times[4], MTL::CounterErrorValue);
  constexpr double slack = 1e-6;
  EXPECT_GE(static_cast<double>(times[0]) * 1e-9, commands->GPUStartTime() - slack);
  EXPECT_LE(static_cast<double>(times[3]) * 1e-9, commands->GPUEndTime() + slack);
  EXPECT_EQ(std::memcmp(static_cast<char*>(resolved->contents()) + 8, times, 32), 0);
  EXPECT_REFUSED(samples->resolveCounterRange(NS::Range(4, 5)), "past the sample count");
}

TEST_F(CounterTest, PrivateSamplesAreNotForTheHost) {
  const auto samples = sample_buffer(device.get(), 2, MTL::StorageModePrivate);
  EXPECT_EQ(samples->resolveCounterRange(NS::Range(0, 2)), nullptr);
}

}  // namespace
}  // namespace softmetal::testing
