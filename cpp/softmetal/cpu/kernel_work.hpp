// kernel_work.hpp: one dispatch as work for the pool.
#pragma once

#include <optional>

#include "device_memory.hpp"
#include "work.hpp"

namespace softmetal::cpu {

class KernelWork final : public Work {
 public:
  // What is wrong with the dispatch; nothing if it can run.
  [[nodiscard]] static std::optional<Outcome> refuse(const Dispatch& dispatch);

  // `dispatch` was not refused and outlives this. `unit_cost` belongs to its kernel.
  KernelWork(const Dispatch& dispatch, const DeviceMemory& memory, std::atomic<float>& unit_cost);

  [[nodiscard]] std::uint64_t units() const noexcept override { return units_; }
  [[nodiscard]] std::uint64_t granule() const noexcept override;
  [[nodiscard]] std::uint64_t first_chunk() const noexcept override;
  std::atomic<float>& unit_cost() noexcept override { return unit_cost_; }
  Outcome prepare(Worker& worker) override;
  void execute(Worker& worker, Chunk chunk) override;
  [[nodiscard]] Outcome explain(const Worker& worker, Chunk chunk) const override;

 private:
  [[nodiscard]] bool flat() const noexcept { return (kernel_.flags & abi::kernel_is_flat) != 0; }
  [[nodiscard]] bool fibers() const noexcept {
    return (kernel_.flags & abi::kernel_needs_fibers) != 0;
  }
  void execute_groups(Worker& worker, Chunk chunk);

  const Dispatch& dispatch_;
  const abi::Kernel& kernel_;
  const DeviceMemory& memory_;
  std::atomic<float>& unit_cost_;
  abi::Launch launch_{};
  std::uint64_t units_ = 0;
};

}  // namespace softmetal::cpu
