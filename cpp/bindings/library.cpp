// library.cpp: see library.hpp.
#include "library.hpp"

#include <pybind11/stl.h>

#include <string>

#include "kernel.hpp"
#include "metalscope/library.hpp"
#include "numbers.hpp"
#include "waiting.hpp"

namespace metalscope::python {
namespace {

MathMode math_mode_named(const std::string& name) {
  if (name == "safe") {
    return MathMode::safe;
  }
  if (name == "relaxed") {
    return MathMode::relaxed;
  }
  if (name == "fast") {
    return MathMode::fast;
  }
  throw_value_error(R"(math_mode: expected "safe", "relaxed" or "fast", not ")" + name + "\"");
}

const char* severity_name(Diagnostic::Severity severity) {
  switch (severity) {
    case Diagnostic::Severity::note:
      return "note";
    case Diagnostic::Severity::warning:
      return "warning";
    case Diagnostic::Severity::error:
      return "error";
  }
  return "error";
}

// Runs `body`, which may compile for long, without the GIL. Ctrl-C goes to the compiler's process
// too: then what it fails with is the interrupt, not an error in the source.
template <class Body>
auto compiling(Body&& body) {
  before_device_use();
  try {
    auto result = without_gil(body);
    if (PyErr_CheckSignals() != 0) {
      throw py::error_already_set();
    }
    return result;
  } catch (const CompileError&) {
    if (PyErr_CheckSignals() != 0) {
      throw py::error_already_set();
    }
    throw;
  }
}

Library compile(const std::string& source, const std::string& math_mode,
                const std::string& language_version,
                const std::map<std::string, std::string>& defines,
                const std::vector<std::string>& include_dirs, const std::string& label) {
  CompileOptions options;
  options.math_mode = math_mode_named(math_mode);
  options.language_version = language_version;
  options.defines.assign(defines.begin(), defines.end());
  options.include_dirs = include_dirs;
  options.label = label;
  return compiling([&] { return Library::compile(source, options); });
}

py::object kernel_of(const Library& self, const std::string& name, const py::object& constants) {
  const Constants values = to_constants(constants.ptr());
  Kernel kernel = compiling([&] { return self.kernel(name, values); });
  return py::reinterpret_steal<py::object>(make_kernel(std::move(kernel)).release());
}

}  // namespace

py::list diagnostics_to_python(const std::vector<Diagnostic>& diagnostics) {
  const auto text = [](const std::string& utf8) {  // source lines may hold any bytes
    return py::reinterpret_steal<py::str>(PyUnicode_DecodeUTF8(
        utf8.data(), static_cast<Py_ssize_t>(utf8.size()), "backslashreplace"));
  };
  const py::object diagnostic = py::module_::import("metalscope._errors").attr("Diagnostic");
  py::list list;
  for (const Diagnostic& d : diagnostics) {
    list.append(diagnostic(severity_name(d.severity), text(d.file), d.line, d.column,
                           text(d.message), text(d.source_line)));
  }
  return list;
}

void bind_library(py::module_& module) {
  py::class_<Library>(module, "Library", "Compiled MSL.")
      .def(py::init(&compile), py::arg("source"), py::kw_only(), py::arg("math_mode") = "fast",
           py::arg("language_version") = "",
           py::arg("defines") = std::map<std::string, std::string>(),
           py::arg("include_dirs") = std::vector<std::string>(), py::arg("label") = "")
      .def_property_readonly("kernel_names", &Library::kernel_names)
      .def_property_readonly(
          "warnings", [](const Library& self) { return diagnostics_to_python(self.warnings()); })
      .def("kernel", &kernel_of, py::arg("name"), py::arg("constants") = py::none());
}

}  // namespace metalscope::python
