// fault_signals.hpp: turns faults of device code into ended dispatches.
//
// Handlers for SIGSEGV, SIGBUS, SIGILL, SIGTRAP and SIGFPE. A fault of a thread inside device code
// is ours and ends that code (Worker::abandon). Everything else goes to the handler that was there
// before, with the behaviour it would have had without us: Python's faulthandler, sanitizers and
// crash reporters keep working, whether they were installed before or after.
//
// AddressSanitizer needs its default allow_user_segv_handler=1 (handle_segv=2 refuses handlers).
#pragma once

namespace softmetal::cpu {

// Puts the handlers in place, or back in place if someone replaced them. One system call, unless
// SIGSEGV's handler has changed or a millisecond has passed.
void ensure_fault_handlers() noexcept;

// The calling thread then does not block the signals above, nor the watchdog's: a fault whose
// signal is blocked kills the process.
void unblock_fault_signals() noexcept;

// The real-time signal that tells a thread to look whether its job is condemned.
int watchdog_signal() noexcept;

// Around fork().
void lock_fault_handlers() noexcept;
void unlock_fault_handlers() noexcept;

}  // namespace softmetal::cpu
