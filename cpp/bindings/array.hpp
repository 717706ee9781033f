// array.hpp: ArrayBase, the part of Array that must be fast: a strided view of a Buffer.
//
// A CPython type of its own rather than a pybind11 class: launches read its fields directly, and a
// view costs one allocation.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "buffer.hpp"
#include "dtypes.hpp"
#include "python.hpp"

namespace metalscope::python {

inline constexpr int max_dimensions = 8;

struct Layout {
  Py_ssize_t offset = 0;  // bytes from the start of the buffer to element (0, 0, ...)
  int ndim = 0;
  std::array<Py_ssize_t, max_dimensions> shape;    // the first `ndim` hold
  std::array<Py_ssize_t, max_dimensions> strides;  // bytes

  [[nodiscard]] Py_ssize_t size() const noexcept;
  [[nodiscard]] bool c_contiguous(Py_ssize_t itemsize) const noexcept;
  [[nodiscard]] bool f_contiguous(Py_ssize_t itemsize) const noexcept;
  void set_c_strides(Py_ssize_t itemsize) noexcept;
};

// Immutable once made, but for the contents of the buffer.
struct ArrayObject {
  PyObject_HEAD BufferObject* memory;  // owned
  Layout layout;
  Py_ssize_t size;  // elements
  DtypeIndex dtype;
  bool writable;
  bool contiguous;  // in C order

  [[nodiscard]] const Dtype& type() const noexcept { return dtype_at(dtype); }
  [[nodiscard]] const Buffer& buffer() const noexcept { return memory->buffer; }
  // Host address of element (0, 0, ...); null without one.
  [[nodiscard]] std::byte* data() const noexcept {
    auto* start = static_cast<std::byte*>(buffer().contents());
    return start == nullptr ? nullptr : start + layout.offset;
  }
};

extern PyTypeObject* array_type;

[[nodiscard]] inline bool is_array(PyObject* object) noexcept {
  return PyObject_TypeCheck(object, array_type) != 0;
}
[[nodiscard]] inline ArrayObject& as_array(PyObject* object) noexcept {
  return *reinterpret_cast<ArrayObject*>(object);
}

// A new array of that Python type. `layout` lies inside the memory.
[[nodiscard]] Ref make_array(PyTypeObject* type, BufferObject& memory, DtypeIndex dtype,
                             const Layout& layout, bool writable);

// Waits for all pending device work; throws what it failed with. Before the host reads.
void wait_for_contents(const ArrayObject& array);

// tp_as_buffer (array_buffer.cpp).
int get_buffer(PyObject* self, Py_buffer* view, int flags);

// Methods (array_index.cpp, array_items.cpp).
PyObject* index_array(PyObject* self, PyObject* key);
PyObject* item_of_array(PyObject* self, PyObject* const* indices, Py_ssize_t count);
PyObject* array_to_list(PyObject* self, PyObject* unused);

void bind_array(py::module_& module);

}  // namespace metalscope::python
