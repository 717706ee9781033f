// pool_thread.cpp: see pool_thread.hpp.
#include "pool_thread.hpp"

#include <pthread.h>

#include <csignal>
#include <exception>
#include <thread>
#include <utility>

#include "thread_signals.hpp"

namespace softmetal::cpu {
namespace {

// Threads inherit the mask of their maker.
class BlockedSignals {
 public:
  BlockedSignals() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &previous_);
  }
  BlockedSignals(const BlockedSignals&) = delete;
  BlockedSignals& operator=(const BlockedSignals&) = delete;
  ~BlockedSignals() { pthread_sigmask(SIG_SETMASK, &previous_, nullptr); }

 private:
  sigset_t previous_{};
};

}  // namespace

bool start_pool_thread(const char* name, std::function<void()> body) noexcept {
  const BlockedSignals blocked;
  try {
    std::thread([name, body = std::move(body)] {
      pthread_setname_np(pthread_self(), name);
      prepare_thread_signals();
      body();
    }).detach();
    return true;
  } catch (const std::exception&) {
    return false;
  }
}

}  // namespace softmetal::cpu
