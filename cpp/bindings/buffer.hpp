// buffer.hpp: metalscope.Buffer: device memory as a Python object.
#pragma once

#include <cstddef>
#include <string_view>

#include "metalscope/buffer.hpp"
#include "python.hpp"

namespace metalscope::python {

// All arrays over one piece of memory share one of these.
struct BufferObject {
  PyObject_HEAD Buffer buffer;
};

extern PyTypeObject* buffer_type;

[[nodiscard]] inline bool is_buffer(PyObject* object) noexcept {
  return Py_IS_TYPE(object, buffer_type) != 0;
}
[[nodiscard]] inline BufferObject& as_buffer(PyObject* object) noexcept {
  return *reinterpret_cast<BufferObject*>(object);
}

// The Buffer that an argument of a function is; throws ArgumentError for another type.
[[nodiscard]] const Buffer& buffer_argument(PyObject* object, const char* name);

[[nodiscard]] Ref allocate_buffer(std::size_t bytes, StorageMode storage);

[[nodiscard]] StorageMode storage_argument(std::string_view name);

void bind_buffer(py::module_& module);

}  // namespace metalscope::python
