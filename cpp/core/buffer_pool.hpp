// buffer_pool.hpp: reuse of device memory. Memory that nobody holds any more is kept in size
// classes, up to a byte limit, the least recently returned going first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <list>
#include <map>
#include <mutex>
#include <utility>

#include "metal.hpp"
#include "metalscope/buffer.hpp"
#include "metalscope/device.hpp"
#include "object.hpp"

namespace metalscope {

// One MTL::Buffer; `contents` is null for private storage.
struct Memory {
  Owned<MTL::Buffer> metal;
  void* contents = nullptr;
  std::size_t capacity = 0;  // bytes
  StorageMode storage = StorageMode::shared;
};

// Bytes that are allocated for a request of `bytes`: eight classes per power of two, so that at
// most an eighth is unused; at least 256, whole pages from one page on.
[[nodiscard]] std::size_t size_class(std::size_t bytes) noexcept;

// Thread-safe. Whoever returns memory vouches that the device has finished with it.
class BufferPool {
 public:
  // Keeps at most `limit` bytes.
  BufferPool(MTL::Device* device, std::size_t limit) noexcept : device_(device), limit_(limit) {}

  // Memory of the class of `bytes` out of the pool; empty when there is none.
  Memory reuse(std::size_t bytes, StorageMode storage);
  // New memory; empty when the device has none left.
  Memory allocate(std::size_t bytes, StorageMode storage);
  void give_back(Memory memory) noexcept;

  // Memory that does not come from the pool counts too while it is held.
  void count_foreign(std::size_t bytes) noexcept;
  void discount_foreign(std::size_t bytes) noexcept;

  // Releases what is kept.
  void clear() noexcept;
  [[nodiscard]] MemoryStats stats() const;

 private:
  using Entries = std::list<Memory>;
  using Class = std::pair<std::size_t, StorageMode>;

  void count_live(std::size_t bytes) noexcept;

  MTL::Device* const device_;
  const std::size_t limit_;
  mutable std::mutex mutex_;
  Entries entries_;                                         // the last one was returned first
  std::map<Class, std::deque<Entries::iterator>> classes_;  // newest at the back
  MemoryStats stats_;
};

}  // namespace metalscope
