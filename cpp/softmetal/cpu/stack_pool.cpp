// stack_pool.cpp: see stack_pool.hpp.
#include "stack_pool.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <bit>

namespace softmetal::cpu {
namespace {

// Linux 6.13: guard pages inside a mapping, so that a thousand stacks are one mapping and not two
// thousand (a process has 65,530 by default). Absent from older headers.
constexpr int advise_guard_install = 102;

bool make_guard(std::uintptr_t address) {
  auto* memory = reinterpret_cast<void*>(address);
  return madvise(memory, StackPool::guard_size, advise_guard_install) == 0 ||
         mprotect(memory, StackPool::guard_size, PROT_NONE) == 0;
}

}  // namespace

StackPool::~StackPool() {
  if (base_ != 0) munmap(reinterpret_cast<void*>(base_), stride * max_stacks);
}

bool StackPool::grow(unsigned count) noexcept {
  if (count <= count_) return true;
  if (count > max_stacks) return false;
  if (base_ == 0) {
    void* memory = mmap(nullptr, stride * max_stacks, PROT_NONE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) return false;
    // Huge pages would commit all stacks at the first touch.
    madvise(memory, stride * max_stacks, MADV_NOHUGEPAGE);
    base_ = reinterpret_cast<std::uintptr_t>(memory);
  }
  const unsigned wanted = std::max(32u, std::bit_ceil(count));
  const std::uintptr_t first = base_ + stride * count_;
  if (mprotect(reinterpret_cast<void*>(first), stride * (wanted - count_),
               PROT_READ | PROT_WRITE) != 0) {
    return false;
  }
  while (count_ < wanted && make_guard(base_ + stride * count_)) ++count_;
  return count_ >= count;
}

void* StackPool::bottom(unsigned stack) const noexcept {
  return reinterpret_cast<void*>(base_ + stride * stack + guard_size);
}

std::size_t StackPool::size(unsigned stack) const noexcept {
  return stack_size - std::size_t{stack} * 320 % 4096 / 64 * 64;
}

bool StackPool::guards(const void* address) const noexcept {
  const std::uintptr_t offset = reinterpret_cast<std::uintptr_t>(address) - base_;
  return base_ != 0 && offset < stride * count_ && offset % stride < guard_size;
}

}  // namespace softmetal::cpu
