// array.cpp: ArrayBase: construction, attributes, views.
#include "array.hpp"

#include <structmember.h>

#include <memory>
#include <new>
#include <string>

#include "metalscope/stream.hpp"
#include "waiting.hpp"

namespace metalscope::python {

PyTypeObject* array_type = nullptr;

Py_ssize_t Layout::size() const noexcept {
  Py_ssize_t size = 1;
  for (int i = 0; i < ndim; ++i) {
    size *= shape[i];
  }
  return size;
}

bool Layout::c_contiguous(Py_ssize_t itemsize) const noexcept {
  Py_ssize_t expected = itemsize;
  for (int i = ndim - 1; i >= 0; --i) {
    if (shape[i] != 1 && strides[i] != expected) {
      return size() == 0;
    }
    expected *= shape[i];
  }
  return true;
}

bool Layout::f_contiguous(Py_ssize_t itemsize) const noexcept {
  Py_ssize_t expected = itemsize;
  for (int i = 0; i < ndim; ++i) {
    if (shape[i] != 1 && strides[i] != expected) {
      return size() == 0;
    }
    expected *= shape[i];
  }
  return true;
}

void Layout::set_c_strides(Py_ssize_t itemsize) noexcept {
  Py_ssize_t stride = itemsize;
  for (int i = ndim - 1; i >= 0; --i) {
    strides[i] = stride;
    stride *= shape[i];
  }
}

Ref make_array(PyTypeObject* type, BufferObject& memory, DtypeIndex dtype, const Layout& layout,
               bool writable) {
  Ref object = checked(type->tp_alloc(type, 0));
  ArrayObject& array = as_array(object.get());
  Py_INCREF(&memory);
  array.memory = &memory;
  array.layout = layout;
  array.size = layout.size();
  array.dtype = dtype;
  array.writable = writable;
  array.contiguous = layout.c_contiguous(dtype_at(dtype).itemsize);
  return object;
}

void wait_for_contents(const ArrayObject& array) {
  if (array.size != 0) {
    without_gil([] { device_synchronize(); });
  }
}

namespace {

// ---- arguments ----------------------------------------------------------------------------------

Py_ssize_t integer_argument(PyObject* object, const char* what) {
  if (PyBool_Check(object) || PyIndex_Check(object) == 0) {
    throw_type_error(std::string(what) + ": expected an int, not " + type_name(object));
  }
  const Py_ssize_t value = PyNumber_AsSsize_t(object, PyExc_OverflowError);
  if (value == -1 && PyErr_Occurred() != nullptr) {
    PyErr_Clear();
    throw_value_error(std::string(what) + ": the integer is too large");
  }
  return value;
}

// Copies a tuple (or list) of ints into `values` and returns how many there are.
int dimensions_argument(PyObject* object, const char* what,
                        std::array<Py_ssize_t, max_dimensions>& values) {
  if (!PyTuple_Check(object) && !PyList_Check(object)) {
    throw_type_error(std::string(what) + ": expected a tuple of ints, not " + type_name(object));
  }
  const Py_ssize_t count = PySequence_Fast_GET_SIZE(object);
  if (count > max_dimensions) {
    throw_value_error(std::string(what) + ": arrays have at most " +
                      std::to_string(max_dimensions) + " dimensions, not " + std::to_string(count));
  }
  for (Py_ssize_t i = 0; i < count; ++i) {
    values[i] = integer_argument(PySequence_Fast_GET_ITEM(object, i), what);
  }
  return static_cast<int>(count);
}

// With the largest itemsize still a size in bytes.
constexpr Py_ssize_t most_elements = 0x0100'0000'0000'0000;

void read_shape(PyObject* shape, Layout& layout) {
  layout.ndim = dimensions_argument(shape, "shape", layout.shape);
  Py_ssize_t elements = 1;
  for (int i = 0; i < layout.ndim; ++i) {
    if (layout.shape[i] < 0) {
      throw_value_error("shape: dimensions are not negative, unlike " +
                        std::to_string(layout.shape[i]));
    }
    // Zeros count as ones, so that every product of dimensions and strides fits.
    if (__builtin_mul_overflow(elements, layout.shape[i] == 0 ? 1 : layout.shape[i], &elements) ||
        elements > most_elements) {
      throw_value_error("shape: more elements than memory can have");
    }
  }
}

void read_strides(PyObject* strides, Layout& layout, Py_ssize_t itemsize) {
  if (strides == Py_None) {
    layout.set_c_strides(itemsize);
    return;
  }
  const int count = dimensions_argument(strides, "strides", layout.strides);
  if (count != layout.ndim) {
    throw_value_error("strides: expected " + std::to_string(layout.ndim) +
                      ", one for each dimension, not " + std::to_string(count));
  }
}

// Throws unless all elements lie inside the buffer, each at a multiple of its size.
void check_bounds(const Layout& layout, const Buffer& buffer, Py_ssize_t itemsize) {
  if (layout.size() == 0) {
    return;
  }
  Py_ssize_t low = layout.offset;   // of the lowest element
  Py_ssize_t high = layout.offset;  // of the highest
  bool overflow = false;
  bool aligned = layout.offset % itemsize == 0;
  for (int i = 0; i < layout.ndim; ++i) {
    Py_ssize_t reach = 0;
    overflow |= __builtin_mul_overflow(layout.shape[i] - 1, layout.strides[i], &reach);
    Py_ssize_t& bound = reach < 0 ? low : high;
    overflow |= __builtin_add_overflow(bound, reach, &bound);
    aligned = aligned && (layout.shape[i] == 1 || layout.strides[i] % itemsize == 0);
  }
  overflow |= __builtin_add_overflow(high, itemsize, &high);
  if (overflow || low < 0 || static_cast<std::size_t>(high) > buffer.size()) {
    throw_value_error("the array would reach outside its buffer of " +
                      std::to_string(buffer.size()) + " bytes");
  }
  if (!aligned) {
    throw_value_error("offset and strides are multiples of the itemsize, " +
                      std::to_string(itemsize) + " bytes");
  }
}

// ---- construction -------------------------------------------------------------------------------

PyObject* new_array(PyTypeObject* type, PyObject* args, PyObject* kwargs) {
  static const char* names[] = {"buffer", "dtype",    "shape", "strides",
                                "offset", "writable", nullptr};
  PyObject* buffer = nullptr;
  PyObject* dtype = nullptr;
  PyObject* shape = nullptr;
  PyObject* strides = Py_None;
  Py_ssize_t offset = 0;
  int writable = 1;
  if (PyArg_ParseTupleAndKeywords(args, kwargs, "OOO|Onp", const_cast<char**>(names), &buffer,
                                  &dtype, &shape, &strides, &offset, &writable) == 0) {
    return nullptr;
  }
  return guarded([&] {
    const Buffer& memory = buffer_argument(buffer, "buffer");
    const DtypeIndex index = index_of_dtype(dtype);
    Layout layout;
    layout.offset = offset;
    read_shape(shape, layout);
    read_strides(strides, layout, dtype_at(index).itemsize);
    check_bounds(layout, memory, dtype_at(index).itemsize);
    return make_array(type, as_buffer(buffer), index, layout, writable != 0).release();
  });
}

void delete_array(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  Py_XDECREF(as_array(self).memory);
  type->tp_free(self);
  Py_DECREF(type);
}

// _empty(shape, dtype, storage="shared"): a C-contiguous array of uninitialised memory.
PyObject* empty_array(PyObject* cls, PyObject* args, PyObject* kwargs) {
  static const char* names[] = {"shape", "dtype", "storage", nullptr};
  PyObject* shape = nullptr;
  PyObject* dtype = nullptr;
  const char* storage = "shared";
  if (PyArg_ParseTupleAndKeywords(args, kwargs, "OO|s", const_cast<char**>(names), &shape, &dtype,
                                  &storage) == 0) {
    return nullptr;
  }
  return guarded([&] {
    const DtypeIndex index = index_of_dtype(dtype);
    const Py_ssize_t itemsize = dtype_at(index).itemsize;
    Layout layout;
    read_shape(shape, layout);
    layout.set_c_strides(itemsize);
    const StorageMode mode = storage_argument(storage);
    const Ref memory = allocate_buffer(static_cast<std::size_t>(layout.size() * itemsize), mode);
    return make_array(reinterpret_cast<PyTypeObject*>(cls), as_buffer(memory.get()), index, layout,
                      true)
        .release();
  });
}

// _view(shape, strides=None, offset=None, dtype=None, writable=None): the same memory, laid out
// otherwise, as the same Python type.
PyObject* view_of_array(PyObject* self, PyObject* args, PyObject* kwargs) {
  static const char* names[] = {"shape", "strides", "offset", "dtype", "writable", nullptr};
  PyObject* shape = nullptr;
  PyObject* strides = Py_None;
  PyObject* offset = Py_None;
  PyObject* dtype = Py_None;
  PyObject* writable = Py_None;
  if (PyArg_ParseTupleAndKeywords(args, kwargs, "O|OOOO", const_cast<char**>(names), &shape,
                                  &strides, &offset, &dtype, &writable) == 0) {
    return nullptr;
  }
  return guarded([&] {
    const ArrayObject& array = as_array(self);
    const DtypeIndex index = dtype == Py_None ? array.dtype : index_of_dtype(dtype);
    const Py_ssize_t itemsize = dtype_at(index).itemsize;
    Layout layout;
    layout.offset = offset == Py_None ? array.layout.offset : integer_argument(offset, "offset");
    read_shape(shape, layout);
    read_strides(strides, layout, itemsize);
    check_bounds(layout, array.buffer(), itemsize);
    const bool may_write = writable == Py_None ? array.writable : PyObject_IsTrue(writable) == 1;
    return make_array(Py_TYPE(self), *array.memory, index, layout, may_write).release();
  });
}

// ---- attributes ---------------------------------------------------------------------------------

PyObject* tuple_of(std::span<const Py_ssize_t> values) {
  PyObject* tuple = PyTuple_New(static_cast<Py_ssize_t>(values.size()));
  for (std::size_t i = 0; tuple != nullptr && i < values.size(); ++i) {
    PyObject* value = PyLong_FromSsize_t(values[i]);
    if (value == nullptr) {
      Py_CLEAR(tuple);
    } else {
      PyTuple_SET_ITEM(tuple, static_cast<Py_ssize_t>(i), value);
    }
  }
  return tuple;
}

PyObject* get_buffer_handle(PyObject* self, void*) {
  auto* memory = reinterpret_cast<PyObject*>(as_array(self).memory);
  Py_INCREF(memory);
  return memory;
}
PyObject* get_dtype(PyObject* self, void*) {
  PyObject* dtype = as_array(self).type().object;
  Py_INCREF(dtype);
  return dtype;
}
PyObject* get_shape(PyObject* self, void*) {
  const Layout& layout = as_array(self).layout;
  return tuple_of(std::span(layout.shape).first(layout.ndim));
}
PyObject* get_strides(PyObject* self, void*) {
  const Layout& layout = as_array(self).layout;
  return tuple_of(std::span(layout.strides).first(layout.ndim));
}
PyObject* get_offset(PyObject* self, void*) {
  return PyLong_FromSsize_t(as_array(self).layout.offset);
}
PyObject* get_ndim(PyObject* self, void*) { return PyLong_FromLong(as_array(self).layout.ndim); }
PyObject* get_size(PyObject* self, void*) { return PyLong_FromSsize_t(as_array(self).size); }
PyObject* get_itemsize(PyObject* self, void*) {
  return PyLong_FromLong(as_array(self).type().itemsize);
}
PyObject* get_nbytes(PyObject* self, void*) {
  return PyLong_FromSsize_t(as_array(self).size * as_array(self).type().itemsize);
}
PyObject* get_writable(PyObject* self, void*) { return PyBool_FromLong(as_array(self).writable); }
PyObject* get_contiguous(PyObject* self, void*) {
  return PyBool_FromLong(as_array(self).contiguous);
}

PyGetSetDef attributes[] = {
    {"buffer", get_buffer_handle, nullptr, "The memory: a metalscope.Buffer.", nullptr},
    {"dtype", get_dtype, nullptr, "Type of the elements.", nullptr},
    {"shape", get_shape, nullptr, "Elements along each dimension.", nullptr},
    {"strides", get_strides, nullptr, "Bytes from one element to the next, by dimension.", nullptr},
    {"offset", get_offset, nullptr, "Bytes from the buffer's start to the first element.", nullptr},
    {"ndim", get_ndim, nullptr, "Number of dimensions.", nullptr},
    {"size", get_size, nullptr, "Number of elements.", nullptr},
    {"itemsize", get_itemsize, nullptr, "Bytes of one element.", nullptr},
    {"nbytes", get_nbytes, nullptr, "Bytes of all elements.", nullptr},
    {"writable", get_writable, nullptr, "Whether the elements may be changed.", nullptr},
    {"contiguous", get_contiguous, nullptr, "Whether the elements lie in C order, gapless.",
     nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr}};

// CPython calls methods of every convention through this one type.
template <class Function>
PyCFunction method(Function* function) {
  // NOLINTNEXTLINE(bugprone-casting-through-void)
  return reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(function));
}

}  // namespace

void bind_array(py::module_& module) {
  static PyMethodDef methods[] = {
      {"_empty", method(empty_array), METH_VARARGS | METH_KEYWORDS | METH_CLASS, nullptr},
      {"_view", method(view_of_array), METH_VARARGS | METH_KEYWORDS, nullptr},
      {"_index", index_array, METH_O, nullptr},
      {"item", method(item_of_array), METH_FASTCALL,
       "item(*index)\n--\n\nOne element as a Python scalar; waits for the device. Without an "
       "index the\narray has one element; with ints, as many as dimensions."},
      {"tolist", array_to_list, METH_NOARGS,
       "tolist()\n--\n\nThe elements as nested lists of Python scalars; waits for the device."},
      {nullptr, nullptr, 0, nullptr}};
  static PyType_Slot slots[] = {{Py_tp_doc, const_cast<char*>("A strided view of a Buffer.")},
                                {Py_tp_new, reinterpret_cast<void*>(new_array)},
                                {Py_tp_dealloc, reinterpret_cast<void*>(delete_array)},
                                {Py_tp_getset, attributes},
                                {Py_tp_methods, methods},
                                {Py_bf_getbuffer, reinterpret_cast<void*>(get_buffer)},
                                {0, nullptr}};
  static PyType_Spec spec = {"metalscope._core.ArrayBase", sizeof(ArrayObject), 0,
                             Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots};
  array_type = reinterpret_cast<PyTypeObject*>(checked(PyType_FromSpec(&spec)).release());
  module.add_object("ArrayBase", reinterpret_cast<PyObject*>(array_type));
}

}  // namespace metalscope::python
