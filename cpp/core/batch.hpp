// batch.hpp: one command buffer with what was encoded into it and what it keeps alive.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "buffer.hpp"
#include "kernel.hpp"
#include "metal.hpp"
#include "object.hpp"
#include "timing.hpp"
#include "trace.hpp"

namespace metalscope {

// When an open command buffer is handed to the device without being asked to.
struct FlushRules {
  std::uint32_t operations = 64;                  // that many operations
  std::uint64_t bytes = std::uint64_t{64} << 20;  // buffers of that many bytes
  std::int64_t age = 2'000'000;                   // nanoseconds since its first operation
};
inline constexpr FlushRules flush_rules{};
static_assert(2 * flush_rules.operations <= DeviceTiming::slice_samples);

// Operation that was encoded while a session was open.
struct TimedOperation {
  Operation details;
  trace::NameId name = 0;
  EventKind kind = EventKind::kernel;
  bool sampled = false;  // has its pair in the batch's samples
};

struct Batch {
  std::uint64_t number = 0;    // unique in the process
  std::uint64_t sequence = 0;  // in its stream; the value its end signals
  Owned<MTL::CommandBuffer> commands;
  Owned<MTL::ComputeCommandEncoder> compute;  // at most one encoder is open
  Owned<MTL::BlitCommandEncoder> blit;
  const detail::Kernel* bound_kernel = nullptr;  // of the open compute encoder
  std::uint32_t operations = 0;
  std::uint64_t bytes = 0;
  std::int64_t opened_at = 0;
  std::uint32_t encoders = 0;  // ever opened

  std::vector<std::shared_ptr<detail::Buffer>> buffers;  // in use until the end
  std::vector<std::shared_ptr<detail::Kernel>> kernels;

  // Which kernel ran in which encoder, for the report of a failure.
  struct Launched {
    const detail::Kernel* kernel;
    std::uint32_t encoder;
  };
  std::vector<Launched> launched;

  std::vector<TimedOperation> timed;
  std::uint32_t sampled = 0;  // pairs in `samples`
  std::optional<SampleSlice> samples;

  // Ready for the next use; keeps the vectors' memory.
  void clear() noexcept {
    commands.reset();
    compute.reset();
    blit.reset();
    bound_kernel = nullptr;
    operations = 0;
    bytes = 0;
    encoders = 0;
    buffers.clear();
    kernels.clear();
    launched.clear();
    timed.clear();
    sampled = 0;
    samples.reset();
  }
};

}  // namespace metalscope
