// watchdog.cpp: see watchdog.hpp.
#include "watchdog.hpp"

#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <system_error>
#include <thread>

#include "clock.hpp"
#include "fault_signals.hpp"
#include "pool_thread.hpp"

namespace softmetal::cpu {
namespace {

constexpr std::uint64_t looks_per_limit = 8;
constexpr std::uint64_t shortest_period = 5'000'000;     // ns
constexpr std::uint64_t longest_period = 1'000'000'000;  // ns

}  // namespace

Watchdog::Watchdog(double seconds, std::mutex& mutex, const Workers& workers)
    : limit_(static_cast<std::uint64_t>(std::clamp(seconds, 0.0, 1e9) * 1e9)),
      mutex_(mutex),
      workers_(workers),
      wakeup_(new std::condition_variable) {}

void Watchdog::wake() noexcept {
  awake_ = true;
  if (started_) {
    wakeup_->notify_one();
    return;
  }
  started_ = start_pool_thread("metalscope-wd", [this] { watch(); });
  awake_ = started_;  // without a thread the next run tries again
}

void Watchdog::watch() {
  const std::chrono::nanoseconds period(
      std::clamp(limit_ / looks_per_limit, shortest_period, longest_period));
  std::unique_lock lock(mutex_);
  for (std::uint64_t seen = 0;;) {
    wakeup_->wait_for(lock, period);
    if (!inspect() && runs_ == seen) {
      awake_ = false;
      wakeup_->wait(lock, [this] { return awake_; });
    }
    seen = runs_;
  }
}

bool Watchdog::inspect() {
  const std::uint64_t time = now();
  // Not having looked for long, this thread did not run, and maybe the workers did not either: the
  // process was stopped or the machine slept.
  if (time - latest_look_ > limit_ / 2 + longest_period) watched_.clear();
  latest_look_ = time;
  std::vector<Watched> seen;
  for (const auto& worker : workers_) {
    Job* job = worker->job.load(std::memory_order_acquire);
    const auto known = [job](const Watched& watched) { return watched.job == job; };
    if (job == nullptr || std::ranges::any_of(seen, known)) continue;
    Watched current = observe(*job);
    current.since = time;
    const auto before = std::ranges::find_if(watched_, known);
    if (before != watched_.end() && before->generation == current.generation &&
        before->progress == current.progress) {
      current.since = before->since;
      if (time - current.since >= limit_) condemn(current);
    }
    seen.push_back(current);
  }
  watched_.swap(seen);
  return !watched_.empty();
}

// The progress of a job is a number that changes whenever a worker takes, finishes, joins or
// leaves.
Watchdog::Watched Watchdog::observe(Job& job) const noexcept {
  Watched watched{&job, job.generation.load(std::memory_order_acquire),
                  job.next.load(std::memory_order_relaxed), 0};
  for (const auto& worker : workers_) {
    if (worker->job.load(std::memory_order_relaxed) != &job) continue;
    watched.progress += worker->progress.load(std::memory_order_relaxed) + (std::uint64_t{1} << 48);
  }
  return watched;
}

// A signal that comes too late, or to a thread that went on to other work, does nothing; one that
// came between two pieces of device code is repeated at the next look.
void Watchdog::condemn(const Watched& watched) const noexcept {
  watched.job->condemned.store(watched.generation, std::memory_order_release);
  for (const auto& worker : workers_) {
    if (worker->job.load(std::memory_order_relaxed) != watched.job) continue;
    const pid_t thread = worker->thread.load(std::memory_order_relaxed);
    if (thread != 0) syscall(SYS_tgkill, getpid(), thread, watchdog_signal());
  }
}

void Watchdog::after_fork_in_child() noexcept {
  wakeup_ = new std::condition_variable;
  started_ = false;
  awake_ = false;
  watched_.clear();
}

}  // namespace softmetal::cpu
