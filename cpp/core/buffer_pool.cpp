// buffer_pool.cpp: reuse of device memory.
#include "buffer_pool.hpp"

#include <algorithm>
#include <bit>

namespace metalscope {

std::size_t size_class(std::size_t bytes) noexcept {
  constexpr std::size_t smallest = 256;
  constexpr std::size_t page = 4096;
  if (bytes <= smallest) return smallest;
  if (bytes > SIZE_MAX / 2) return bytes;
  const std::size_t octave = std::bit_floor(bytes - 1);
  std::size_t step = octave / 8;
  if (bytes > page) step = std::max(step, page);
  return (bytes + step - 1) / step * step;
}

Memory BufferPool::reuse(std::size_t bytes, StorageMode storage) {
  const std::lock_guard lock(mutex_);
  const auto found = classes_.find({size_class(bytes), storage});
  if (found == classes_.end() || found->second.empty()) return {};
  const Entries::iterator entry = found->second.back();
  found->second.pop_back();
  Memory memory = std::move(*entry);
  entries_.erase(entry);
  stats_.pooled_bytes -= memory.capacity;
  count_live(memory.capacity);
  return memory;
}

Memory BufferPool::allocate(std::size_t bytes, StorageMode storage) {
  const std::size_t capacity = size_class(bytes);
  const MTL::ResourceOptions options = storage == StorageMode::shared
                                           ? MTL::ResourceStorageModeShared
                                           : MTL::ResourceStorageModePrivate;
  Memory memory;
  memory.metal = Owned(trace::call<"[MTLDevice newBufferWithLength:options:]">(
      [&] { return device_->newBuffer(static_cast<NS::UInteger>(capacity), options); }));
  if (!memory.metal) return memory;
  if (storage == StorageMode::shared) {
    memory.contents = trace::call<"[MTLBuffer contents]">([&] { return memory.metal->contents(); });
  }
  memory.capacity = capacity;
  memory.storage = storage;
  const std::lock_guard lock(mutex_);
  ++stats_.allocations;
  count_live(capacity);
  return memory;
}

void BufferPool::give_back(Memory memory) noexcept {
  Entries evicted;  // released without the lock
  const std::lock_guard lock(mutex_);
  stats_.live_bytes -= memory.capacity;
  --stats_.live_buffers;
  if (memory.capacity > limit_) return;
  try {
    stats_.pooled_bytes += memory.capacity;
    auto& same_class = classes_[{memory.capacity, memory.storage}];
    entries_.push_front(std::move(memory));
    same_class.push_back(entries_.begin());
  } catch (const std::bad_alloc&) {
    return;  // not kept
  }
  while (stats_.pooled_bytes > limit_) {
    const auto oldest = std::prev(entries_.end());
    stats_.pooled_bytes -= oldest->capacity;
    classes_[{oldest->capacity, oldest->storage}].pop_front();
    evicted.splice(evicted.begin(), entries_, oldest);
  }
}

void BufferPool::count_live(std::size_t bytes) noexcept {
  stats_.live_bytes += bytes;
  ++stats_.live_buffers;
  stats_.peak_bytes = std::max(stats_.peak_bytes, stats_.live_bytes);
}

void BufferPool::count_foreign(std::size_t bytes) noexcept {
  const std::lock_guard lock(mutex_);
  ++stats_.allocations;
  count_live(bytes);
}

void BufferPool::discount_foreign(std::size_t bytes) noexcept {
  const std::lock_guard lock(mutex_);
  stats_.live_bytes -= bytes;
  --stats_.live_buffers;
}

void BufferPool::clear() noexcept {
  Entries released;
  const std::lock_guard lock(mutex_);
  released.swap(entries_);
  classes_.clear();
  stats_.pooled_bytes = 0;
}

MemoryStats BufferPool::stats() const {
  const std::lock_guard lock(mutex_);
  return stats_;
}

}  // namespace metalscope
