// device_memory.cpp: see device_memory.hpp. Linux memory management calls.
#include "device_memory.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <new>

#include "sanitizers.hpp"

namespace softmetal::cpu {
namespace {

constexpr std::size_t gib = std::size_t{1} << 30;
constexpr std::size_t huge_page = std::size_t{2} << 20;

// Past this many live blocks no guard page follows a block: each costs the process two of its
// (by default 65,530) mappings.
constexpr std::size_t guarded_blocks = 8192;

struct Reservation {
  std::size_t extent;
  std::size_t margin;  // at each end: what a 32-bit index of 16- or 32-byte elements spans
};
// ThreadSanitizer leaves programs little address space.
constexpr std::array<Reservation, 2> reservations = {
    SOFTMETAL_TSAN ? Reservation{64 * gib, 8 * gib} : Reservation{1024 * gib, 128 * gib},
    SOFTMETAL_TSAN ? Reservation{16 * gib, 2 * gib} : Reservation{256 * gib, 64 * gib},
};

std::size_t round_up(std::size_t value, std::size_t unit) {
  return (value + unit - 1) / unit * unit;
}

void* reserve(std::size_t size) {
  void* memory = mmap(nullptr, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory == MAP_FAILED ? nullptr : memory;
}

void advise_huge(void* memory, std::size_t length) {
  if (length >= huge_page) madvise(memory, length, MADV_HUGEPAGE);
}

}  // namespace

DeviceMemory::DeviceMemory(std::size_t capacity)
    : capacity_(capacity), page_(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))) {
  for (const Reservation& wanted : reservations) {
    void* memory = reserve(wanted.extent);
    if (memory == nullptr) continue;
    base_ = reinterpret_cast<std::uintptr_t>(memory);
    extent_ = wanted.extent;
    const auto first = round_up(base_ + wanted.margin, huge_page);
    free_[first] = {.size = base_ + extent_ - wanted.margin - first};
    return;
  }
}

DeviceMemory::~DeviceMemory() {
  if (base_ != 0) {
    munmap(reinterpret_cast<void*>(base_), extent_);
    return;
  }
  for (const auto& [begin, span] : live_) munmap(reinterpret_cast<void*>(begin), span.size);
}

void* DeviceMemory::allocate(std::size_t length) noexcept {
  if (length > capacity_) return nullptr;
  const std::size_t pages = round_up(length == 0 ? 1 : length, page_);
  const std::lock_guard guard(mutex_);
  if (pages > capacity_ - in_use_) return nullptr;
  try {
    return base_ != 0 ? allocate_reserved(length, pages) : allocate_mapped(length, pages);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

void* DeviceMemory::allocate_reserved(std::size_t length, std::size_t pages) {
  const std::size_t guard = live_.size() < guarded_blocks ? page_ : 0;
  const Span span{.size = pages + guard, .pages = pages, .length = length};
  std::uintptr_t begin = 0;
  const auto entry = take_range(span.size, pages >= huge_page ? huge_page : page_, begin);
  if (entry == live_.end()) return nullptr;
  entry->second = span;
  auto* memory = reinterpret_cast<void*>(begin);
  if (mprotect(memory, pages, PROT_READ | PROT_WRITE) != 0) {
    give_range(live_.extract(entry));
    return nullptr;
  }
  advise_huge(memory, pages);
  in_use_ += pages;
  return memory;
}

void* DeviceMemory::allocate_mapped(std::size_t length, std::size_t pages) {
  void* memory = mmap(nullptr, pages, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return nullptr;
  try {
    live_[reinterpret_cast<std::uintptr_t>(memory)] = {
        .size = pages, .pages = pages, .length = length};
  } catch (const std::bad_alloc&) {
    munmap(memory, pages);
    throw;
  }
  advise_huge(memory, pages);
  in_use_ += pages;
  return memory;
}

void DeviceMemory::release(void* memory) noexcept {
  if (memory == nullptr) return;
  const auto begin = reinterpret_cast<std::uintptr_t>(memory);
  const std::lock_guard guard(mutex_);
  auto node = live_.extract(begin);
  if (node.empty()) return;
  const Span span = node.mapped();
  in_use_ -= span.pages;
  if (base_ == 0) {
    munmap(memory, span.size);
    return;
  }
  // One call returns the pages, forgets the advice and makes one mapping with its neighbours. If it
  // fails (mappings exhausted) the range is emptied and left out of use.
  void* fresh = mmap(memory, span.pages, PROT_NONE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
  if (fresh == MAP_FAILED) {
    madvise(memory, span.pages, MADV_DONTNEED);
    return;
  }
  give_range(std::move(node));
}

// First fit by address. The returned live entry is at `begin`; end() when nothing fits. Entries are
// made before anything changes, so that running out of host memory changes nothing.
DeviceMemory::Spans::iterator DeviceMemory::take_range(std::size_t size, std::size_t alignment,
                                                       std::uintptr_t& begin) {
  for (auto range = free_.begin(); range != free_.end(); ++range) {
    const std::uintptr_t first = round_up(range->first, alignment);
    const std::uintptr_t end = range->first + range->second.size;
    if (first > end || end - first < size) continue;
    const auto entry = live_.emplace(first, Span{}).first;
    if (first + size < end) {
      try {
        free_[first + size] = {.size = end - first - size};
      } catch (const std::bad_alloc&) {
        live_.erase(entry);
        throw;
      }
    }
    if (first == range->first) {
      free_.erase(range);
    } else {
      range->second.size = first - range->first;
    }
    begin = first;
    return entry;
  }
  return live_.end();
}

void DeviceMemory::give_range(Spans::node_type node) noexcept {
  const auto added = free_.insert(std::move(node)).position;
  const auto next = std::next(added);
  if (next != free_.end() && added->first + added->second.size == next->first) {
    added->second.size += next->second.size;
    free_.erase(next);
  }
  if (added == free_.begin()) return;
  const auto previous = std::prev(added);
  if (previous->first + previous->second.size == added->first) {
    previous->second.size += added->second.size;
    free_.erase(added);
  }
}

std::optional<DeviceMemory::Block> DeviceMemory::find(const void* address) const {
  const auto wanted = reinterpret_cast<std::uintptr_t>(address);
  const std::lock_guard guard(mutex_);
  auto entry = live_.upper_bound(wanted);
  if (entry == live_.begin()) return std::nullopt;
  --entry;
  if (wanted - entry->first >= entry->second.pages) return std::nullopt;
  return Block{entry->first, entry->second.length};
}

bool DeviceMemory::reserved(const void* address) const noexcept {
  return reinterpret_cast<std::uintptr_t>(address) - base_ < extent_;
}

std::size_t DeviceMemory::in_use() const {
  const std::lock_guard guard(mutex_);
  return in_use_;
}

}  // namespace softmetal::cpu
