// worker.cpp: see worker.hpp.
#include "worker.hpp"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>

namespace softmetal::cpu {

constinit thread_local Worker* current_worker = nullptr;

namespace {

constexpr std::size_t guard_size = 65536;
constexpr std::size_t arena_size =
    ThreadgroupArena::size + 32 * (abi::max_threadgroup_arguments + 1);
constexpr std::size_t arena_pages = (arena_size + 65535) / 65536 * 65536;

constinit thread_local pid_t own_thread_id __attribute__((tls_model("initial-exec"))) = 0;

// Asked of the kernel once per thread; forget_thread_id() after a fork.
pid_t thread_id() noexcept {
  if (own_thread_id == 0) own_thread_id = static_cast<pid_t>(syscall(SYS_gettid));
  return own_thread_id;
}

}  // namespace

void forget_thread_id() noexcept { own_thread_id = 0; }

ThreadgroupArena::~ThreadgroupArena() {
  if (memory_ != nullptr) munmap(memory_ - guard_size, arena_pages + 2 * guard_size);
}

bool ThreadgroupArena::prepare() noexcept {
  if (memory_ != nullptr) return true;
  void* area = mmap(nullptr, arena_pages + 2 * guard_size, PROT_NONE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (area == MAP_FAILED) return false;
  auto* memory = static_cast<std::byte*>(area) + guard_size;
  if (mprotect(memory, arena_pages, PROT_READ | PROT_WRITE) != 0) {
    munmap(area, arena_pages + 2 * guard_size);
    return false;
  }
  memory_ = memory;
  return true;
}

bool Worker::execute(void (*function)(void*), void* argument) {
  fault.kind = FaultRecord::Kind::none;
  in_device_code = 1;
  std::atomic_signal_fence(std::memory_order_seq_cst);
  const bool finished = escape.call(function, argument);
  std::atomic_signal_fence(std::memory_order_seq_cst);
  in_device_code = 0;
  if (!finished && scheduler.running()) {
    scheduler.caller().after_escape();
    scheduler.reset();
  }
  return finished;
}

void Worker::abandon() noexcept {
  in_device_code = 0;
  if (scheduler.running()) {
    scheduler.caller().before_escape();
  } else {
#if SOFTMETAL_ASAN
    __asan_handle_no_return();
#endif
  }
  escape.leave();
}

CurrentWorker::CurrentWorker(Worker& worker) noexcept {
  worker.thread.store(thread_id(), std::memory_order_relaxed);
  current_worker = &worker;
}

CurrentWorker::~CurrentWorker() {
  current_worker->thread.store(0, std::memory_order_relaxed);
  current_worker = nullptr;
}

}  // namespace softmetal::cpu
