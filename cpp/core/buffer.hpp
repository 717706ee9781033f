// buffer.hpp: device memory with shared ownership.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

#include "buffer_pool.hpp"
#include "device.hpp"
#include "metalscope/buffer.hpp"

namespace metalscope::detail {

// Held by handles and by the batches of device work that use it: when it goes, the device has
// finished with the memory.
class Buffer {
 public:
  // Throws as Buffer::allocate does.
  static std::shared_ptr<Buffer> allocate(std::size_t bytes, StorageMode storage,
                                          std::shared_ptr<Device> device);

  // `release` is empty for memory of the pool.
  Buffer(Memory memory, std::size_t size, std::shared_ptr<Device> device,
         std::function<void()> release) noexcept;
  ~Buffer();
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  [[nodiscard]] MTL::Buffer* metal() const noexcept { return memory_.metal.get(); }
  [[nodiscard]] void* contents() const noexcept { return size_ > 0 ? memory_.contents : nullptr; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] StorageMode storage() const noexcept { return memory_.storage; }
  [[nodiscard]] const std::shared_ptr<Device>& device() const noexcept { return device_; }

  // True when the batch of that number did not have it as its last user, which it now is.
  [[nodiscard]] bool enters_batch(std::uint64_t batch) noexcept {
    return last_batch_.exchange(batch, std::memory_order_relaxed) != batch;
  }

 private:
  Memory memory_;
  std::size_t size_;
  std::shared_ptr<Device> device_;
  std::function<void()> release_;
  std::atomic<std::uint64_t> last_batch_{0};
};

}  // namespace metalscope::detail
