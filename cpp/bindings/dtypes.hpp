// dtypes.hpp: the dtype objects of the Python package, registered once and known by an index.
#pragma once

#include <cstdint>
#include <string>

#include "metalscope/element_type.hpp"
#include "python.hpp"

namespace metalscope::python {

struct Dtype {
  PyObject* object;    // the Python dtype; kept for good
  std::string name;    // "float32"
  std::string format;  // of the struct module; empty: it has none
  ScalarType scalar;   // unknown for types that MSL has no scalar of
  std::uint8_t itemsize;
};

using DtypeIndex = std::uint8_t;

[[nodiscard]] const Dtype& dtype_at(DtypeIndex index) noexcept;

// Throws ArgumentError for an object that is not registered.
[[nodiscard]] DtypeIndex index_of_dtype(PyObject* object);

void bind_dtypes(py::module_& module);

}  // namespace metalscope::python
