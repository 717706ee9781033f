// worker_pool.cpp: see worker_pool.hpp.
#include "worker_pool.hpp"

#include <algorithm>
#include <exception>
#include <limits>
#include <new>
#include <utility>

#include "clock.hpp"
#include "pool_thread.hpp"
#include "thread_signals.hpp"

namespace softmetal::cpu {
namespace {

// Nanoseconds. A chunk is long against taking one (about 100) and short against a kernel; what is
// left of a job is published when it outlasts waking a thread (20,000 and more), or reaching one
// that still spins.
constexpr float chunk_time = 30e3F;
constexpr float short_chunk_time = 5e3F;
constexpr float wake_time = 40e3F;
constexpr float spinning_wake_time = 8e3F;
constexpr std::uint64_t spin_time = 20'000;
constexpr float chunk_overhead = 40;

// Units of a chunk while nothing is known of their cost.
constexpr std::uint64_t probe_units = 16;

void pause() noexcept {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("isb");
#endif
}

// Spins until condition() or the time is over; whether it came true.
template <typename Condition>
bool spin_until(Condition condition) noexcept {
  if (condition()) return true;
  const std::uint64_t end = now() + spin_time;
  do {
    for (int i = 0; i < 16; ++i) {
      if (condition()) return true;
      pause();
    }
  } while (now() < end);
  return false;
}

}  // namespace

WorkerPool::WorkerPool(unsigned helpers, double watchdog_seconds)
    : helper_limit_(helpers), watchdog_(*new Watchdog(watchdog_seconds, mutex_, workers_)) {}

Outcome WorkerPool::run(Work& work) {
  if (work.units() == 0) return {};
  Seat seat{};
  try {
    seat = take_seat();
  } catch (const std::bad_alloc&) {
    return {Fault::out_of_memory, "out of host memory"};
  }
  Job& job = *seat.job;
  job.start(work);
  if (worth_publishing(job)) publish(job);
  {
    const DeviceWorkSignals signals;
    const CurrentWorker current(*seat.worker);
    take_part(*seat.worker, job, false, 0);
  }
  if (job.published) withdraw(job);
  Outcome outcome = std::exchange(job.outcome, {});
  give_back(seat);
  return outcome;
}

WorkerPool::Seat WorkerPool::take_seat() {
  const std::lock_guard guard(mutex_);
  watchdog_.run_started();
  if (free_workers_ == nullptr) {
    free_workers_ = workers_.emplace_back(std::make_unique<Worker>()).get();
  }
  if (free_jobs_ == nullptr) free_jobs_ = jobs_.emplace_back(std::make_unique<Job>()).get();
  return {std::exchange(free_workers_, free_workers_->next_free),
          std::exchange(free_jobs_, free_jobs_->next_free)};
}

void WorkerPool::give_back(Seat seat) noexcept {
  const std::lock_guard guard(mutex_);
  seat.worker->next_free = std::exchange(free_workers_, seat.worker);
  seat.job->next_free = std::exchange(free_jobs_, seat.job);
}

bool WorkerPool::worth_publishing(const Job& job) const noexcept {
  if (helper_limit_ == 0) return false;
  const float reached =
      spinning_.load(std::memory_order_relaxed) > 0 ? spinning_wake_time : wake_time;
  return job.time_left() > reached;
}

void WorkerPool::publish(Job& job) noexcept {
  const float useful = job.time_left() / chunk_time;
  {
    const std::lock_guard guard(mutex_);
    try {
      if (!helpers_started_) start_helpers();
      published_.push_back(&job);
    } catch (const std::bad_alloc&) {
      return;  // the caller does it alone
    }
    job.published = true;
    epoch_.fetch_add(1);
  }
  const unsigned sleeping = sleeping_.load();
  if (useful >= static_cast<float>(sleeping)) {
    if (sleeping > 0) epoch_.notify_all();
    return;
  }
  for (auto wake = static_cast<unsigned>(useful) + 1; wake-- > 0;) epoch_.notify_one();
}

void WorkerPool::withdraw(Job& job) noexcept {
  {
    const std::lock_guard guard(mutex_);
    std::erase(published_, &job);
  }
  const auto left = [&job] { return job.helpers.load(std::memory_order_acquire) == 0; };
  if (spin_until(left)) return;
  while (!left()) {
    const unsigned helpers = job.helpers.load(std::memory_order_acquire);
    if (helpers != 0) job.helpers.wait(helpers, std::memory_order_acquire);
  }
}

// Under the lock. Where the system refuses threads, the pool works with those it got.
void WorkerPool::start_helpers() {
  helpers_started_ = true;
  for (unsigned i = 0; i < helper_limit_; ++i) {
    Worker& worker = *workers_.emplace_back(std::make_unique<Worker>());
    if (!start_pool_thread("metalscope", [this, &worker] { help(worker); })) return;
  }
}

void WorkerPool::help(Worker& worker) noexcept {
  const CurrentWorker current(worker);
  for (;;) {
    const std::uint32_t epoch = epoch_.load();
    Job* job = join_job();
    if (job == nullptr) {
      wait_for_jobs(epoch);
      continue;
    }
    take_part(worker, *job, true, epoch);
    if (job->helpers.fetch_sub(1, std::memory_order_acq_rel) == 1) job->helpers.notify_all();
  }
}

// The job with the fewest helpers.
Job* WorkerPool::join_job() noexcept {
  const std::lock_guard guard(mutex_);
  Job* best = nullptr;
  unsigned fewest = std::numeric_limits<unsigned>::max();
  for (Job* job : published_) {
    const unsigned helpers = job->helpers.load(std::memory_order_relaxed);
    if (helpers >= fewest || job->exhausted()) continue;
    best = job;
    fewest = helpers;
  }
  if (best != nullptr) best->helpers.fetch_add(1, std::memory_order_relaxed);
  return best;
}

void WorkerPool::wait_for_jobs(std::uint32_t seen) noexcept {
  const auto changed = [this, seen] { return epoch_.load(std::memory_order_relaxed) != seen; };
  spinning_.fetch_add(1, std::memory_order_relaxed);
  const bool came = spin_until(changed);
  spinning_.fetch_sub(1, std::memory_order_relaxed);
  if (came) return;
  sleeping_.fetch_add(1);
  epoch_.wait(seen);
  sleeping_.fetch_sub(1);
}

void WorkerPool::take_part(Worker& worker, Job& job, bool as_helper, std::uint32_t epoch) noexcept {
  worker.job.store(&job, std::memory_order_release);
  if (Outcome ready = job.work->prepare(worker); !ready.ok()) job.fail(std::move(ready));
  for (Chunk chunk; take_chunk(job, chunk);) {
    if (!execute_chunk(worker, job, chunk)) break;
    if (as_helper) {
      if (epoch_.load(std::memory_order_relaxed) != epoch) break;  // another job may need us more
    } else if (!job.published && worth_publishing(job)) {
      publish(job);
    }
  }
  worker.job.store(nullptr, std::memory_order_release);
}

bool WorkerPool::take_chunk(Job& job, Chunk& chunk) const noexcept {
  if (job.exhausted()) return false;
  const std::uint64_t left =
      job.units - std::min(job.next.load(std::memory_order_relaxed), job.units);
  const float cost = job.work->unit_cost().load(std::memory_order_relaxed);
  std::uint64_t wanted = probe_units;
  if (cost > 0) {
    wanted = static_cast<std::uint64_t>(chunk_time / cost);
    if (job.published) {
      // Towards the end chunks become shorter, so that all finish together.
      const auto least = static_cast<std::uint64_t>(short_chunk_time / cost);
      wanted = std::min(wanted, std::max(least, left / (2 * (helper_limit_ + 1))));
    }
  }
  wanted = std::min(wanted, job.reach.load(std::memory_order_relaxed));
  const std::uint64_t granule = job.work->granule();
  wanted = std::max(granule, wanted / granule * granule);
  chunk.first = job.next.fetch_add(wanted, std::memory_order_relaxed);
  chunk.last = std::min(chunk.first + wanted, job.units);
  return chunk.first < job.units;
}

bool WorkerPool::execute_chunk(Worker& worker, Job& job, Chunk chunk) noexcept {
  struct Call {
    Work& work;
    Worker& worker;
    Chunk chunk;
  } call{*job.work, worker, chunk};
  const std::uint64_t start = now();
  const bool finished = worker.execute(
      [](void* argument) {
        auto& [work, its_worker, its_chunk] = *static_cast<Call*>(argument);
        work.execute(its_worker, its_chunk);
      },
      &call);
  worker.count_progress();
  if (!finished) {
    try {
      job.fail(job.work->explain(worker, chunk));
    } catch (const std::exception&) {
      job.fail({Fault::internal, {}});
    }
    return false;
  }
  const auto time = static_cast<float>(now() - start) - chunk_overhead;
  const float sample = std::max(time, 1.0F) / static_cast<float>(chunk.last - chunk.first);
  std::atomic<float>& cost = job.work->unit_cost();
  const float known = cost.load(std::memory_order_relaxed);
  cost.store(known > 0 ? (known + sample) / 2 : sample, std::memory_order_relaxed);
  const std::uint64_t reach = job.reach.load(std::memory_order_relaxed);
  if (reach < job.units) job.reach.store(reach * 8, std::memory_order_relaxed);
  return true;
}

void WorkerPool::after_fork_in_child() noexcept {
  published_.clear();
  helpers_started_ = false;
  sleeping_.store(0);
  spinning_.store(0);
  watchdog_.after_fork_in_child();
  mutex_.unlock();
}

}  // namespace softmetal::cpu
