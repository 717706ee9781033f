// recording.hpp: what a command buffer's encoders wrote down, and how it is run.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "counters.hpp"
#include "engine.hpp"
#include "event.hpp"
#include "pipeline.hpp"

namespace softmetal {

using Size3 = std::array<unsigned, 3>;

// What one argument of a kernel is bound to: its memory, or the bytes of its threadgroup memory.
union Binding {
  void* memory;
  unsigned length;
};

struct DispatchCommand {
  PipelineObject* pipeline;
  std::size_t first_binding;      // in Recording::bindings, one per argument of the kernel
  const std::byte* threadgroups;  // DispatchThreadgroupsIndirectArguments; null: not indirect
  Size3 threads_per_grid;
  Size3 threads_per_threadgroup;
};
struct CopyCommand {
  void* destination;
  const void* source;
  std::size_t length;
};
struct FillCommand {
  void* destination;
  std::size_t length;
  std::uint8_t value;
};
struct SampleCommand {
  CounterSampleBufferObject* buffer;
  std::size_t index;
};
struct ResolveCommand {
  CounterSampleBufferObject* buffer;
  std::size_t first;
  std::size_t count;
  std::byte* destination;
};
struct SignalCommand {
  EventObject* event;
  std::uint64_t value;
};
struct WaitCommand {
  EventObject* event;
  std::uint64_t value;
};
using Command = std::variant<DispatchCommand, CopyCommand, FillCommand, SampleCommand,
                             ResolveCommand, SignalCommand, WaitCommand>;

// The commands of one encoder: first .. end - 1.
struct Pass {
  std::size_t first = 0;
  std::size_t end = 0;
  std::string label;
  std::vector<std::string> signposts;
};

// Copies of setBytes data, in device memory, where a kernel that reads past them finds nothing of
// the host's. Addresses stay valid until `reset`.
class ByteArena {
 public:
  ByteArena() = default;
  ByteArena(const ByteArena&) = delete;
  ByteArena& operator=(const ByteArena&) = delete;
  ~ByteArena();
  [[nodiscard]] void* store(const void* bytes, std::size_t length);
  void reset() noexcept;  // keeps the first chunk

 private:
  std::vector<std::byte*> chunks_;
  std::size_t used_ = 0;  // bytes of the last chunk
};

// Reused from one command buffer to the next, so that encoding does not allocate in the long run.
class Recording {
 public:
  Recording() = default;
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;
  ~Recording() { reset(); }

  // Keeps `object` until `reset`.
  void keep(ObjectBase* object) {
    kept_.push_back(object);
    object->retain();
  }
  // Forgets all commands and lets go of the kept objects.
  void reset() noexcept;

  std::vector<Command> commands;
  std::vector<Binding> bindings;
  std::vector<Pass> passes;
  std::vector<SignalCommand> signals;  // those among `commands`, again
  std::vector<WaitCommand> waits;
  ByteArena bytes;
  double expected_cost = 0;  // nanoseconds; infinite with a pipeline that never ran

 private:
  std::vector<ObjectBase*> kept_;
};

struct ExecutionResult {
  Fault fault = Fault::none;
  std::string message;  // empty without a fault
  std::size_t commands_done = 0;
  std::uint64_t start = 0;  // nanoseconds of Engine::timestamp
  std::uint64_t end = 0;
};

// Runs all commands in order on the calling thread (and whom the engine adds); stops at the first
// that fails.
[[nodiscard]] ExecutionResult execute(const Recording& recording, Engine& engine) noexcept;

}  // namespace softmetal
