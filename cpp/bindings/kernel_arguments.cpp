// kernel_arguments.cpp: see kernel_arguments.hpp.
#include "kernel_arguments.hpp"

#include <limits>
#include <string>

#include "array.hpp"
#include "numbers.hpp"

namespace metalscope::python {
namespace {

Argument argument_of(const ArrayObject& array) {
  if (!array.contiguous) {
    throw_value_error(
        "the array is not contiguous, and kernels see memory without strides; pass a "
        "contiguous copy, metalscope.ascontiguousarray(a)");
  }
  Argument argument = Argument::of(array.buffer(), static_cast<std::size_t>(array.layout.offset));
  argument.writable = array.writable;
  argument.element = array.type().scalar;
  return argument;
}

bool has_attribute(PyObject* object, const char* name) {
  return PyObject_HasAttrString(object, name) != 0;
}

// Sizes of grids and threadgroups, checked against what Metal's 32-bit positions can count.
std::uint32_t extent(PyObject* object, const char* keyword) {
  if (PyBool_Check(object) || PyIndex_Check(object) == 0) {
    throw_type_error(std::string(keyword) + ": expected an int or a tuple of 1 to 3 ints, not " +
                     type_name(object));
  }
  const Py_ssize_t value = PyNumber_AsSsize_t(object, nullptr);  // too large: clipped
  if (value == -1 && PyErr_Occurred() != nullptr) {
    throw py::error_already_set();
  }
  if (value < 0) {
    throw_value_error(std::string(keyword) + ": sizes are not negative, unlike " +
                      std::to_string(value));
  }
  constexpr Py_ssize_t largest = std::numeric_limits<std::uint32_t>::max();
  if (value > largest) {
    throw_value_error(std::string(keyword) + ": a size is at most " + std::to_string(largest) +
                      ", the last that a kernel's uint can count");
  }
  return static_cast<std::uint32_t>(value);
}

Size to_size(PyObject* object, const char* keyword) {
  Size size = {1, 1, 1};
  const bool tuple = PyTuple_Check(object) != 0;
  if (!tuple && !PyList_Check(object)) {
    size[0] = extent(object, keyword);
    return size;
  }
  const Py_ssize_t count = PySequence_Fast_GET_SIZE(object);
  if (count < 1 || count > 3) {
    throw_value_error(std::string(keyword) + ": expected 1 to 3 sizes (x, y, z), not " +
                      std::to_string(count));
  }
  for (Py_ssize_t i = 0; i < count; ++i) {
    size[i] = extent(PySequence_Fast_GET_ITEM(object, i), keyword);
  }
  return size;
}

}  // namespace

std::string argument_prefix(const Kernel& kernel, std::size_t position) {
  std::string text = "Argument " + std::to_string(position + 1);
  const std::span<const ArgumentInfo> arguments = kernel.arguments();
  if (position < arguments.size()) {
    text += " '" + arguments[position].name + "'";
  }
  return text + " of kernel '" + kernel.name() + "': ";
}

LaunchArguments::~LaunchArguments() {
  for (std::size_t i = 0; i < export_count_; ++i) {
    PyBuffer_Release(exports_.data() + i);
  }
}

std::span<const Argument> LaunchArguments::convert(const Kernel& kernel,
                                                   std::span<PyObject* const> objects) {
  if (objects.size() > max_arguments) {
    throw_type_error("kernel '" + kernel.name() + "' takes at most " +
                     std::to_string(max_arguments) + " arguments, not " +
                     std::to_string(objects.size()));
  }
  Argument* arguments = arguments_.data();
  std::size_t position = 0;
  try {
    for (; position < objects.size(); ++position) {
      std::construct_at(arguments + position, convert_one(objects[position]));
    }
  } catch (const ArgumentError& error) {
    throw ArgumentError(argument_prefix(kernel, position) + error.what(), error.kind());
  }
  return {arguments, objects.size()};
}

Argument LaunchArguments::convert_one(PyObject* object) {
  if (is_array(object)) {
    return argument_of(as_array(object));
  }
  Number number;
  if (to_number_exact(object, number)) {
    return Argument::of(number);
  }
  if (object == Py_None) {
    return Argument::none();
  }
  if (PyTuple_Check(object)) {
    return vector_of(object);
  }
  if (is_buffer(object)) {
    return Argument::of(as_buffer(object).buffer);
  }
  return convert_other(object);
}

Argument LaunchArguments::convert_other(PyObject* object) {
  if (PyBytes_Check(object) || PyByteArray_Check(object) || PyMemoryView_Check(object)) {
    return bytes_of(object);
  }
  const NumpyTypes* numpy = numpy_types();
  if (numpy != nullptr) {
    if (is_instance(object, numpy->record)) {
      return bytes_of(object);
    }
    if (is_instance(object, numpy->array)) {
      const Ref dtype = checked(PyObject_GetAttrString(object, "dtype"));
      const Ref names = checked(PyObject_GetAttrString(dtype.get(), "names"));
      if (names.get() != Py_None) {
        return bytes_of(object);
      }
      throw_type_error(
          "a NumPy array is host memory that kernels do not see; convert it with "
          "metalscope.asarray(a)");
    }
  }
  Number number;
  if (to_number(object, number)) {
    return Argument::of(number);
  }
  if (numpy != nullptr && is_instance(object, numpy->scalar)) {
    throw_type_error(std::string(type_name(object)) +
                     " has no counterpart in MSL; a tuple of two numbers binds to float2");
  }
  if (has_attribute(object, "__dlpack__") || has_attribute(object, "__array__") ||
      has_attribute(object, "__array_interface__")) {
    throw_type_error(std::string(type_name(object)) +
                     " is an array of another library; convert it with metalscope.asarray(a)");
  }
  if (PyObject_CheckBuffer(object) != 0) {
    return bytes_of(object);
  }
  std::string message =
      "expected an array, a number, a tuple of numbers for a vector, bytes or a NumPy record for "
      "a structure, or None to leave it unbound, not " +
      std::string(type_name(object));
  if (PyList_Check(object)) {
    message += "; metalscope.asarray makes an array of a list";
  }
  throw_type_error(message);
}

Argument LaunchArguments::vector_of(PyObject* tuple) {
  Number* first = numbers_.data() + number_count_;
  std::size_t count = 0;
  const auto append = [&](PyObject* object) {
    if (count == max_vector_elements) {
      throw_value_error("a tuple of more than 16 numbers fits no vector or matrix");
    }
    Number number;
    if (!to_number(object, number)) {
      throw_type_error(std::string("the elements of a tuple are numbers, not ") +
                       type_name(object));
    }
    std::construct_at(first + count, number);
    ++count;
  };
  for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(tuple); ++i) {
    PyObject* element = PyTuple_GET_ITEM(tuple, i);
    if (PyTuple_Check(element)) {  // a matrix as a tuple of its columns
      for (Py_ssize_t k = 0; k < PyTuple_GET_SIZE(element); ++k) {
        append(PyTuple_GET_ITEM(element, k));
      }
    } else {
      append(element);
    }
  }
  number_count_ += count;
  Argument argument;
  argument.kind = Argument::Kind::numbers;
  argument.numbers = {first, count};
  return argument;
}

Argument LaunchArguments::bytes_of(PyObject* exporter) {
  Py_buffer* view = exports_.data() + export_count_;
  if (PyObject_GetBuffer(exporter, view, PyBUF_SIMPLE) != 0) {
    PyErr_Clear();
    throw_value_error(std::string("the memory of this ") + type_name(exporter) +
                      " is not contiguous, so it cannot be a structure");
  }
  ++export_count_;
  return Argument::of(
      std::span(static_cast<const std::byte*>(view->buf), static_cast<std::size_t>(view->len)));
}

Grid to_grid(const Kernel& kernel, const LaunchKeywords& keywords) {
  const auto given = [](PyObject* value) { return value != nullptr && value != Py_None; };
  if (given(keywords.threads) == given(keywords.groups)) {
    throw_type_error("kernel '" + kernel.name() +
                     "' is launched with either threads= (the grid in "
                     "threads) or groups= (the grid in threadgroups)");
  }
  Grid grid;
  if (given(keywords.threads)) {
    grid.threads = to_size(keywords.threads, "threads");
  } else {
    grid.groups = to_size(keywords.groups, "groups");
    if (!given(keywords.threads_per_threadgroup)) {
      throw_type_error("groups= needs threads_per_threadgroup=");
    }
  }
  if (given(keywords.threads_per_threadgroup)) {
    grid.threads_per_threadgroup =
        to_size(keywords.threads_per_threadgroup, "threads_per_threadgroup");
  }
  return grid;
}

std::span<const ThreadgroupMemory> to_threadgroup_memory(
    PyObject* dict, std::array<ThreadgroupMemory, max_arguments>& storage) {
  if (dict == nullptr || dict == Py_None) {
    return {};
  }
  if (!PyDict_Check(dict)) {
    throw_type_error(std::string("threadgroup_memory: expected a dict of indices to bytes, not ") +
                     type_name(dict));
  }
  std::size_t count = 0;
  Py_ssize_t cursor = 0;
  PyObject* key = nullptr;
  PyObject* value = nullptr;
  while (PyDict_Next(dict, &cursor, &key, &value) != 0) {
    if (count == storage.size()) {
      throw_value_error("threadgroup_memory: kernels have at most 31 threadgroup arguments");
    }
    if (PyBool_Check(key) || PyBool_Check(value) || PyIndex_Check(key) == 0 ||
        PyIndex_Check(value) == 0) {
      throw_type_error("threadgroup_memory: indices and sizes in bytes are ints");
    }
    const std::uint32_t index = extent(key, "threadgroup_memory");
    const std::uint32_t bytes = extent(value, "threadgroup_memory");
    storage[count++] = {.index = index, .bytes = bytes};
  }
  return {storage.data(), count};
}

}  // namespace metalscope::python
