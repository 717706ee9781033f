// numbers.cpp: see numbers.hpp.
#include "numbers.hpp"

namespace metalscope::python {
namespace {

Number integer(PyObject* object) {
  int overflow = 0;
  const long long value = PyLong_AsLongLongAndOverflow(object, &overflow);
  if (overflow == 0) {
    return std::int64_t{value};
  }
  if (overflow > 0) {
    const unsigned long long large = PyLong_AsUnsignedLongLong(object);
    if (PyErr_Occurred() == nullptr) {
      return std::uint64_t{large};
    }
    PyErr_Clear();
  }
  throw_value_error("the integer does not fit in 64 bits");
}

Number floating(PyObject* object) {
  const double value = PyFloat_AsDouble(object);
  if (value == -1.0 && PyErr_Occurred() != nullptr) {
    throw py::error_already_set();
  }
  return value;
}

}  // namespace

const NumpyTypes* numpy_types() {
  static NumpyTypes types;
  if (types.array != nullptr) {
    return &types;
  }
  PyObject* numpy = PyDict_GetItemString(PyImport_GetModuleDict(), "numpy");  // borrowed
  if (numpy == nullptr || PyObject_HasAttrString(numpy, "void") == 0) {       // or half imported
    return nullptr;
  }
  const auto find = [numpy](const char* name) {
    return checked(PyObject_GetAttrString(numpy, name)).release();  // kept for good
  };
  types.scalar = find("generic");
  types.boolean = find("bool_");
  types.complex = find("complexfloating");
  types.record = find("void");
  types.array = find("ndarray");
  return &types;
}

bool to_number_exact(PyObject* object, Number& number) {
  if (PyFloat_CheckExact(object)) {
    number = PyFloat_AS_DOUBLE(object);
  } else if (PyLong_CheckExact(object)) {
    number = integer(object);
  } else if (PyBool_Check(object)) {
    number = object == Py_True;
  } else {
    return false;
  }
  return true;
}

bool to_number(PyObject* object, Number& number) {
  if (to_number_exact(object, number)) {
    return true;
  }
  if (const NumpyTypes* numpy = numpy_types();
      numpy != nullptr && is_instance(object, numpy->scalar)) {
    if (is_instance(object, numpy->boolean)) {
      number = PyObject_IsTrue(object) != 0;
      return true;
    }
    if (is_instance(object, numpy->complex) || is_instance(object, numpy->record)) {
      return false;
    }
  } else if (PyObject_HasAttrString(object, "__dlpack__") != 0 ||
             PyObject_HasAttrString(object, "__array__") != 0) {
    return false;  // arrays of one element can be numbers too, but hardly mean to be
  }
  if (PyIndex_Check(object)) {
    number = integer(checked(PyNumber_Index(object)).get());
    return true;
  }
  const PyNumberMethods* methods = Py_TYPE(object)->tp_as_number;
  if (methods != nullptr && methods->nb_float != nullptr) {
    number = floating(object);
    return true;
  }
  return false;
}

Constants to_constants(PyObject* mapping) {
  Constants constants;
  if (mapping == Py_None) {
    return constants;
  }
  if (PyObject_HasAttrString(mapping, "items") == 0) {
    throw_type_error(std::string("constants: expected a dict of names to values, not ") +
                     type_name(mapping));
  }
  const Ref items = checked(PyMapping_Items(mapping));
  for (Py_ssize_t i = 0; i < PyList_GET_SIZE(items.get()); ++i) {
    PyObject* pair = PyList_GET_ITEM(items.get(), i);
    PyObject* key = PyTuple_GetItem(pair, 0);
    PyObject* value = PyTuple_GetItem(pair, 1);
    if (key == nullptr || value == nullptr) {
      throw py::error_already_set();
    }
    const char* name = PyUnicode_Check(key) ? PyUnicode_AsUTF8(key) : nullptr;
    if (name == nullptr) {
      PyErr_Clear();
      throw_type_error(std::string("constants: names are str, not ") + type_name(key));
    }
    const auto where = [name] { return "constant '" + std::string(name) + "': "; };
    std::vector<Number> numbers;
    const bool vector = PyTuple_Check(value) != 0;
    const Py_ssize_t count = vector ? PyTuple_GET_SIZE(value) : 1;
    for (Py_ssize_t k = 0; k < count; ++k) {
      PyObject* element = vector ? PyTuple_GET_ITEM(value, k) : value;
      try {
        if (to_number(element, numbers.emplace_back())) {
          continue;
        }
      } catch (const ArgumentError& error) {
        throw ArgumentError(where() + error.what(), error.kind());
      }
      throw_type_error(where() + "expected a bool, int, float, or a tuple of them, not " +
                       type_name(element));
    }
    constants.emplace_back(name, std::move(numbers));
  }
  return constants;
}

}  // namespace metalscope::python
