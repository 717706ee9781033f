// stream.hpp: ordered, asynchronous work on a device.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "metalscope/buffer.hpp"
#include "metalscope/library.hpp"

namespace metalscope {

namespace detail {
class Stream;
}

// A kernel argument: a buffer range, a value, or nothing. Refers to what it is made from, which
// must outlive the call of Stream::launch; the launch itself keeps the buffers alive.
struct Argument {
  enum class Kind : std::uint8_t { unbound, buffer, number, numbers, bytes };

  Kind kind = Kind::unbound;
  bool writable = true;  // buffer: false refuses arguments that the kernel writes
  ScalarType element = ScalarType::unknown;  // buffer: its elements; unknown fits every kernel
  const Buffer* buffer = nullptr;
  std::size_t offset = 0;            // buffer: bytes from its start
  Number number{};                   // number: takes the kernel's own type, range checked
  std::span<const Number> numbers;   // numbers: a vector, as many as the kernel's type has
  std::span<const std::byte> bytes;  // bytes: a structure, of exactly the kernel's size

  static Argument none() { return {}; }
  static Argument of(const Buffer& buffer, std::size_t offset = 0) {
    Argument a;
    a.kind = Kind::buffer;
    a.buffer = &buffer;
    a.offset = offset;
    return a;
  }
  static Argument of(Number number) {
    Argument a;
    a.kind = Kind::number;
    a.number = number;
    return a;
  }
  static Argument of(std::span<const std::byte> bytes) {
    Argument a;
    a.kind = Kind::bytes;
    a.bytes = bytes;
    return a;
  }
};

using Size = std::array<std::uint32_t, 3>;

struct ThreadgroupMemory {
  std::uint32_t index = 0;
  std::uint32_t bytes = 0;
};

// Exactly one of `threads` and `groups` is given.
struct Grid {
  std::optional<Size> threads;                  // grid in threads (dispatchThreads)
  std::optional<Size> groups;                   // grid in threadgroups (dispatchThreadgroups)
  std::optional<Size> threads_per_threadgroup;  // required with `groups`; else chosen
};

// An in-order queue of work: one MTL::CommandQueue with an open command buffer that batches.
// Thread-safe, though each thread has a stream of its own by default.
class Stream {
 public:
  // The calling thread's stream on the default device; made at the first call.
  static Stream current();
  // A stream on that device, for whoever holds it.
  static Stream make(const Device& device);

  // Each encodes and returns; failures of the device appear at the next wait. Arguments are those
  // of Kernel::arguments() but for the threadgroup ones. Throws ArgumentError.
  void launch(const Kernel& kernel, std::span<const Argument> arguments, const Grid& grid,
              std::span<const ThreadgroupMemory> threadgroup_memory = {});
  void copy(const Buffer& source, std::size_t source_offset, const Buffer& destination,
            std::size_t destination_offset, std::size_t bytes);
  void fill(const Buffer& buffer, std::size_t offset, std::size_t bytes, std::uint8_t value);

  // Hands the open command buffer to the device.
  void flush();
  // Waits until all work encoded so far is done. Throws CommandBufferError for the first failure
  // since the last wait, Interrupted when the interrupt check says so.
  void synchronize();

  explicit Stream(std::shared_ptr<detail::Stream> impl) noexcept : impl_(std::move(impl)) {}
  [[nodiscard]] detail::Stream& impl() const noexcept { return *impl_; }

 private:
  std::shared_ptr<detail::Stream> impl_;
};

// Waits for the calling thread's stream, if it has one. Creates nothing.
void synchronize();
// Waits for every stream, also those of threads that have ended. Creates nothing.
void device_synchronize();

// Called around waits inside launch, copy and fill, which last only when much work is pending:
// `after` gets what `before` returned. Null removes them. synchronize() and sessions do not call
// them. No lock of metalscope's is held then, nor while the interrupt check runs.
void set_wait_hooks(void* (*before)(), void (*after)(void*));

// `check` is called about every 20 ms by waiting threads; true gives the wait up. Null removes it.
void set_interrupt_check(bool (*check)());

}  // namespace metalscope
