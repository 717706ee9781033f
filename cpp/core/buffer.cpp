// buffer.cpp: device memory with shared ownership.
#include "buffer.hpp"

#include <unistd.h>

#include "guard.hpp"
#include "metalscope/error.hpp"
#include "stream_registry.hpp"
#include "text.hpp"

namespace metalscope {
namespace detail {

std::shared_ptr<Buffer> Buffer::allocate(std::size_t bytes, StorageMode storage,
                                         std::shared_ptr<Device> device) {
  const std::uint64_t longest = device->info().max_buffer_length;
  if (bytes > longest) {
    throw ArgumentError("A buffer of " + grouped(bytes) +
                        " bytes is larger than the device allows (" + grouped(longest) +
                        " bytes). Split the data over several buffers.");
  }
  BufferPool& pool = device->pool();
  Memory memory = pool.reuse(bytes, storage);
  if (!memory.metal) {
    // Work may have finished since, and its memory come back.
    StreamRegistry::instance().collect_finished();
    memory = pool.reuse(bytes, storage);
  }
  if (!memory.metal) memory = pool.allocate(bytes, storage);
  if (!memory.metal) {
    pool.clear();
    memory = pool.allocate(bytes, storage);
  }
  if (!memory.metal) {
    throw OutOfMemoryError("Device memory ran out: " + grouped(bytes) + " bytes asked for, " +
                           grouped(pool.stats().live_bytes) +
                           " bytes in use. Free arrays that are no longer needed, or call "
                           "synchronize() so that finished work gives its memory back.");
  }
  return std::make_shared<Buffer>(std::move(memory), bytes, std::move(device), nullptr);
}

Buffer::Buffer(Memory memory, std::size_t size, std::shared_ptr<Device> device,
               std::function<void()> release) noexcept
    : memory_(std::move(memory)),
      size_(size),
      device_(std::move(device)),
      release_(std::move(release)) {}

Buffer::~Buffer() {
  if (guard::is_forked_child()) {
    memory_.metal.reset();
    return;
  }
  if (!release_) {
    device_->pool().give_back(std::move(memory_));
    return;
  }
  device_->pool().discount_foreign(memory_.capacity);
  memory_.metal.reset();
  try {
    guard::call_later(std::move(release_));
  } catch (...) {  // NOLINT(bugprone-empty-catch): nobody is there to be told
  }
}

}  // namespace detail

Buffer Buffer::allocate(std::size_t bytes, StorageMode storage) {
  return guard::entry([&] {
    return Buffer(detail::Buffer::allocate(bytes, storage, detail::Device::default_device()));
  });
}

Buffer Buffer::allocate(std::size_t bytes, StorageMode storage, const Device& device) {
  return guard::entry(
      [&] { return Buffer(detail::Buffer::allocate(bytes, storage, device.shared_impl())); });
}

Buffer Buffer::wrap(void* memory, std::size_t bytes, std::function<void()> release) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  if (memory == nullptr || bytes == 0 || reinterpret_cast<std::uintptr_t>(memory) % page != 0 ||
      bytes % page != 0) {
    throw ArgumentError(
        "Memory can be used without a copy only when its address and its size are "
        "multiples of the page size (" +
        grouped(page) + " bytes) and it is not empty; this has " + grouped(bytes) +
        " bytes. Copy it into a new buffer instead.");
  }
  return guard::entry([&] {
    const auto& device = detail::Device::default_device();
    Memory wrapped;
    wrapped.metal =
        Owned(trace::call<"[MTLDevice newBufferWithBytesNoCopy:length:options:deallocator:]">([&] {
          return device->metal()->newBuffer(memory, static_cast<NS::UInteger>(bytes),
                                            MTL::ResourceStorageModeShared, nullptr);
        }));
    if (!wrapped.metal) {
      throw OutOfMemoryError("The device cannot use these " + grouped(bytes) +
                             " bytes of host memory. Copy them into a new buffer instead.");
    }
    wrapped.contents = memory;
    wrapped.capacity = bytes;
    device->pool().count_foreign(bytes);
    if (!release) release = [] {};
    return Buffer(
        std::make_shared<detail::Buffer>(std::move(wrapped), bytes, device, std::move(release)));
  });
}

void* Buffer::contents() const noexcept { return impl_ != nullptr ? impl_->contents() : nullptr; }

std::size_t Buffer::size() const noexcept { return impl_ != nullptr ? impl_->size() : 0; }

StorageMode Buffer::storage() const noexcept {
  return impl_ != nullptr ? impl_->storage() : StorageMode::shared;
}

Device Buffer::device() const {
  return impl_ != nullptr ? Device(impl_->device()) : Device::default_device();
}

}  // namespace metalscope
