// worker_pool.hpp: the threads that execute device work, and how work is shared among them.
//
// A run belongs to its calling thread, which takes part. What is worth it is published: the pool's
// threads join the job with the fewest of them, leave it between chunks when another job comes,
// spin for a moment when there is none and then sleep. So runs of several threads share the pool
// and none depends on it.
//
// Threads are made at the first job that is published. After fork() the child's pool starts without
// threads and makes its own; runs of other threads of the parent do not exist there.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "job.hpp"
#include "watchdog.hpp"

namespace softmetal::cpu {

class WorkerPool {
 public:
  // `helpers` threads besides the callers; runs without progress for `watchdog_seconds` fail, 0:
  // never.
  WorkerPool(unsigned helpers, double watchdog_seconds);
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;
  // A pool is never destroyed: its threads wait in it until the process ends.
  ~WorkerPool() = delete;

  Outcome run(Work& work);

  // Around fork().
  void before_fork() { mutex_.lock(); }
  void after_fork_in_parent() { mutex_.unlock(); }
  void after_fork_in_child() noexcept;

 private:
  // What a run borrows.
  struct Seat {
    Worker* worker;
    Job* job;
  };

  Seat take_seat();
  void give_back(Seat seat) noexcept;
  void publish(Job& job) noexcept;
  void withdraw(Job& job) noexcept;
  [[nodiscard]] bool worth_publishing(const Job& job) const noexcept;
  void start_helpers();
  [[noreturn]] void help(Worker& worker) noexcept;
  Job* join_job() noexcept;
  void wait_for_jobs(std::uint32_t seen) noexcept;
  void take_part(Worker& worker, Job& job, bool as_helper, std::uint32_t epoch) noexcept;
  bool take_chunk(Job& job, Chunk& chunk) const noexcept;
  static bool execute_chunk(Worker& worker, Job& job, Chunk chunk) noexcept;

  const unsigned helper_limit_;
  std::mutex mutex_;  // guards the lists
  std::vector<std::unique_ptr<Worker>> workers_;
  std::vector<std::unique_ptr<Job>> jobs_;
  Worker* free_workers_ = nullptr;
  Job* free_jobs_ = nullptr;
  std::vector<Job*> published_;
  bool helpers_started_ = false;
  Watchdog& watchdog_;
  // Changes when a job is published; helpers sleep on it.
  alignas(64) std::atomic<std::uint32_t> epoch_ = 0;
  std::atomic<unsigned> sleeping_ = 0;
  std::atomic<unsigned> spinning_ = 0;
};

}  // namespace softmetal::cpu
