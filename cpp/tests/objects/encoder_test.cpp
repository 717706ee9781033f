// encoder_test.cpp: compute and blit encoders: what they pass on and what they refuse.
#include <cstring>
#include <vector>

#include "fixture.hpp"

namespace softmetal::testing {
namespace {

class EncoderTest : public MetalTest {
 protected:
  // A compute encoder with "add_one" over a buffer of 64 elements; ended with the test.
  void begin() {
    add = pipeline("add_one");
    memory = buffer();
    commands = queue->commandBuffer();
    encoder = commands->computeCommandEncoder();
    encoder->setComputePipelineState(add.get());
    encoder->setBuffer(memory.get(), 0, 0);
  }
  void finish() {
    encoder->endEncoding();
    commands->commit();
    commands->waitUntilCompleted();
  }

  NS::SharedPtr<MTL::ComputePipelineState> add;
  NS::SharedPtr<MTL::Buffer> memory;
  MTL::CommandBuffer* commands = nullptr;
  MTL::ComputeCommandEncoder* encoder = nullptr;
};

TEST_F(EncoderTest, BothDispatchFormsGiveTheGridInThreads) {
  begin();
  encoder->dispatchThreads(MTL::Size(11, 7, 1), MTL::Size(4, 4, 1));
  encoder->dispatchThreadgroups(MTL::Size(3, 2, 1), MTL::Size(4, 2, 1));
  finish();
  const auto runs = fake_engine().runs();
  ASSERT_EQ(runs.size(), 2u);
  EXPECT_EQ(runs[0].grid, (std::array<unsigned, 3>{11, 7, 1}));
  EXPECT_EQ(runs[0].group, (std::array<unsigned, 3>{4, 4, 1}));
  EXPECT_EQ(runs[1].grid, (std::array<unsigned, 3>{12, 4, 1}));
}

TEST_F(EncoderTest, IndirectGridsAreReadWhenTheCommandRuns) {
  begin();
  const auto arguments = buffer();
  encoder->dispatchThreadgroups(arguments.get(), 4, MTL::Size(4, 1, 1));
  const unsigned groups[] = {0, 3, 1, 1};
  std::memcpy(arguments->contents(), groups, sizeof groups);
  EXPECT_REFUSED(encoder->dispatchThreadgroups(arguments.get(), 248, MTL::Size(4, 1, 1)),
                 "end past the buffer's length");
  finish();
  EXPECT_EQ(data(memory)[11], 1u);
  EXPECT_EQ(data(memory)[12], 0u);
}

TEST_F(EncoderTest, BytesAreCopiedWhenSet) {
  begin();
  const auto add_value = pipeline("add_value");
  encoder->setComputePipelineState(add_value.get());
  unsigned value = 7;
  encoder->setBytes(&value, sizeof value, 1);
  encoder->dispatchThreads(MTL::Size(2, 1, 1), MTL::Size(2, 1, 1));
  value = 100;
  encoder->setBytes(&value, sizeof value, 1);
  encoder->dispatchThreads(MTL::Size(1, 1, 1), MTL::Size(1, 1, 1));
  value = 0;
  finish();
  EXPECT_EQ(data(memory)[0], 107u);
  EXPECT_EQ(data(memory)[1], 7u);
}

TEST_F(EncoderTest, ManyBytesFillMoreThanOneChunk) {
  begin();
  const auto add_value = pipeline("add_value");
  encoder->setComputePipelineState(add_value.get());
  std::vector<unsigned> bytes(1024, 1);
  for (int i = 0; i < 40; ++i) {
    encoder->setBytes(bytes.data(), 4096, 1);
    encoder->dispatchThreads(MTL::Size(1, 1, 1), MTL::Size(1, 1, 1));
  }
  finish();
  EXPECT_EQ(data(memory)[0], 40u);
}

TEST_F(EncoderTest, OffsetsMoveTheBinding) {
  begin();
  encoder->setBuffer(memory.get(), 16, 0);
  encoder->dispatchThreads(MTL::Size(1, 1, 1), MTL::Size(1, 1, 1));
  encoder->setBufferOffset(32, 0);
  encoder->dispatchThreads(MTL::Size(1, 1, 1), MTL::Size(1, 1, 1));
  const MTL::Buffer* buffers[] = {memory.get()};
  const NS::UInteger offsets[] = {48};
  encoder->setBuffers(buffers, offsets, NS::Range(0, 1));
  encoder->dispatchThreads(MTL::Size(1, 1, 1), MTL::Size(1, 1, 1));
  finish();
  EXPECT_EQ(data(memory)[0], 0u);
  for (int i : {4, 8, 12}) EXPECT_EQ(data(memory)[i], 1u) << i;
}

TEST_F(EncoderTest, AnUnboundBufferFailsWhenItIsUsed) {
  begin();
  encoder->setBuffer(nullptr, 0, 0);
  encoder->dispatchThreads(MTL::Size(1, 1, 1), MTL::Size(1, 1, 1));
  finish();
  EXPECT_EQ(commands->error()->code(), static_cast<NS::Integer>(MTL::CommandBufferErrorPageFault));
}

TEST_F(EncoderTest, LimitsAreCheckedWhereMetalDoes) {
  begin();
  char bytes[4097] = {};
  EXPECT_REFUSED(encoder->setBytes(bytes, 4097, 0), "must be <= 4096");
  EXPECT_REFUSED(encoder->setBytes(bytes, 0, 0), "length not 0");
  EXPECT_REFUSED(encoder->setBuffer(memory.get(), 0, 31), "must be < 31");
  EXPECT_REFUSED(encoder->setBuffer(memory.get(), 256, 0), "must be < [buffer length](256)");
  EXPECT_REFUSED(encoder->setBufferOffset(256, 0), "must be < [buffer length](256)");
  EXPECT_REFUSED(encoder->setBufferOffset(0, 5), "no buffer is set at index 5");
  EXPECT_REFUSED(encoder->setThreadgroupMemoryLength(8, 0), "multiple of 16");
  EXPECT_REFUSED(encoder->setThreadgroupMemoryLength(32784, 0), "must be <= 32768");
  EXPECT_REFUSED(encoder->setThreadgroupMemoryLength(16, 31), "must be < 31");
  EXPECT_REFUSED(encoder->dispatchThreads(MTL::Size(4, 1, 1), MTL::Size(1025, 1, 1)),
                 "must be <= 1024. (kernel threadgroup size limit)");
  EXPECT_REFUSED(encoder->dispatchThreads(MTL::Size(4, 1, 1), MTL::Size(~NS::UInteger{0}, 2, 1)),
                 "(kernel threadgroup size limit)");
  EXPECT_REFUSED(encoder->dispatchThreads(MTL::Size(4, 1, 1), MTL::Size(0, 1, 1)),
                 "must not have a zero size");
  EXPECT_REFUSED(encoder->dispatchThreads(MTL::Size(0, 1, 1), MTL::Size(1, 1, 1)),
                 "must not have a zero size");
  EXPECT_REFUSED(encoder->dispatchThreadgroups(MTL::Size(UINT32_MAX, 1, 1), MTL::Size(2, 1, 1)),
                 "threads along one axis");
  finish();
  EXPECT_EQ(commands->status(), MTL::CommandBufferStatusCompleted);
}

TEST_F(EncoderTest, ADispatchNeedsAPipeline) {
  commands = queue->commandBuffer();
  encoder = commands->computeCommandEncoder();
  EXPECT_REFUSED(encoder->dispatchThreads(MTL::Size(1, 1, 1), MTL::Size(1, 1, 1)),
                 "no compute pipeline state is set");
  EXPECT_REFUSED(encoder->setComputePipelineState(nullptr), "must not be nil");
  finish();
}

TEST_F(EncoderTest, ThreadgroupMemoryReachesTheKernel) {
  begin();
  const auto scratch = pipeline("scratch");
  encoder->setComputePipelineState(scratch.get());
  EXPECT_REFUSED(encoder->dispatchThreads(MTL::Size(1, 1, 1), MTL::Size(1, 1, 1)),
                 "threadgroup argument 'scratch'");
  encoder->setThreadgroupMemoryLength(1024, 0);
  encoder->dispatchThreads(MTL::Size(1, 1, 1), MTL::Size(1, 1, 1));
  finish();
  EXPECT_EQ(data(memory)[0], 1024u);
}

TEST_F(EncoderTest, ConcurrentEncodersBarriersAndFences) {
  begin();
  encoder->endEncoding();
  auto* concurrent = commands->computeCommandEncoder(MTL::DispatchTypeConcurrent);
  EXPECT_EQ(concurrent->dispatchType(), MTL::DispatchTypeConcurrent);
  const auto fence = NS::TransferPtr(device->newFence());
  concurrent->waitForFence(fence.get());
  concurrent->setComputePipelineState(add.get());
  concurrent->setBuffer(memory.get(), 0, 0);
  concurrent->useResource(memory.get(), MTL::ResourceUsageWrite);
  concurrent->dispatchThreads(MTL::Size(1, 1, 1), MTL::Size(1, 1, 1));
  concurrent->memoryBarrier(MTL::BarrierScopeBuffers);
  concurrent->dispatchThreads(MTL::Size(1, 1, 1), MTL::Size(1, 1, 1));
  concurrent->updateFence(fence.get());
  EXPECT_REFUSED(concurrent->waitForFence(fence.get()), "wait before update");
  encoder = concurrent;
  finish();
  EXPECT_EQ(data(memory)[0], 2u);
}

TEST_F(EncoderTest, DebugGroupsAreBalanced) {
  begin();
  EXPECT_REFUSED(encoder->popDebugGroup(), "without a pushDebugGroup");
  encoder->pushDebugGroup(MTLSTR("group"));
  EXPECT_REFUSED(encoder->endEncoding(), "without its popDebugGroup");
  encoder->popDebugGroup();
  finish();
}

TEST_F(EncoderTest, AnEncoderThatVanishedKeepsItsBufferFromBeingCommitted) {
  commands = queue->commandBuffer();
  auto* pool = NS::AutoreleasePool::alloc()->init();
  commands->computeCommandEncoder();
  pool->release();
  EXPECT_REFUSED(commands->commit(), "uncommitted encoder");
}

TEST_F(EncoderTest, BlitsCopyAndFill) {
  const auto from = buffer();
  const auto to = NS::TransferPtr(device->newBuffer(256, MTL::ResourceStorageModePrivate));
  const auto back = buffer();
  for (unsigned i = 0; i < 64; ++i) data(from)[i] = i;
  commands = queue->commandBuffer();
  auto* blit = commands->blitCommandEncoder();
  blit->copyFromBuffer(from.get(), 4, to.get(), 0, 16);
  blit->copyFromBuffer(to.get(), 0, back.get(), 8, 16);
  blit->fillBuffer(back.get(), NS::Range(0, 4), 0xFF);
  blit->copyFromBuffer(from.get(), 256, to.get(), 256, 0);
  EXPECT_REFUSED(blit->copyFromBuffer(from.get(), 250, to.get(), 0, 16),
                 "must be <= [buffer length](256)");
  EXPECT_REFUSED(blit->copyFromBuffer(from.get(), 0, to.get(), ~NS::UInteger{0}, 16),
                 "must be <= [buffer length](256)");
  EXPECT_REFUSED(blit->copyFromBuffer(from.get(), 0, from.get(), 8, 16), "overlap");
  EXPECT_REFUSED(blit->fillBuffer(from.get(), NS::Range(1, 256), 0), "must be <= ");
  EXPECT_REFUSED(blit->copyFromBuffer(nullptr, 0, to.get(), 0, 1), "must not be nil");
  blit->endEncoding();
  commands->commit();
  commands->waitUntilCompleted();
  EXPECT_EQ(data(back)[0], 0xFFFFFFFFu);
  for (unsigned i = 0; i < 4; ++i) EXPECT_EQ(data(back)[2 + i], i + 1);
}

}  // namespace
}  // namespace softmetal::testing
