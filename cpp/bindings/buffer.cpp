// buffer.cpp: see buffer.hpp.
#include "buffer.hpp"

#include <memory>
#include <new>
#include <string>

#include "waiting.hpp"

namespace metalscope::python {

PyTypeObject* buffer_type = nullptr;

const Buffer& buffer_argument(PyObject* object, const char* name) {
  if (!is_buffer(object)) {
    throw_type_error(std::string(name) + ": expected a metalscope.Buffer, not " +
                     type_name(object));
  }
  return as_buffer(object).buffer;
}

StorageMode storage_argument(std::string_view name) {
  if (name == "shared") {
    return StorageMode::shared;
  }
  if (name == "private") {
    return StorageMode::private_;
  }
  throw_value_error(R"(storage: expected "shared" or "private", not ")" + std::string(name) + "\"");
}

namespace {

Ref make_buffer(Buffer buffer) {
  Ref object = checked(buffer_type->tp_alloc(buffer_type, 0));
  new (&as_buffer(object.get()).buffer) Buffer(std::move(buffer));
  return object;
}

PyObject* new_buffer(PyTypeObject*, PyObject* args, PyObject* kwargs) {
  static const char* names[] = {"nbytes", "storage", nullptr};
  PyObject* nbytes = nullptr;
  const char* storage = "shared";
  if (PyArg_ParseTupleAndKeywords(args, kwargs, "O|s:Buffer", const_cast<char**>(names), &nbytes,
                                  &storage) == 0) {
    return nullptr;
  }
  return guarded([&] {
    if (PyIndex_Check(nbytes) == 0 || PyBool_Check(nbytes)) {
      throw_type_error(std::string("nbytes: expected an int, not ") + type_name(nbytes));
    }
    const Py_ssize_t bytes = PyNumber_AsSsize_t(nbytes, nullptr);  // too large: clipped
    if (bytes == -1 && PyErr_Occurred() != nullptr) {
      throw py::error_already_set();
    }
    if (bytes < 0) {
      throw_value_error("nbytes: a size is not negative, unlike " + std::to_string(bytes));
    }
    return allocate_buffer(static_cast<std::size_t>(bytes), storage_argument(storage)).release();
  });
}

void delete_buffer(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  as_buffer(self).buffer.~Buffer();
  type->tp_free(self);
  Py_DECREF(type);
}

// Lets the exporter of wrapped memory go; called by any thread, at any time.
void release_export(Py_buffer* view) {
  if (Py_IsInitialized() == 0) {
    return;  // the process ends: so does the memory
  }
  const PyGILState_STATE state = ensure_gil();
  PyBuffer_Release(view);
  delete view;
  PyGILState_Release(state);
}

// wrap(owner): page-aligned memory of another object.
PyObject* wrap_buffer(PyObject*, PyObject* owner) {
  return guarded([&] {
    auto view = std::make_unique<Py_buffer>();
    if (PyObject_GetBuffer(owner, view.get(), PyBUF_WRITABLE) != 0) {
      PyErr_Clear();
      throw_type_error(std::string("owner: expected an object with writable, contiguous memory, "
                                   "not ") +
                       type_name(owner));
    }
    Py_buffer* exported = view.release();
    try {
      before_device_use();
      return make_buffer(Buffer::wrap(exported->buf, static_cast<std::size_t>(exported->len),
                                      [exported] { release_export(exported); }))
          .release();
    } catch (const ArgumentError&) {  // refused: `release` will not run
      release_export(exported);
      throw;
    }
  });
}

// The bytes themselves: who fills fresh memory need not wait for the device.
int export_bytes(PyObject* self, Py_buffer* view, int flags) {
  return guarded(-1, [&] {
    const Buffer& buffer = as_buffer(self).buffer;
    if (buffer.storage() == StorageMode::private_) {
      PyErr_SetString(PyExc_BufferError, "private storage cannot be seen by the host");
      view->obj = nullptr;
      return -1;
    }
    static char nothing = 0;
    void* data = buffer.size() == 0 ? &nothing : buffer.contents();
    return PyBuffer_FillInfo(view, self, data, static_cast<Py_ssize_t>(buffer.size()), 0, flags);
  });
}

PyObject* get_nbytes(PyObject* self, void*) {
  return PyLong_FromSize_t(as_buffer(self).buffer.size());
}
PyObject* get_storage(PyObject* self, void*) {
  return PyUnicode_FromString(as_buffer(self).buffer.storage() == StorageMode::shared ? "shared"
                                                                                      : "private");
}
PyObject* get_address(PyObject* self, void*) {
  return PyLong_FromVoidPtr(as_buffer(self).buffer.contents());
}
PyObject* repr_buffer(PyObject* self) {
  const Buffer& buffer = as_buffer(self).buffer;
  return PyUnicode_FromFormat("<metalscope.Buffer: %zu bytes, %s>", buffer.size(),
                              buffer.storage() == StorageMode::shared ? "shared" : "private");
}

PyGetSetDef attributes[] = {
    {"nbytes", get_nbytes, nullptr, "Size in bytes, as asked for.", nullptr},
    {"storage", get_storage, nullptr, "\"shared\" or \"private\" (MTLStorageMode).", nullptr},
    {"address", get_address, nullptr, "Host address; 0 for private storage and size 0.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr}};

}  // namespace

Ref allocate_buffer(std::size_t bytes, StorageMode storage) {
  before_device_use();
  return make_buffer(Buffer::allocate(bytes, storage));
}

void bind_buffer(py::module_& module) {
  static PyMethodDef methods[] = {
      {"wrap", wrap_buffer, METH_O | METH_STATIC,
       "wrap(owner)\n--\n\nThe memory of an object with the buffer protocol, without a copy; keeps "
       "`owner`\nalive. Raises ArgumentError unless it is writable, contiguous and page-aligned in "
       "address\nand length."},
      {nullptr, nullptr, 0, nullptr}};
  static PyType_Slot slots[] = {
      {Py_tp_doc,
       const_cast<char*>(
           "Buffer(nbytes, storage='shared')\n--\n\nDevice memory (MTLBuffer), uninitialised. It "
           "returns to the device's pool when neither\na Python object nor pending work needs "
           "it.\n\n"
           "Raises ArgumentError past the device's limit, OutOfMemoryError when there is no "
           "more.")},
      {Py_tp_new, reinterpret_cast<void*>(new_buffer)},
      {Py_tp_dealloc, reinterpret_cast<void*>(delete_buffer)},
      {Py_tp_repr, reinterpret_cast<void*>(repr_buffer)},
      {Py_tp_getset, attributes},
      {Py_tp_methods, methods},
      {Py_bf_getbuffer, reinterpret_cast<void*>(export_bytes)},
      {0, nullptr}};
  static PyType_Spec spec = {"metalscope.Buffer", sizeof(BufferObject), 0,
                             Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, slots};
  buffer_type = reinterpret_cast<PyTypeObject*>(checked(PyType_FromSpec(&spec)).release());
  module.add_object("Buffer", reinterpret_cast<PyObject*>(buffer_type));
}

}  // namespace metalscope::python
