// errors.cpp: see errors.hpp.
#include "errors.hpp"

#include <new>
#include <vector>

#include "library.hpp"
#include "python.hpp"
#include "waiting.hpp"

namespace metalscope::python {
namespace {

py::object error_attribute(const char* name) {
  return py::module_::import("metalscope._errors").attr(name);
}

// The text of a message is UTF-8, but it may quote what is not.
py::str text_of(const std::string& message) {
  return py::reinterpret_steal<py::str>(PyUnicode_DecodeUTF8(
      message.data(), static_cast<Py_ssize_t>(message.size()), "backslashreplace"));
}

template <class... Arguments>
void set_error(const char* maker, const std::string& message, Arguments&&... more) {
  const py::object exception =
      error_attribute(maker)(text_of(message), std::forward<Arguments>(more)...);
  PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(exception.ptr())), exception.ptr());
}

void translate() {
  try {
    throw;
  } catch (py::error_already_set& error) {
    error.restore();
  } catch (const py::builtin_exception& error) {
    error.set_error();
  } catch (const Interrupted&) {
    restore_interrupt();
  } catch (const CompileError& error) {
    set_error("CompileError", error.what(), diagnostics_to_python(error.diagnostics()));
  } catch (const IndexError& error) {
    set_error("index_error", error.what());
  } catch (const ArgumentError& error) {
    set_error(error.kind() == ArgumentError::Kind::type ? "type_error" : "value_error",
              error.what());
  } catch (const OutOfMemoryError& error) {
    set_error("OutOfMemoryError", error.what());
  } catch (const CommandBufferError& error) {
    set_error("CommandBufferError", error.what(), error.code(), text_of(error.kernel()));
  } catch (const CaptureError& error) {
    set_error("CaptureError", error.what());
  } catch (const ProfilerError& error) {
    set_error("ProfilerError", error.what());
  } catch (const std::bad_alloc&) {
    PyErr_NoMemory();
  } catch (const std::exception& error) {
    set_error("Error", error.what());
  }
}

}  // namespace

void set_python_error() noexcept {
  try {
    translate();
  } catch (py::error_already_set& error) {  // the exception could not be made
    error.restore();
  } catch (...) {
    PyErr_SetString(PyExc_SystemError, "metalscope: an error could not be reported");
  }
}

void register_error_translator() {
  // pybind11 calls it with a copy.  NOLINTNEXTLINE(performance-unnecessary-value-param)
  py::register_local_exception_translator([](const std::exception_ptr pending) {
    if (!pending) {
      return;
    }
    try {
      std::rethrow_exception(pending);
    } catch (const Error&) {
      set_python_error();
    }  // the rest is pybind11's to translate
  });
}

}  // namespace metalscope::python
