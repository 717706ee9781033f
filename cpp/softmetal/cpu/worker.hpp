// worker.hpp: what a thread has while it executes device work.
//
// Pool threads own a worker for good; a calling thread borrows one for the length of a run. Nothing
// here is made or freed per dispatch.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <csignal>
#include <cstddef>
#include <cstdint>

#include "context.hpp"
#include "softmetal_abi.h"
#include "threadgroup_scheduler.hpp"

namespace softmetal::cpu {

struct Job;

// How device code ended early. Written by a signal handler or host entry point just before the
// escape, read after it.
struct FaultRecord {
  enum class Kind { none, access, trap, arithmetic, timeout, failure };
  Kind kind = Kind::none;
  bool write = false;  // access: known to be a write
  bool address_known = true;
  const void* address = nullptr;
  const void* stack_pointer = nullptr;
  const char* what = nullptr;  // failure: the reason, a static string
};

// Threadgroup memory of one worker, with inaccessible pages at both ends. Its content is whatever
// ran before left there: Metal leaves it undefined.
class ThreadgroupArena {
 public:
  static constexpr unsigned size = 32768;  // that a dispatch may ask for

  ThreadgroupArena() = default;
  ThreadgroupArena(const ThreadgroupArena&) = delete;
  ThreadgroupArena& operator=(const ThreadgroupArena&) = delete;
  ~ThreadgroupArena();
  // False when the system refuses.
  bool prepare() noexcept;
  // Aligned to a page. Room for `size` bytes, and for aligning every argument to 32 bytes.
  [[nodiscard]] std::byte* memory() const noexcept { return memory_; }

 private:
  std::byte* memory_ = nullptr;
};

struct Worker;

// Read on every host call of a kernel: at a fixed offset from the thread pointer, never allocated,
// safe in signal handlers.
extern constinit thread_local Worker* current_worker __attribute__((tls_model("initial-exec")));

struct Worker {
  // The worker that the calling thread has now; null outside of device work.
  static Worker* current() noexcept { return current_worker; }

  void count_progress() noexcept {
    progress.store(progress.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  }

  // Calls function(argument) as device code; false if it ended early, `fault` says how.
  bool execute(void (*function)(void*), void* argument);
  // Ends the running `execute`.
  [[noreturn]] void abandon() noexcept;

  Escape escape;
  // Set while device code runs: only then are the thread's signals ours.
  volatile std::sig_atomic_t in_device_code = 0;
  FaultRecord fault;
  ThreadgroupArena arena;
  ThreadgroupScheduler scheduler;
  abi::Group group{};  // the threadgroup that runs, or that faulted

  // What the watchdog reads.
  std::atomic<Job*> job = nullptr;          // that this worker executes
  std::atomic<pid_t> thread = 0;            // kernel's id of the thread, 0 while unused
  std::atomic<std::uint64_t> progress = 0;  // finished chunks and threadgroups

  Worker* next_free = nullptr;
};

// In a child process: its thread has another id than the one that forked.
void forget_thread_id() noexcept;

// Makes `worker` the calling thread's current one for a scope.
class CurrentWorker {
 public:
  explicit CurrentWorker(Worker& worker) noexcept;
  CurrentWorker(const CurrentWorker&) = delete;
  CurrentWorker& operator=(const CurrentWorker&) = delete;
  ~CurrentWorker();
};

}  // namespace softmetal::cpu
