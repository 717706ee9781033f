// bind.hpp: the parts of the module that have no header of their own.
#pragma once

#include "python.hpp"

namespace metalscope::python {

void bind_device(py::module_& module);
void bind_stream(py::module_& module);
void bind_profile(py::module_& module);

}  // namespace metalscope::python
