// library.hpp: compiled MSL for Python.
#pragma once

#include <vector>

#include "metalscope/error.hpp"
#include "python.hpp"

namespace metalscope::python {

// A list of metalscope.Diagnostic.
[[nodiscard]] py::list diagnostics_to_python(const std::vector<Diagnostic>& diagnostics);

void bind_library(py::module_& module);

}  // namespace metalscope::python
