// fixture.hpp: a device, a queue, a library and the ways to use them, inside a pool.
#pragma once

#include <gtest/gtest.h>

#include <Metal/Metal.hpp>
#include <string>

#include "fake_engine.hpp"

namespace softmetal::testing {

class MetalTest : public ::testing::Test {
 protected:
  MetalTest() : pool_(NS::AutoreleasePool::alloc()->init()) {
    device = NS::TransferPtr(MTL::CreateSystemDefaultDevice());
    queue = NS::TransferPtr(device->newCommandQueue());
    library = NS::TransferPtr(device->newLibrary(MTLSTR("kernels"), nullptr, error_out()));
    fake_engine().forget_runs();
  }
  ~MetalTest() override {
    queue.reset();
    library.reset();
    device.reset();
    pool_->release();
  }

  static NS::Error** error_out() { return nullptr; }

  [[nodiscard]] NS::SharedPtr<MTL::ComputePipelineState> pipeline(const char* name) {
    const auto function =
        NS::TransferPtr(library->newFunction(NS::String::string(name, NS::UTF8StringEncoding)));
    return NS::TransferPtr(device->newComputePipelineState(function.get(), error_out()));
  }
  [[nodiscard]] NS::SharedPtr<MTL::Buffer> buffer(std::size_t elements = 64) {
    return NS::TransferPtr(device->newBuffer(elements * 4, MTL::ResourceStorageModeShared));
  }
  static unsigned* data(const NS::SharedPtr<MTL::Buffer>& buffer) {
    return static_cast<unsigned*>(buffer->contents());
  }
  // Encodes one dispatch over the buffer's first `threads` elements.
  static void encode(MTL::CommandBuffer* commands, MTL::ComputePipelineState* pipeline,
                     MTL::Buffer* target, NS::UInteger threads = 4) {
    auto* encoder = commands->computeCommandEncoder();
    encoder->setComputePipelineState(pipeline);
    encoder->setBuffer(target, 0, 0);
    encoder->dispatchThreads(MTL::Size(threads, 1, 1), MTL::Size(4, 1, 1));
    encoder->endEncoding();
  }
  // Runs it once to its end, so that its cost is known.
  void warm_up(MTL::ComputePipelineState* pipeline) {
    const auto scratch = buffer();
    auto* commands = queue->commandBuffer();
    encode(commands, pipeline, scratch.get());
    commands->commit();
    commands->waitUntilCompleted();
    fake_engine().forget_runs();
  }

  NS::SharedPtr<MTL::Device> device;
  NS::SharedPtr<MTL::CommandQueue> queue;
  NS::SharedPtr<MTL::Library> library;

 private:
  NS::AutoreleasePool* pool_;
};

// Expects a std::logic_error whose text contains `words`.
#define EXPECT_REFUSED(statement, words)                                                     \
  try {                                                                                      \
    statement;                                                                               \
    ADD_FAILURE() << "not refused: " #statement;                                             \
  } catch (const std::logic_error& refusal) {                                                \
    EXPECT_NE(std::string(refusal.what()).find(words), std::string::npos) << refusal.what(); \
  }

}  // namespace softmetal::testing
