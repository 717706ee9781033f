// watchdog.hpp: ends dispatches that make no progress.
//
// A thread that looks, some eight times per limit while runs come, at the progress of every job
// that is being executed. A job in which nothing finished for the limit is condemned: each of its
// workers gets a signal and leaves the device code. With no runs the thread sleeps. Made at the
// first run.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "job.hpp"

namespace softmetal::cpu {

class Watchdog {
 public:
  using Workers = std::vector<std::unique_ptr<Worker>>;

  // `mutex` guards `workers` and this. 0 seconds: never ends anything.
  Watchdog(double seconds, std::mutex& mutex, const Workers& workers);
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;
  ~Watchdog() = delete;

  // Under the lock, at the start of each run.
  void run_started() noexcept {
    ++runs_;
    if (!awake_ && limit_ > 0) wake();
  }

  // In a child process, where the thread does not exist.
  void after_fork_in_child() noexcept;

 private:
  struct Watched {
    Job* job;
    std::uint64_t generation;
    std::uint64_t progress;
    std::uint64_t since;  // ns
  };

  void wake() noexcept;
  [[noreturn]] void watch();
  // True while device code runs.
  bool inspect();
  Watched observe(Job& job) const noexcept;
  void condemn(const Watched& watched) const noexcept;

  const std::uint64_t limit_;  // ns
  std::mutex& mutex_;
  const Workers& workers_;
  std::condition_variable* wakeup_;  // replaced, not destroyed, after a fork
  bool started_ = false;
  bool awake_ = false;
  std::uint64_t runs_ = 0;
  std::uint64_t latest_look_ = 0;  // ns
  std::vector<Watched> watched_;
};

}  // namespace softmetal::cpu
