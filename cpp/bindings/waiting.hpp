// waiting.hpp: waits without the GIL, Ctrl-C during them, and what precedes the first device use.
#pragma once

#include "python.hpp"

namespace metalscope::python {

// PyEval_RestoreThread and PyGILState_Ensure. While the interpreter exits, Python ends other
// (daemon) threads right there, by unwinding their stack, which no C++ frame here would survive;
// such a thread stops in these functions for good instead.
void take_gil(PyThreadState* state) noexcept;
PyGILState_STATE ensure_gil() noexcept;

class GilRelease {
 public:
  GilRelease() noexcept : state_(PyEval_SaveThread()) {}
  ~GilRelease() { take_gil(state_); }
  GilRelease(const GilRelease&) = delete;
  GilRelease& operator=(const GilRelease&) = delete;

 private:
  PyThreadState* state_;
};

// Makes the exception that a signal handler raised during a wait the pending Python exception;
// KeyboardInterrupt when there is none.
void restore_interrupt();

// Throws that exception, if there is one. With the GIL.
void throw_pending_interrupt();

// Runs `body` without the GIL. For everything that may wait. An interrupt that came as the wait
// ended is raised too.
template <class Body>
auto without_gil(Body&& body) {
  if constexpr (std::is_void_v<decltype(body())>) {
    {
      const GilRelease released;
      body();
    }
    throw_pending_interrupt();
  } else {
    auto result = [&] {
      const GilRelease released;
      return body();
    }();
    throw_pending_interrupt();
    return result;
  }
}

namespace detail {
extern bool device_prepared;
void prepare_device();
}  // namespace detail

// Before anything that may open the device: says where the MSL compiler is and tells the core how
// to wait, once. With the GIL.
inline void before_device_use() {
  if (!detail::device_prepared) [[unlikely]] {
    detail::prepare_device();
  }
}

}  // namespace metalscope::python
