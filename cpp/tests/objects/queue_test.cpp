// queue_test.cpp: states, order, waits, handlers, capacity and failures of command buffers.
#include <atomic>
#include <future>
#include <thread>
#include <vector>

#include "fixture.hpp"

namespace softmetal::testing {
namespace {

using QueueTest = MetalTest;

TEST_F(QueueTest, StatesGoForward) {
  const auto add = pipeline("add_one");
  const auto memory = buffer();
  auto* commands = queue->commandBuffer();
  EXPECT_EQ(commands->status(), MTL::CommandBufferStatusNotEnqueued);
  EXPECT_EQ(commands->GPUStartTime(), 0);
  commands->enqueue();
  EXPECT_EQ(commands->status(), MTL::CommandBufferStatusEnqueued);
  encode(commands, add.get(), memory.get());
  commands->commit();
  EXPECT_GE(commands->status(), MTL::CommandBufferStatusCommitted);
  commands->waitUntilScheduled();
  EXPECT_GE(commands->status(), MTL::CommandBufferStatusScheduled);
  commands->waitUntilCompleted();
  EXPECT_EQ(commands->status(), MTL::CommandBufferStatusCompleted);
  EXPECT_EQ(commands->error(), nullptr);
  EXPECT_EQ(data(memory)[3], 1u);
  EXPECT_EQ(data(memory)[4], 0u);
  EXPECT_GT(commands->kernelStartTime(), 0);
  EXPECT_LE(commands->kernelStartTime(), commands->kernelEndTime());
  EXPECT_LE(commands->kernelEndTime(), commands->GPUStartTime());
  EXPECT_LE(commands->GPUStartTime(), commands->GPUEndTime());
}

TEST_F(QueueTest, MisuseIsRefusedInMetalsWords) {
  auto* commands = queue->commandBuffer();
  EXPECT_REFUSED(commands->waitUntilCompleted(), "has not been committed");
  auto* encoder = commands->computeCommandEncoder();
  EXPECT_REFUSED(commands->commit(), "commit command buffer with uncommitted encoder");
  EXPECT_REFUSED(commands->blitCommandEncoder(), "with uncommitted encoder");
  const auto event = NS::TransferPtr(device->newEvent());
  EXPECT_REFUSED(commands->encodeWait(event.get(), 1),
                 "encodeWaitForEvent:value: with uncommitted encoder");
  encoder->endEncoding();
  EXPECT_REFUSED(encoder->endEncoding(), "endEncoding has already been called");
  EXPECT_REFUSED(encoder->setBuffer(nullptr, 0, 0), "encoding has already ended");
  commands->commit();
  EXPECT_REFUSED(commands->commit(), "commit an already committed command buffer");
  EXPECT_REFUSED(commands->addCompletedHandler([](MTL::CommandBuffer*) {}),
                 "Completed handler provided after commit call");
  EXPECT_REFUSED(commands->computeCommandEncoder(), "already been committed");
  commands->waitUntilCompleted();
}

TEST_F(QueueTest, RunsInTheOrderOfEnqueueing) {
  const auto add = pipeline("add_one");
  const auto scratch = pipeline("scratch");
  const auto memory = buffer();
  auto* first = queue->commandBuffer();
  first->enqueue();
  auto* second = queue->commandBuffer();
  encode(second, add.get(), memory.get());
  second->commit();
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_EQ(second->status(), MTL::CommandBufferStatusCommitted);
  encode(first, add.get(), memory.get(), 8);
  first->commit();
  second->waitUntilCompleted();
  EXPECT_EQ(first->status(), MTL::CommandBufferStatusCompleted);
  const auto runs = fake_engine().runs();
  ASSERT_EQ(runs.size(), 2u);
  EXPECT_EQ(runs[0].grid[0], 8u);
  EXPECT_EQ(runs[1].grid[0], 4u);
}

TEST_F(QueueTest, AnAbandonedBufferGivesItsPlaceBack) {
  const auto tight = NS::TransferPtr(device->newCommandQueue(2));
  auto* pool = NS::AutoreleasePool::alloc()->init();
  tight->commandBuffer()->enqueue();
  tight->commandBuffer();
  pool->release();
  auto* commands = tight->commandBuffer();
  commands->commit();
  commands->waitUntilCompleted();
  EXPECT_EQ(commands->status(), MTL::CommandBufferStatusCompleted);
}

TEST_F(QueueTest, BlocksPastItsCapacity) {
  const auto tight = NS::TransferPtr(device->newCommandQueue(1));
  const auto wait = pipeline("wait_flag");
  const auto flag = buffer();
  const auto seen = buffer();
  auto* blocked = tight->commandBuffer();
  auto* encoder = blocked->computeCommandEncoder();
  encoder->setComputePipelineState(wait.get());
  encoder->setBuffer(flag.get(), 0, 0);
  encoder->setBuffer(seen.get(), 0, 1);
  encoder->dispatchThreads(MTL::Size(1, 1, 1), MTL::Size(1, 1, 1));
  encoder->endEncoding();
  blocked->commit();
  std::atomic<bool> got_one{false};
  std::thread other([&] {
    auto* pool = NS::AutoreleasePool::alloc()->init();
    tight->commandBuffer();
    got_one = true;
    pool->release();
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_FALSE(got_one);
  std::atomic_ref(data(flag)[0]).store(1);
  other.join();
  EXPECT_TRUE(got_one);
}

TEST_F(QueueTest, QueuesRunSideBySide) {
  const auto wait = pipeline("wait_flag");
  const auto add = pipeline("add_one");
  const auto flag = buffer();
  const auto seen = buffer();
  auto* waiting = queue->commandBuffer();
  auto* encoder = waiting->computeCommandEncoder();
  encoder->setComputePipelineState(wait.get());
  encoder->setBuffer(flag.get(), 0, 0);
  encoder->setBuffer(seen.get(), 0, 1);
  encoder->dispatchThreads(MTL::Size(1, 1, 1), MTL::Size(1, 1, 1));
  encoder->endEncoding();
  waiting->commit();
  const auto other = NS::TransferPtr(device->newCommandQueue());
  const auto result = buffer();
  auto* releasing = other->commandBuffer();
  encode(releasing, add.get(), result.get());
  releasing->commit();
  releasing->waitUntilCompleted();
  EXPECT_EQ(data(result)[0], 1u);
  EXPECT_LT(waiting->status(), MTL::CommandBufferStatusCompleted);
  std::atomic_ref(data(flag)[0]).store(1);
  waiting->waitUntilCompleted();
  EXPECT_EQ(data(seen)[0], 1u);
}

TEST_F(QueueTest, AFirstRunGoesToAnotherThreadACheapOneStays) {
  const auto add = pipeline("add_one");
  const auto memory = buffer();
  const auto run = [&] {
    fake_engine().forget_runs();
    auto* commands = queue->commandBuffer();
    encode(commands, add.get(), memory.get());
    commands->commit();
    commands->waitUntilCompleted();
    return fake_engine().runs().at(0).thread == std::this_thread::get_id();
  };
  EXPECT_FALSE(run());
  int here = 0;
  for (int i = 0; i < 200; ++i) here += run() ? 1 : 0;
  EXPECT_GT(here, 0);
  EXPECT_EQ(data(memory)[0], 201u);
}

TEST_F(QueueTest, WorkThatNobodyWaitsForGetsDone) {
  const auto add = pipeline("add_one");
  warm_up(add.get());
  const auto memory = buffer();
  auto* commands = queue->commandBuffer();
  encode(commands, add.get(), memory.get());
  commands->commit();
  while (commands->status() != MTL::CommandBufferStatusCompleted) std::this_thread::yield();
  EXPECT_EQ(data(memory)[0], 1u);
}

TEST_F(QueueTest, HandlersRunElsewhereBeforeTheWaitEnds) {
  auto* commands = queue->commandBuffer();
  std::vector<int> order;
  std::thread::id thread;
  commands->addScheduledHandler([&](MTL::CommandBuffer* buffer) {
    EXPECT_EQ(buffer->status(), MTL::CommandBufferStatusScheduled);
    order.push_back(0);
  });
  for (int i = 1; i <= 2; ++i) {
    commands->addCompletedHandler([&, i](MTL::CommandBuffer* buffer) {
      EXPECT_EQ(buffer, commands);
      EXPECT_EQ(buffer->status(), MTL::CommandBufferStatusCompleted);
      thread = std::this_thread::get_id();
      order.push_back(i);
    });
  }
  commands->commit();
  commands->waitUntilCompleted();
  EXPECT_EQ(order, (std::vector<int>{0, 1, 2}));
  EXPECT_NE(thread, std::this_thread::get_id());
}

TEST_F(QueueTest, AHandlersExceptionIsDropped) {
  auto* commands = queue->commandBuffer();
  commands->addCompletedHandler([](MTL::CommandBuffer*) { throw 42; });
  commands->commit();
  commands->waitUntilCompleted();
  EXPECT_EQ(commands->status(), MTL::CommandBufferStatusCompleted);
}

TEST_F(QueueTest, AHandlerMayUseItsQueueAndWaitForIt) {
  const auto add = pipeline("add_one");
  const auto memory = buffer();
  auto* commands = queue->commandBuffer();
  commands->addCompletedHandler([&](MTL::CommandBuffer*) {
    auto* next = queue->commandBuffer();
    encode(next, add.get(), memory.get());
    next->commit();
    next->waitUntilCompleted();
  });
  commands->commit();
  commands->waitUntilCompleted();
  EXPECT_EQ(data(memory)[0], 1u);
}

TEST_F(QueueTest, AFailedBufferReportsAndTheNextOneRuns) {
  const auto fault = pipeline("fault");
  const auto add = pipeline("add_one");
  const auto memory = buffer();
  auto* failing = queue->commandBuffer();
  encode(failing, add.get(), memory.get());
  encode(failing, fault.get(), memory.get());
  encode(failing, add.get(), memory.get());
  failing->commit();
  auto* next = queue->commandBuffer();
  encode(next, add.get(), memory.get());
  next->commit();
  next->waitUntilCompleted();
  EXPECT_EQ(failing->status(), MTL::CommandBufferStatusError);
  ASSERT_NE(failing->error(), nullptr);
  EXPECT_TRUE(failing->error()->domain()->isEqualToString(MTLSTR("MTLCommandBufferErrorDomain")));
  EXPECT_EQ(failing->error()->code(), static_cast<NS::Integer>(MTL::CommandBufferErrorPageFault));
  const std::string text = failing->error()->localizedDescription()->utf8String();
  EXPECT_NE(text.find("fault"), std::string::npos);
  EXPECT_NE(text.find("an access to nowhere"), std::string::npos);
  EXPECT_EQ(next->status(), MTL::CommandBufferStatusCompleted);
  EXPECT_EQ(data(memory)[0], 2u);
}

TEST_F(QueueTest, EncoderStatesOnlyWhenAskedFor) {
  const auto fault = pipeline("fault");
  const auto add = pipeline("add_one");
  const auto memory = buffer();
  const auto descriptor = NS::TransferPtr(MTL::CommandBufferDescriptor::alloc()->init());
  descriptor->setErrorOptions(MTL::CommandBufferErrorOptionEncoderExecutionStatus);
  auto* commands = queue->commandBuffer(descriptor.get());
  encode(commands, add.get(), memory.get());
  encode(commands, fault.get(), memory.get());
  encode(commands, add.get(), memory.get());
  commands->commit();
  commands->waitUntilCompleted();
  auto* infos =
      commands->error()->userInfo()->object<NS::Array>(MTL::CommandBufferEncoderInfoErrorKey);
  ASSERT_NE(infos, nullptr);
  ASSERT_EQ(infos->count(), 3u);
  const auto state = [&](NS::UInteger i) {
    return infos->object<MTL::CommandBufferEncoderInfo>(i)->errorState();
  };
  EXPECT_EQ(state(0), MTL::CommandEncoderErrorStateCompleted);
  EXPECT_EQ(state(1), MTL::CommandEncoderErrorStateFaulted);
  EXPECT_EQ(state(2), MTL::CommandEncoderErrorStatePending);
}

TEST_F(QueueTest, ReferencesAreHeldUntilCompletionUnlessUnretained) {
  const auto add = pipeline("add_one");
  const auto memory = buffer();
  auto* commands = queue->commandBuffer();
  encode(commands, add.get(), memory.get());
  EXPECT_EQ(memory->retainCount(), 2u);
  commands->commit();
  commands->waitUntilCompleted();
  EXPECT_EQ(memory->retainCount(), 1u);
  auto* unretained = queue->commandBufferWithUnretainedReferences();
  EXPECT_FALSE(unretained->retainedReferences());
  encode(unretained, add.get(), memory.get());
  EXPECT_EQ(memory->retainCount(), 1u);
  unretained->commit();
  unretained->waitUntilCompleted();
}

TEST_F(QueueTest, ManyThreadsShareAQueue) {
  const auto add = pipeline("add_one");
  const auto memory = buffer();
  constexpr int threads = 4;
  constexpr int rounds = 100;
  std::vector<std::thread> pool;
  for (int t = 0; t < threads; ++t) {
    pool.emplace_back([&] {
      for (int i = 0; i < rounds; ++i) {
        auto* scope = NS::AutoreleasePool::alloc()->init();
        auto* commands = queue->commandBuffer();
        encode(commands, add.get(), memory.get());
        commands->commit();
        if (i % 3 == 0) commands->waitUntilCompleted();
        scope->release();
      }
    });
  }
  for (auto& thread : pool) thread.join();
  auto* last = queue->commandBuffer();
  last->commit();
  last->waitUntilCompleted();
  EXPECT_EQ(data(memory)[0], static_cast<unsigned>(threads * rounds));
}

TEST_F(QueueTest, AQueueMayGoBeforeItsWork) {
  const auto add = pipeline("add_one");
  const auto memory = buffer();
  auto own = NS::TransferPtr(device->newCommandQueue());
  auto* commands = own->commandBuffer();
  encode(commands, add.get(), memory.get());
  commands->commit();
  own.reset();
  commands->waitUntilCompleted();
  EXPECT_EQ(data(memory)[0], 1u);
}

}  // namespace
}  // namespace softmetal::testing
