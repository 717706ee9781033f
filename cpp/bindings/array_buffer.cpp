// array_buffer.cpp: the buffer protocol of arrays (PEP 3118).
#include <string>

#include "array.hpp"

namespace metalscope::python {
namespace {

// Consumers want an address also where there is nothing to read.
std::byte nothing[64];

// Requests are sets of bits, some of which contain others.
bool asks_for(int flags, unsigned request) {
  return (static_cast<unsigned>(flags) & request) == request;
}

[[noreturn]] void refuse(const std::string& message) {
  PyErr_SetString(PyExc_BufferError, message.c_str());
  throw py::error_already_set();
}

void check_request(const ArrayObject& array, int flags) {
  const Py_ssize_t itemsize = array.type().itemsize;
  if (array.buffer().storage() == StorageMode::private_) {
    refuse("the array has private storage, which the host cannot see: copy it to shared storage");
  }
  if (asks_for(flags, PyBUF_WRITABLE) && !array.writable) {
    refuse("the array is read-only");
  }
  if (asks_for(flags, PyBUF_FORMAT) && array.type().format.empty()) {
    refuse("the buffer protocol has no format for " + array.type().name);
  }
  const bool contiguous = array.contiguous || (asks_for(flags, PyBUF_ANY_CONTIGUOUS) &&
                                               !asks_for(flags, PyBUF_C_CONTIGUOUS) &&
                                               array.layout.f_contiguous(itemsize));
  if ((asks_for(flags, PyBUF_C_CONTIGUOUS) || asks_for(flags, PyBUF_ANY_CONTIGUOUS) ||
       !asks_for(flags, PyBUF_STRIDES)) &&
      !contiguous) {
    refuse("the array is not contiguous: make a contiguous copy of it");
  }
  if (asks_for(flags, PyBUF_F_CONTIGUOUS) && !array.layout.f_contiguous(itemsize)) {
    refuse("the array is not contiguous in Fortran order");
  }
}

}  // namespace

int get_buffer(PyObject* self, Py_buffer* view, int flags) {
  return guarded(-1, [&] {
    view->obj = nullptr;
    ArrayObject& array = as_array(self);
    check_request(array, flags);
    wait_for_contents(array);
    std::byte* data = array.data();
    view->buf = data == nullptr ? nothing : data;
    view->itemsize = array.type().itemsize;
    view->len = array.size * view->itemsize;
    view->readonly = array.writable ? 0 : 1;
    view->format =
        asks_for(flags, PyBUF_FORMAT) ? const_cast<char*>(array.type().format.c_str()) : nullptr;
    // Shape and strides are the array's own: it does not change, and the view keeps it alive.
    const bool shaped = asks_for(flags, PyBUF_ND);
    view->ndim = shaped ? array.layout.ndim : 1;
    view->shape = shaped ? array.layout.shape.data() : nullptr;
    view->strides = asks_for(flags, PyBUF_STRIDES) ? array.layout.strides.data() : nullptr;
    view->suboffsets = nullptr;
    view->internal = nullptr;
    Py_INCREF(self);
    view->obj = self;
    return 0;
  });
}

}  // namespace metalscope::python
