// buffer.hpp: device memory.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include "metalscope/device.hpp"

namespace metalscope {

namespace detail {
class Buffer;
}

enum class StorageMode : std::uint8_t {
  shared,   // readable and writable by host and device
  private_  // by the device alone; the host reads and writes it through copies
};

// A handle with shared ownership: the memory returns to the device's pool when the last handle is
// gone and the device has finished with it. Thread-safe; the contents are not guarded.
class Buffer {
 public:
  Buffer() noexcept = default;

  // `bytes` of uninitialised memory (0 is allowed). Throws ArgumentError past the device's
  // max_buffer_length, OutOfMemoryError when there is none left.
  static Buffer allocate(std::size_t bytes, StorageMode storage = StorageMode::shared);
  static Buffer allocate(std::size_t bytes, StorageMode storage, const Device& device);

  // Memory of the caller's, page-aligned in address and length, without a copy; `release` runs
  // when neither a handle nor the device needs it.
  static Buffer wrap(void* memory, std::size_t bytes, std::function<void()> release);

  // Host address; null for private storage, for size 0, and for an empty handle. Pending device
  // work is not waited for.
  [[nodiscard]] void* contents() const noexcept;
  [[nodiscard]] std::size_t size() const noexcept;  // bytes, as asked for
  [[nodiscard]] StorageMode storage() const noexcept;
  [[nodiscard]] Device device() const;
  [[nodiscard]] explicit operator bool() const noexcept { return impl_ != nullptr; }

  explicit Buffer(std::shared_ptr<detail::Buffer> impl) noexcept : impl_(std::move(impl)) {}
  [[nodiscard]] const std::shared_ptr<detail::Buffer>& impl() const noexcept { return impl_; }

 private:
  std::shared_ptr<detail::Buffer> impl_;
};

}  // namespace metalscope
