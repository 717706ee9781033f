// thread_signals.hpp: readies the calling thread for faults of device code.
//
// Faults need three things: our handlers in place (fault_signals.hpp), the signals not blocked, and
// a stack for the handlers, since the fault may be that the thread's own is used up. A thread that
// has a signal stack keeps it, another one gets one of ours until it ends.
#pragma once

namespace softmetal::cpu {

// Around device work of a calling thread. System calls cost a quarter of a microsecond each, so
// runs that follow each other at once, with no other code in between that could have changed a
// handler, check only the first time and then once in a millisecond.
class DeviceWorkSignals {
 public:
  DeviceWorkSignals() noexcept;
  DeviceWorkSignals(const DeviceWorkSignals&) = delete;
  DeviceWorkSignals& operator=(const DeviceWorkSignals&) = delete;
  ~DeviceWorkSignals();
};

// For a thread of ours, once.
void prepare_thread_signals() noexcept;

}  // namespace softmetal::cpu
