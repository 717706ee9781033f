// thread_signals.cpp: see thread_signals.hpp.
#include "thread_signals.hpp"

#include <sys/auxv.h>
#include <sys/mman.h>

#include <csignal>
#include <cstddef>
#include <cstdint>

#include "clock.hpp"
#include "fault_signals.hpp"

namespace softmetal::cpu {
namespace {

// Nanoseconds. Between dispatches of a command buffer pass some 100; a program that installs
// handlers in between and comes back takes longer than this.
constexpr std::uint64_t back_to_back = 400;
constexpr std::uint64_t recheck_interval = 1'000'000;

constexpr std::size_t stack_size = 65536;
// What our handlers need beyond the signal frame.
constexpr std::size_t handler_need = 4096;

// The processor's state is the larger part of a frame, up to ten kilobytes.
std::size_t frame_size() noexcept {
#ifdef AT_MINSIGSTKSZ
  const unsigned long size = getauxval(AT_MINSIGSTKSZ);
  if (size > 0) return size;
#endif
  return 2048;
}

class ThreadSignals {
 public:
  ThreadSignals() = default;
  ThreadSignals(const ThreadSignals&) = delete;
  ThreadSignals& operator=(const ThreadSignals&) = delete;
  ~ThreadSignals() {
    if (stack_ == nullptr) return;
    stack_t current{};
    if (sigaltstack(nullptr, &current) == 0 && current.ss_sp == stack_) {
      stack_t none{};
      none.ss_flags = SS_DISABLE;
      sigaltstack(&none, nullptr);
    }
    munmap(stack_, stack_size);
  }

  void prepare() noexcept {
    unblock_fault_signals();
    ensure_stack();
  }

  void enter() noexcept {
    const std::uint64_t time = now();
    const bool due = time - checked_ > recheck_interval;
    if (!due && time - left_ < back_to_back) return;
    ensure_fault_handlers();
    if (!due) return;
    prepare();
    checked_ = time;
  }

  void leave() noexcept { left_ = now(); }

 private:
  void ensure_stack() noexcept {
    stack_t current{};
    if (sigaltstack(nullptr, &current) != 0 || (current.ss_flags & SS_ONSTACK) != 0) return;
    static const std::size_t least = frame_size() + handler_need;
    if ((current.ss_flags & SS_DISABLE) == 0 && current.ss_size >= least) return;
    if (stack_ == nullptr) {
      void* memory = mmap(nullptr, stack_size, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
      if (memory == MAP_FAILED) return;
      stack_ = memory;
    }
    stack_t own{};
    own.ss_sp = stack_;
    own.ss_size = stack_size;
    sigaltstack(&own, nullptr);
  }

  std::uint64_t checked_ = 0;
  std::uint64_t left_ = 0;
  void* stack_ = nullptr;
};

ThreadSignals& thread_signals() noexcept {
  thread_local ThreadSignals signals;
  return signals;
}

}  // namespace

DeviceWorkSignals::DeviceWorkSignals() noexcept { thread_signals().enter(); }

DeviceWorkSignals::~DeviceWorkSignals() { thread_signals().leave(); }

void prepare_thread_signals() noexcept { thread_signals().prepare(); }

}  // namespace softmetal::cpu
