// fault_signals.cpp: see fault_signals.hpp. Handlers use nothing but what is safe in them.
#include "fault_signals.hpp"

#include <pthread.h>
#include <ucontext.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <ctime>
#include <mutex>

#include "clock.hpp"
#include "division.hpp"
#include "job.hpp"
#include "worker.hpp"

namespace softmetal::cpu {
namespace {

using Action = struct sigaction;

constexpr std::array fault_signals = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE};
constexpr std::uint64_t full_check_interval = 1'000'000;  // ns

// The action each signal had before ours. Handlers read these while another thread may replace
// them, hence pointers to records that never change once published.
std::array<std::atomic<const Action*>, fault_signals.size()> previous_actions{};
std::array<Action, 64> records{};
std::size_t record_count = 0;
std::mutex install_mutex;
std::atomic<std::uint64_t> last_full_check = 0;

// Calls of a previous handler that this thread is in, and the stack address of the innermost.
constinit thread_local int chain_depth __attribute__((tls_model("initial-exec"))) = 0;
constinit thread_local std::uintptr_t chain_frame __attribute__((tls_model("initial-exec"))) = 0;

// A handler that was switched off returns without having helped, and the fault happens again.
struct RepeatedFault {
  const void* address = nullptr;
  std::int64_t time = 0;  // ns
  int count = 0;
};
constexpr int hopeless_count = 100;
constexpr std::int64_t repeat_interval = 1'000'000;  // ns
constinit thread_local RepeatedFault repeated __attribute__((tls_model("initial-exec")));

// Whether the same hardware fault has come back at once so often that nobody will mend it.
bool hopeless(const siginfo_t& info) noexcept {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  const std::int64_t time = std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
  const bool again = repeated.address == info.si_addr && time - repeated.time < repeat_interval;
  repeated = {info.si_addr, time, again ? repeated.count + 1 : 0};
  return repeated.count >= hopeless_count;
}

std::size_t slot_of(int signal) noexcept {
  std::size_t slot = 0;
  while (slot + 1 < fault_signals.size() && fault_signals[slot] != signal) ++slot;
  return slot;
}

void default_action(int signal, bool sent) noexcept {
  Action action{};
  action.sa_handler = SIG_DFL;
  sigaction(signal, &action, nullptr);
  // A hardware fault happens again when the handler returns, and then ends the process.
  if (sent) raise(signal);
}

void call_previous(const Action& action, int signal, siginfo_t* info, void* context) noexcept {
  sigset_t blocked = action.sa_mask;
  if ((action.sa_flags & SA_NODEFER) == 0) sigaddset(&blocked, signal);
  sigset_t own;
  pthread_sigmask(SIG_BLOCK, &blocked, &own);
  if ((action.sa_flags & SA_SIGINFO) != 0) {
    action.sa_sigaction(signal, info, context);
  } else {
    action.sa_handler(signal);
  }
  pthread_sigmask(SIG_SETMASK, &own, nullptr);
}

// A fault that is not ours.
void chain(int signal, siginfo_t* info, void* context) noexcept {
  const bool sent = info->si_code <= 0;
  const auto frame = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  const Action* previous = previous_actions[slot_of(signal)].load(std::memory_order_acquire);
  // A handler installed after ours has us as *its* previous one: when it passes the signal on by
  // restoring us and raising it again, everybody has been asked.
  const bool again = sent && chain_depth > 0 && frame < chain_frame;
  if (again || previous == nullptr || previous->sa_handler == SIG_DFL ||
      (!sent && hopeless(*info))) {
    default_action(signal, sent);
    return;
  }
  if (previous->sa_handler == SIG_IGN) {
    if (!sent) default_action(signal, sent);
    return;
  }
  const std::uintptr_t outer_frame = chain_frame;
  ++chain_depth;
  chain_frame = frame;
  call_previous(*previous, signal, info, context);
  chain_frame = outer_frame;
  --chain_depth;
}

#if defined(__x86_64__)
constexpr greg_t write_fault = 2;  // bit of the page fault's error code
bool is_write(const ucontext_t& context) noexcept {
  return (context.uc_mcontext.gregs[REG_ERR] & write_fault) != 0;
}
#else
bool is_write(const ucontext_t& /*context*/) noexcept { return false; }
#endif

FaultRecord describe(int signal, const siginfo_t& info, const ucontext_t& context) noexcept {
  FaultRecord fault;
  if (signal == SIGSEGV || signal == SIGBUS) {
    fault.kind = FaultRecord::Kind::access;
    // An address that no mapping can have is reported without its value.
    fault.address_known = info.si_code != SI_KERNEL;
    fault.address = fault.address_known ? info.si_addr : nullptr;
    fault.write = fault.address_known && is_write(context);
  } else {
    fault.kind = signal == SIGFPE ? FaultRecord::Kind::arithmetic : FaultRecord::Kind::trap;
  }
  return fault;
}

void on_fault(int signal, siginfo_t* info, void* context) noexcept {
  const int saved_errno = errno;
  Worker* worker = Worker::current();
  if (worker != nullptr && worker->in_device_code != 0 && info->si_code > 0) {
    auto& machine = *static_cast<ucontext_t*>(context);
    if (signal == SIGFPE && info->si_code == FPE_INTDIV && finish_division(machine)) return;
    worker->fault = describe(signal, *info, machine);
    worker->abandon();
  }
  chain(signal, info, context);
  errno = saved_errno;
}

void on_watchdog(int /*signal*/, siginfo_t* /*info*/, void* /*context*/) noexcept {
  Worker* worker = Worker::current();
  if (worker == nullptr || worker->in_device_code == 0) return;
  const Job* job = worker->job.load(std::memory_order_relaxed);
  if (job == nullptr || !job->is_condemned()) return;
  worker->fault = {.kind = FaultRecord::Kind::timeout};
  worker->abandon();
}

Action our_action(void (*handler)(int, siginfo_t*, void*)) noexcept {
  Action action{};
  action.sa_sigaction = handler;
  // No signal is masked in a handler, so leaving it by a jump leaves no mask behind.
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER | SA_RESTART;
  sigemptyset(&action.sa_mask);
  return action;
}

bool is_ours(const Action& action) noexcept {
  return (action.sa_flags & SA_SIGINFO) != 0 && action.sa_sigaction == on_fault;
}

bool same(const Action& a, const Action& b) noexcept {
  return a.sa_handler == b.sa_handler && a.sa_flags == b.sa_flags &&
         std::memcmp(&a.sa_mask, &b.sa_mask, sizeof a.sa_mask) == 0;
}

// A record equal to `action`; they are few, as handlers are.
const Action& record_of(const Action& action) noexcept {
  for (std::size_t i = 0; i < record_count; ++i) {
    if (same(records[i], action)) return records[i];
  }
  if (record_count < records.size()) ++record_count;
  records[record_count - 1] = action;
  return records[record_count - 1];
}

void install(int signal) noexcept {
  Action current{};
  if (sigaction(signal, nullptr, &current) != 0 || is_ours(current)) return;
  previous_actions[slot_of(signal)].store(&record_of(current), std::memory_order_release);
  const Action ours = our_action(on_fault);
  sigaction(signal, &ours, nullptr);
}

// The first real-time signal that nobody handles; the lowest ones are the most used.
int take_watchdog_signal() noexcept {
  for (int signal = SIGRTMIN + 8; signal <= SIGRTMAX; ++signal) {
    Action current{};
    if (sigaction(signal, nullptr, &current) != 0 || current.sa_handler != SIG_DFL) continue;
    const Action ours = our_action(on_watchdog);
    if (sigaction(signal, &ours, nullptr) == 0) return signal;
  }
  return 0;
}

}  // namespace

void ensure_fault_handlers() noexcept {
  Action current{};
  sigaction(SIGSEGV, nullptr, &current);
  const std::uint64_t time = now();
  if (is_ours(current) &&
      time - last_full_check.load(std::memory_order_relaxed) < full_check_interval) {
    return;
  }
  const std::lock_guard guard(install_mutex);
  for (const int signal : fault_signals) install(signal);
  last_full_check.store(time, std::memory_order_relaxed);
}

void unblock_fault_signals() noexcept {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : fault_signals) sigaddset(&signals, signal);
  if (watchdog_signal() != 0) sigaddset(&signals, watchdog_signal());
  pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
}

int watchdog_signal() noexcept {
  static const int signal = take_watchdog_signal();
  return signal;
}

void lock_fault_handlers() noexcept { install_mutex.lock(); }

void unlock_fault_handlers() noexcept { install_mutex.unlock(); }

}  // namespace softmetal::cpu
