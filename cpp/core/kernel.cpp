// kernel.cpp: a pipeline, its signature, and what launches need to know of both.
#include "kernel.hpp"

#include <algorithm>

#include "metalscope/error.hpp"
#include "tracer.hpp"

namespace metalscope {
namespace detail {

Kernel::Kernel(std::string name, Owned<MTL::ComputePipelineState> pipeline,
               std::vector<ArgumentInfo> arguments, std::shared_ptr<Device> device)
    : name_(std::move(name)),
      pipeline_(std::move(pipeline)),
      arguments_(std::move(arguments)),
      device_(std::move(device)),
      max_total_threads_(static_cast<std::uint32_t>(
          trace::call<"[MTLComputePipelineState maxTotalThreadsPerThreadgroup]">(
              [&] { return pipeline_->maxTotalThreadsPerThreadgroup(); }))),
      execution_width_(
          static_cast<std::uint32_t>(trace::call<"[MTLComputePipelineState threadExecutionWidth]">(
              [&] { return pipeline_->threadExecutionWidth(); }))),
      static_memory_(static_cast<std::uint32_t>(
          trace::call<"[MTLComputePipelineState staticThreadgroupMemoryLength]">(
              [&] { return pipeline_->staticThreadgroupMemoryLength(); }))) {
  for (const ArgumentInfo& argument : arguments_) {
    switch (argument.kind) {
      case ArgumentInfo::Kind::buffer:
        ++bound_;
        break;
      case ArgumentInfo::Kind::threadgroup:
        ++sized_;
        break;
      case ArgumentInfo::Kind::texture:
      case ArgumentInfo::Kind::sampler:
        throw ArgumentError("Kernel '" + name_ + "' takes the texture or sampler '" +
                            argument.name +
                            "'; metalscope binds buffers and values only. Pass the data as a "
                            "buffer instead.");
    }
  }
}

trace::NameId Kernel::trace_name() noexcept {
  trace::NameId id = trace_name_.load(std::memory_order_relaxed);
  if (id == 0) {
    id = trace::Tracer::instance().intern(name_);
    trace_name_.store(id, std::memory_order_relaxed);
  }
  return id;
}

}  // namespace detail

const std::string& Kernel::name() const noexcept { return impl_->name(); }

std::span<const ArgumentInfo> Kernel::arguments() const noexcept { return impl_->arguments(); }

std::uint32_t Kernel::max_total_threads_per_threadgroup() const noexcept {
  return impl_->max_total_threads();
}

std::uint32_t Kernel::thread_execution_width() const noexcept { return impl_->execution_width(); }

std::uint32_t Kernel::static_threadgroup_memory() const noexcept { return impl_->static_memory(); }

}  // namespace metalscope
