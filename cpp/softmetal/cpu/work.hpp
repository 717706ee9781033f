// work.hpp: what the pool executes: so many units of something, in chunks, by any number of
// workers.
#pragma once

#include <atomic>
#include <cstdint>

#include "engine.hpp"
#include "worker.hpp"

namespace softmetal::cpu {

// Units first..last-1 of a work.
struct Chunk {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
};

class Work {
 public:
  // Units: grid threads, threadgroups or bytes.
  [[nodiscard]] virtual std::uint64_t units() const noexcept = 0;
  // Chunks start at multiples of this many units.
  [[nodiscard]] virtual std::uint64_t granule() const noexcept { return 1; }
  // Chunks start at most this large and grow, so that one stays short even if units cost far more
  // than in the runs before.
  [[nodiscard]] virtual std::uint64_t first_chunk() const noexcept = 0;
  // Nanoseconds a unit takes, 0 while unknown; outlives the work and learns from it.
  virtual std::atomic<float>& unit_cost() noexcept = 0;

  // Called on each worker that joins, before its first chunk; an outcome with a fault stops all.
  virtual Outcome prepare(Worker& /*worker*/) { return {}; }
  // Executes a chunk, inside an escapable call: frames must own nothing.
  virtual void execute(Worker& worker, Chunk chunk) = 0;
  // What to report for the fault in worker.fault.
  [[nodiscard]] virtual Outcome explain(const Worker& worker, Chunk chunk) const = 0;

 protected:
  Work() = default;
  Work(const Work&) = default;
  Work& operator=(const Work&) = default;
  ~Work() = default;
};

}  // namespace softmetal::cpu
