// array_items.cpp: elements of arrays as Python scalars, without NumPy.
#include <bit>
#include <cstring>
#include <string>

#include "array.hpp"
#include "metalscope/stream.hpp"
#include "waiting.hpp"

namespace metalscope::python {
namespace {

template <class T>
T load(const std::byte* address) noexcept {
  T value;
  std::memcpy(&value, address, sizeof value);
  return value;
}

// IEEE 754 binary16, exactly.
double float_of_half(std::uint16_t bits) noexcept {
  const std::uint32_t sign = (bits & 0x8000U) << 16U;
  const std::uint32_t exponent = (bits >> 10U) & 0x1fU;
  const std::uint32_t fraction = bits & 0x3ffU;
  if (exponent == 0) {  // zero and subnormal: fraction * 2^-24
    const float magnitude = static_cast<float>(fraction) * 0x1p-24F;
    return sign != 0 ? -magnitude : magnitude;
  }
  const std::uint32_t wide = exponent == 0x1f ? 0xffU : exponent + 112;
  return std::bit_cast<float>(sign | (wide << 23U) | (fraction << 13U));
}

PyObject* scalar_at(const std::byte* address, const Dtype& dtype) {
  switch (dtype.scalar) {
    case ScalarType::bool_:
      return PyBool_FromLong(load<std::uint8_t>(address) != 0);
    case ScalarType::int8:
      return PyLong_FromLong(load<std::int8_t>(address));
    case ScalarType::int16:
      return PyLong_FromLong(load<std::int16_t>(address));
    case ScalarType::int32:
      return PyLong_FromLong(load<std::int32_t>(address));
    case ScalarType::int64:
      return PyLong_FromLongLong(load<std::int64_t>(address));
    case ScalarType::uint8:
      return PyLong_FromLong(load<std::uint8_t>(address));
    case ScalarType::uint16:
      return PyLong_FromLong(load<std::uint16_t>(address));
    case ScalarType::uint32:
      return PyLong_FromUnsignedLong(load<std::uint32_t>(address));
    case ScalarType::uint64:
      return PyLong_FromUnsignedLongLong(load<std::uint64_t>(address));
    case ScalarType::float16:
      return PyFloat_FromDouble(float_of_half(load<std::uint16_t>(address)));
    case ScalarType::bfloat16:
      return PyFloat_FromDouble(
          std::bit_cast<float>(std::uint32_t{load<std::uint16_t>(address)} << 16U));
    case ScalarType::float32:
      return PyFloat_FromDouble(load<float>(address));
    case ScalarType::unknown:
    case ScalarType::structure:
      break;
  }
  if (dtype.name == "complex64") {
    return PyComplex_FromDoubles(load<float>(address), load<float>(address + sizeof(float)));
  }
  throw_type_error("elements of type " + dtype.name + " have no Python scalar");
}

// The elements as the host sees them: waits for the device, and brings private storage over.
class HostView {
 public:
  HostView(const ArrayObject& array, Py_ssize_t offset) {
    if (array.size == 0) {
      return;
    }
    if (array.buffer().storage() == StorageMode::shared) {
      wait_for_contents(array);
      data_ = static_cast<const std::byte*>(array.buffer().contents()) + offset;
      return;
    }
    copy_ = Buffer::allocate(array.buffer().size());
    Stream::current().copy(array.buffer(), 0, copy_, 0, array.buffer().size());
    wait_for_contents(array);
    data_ = static_cast<const std::byte*>(copy_.contents()) + offset;
  }
  [[nodiscard]] const std::byte* data() const noexcept { return data_; }

 private:
  Buffer copy_;
  const std::byte* data_ = nullptr;
};

Ref nested_list(const std::byte* address, const ArrayObject& array, int dimension) {
  if (dimension == array.layout.ndim) {
    return checked(scalar_at(address, array.type()));
  }
  const Py_ssize_t length = array.layout.shape[dimension];
  Ref list = checked(PyList_New(length));
  for (Py_ssize_t i = 0; i < length; ++i) {
    PyList_SET_ITEM(
        list.get(), i,
        nested_list(address + i * array.layout.strides[dimension], array, dimension + 1).release());
  }
  return list;
}

// Bytes from the buffer's start to the element at `indices`.
Py_ssize_t element_offset(const ArrayObject& array, PyObject* const* indices, Py_ssize_t count) {
  const Layout& layout = array.layout;
  Py_ssize_t offset = layout.offset;
  if (count == 0) {
    if (array.size != 1) {
      throw_value_error("item() of an array with " + std::to_string(array.size) +
                        " elements: give the index of one");
    }
    return offset;
  }
  if (count != layout.ndim) {
    throw IndexError("item: expected " + std::to_string(layout.ndim) + " indices, not " +
                     std::to_string(count));
  }
  for (Py_ssize_t i = 0; i < count; ++i) {
    if (PyIndex_Check(indices[i]) == 0) {
      throw_type_error(std::string("item: indices are ints, not ") + type_name(indices[i]));
    }
    const Py_ssize_t index = PyNumber_AsSsize_t(indices[i], nullptr);
    if (index == -1 && PyErr_Occurred() != nullptr) {
      throw py::error_already_set();
    }
    const Py_ssize_t length = layout.shape[i];
    if (index < -length || index >= length) {
      throw IndexError("item: index " + std::to_string(index) + " is out of range for dimension " +
                       std::to_string(i) + " of length " + std::to_string(length));
    }
    offset += (index < 0 ? index + length : index) * layout.strides[i];
  }
  return offset;
}

}  // namespace

PyObject* item_of_array(PyObject* self, PyObject* const* indices, Py_ssize_t count) {
  return guarded([&] {
    const ArrayObject& array = as_array(self);
    const HostView view(array, element_offset(array, indices, count));
    return scalar_at(view.data(), array.type());
  });
}

PyObject* array_to_list(PyObject* self, PyObject*) {
  return guarded([&] {
    const ArrayObject& array = as_array(self);
    const HostView view(array, array.layout.offset);
    return nested_list(view.data(), array, 0).release();
  });
}

}  // namespace metalscope::python
