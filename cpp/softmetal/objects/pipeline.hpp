// pipeline.hpp: the implementations of MTL::ComputePipelineState and its reflection.
#pragma once

#include <Metal/MTLArgument.hpp>
#include <Metal/MTLComputePipeline.hpp>
#include <atomic>
#include <limits>
#include <memory>
#include <string>

#include "buffer.hpp"
#include "engine.hpp"
#include "object.hpp"

namespace softmetal {

// One argument of a kernel: behind MTL::Binding and its derived classes.
class BindingObject : public Implements<MTL::Binding> {
 public:
  BindingObject(const abi::Argument& described, std::shared_ptr<const Program> keep_alive);
  [[nodiscard]] const char* class_name() const noexcept override { return "SoftMetalBinding"; }

  const abi::Argument& argument;
  const std::shared_ptr<const Program> program;
  const NS::SharedPtr<NS::String> name;
};

class ReflectionObject : public Implements<MTL::ComputePipelineReflection> {
 public:
  [[nodiscard]] const char* class_name() const noexcept override {
    return "MTLComputePipelineReflection";
  }
  NS::SharedPtr<NS::Array> bindings;
  NS::SharedPtr<NS::Array> arguments;
};

[[nodiscard]] Ref<ReflectionObject> reflect(const std::shared_ptr<const Program>& program,
                                            const abi::Kernel& kernel);

class PipelineObject : public Implements<MTL::ComputePipelineState, AllocationObject> {
 public:
  PipelineObject(std::shared_ptr<const Program> code, const abi::Kernel* entry);
  [[nodiscard]] const char* class_name() const noexcept override {
    return "SoftMetalComputePipelineState";
  }
  [[nodiscard]] std::size_t allocated_size() const noexcept override { return 0; }

  // What a dispatch of so many threads took; keeps a running mean per thread.
  void note_cost(double nanoseconds, double threads) noexcept;
  // Expected nanoseconds; infinite for a pipeline that never ran.
  [[nodiscard]] double expected_cost(double threads) const noexcept {
    return threads * cost_per_thread_.load(std::memory_order_relaxed);
  }

  const std::shared_ptr<const Program> program;  // keeps `kernel` alive
  const abi::Kernel* const kernel;
  NS::SharedPtr<NS::String> label;
  Ref<ReflectionObject> reflection;  // made with the pipeline when asked for then
  unsigned max_total_threads;
  MTL::Size required_threads{0, 0, 0};  // zeros: any size
  bool supports_indirect_command_buffers = false;

 private:
  std::atomic<double> cost_per_thread_{std::numeric_limits<double>::infinity()};  // nanoseconds
};

}  // namespace softmetal
