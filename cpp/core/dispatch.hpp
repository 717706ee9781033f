// dispatch.hpp: a launch, checked against the kernel's signature and laid out for encoding. Touches
// no Metal object that others see: when it throws, nothing has happened.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "buffer.hpp"
#include "kernel.hpp"
#include "metal.hpp"
#include "metalscope/stream.hpp"

namespace metalscope {

// What is bound at one index.
struct Binding {
  std::uint32_t index;
  const std::shared_ptr<detail::Buffer>* buffer;  // a range of it, or
  std::size_t offset;
  const std::byte* bytes;  // a value of that size, or nothing at all
  std::size_t size;
};

struct SizedMemory {
  std::uint32_t index;
  std::uint32_t bytes;  // a multiple of 16
};

// Lives on the stack of a launch; a launch without structures above 4 KB allocates nothing.
class LaunchPlan {
 public:
  // Throws ArgumentError.
  LaunchPlan(const detail::Kernel& kernel, std::span<const Argument> arguments, const Grid& grid,
             std::span<const ThreadgroupMemory> memory);
  LaunchPlan(const LaunchPlan&) = delete;
  LaunchPlan& operator=(const LaunchPlan&) = delete;

  // A grid without threads: nothing is to be done.
  [[nodiscard]] bool is_empty() const noexcept { return empty_; }
  [[nodiscard]] std::span<const Binding> bindings() const noexcept {
    return std::span(bindings_).first(binding_count_);
  }
  [[nodiscard]] std::span<const SizedMemory> memory() const noexcept {
    return std::span(memory_).first(memory_count_);
  }
  [[nodiscard]] bool in_threads() const noexcept { return in_threads_; }
  // Threads when in_threads(), otherwise threadgroups.
  [[nodiscard]] const Size& grid() const noexcept { return grid_; }
  [[nodiscard]] const Size& threads_per_threadgroup() const noexcept { return group_; }
  [[nodiscard]] std::uint32_t threadgroup_memory() const noexcept { return total_memory_; }
  // The grid in threads.
  [[nodiscard]] Size threads() const noexcept;

 private:
  static constexpr std::size_t max_bindings = 31;
  static constexpr std::size_t value_bytes = 64;  // the largest MSL value, a float4x4

  void bind(const detail::Kernel& kernel, std::span<const Argument> arguments);
  void bind_bytes(const detail::Kernel& kernel, Binding& binding, std::span<const std::byte> bytes);
  void shape(const detail::Kernel& kernel, const Grid& grid);
  void size_memory(const detail::Kernel& kernel, std::span<const ThreadgroupMemory> memory);

  // Set up to their counts only: a launch takes some hundred nanoseconds.
  std::array<Binding, max_bindings> bindings_;
  std::array<SizedMemory, max_bindings> memory_;
  alignas(16) std::array<std::array<std::byte, value_bytes>, max_bindings> values_;
  std::size_t binding_count_ = 0;
  std::size_t memory_count_ = 0;
  std::vector<std::shared_ptr<detail::Buffer>> large_values_;
  Size grid_{};
  Size group_{};
  std::uint32_t total_memory_ = 0;
  bool in_threads_ = true;
  bool empty_ = false;
};

// The threads per threadgroup for a grid in threads when none are given: whole SIMD-groups along
// x, at most 256 threads, no larger than the grid.
[[nodiscard]] Size choose_group(const Size& grid, std::uint32_t execution_width,
                                std::uint32_t max_total_threads) noexcept;

}  // namespace metalscope
