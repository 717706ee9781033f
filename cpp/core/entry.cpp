// entry.cpp: the part of the guard that is the same everywhere.
#include <pthread.h>

#include <atomic>
#include <mutex>
#include <vector>

#include "guard.hpp"
#include "metalscope/error.hpp"

namespace metalscope::guard {
namespace {

constinit thread_local int depth = 0;
constinit std::atomic<bool> forked{false};

struct Depth {
  Depth() noexcept { ++depth; }
  ~Depth() { --depth; }
  Depth(const Depth&) = delete;
  Depth& operator=(const Depth&) = delete;
};

// Callbacks that wait for the end of an entry.
struct Deferred {
  std::mutex mutex;
  std::vector<std::function<void()>> callbacks;
  std::atomic<bool> any{false};
};

Deferred& deferred() {
  static auto* instance = new Deferred;
  return *instance;
}

void run_deferred() {
  Deferred& queue = deferred();
  if (!queue.any.load(std::memory_order_acquire)) [[likely]]
    return;
  std::vector<std::function<void()>> callbacks;
  {
    const std::lock_guard lock(queue.mutex);
    callbacks.swap(queue.callbacks);
    queue.any.store(false, std::memory_order_release);
  }
  for (const auto& callback : callbacks) callback();
}

struct RunDeferred {
  RunDeferred() = default;
  RunDeferred(const RunDeferred&) = delete;
  RunDeferred& operator=(const RunDeferred&) = delete;
  ~RunDeferred() { run_deferred(); }
};

}  // namespace

void forbid_fork() {
  static std::once_flag once;
  std::call_once(once, [] {
    pthread_atfork(nullptr, nullptr, [] { forked.store(true, std::memory_order_relaxed); });
  });
}

bool is_forked_child() noexcept { return forked.load(std::memory_order_relaxed); }

void enter(void (*body)(void*), void* context) {
  if (depth > 0) {
    body(context);
    return;
  }
  if (is_forked_child()) {
    throw Error(
        "metalscope was in use when this process was forked, and a GPU cannot be used from both "
        "sides of a fork. Start the child with the \"spawn\" or \"forkserver\" method instead "
        "(multiprocessing.set_start_method), or fork before the first use of metalscope.");
  }
  const RunDeferred run_deferred_at_the_end;
  const Depth inside;
  with_pool(body, context);
}

void call_later(std::function<void()> callback) {
  if (depth == 0) {
    callback();
    return;
  }
  Deferred& queue = deferred();
  const std::lock_guard lock(queue.mutex);
  queue.callbacks.push_back(std::move(callback));
  queue.any.store(true, std::memory_order_release);
}

}  // namespace metalscope::guard
