// python.hpp: the Python API for this folder: pybind11, owned references, entry guards.
//
// Functions throw; where CPython calls in, `guarded` turns what was thrown into a Python exception.
#pragma once

#include <pybind11/pybind11.h>

#include <utility>

#include "errors.hpp"

namespace metalscope::python {

namespace py = pybind11;

// An owned reference.
class Ref {
 public:
  Ref() noexcept = default;
  explicit Ref(PyObject* owned) noexcept : object_(owned) {}
  Ref(Ref&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Ref& operator=(Ref&& other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Ref() { Py_XDECREF(object_); }

  [[nodiscard]] PyObject* get() const noexcept { return object_; }
  [[nodiscard]] PyObject* release() noexcept { return std::exchange(object_, nullptr); }
  [[nodiscard]] explicit operator bool() const noexcept { return object_ != nullptr; }

 private:
  PyObject* object_ = nullptr;
};

// A new reference that CPython returned: throws the pending Python exception when it is null.
[[nodiscard]] inline Ref checked(PyObject* owned) {
  if (owned == nullptr) {
    throw py::error_already_set();
  }
  return Ref(owned);
}

// Runs `body` (which returns PyObject* or int) for CPython: on an exception sets the Python error
// and returns `failure`.
template <class Body, class Result>
Result guarded(Result failure, Body&& body) noexcept {
  try {
    return std::forward<Body>(body)();
  } catch (...) {
    set_python_error();
    return failure;
  }
}

template <class Body>
PyObject* guarded(Body&& body) noexcept {
  return guarded(static_cast<PyObject*>(nullptr), std::forward<Body>(body));
}

// Name of an object's type, for messages.
[[nodiscard]] inline const char* type_name(PyObject* object) noexcept {
  return Py_TYPE(object)->tp_name;
}

}  // namespace metalscope::python
