// waiting.cpp: see waiting.hpp.
#include "waiting.hpp"

#include <chrono>
#include <memory>
#include <thread>
#include <utility>

#include "metalscope/stream.hpp"

namespace metalscope::python {
namespace {

[[noreturn]] void stop_thread() noexcept {
  for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
}

// What a signal handler raised in this thread's last wait; owned.
thread_local py::error_already_set* pending_interrupt = nullptr;

// Called by a waiting thread that holds no GIL. Python runs signal handlers in its main thread
// only; in other threads PyErr_CheckSignals does nothing.
bool interrupt_requested() {
  const PyGILState_STATE state = ensure_gil();
  const bool raised = PyErr_CheckSignals() != 0;
  if (raised) {
    delete std::exchange(pending_interrupt, new py::error_already_set);
  }
  PyGILState_Release(state);
  return raised;
}

// Launches hold the GIL, since they hardly ever wait; where they do, they let it go.
void* before_wait() { return PyGILState_Check() != 0 ? PyEval_SaveThread() : nullptr; }
void after_wait(void* state) {
  if (state != nullptr) {
    take_gil(static_cast<PyThreadState*>(state));
  }
}

}  // namespace

void take_gil(PyThreadState* state) noexcept {
  try {
    PyEval_RestoreThread(state);
  } catch (...) {  // pthread_exit()
    stop_thread();
  }
}

PyGILState_STATE ensure_gil() noexcept {
  try {
    return PyGILState_Ensure();
  } catch (...) {
    stop_thread();
  }
}

void restore_interrupt() {
  if (const std::unique_ptr<py::error_already_set> pending{
          std::exchange(pending_interrupt, nullptr)}) {
    pending->restore();
  } else {
    PyErr_SetNone(PyExc_KeyboardInterrupt);
  }
}

void throw_pending_interrupt() {
  if (pending_interrupt != nullptr) {
    restore_interrupt();
    throw py::error_already_set();
  }
}

bool detail::device_prepared = false;

void detail::prepare_device() {
  py::module_::import("metalscope._toolchain").attr("provide")();
  set_interrupt_check(interrupt_requested);
  set_wait_hooks(before_wait, after_wait);
  device_prepared = true;
}

}  // namespace metalscope::python
