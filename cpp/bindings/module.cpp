// module.cpp: the extension module metalscope._core. Importing it opens no device and starts
// nothing.
#include "array.hpp"
#include "bind.hpp"
#include "buffer.hpp"
#include "dtypes.hpp"
#include "kernel.hpp"
#include "library.hpp"
#include "python.hpp"

PYBIND11_MODULE(_core, module) {
  namespace python = metalscope::python;
  module.doc() = "The compiled part of metalscope, over its C++ embedding API.";
  module.attr("__version__") = METALSCOPE_VERSION;
  python::register_error_translator();
  python::bind_buffer(module);
  python::bind_dtypes(module);
  python::bind_array(module);
  python::bind_library(module);
  python::bind_kernel(module);
  python::bind_stream(module);
  python::bind_device(module);
  python::bind_profile(module);
}
