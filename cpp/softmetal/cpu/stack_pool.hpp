// stack_pool.hpp: the stacks of one worker's fibers.
//
// One reservation with room for a full threadgroup; stacks come into use from its low end and stay.
// Each has an inaccessible area below it, and its pages are committed as they are touched. Used by
// one thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>

namespace softmetal::cpu {

class StackPool {
 public:
  // A private array of a kernel lies here; Metal promises far less.
  static constexpr std::size_t stack_size = std::size_t{256} << 10;
  static constexpr std::size_t guard_size = std::size_t{64} << 10;
  static constexpr unsigned max_stacks = 1024;

  StackPool() = default;
  StackPool(const StackPool&) = delete;
  StackPool& operator=(const StackPool&) = delete;
  ~StackPool();

  // Makes at least `count` stacks usable; false when the system refuses.
  bool grow(unsigned count) noexcept;
  [[nodiscard]] unsigned count() const noexcept { return count_; }
  // Lowest address of a stack, and its size. Stacks start at different offsets within a page, so
  // that the fibers of a threadgroup do not compete for the same cache sets.
  [[nodiscard]] void* bottom(unsigned stack) const noexcept;
  [[nodiscard]] std::size_t size(unsigned stack) const noexcept;
  // Whether `address` lies below a stack, where only an overflow gets to.
  [[nodiscard]] bool guards(const void* address) const noexcept;

 private:
  static constexpr std::size_t stride = stack_size + guard_size;

  std::uintptr_t base_ = 0;
  unsigned count_ = 0;
};

}  // namespace softmetal::cpu
