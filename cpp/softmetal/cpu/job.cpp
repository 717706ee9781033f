// job.cpp: see job.hpp.
#include "job.hpp"

#include <utility>

namespace softmetal::cpu {

void Job::start(Work& its_work) noexcept {
  work = &its_work;
  units = its_work.units();
  published = false;
  next.store(0, std::memory_order_relaxed);
  reach.store(its_work.first_chunk(), std::memory_order_relaxed);
  stopped.store(false, std::memory_order_relaxed);
  failed.store(false, std::memory_order_relaxed);
  generation.fetch_add(1, std::memory_order_relaxed);
}

void Job::fail(Outcome its_outcome) noexcept {
  stopped.store(true, std::memory_order_relaxed);
  if (!failed.exchange(true, std::memory_order_relaxed)) outcome = std::move(its_outcome);
}

float Job::time_left() const noexcept {
  const std::uint64_t taken = next.load(std::memory_order_relaxed);
  if (taken >= units) return 0;
  return static_cast<float>(units - taken) * work->unit_cost().load(std::memory_order_relaxed);
}

}  // namespace softmetal::cpu
