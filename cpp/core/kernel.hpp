// kernel.hpp: a pipeline, its signature, and what launches need to know of both.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "device.hpp"
#include "metal.hpp"
#include "metalscope/library.hpp"
#include "object.hpp"

namespace metalscope::detail {

class Kernel {
 public:
  Kernel(std::string name, Owned<MTL::ComputePipelineState> pipeline,
         std::vector<ArgumentInfo> arguments, std::shared_ptr<Device> device);

  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  [[nodiscard]] MTL::ComputePipelineState* pipeline() const noexcept { return pipeline_.get(); }
  [[nodiscard]] const std::shared_ptr<Device>& device() const noexcept { return device_; }
  [[nodiscard]] std::span<const ArgumentInfo> arguments() const noexcept { return arguments_; }
  // Those that are passed to a launch, and those that are sized.
  [[nodiscard]] std::span<const ArgumentInfo> bound_arguments() const noexcept {
    return arguments().first(bound_);
  }
  [[nodiscard]] std::span<const ArgumentInfo> threadgroup_arguments() const noexcept {
    return arguments().subspan(bound_, sized_);
  }
  [[nodiscard]] std::uint32_t max_total_threads() const noexcept { return max_total_threads_; }
  [[nodiscard]] std::uint32_t execution_width() const noexcept { return execution_width_; }
  [[nodiscard]] std::uint32_t static_memory() const noexcept { return static_memory_; }
  // The name in the event log.
  [[nodiscard]] trace::NameId trace_name() noexcept;

  // As Buffer::enters_batch.
  [[nodiscard]] bool enters_batch(std::uint64_t batch) noexcept {
    return last_batch_.exchange(batch, std::memory_order_relaxed) != batch;
  }

 private:
  std::string name_;
  Owned<MTL::ComputePipelineState> pipeline_;
  std::vector<ArgumentInfo> arguments_;
  std::size_t bound_ = 0;
  std::size_t sized_ = 0;
  std::shared_ptr<Device> device_;
  std::uint32_t max_total_threads_;
  std::uint32_t execution_width_;
  std::uint32_t static_memory_;
  std::atomic<trace::NameId> trace_name_{0};
  std::atomic<std::uint64_t> last_batch_{0};
};

}  // namespace metalscope::detail
