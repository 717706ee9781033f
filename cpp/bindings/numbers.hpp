// numbers.hpp: Python numbers as values of kernel arguments and function constants.
#pragma once

#include <string>
#include <vector>

#include "metalscope/library.hpp"
#include "python.hpp"

namespace metalscope::python {

// What NumPy's objects are, found only if the program has imported NumPy.
struct NumpyTypes {
  PyObject* array = nullptr;
  PyObject* scalar = nullptr;  // numpy.generic
  PyObject* boolean = nullptr;
  PyObject* complex = nullptr;
  PyObject* record = nullptr;  // numpy.void
};

// Null while NumPy is not imported.
[[nodiscard]] const NumpyTypes* numpy_types();

[[nodiscard]] inline bool is_instance(PyObject* object, PyObject* type) {
  return PyObject_TypeCheck(object, reinterpret_cast<PyTypeObject*>(type)) != 0;
}

// Stores a bool, int or float, NumPy's scalars included, and says whether `object` is one.
// Throws ArgumentError for an int of more than 64 bits.
[[nodiscard]] bool to_number(PyObject* object, Number& number);

// The same for exact Python types, without a search: nothing else is one of these three.
[[nodiscard]] bool to_number_exact(PyObject* object, Number& number);

// Values of function constants from a mapping of names to numbers or tuples of them.
[[nodiscard]] Constants to_constants(PyObject* mapping);

}  // namespace metalscope::python
