// device_memory.hpp: the address space that device buffers live in, and its page allocator.
//
// All buffers lie in one inaccessible reservation, with wide margins at both ends: a kernel that
// runs past a buffer by a 32-bit index faults or hits another buffer, never the host's memory.
// Where the reservation is refused (RLIMIT_AS), each buffer is a mapping of its own. Thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>

namespace softmetal::cpu {

class DeviceMemory {
 public:
  // Bytes a caller asked for, not rounded.
  struct Block {
    std::uintptr_t begin = 0;
    std::size_t length = 0;
  };

  // At most `capacity` bytes are handed out at a time.
  explicit DeviceMemory(std::size_t capacity);
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;
  ~DeviceMemory();

  // Zero-filled pages; null when past the capacity or when the system refuses.
  void* allocate(std::size_t length) noexcept;
  // Gives the pages back to the system. Null and foreign addresses are ignored.
  void release(void* memory) noexcept;

  // The live block that contains `address`.
  [[nodiscard]] std::optional<Block> find(const void* address) const;
  // Whether `address` lies in the reservation, in a block or between blocks.
  [[nodiscard]] bool reserved(const void* address) const noexcept;
  [[nodiscard]] std::size_t in_use() const;

  // For fork: no other thread is inside while the lock is held.
  void lock() const { mutex_.lock(); }
  void unlock() const { mutex_.unlock(); }

 private:
  struct Span {
    std::size_t size = 0;    // bytes of address space, the guard page included
    std::size_t pages = 0;   // bytes that are accessible
    std::size_t length = 0;  // bytes that were asked for
  };
  using Spans = std::map<std::uintptr_t, Span>;

  [[nodiscard]] Spans::iterator take_range(std::size_t size, std::size_t alignment,
                                           std::uintptr_t& begin);
  void give_range(Spans::node_type node) noexcept;
  void* allocate_reserved(std::size_t length, std::size_t pages);
  void* allocate_mapped(std::size_t length, std::size_t pages);

  const std::size_t capacity_;
  const std::size_t page_;
  std::uintptr_t base_ = 0;  // 0: no reservation
  std::size_t extent_ = 0;
  mutable std::mutex mutex_;
  std::size_t in_use_ = 0;
  Spans live_;
  Spans free_;
};

}  // namespace softmetal::cpu
