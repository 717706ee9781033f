// kernel.hpp: metalscope.Kernel: a vectorcall type of its own, since a launch is the hot path.
#pragma once

#include "metalscope/library.hpp"
#include "python.hpp"

namespace metalscope::python {

struct KernelObject {
  PyObject_HEAD vectorcallfunc call;
  Kernel kernel;
};

[[nodiscard]] Ref make_kernel(Kernel kernel);

void bind_kernel(py::module_& module);

}  // namespace metalscope::python
