// framework_thread.cpp: our own threads. None is ever joined or destroyed: a process may end, or
// fork, with all of them at work.
#include "framework_thread.hpp"

#include <pthread.h>
#include <signal.h>

#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

#include "autorelease_pool.hpp"

namespace softmetal {
namespace {

std::atomic<unsigned> generation{0};
const int registered = pthread_atfork(nullptr, nullptr, [] { generation.fetch_add(1); });

class CallbackThread {
 public:
  CallbackThread() {
    start_thread([this] { run(); });
  }

  void add(std::function<void()> job) {
    {
      const std::lock_guard lock(mutex_);
      jobs_.push_back(std::move(job));
    }
    filled_.notify_one();
  }

 private:
  [[noreturn]] void run() {
    while (true) {
      std::function<void()> job;
      {
        std::unique_lock lock(mutex_);
        filled_.wait(lock, [this] { return !jobs_.empty(); });
        job = std::move(jobs_.front());
        jobs_.pop_front();
      }
      const PoolScope pool;
      try {
        job();
      } catch (...) {
      }
      job = nullptr;  // what it holds goes inside the pool
    }
  }

  std::mutex mutex_;
  std::condition_variable filled_;
  std::deque<std::function<void()>> jobs_;
};

// One per generation: the first use after a fork makes a new one.
CallbackThread& callback_thread() {
  static std::mutex* const mutex = new std::mutex;
  static CallbackThread* thread = nullptr;
  static unsigned made_in = 0;
  const std::lock_guard lock(*mutex);
  if (thread == nullptr || made_in != fork_generation()) {
    thread = new CallbackThread;
    made_in = fork_generation();
  }
  return *thread;
}

}  // namespace

void start_thread(std::function<void()> body) {
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  for (const int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS}) {
    sigdelset(&all, fault);
  }
  pthread_sigmask(SIG_SETMASK, &all, &before);  // inherited by the new thread
  try {
    std::thread(std::move(body)).detach();
  } catch (...) {
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    throw;
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void on_framework_thread(std::function<void()> job) { callback_thread().add(std::move(job)); }

unsigned fork_generation() noexcept { return generation.load(std::memory_order_relaxed); }

}  // namespace softmetal
