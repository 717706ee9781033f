// array_index.cpp: basic indexing of arrays: ints, slices, Ellipsis and None give views
// (Python array API standard, "Indexing").
#include <span>
#include <string>

#include "array.hpp"

namespace metalscope::python {
namespace {

// An int, and no array of one element that could be taken for one.
bool is_integer(PyObject* key) {
  if (PyLong_CheckExact(key)) {
    return true;
  }
  const PyMappingMethods* mapping = Py_TYPE(key)->tp_as_mapping;
  return PyIndex_Check(key) != 0 && !PyBool_Check(key) && !is_array(key) &&
         (mapping == nullptr || mapping->mp_length == nullptr);
}

bool is_basic(PyObject* key) {
  return key == Py_Ellipsis || key == Py_None || PySlice_Check(key) || is_integer(key);
}

std::string text_of_shape(const Layout& layout) {
  std::string text = "(";
  for (int i = 0; i < layout.ndim; ++i) {
    text += std::to_string(layout.shape[i]) + (layout.ndim == 1 ? "," : "");
    text += i + 1 < layout.ndim ? ", " : "";
  }
  return text + ")";
}

// Lays a view out, key by key.
class Indexer {
 public:
  explicit Indexer(const ArrayObject& array) : source_(array.layout) {
    view_.offset = source_.offset;
  }

  Layout view(std::span<PyObject* const> keys) {
    int consumed = 0;
    bool ellipsis = false;
    for (const PyObject* key : keys) {
      if (key == Py_Ellipsis) {
        if (ellipsis) {
          throw IndexError("an index has at most one Ellipsis (...)");
        }
        ellipsis = true;
      } else if (key != Py_None) {
        ++consumed;
      }
    }
    if (consumed > source_.ndim) {
      throw IndexError(std::to_string(consumed) + " indices for an array of " +
                       std::to_string(source_.ndim) + " dimensions");
    }
    for (PyObject* key : keys) {
      if (key == Py_Ellipsis) {
        keep(source_.ndim - consumed);
      } else if (key == Py_None) {
        append(1, 0);
      } else if (PySlice_Check(key)) {
        take_slice(key);
      } else {
        take_element(key);
      }
    }
    keep(source_.ndim - dimension_);
    return view_;
  }

 private:
  void append(Py_ssize_t length, Py_ssize_t stride) {
    if (view_.ndim == max_dimensions) {
      throw IndexError("the result would have more than " + std::to_string(max_dimensions) +
                       " dimensions");
    }
    view_.shape[view_.ndim] = length;
    view_.strides[view_.ndim] = stride;
    ++view_.ndim;
  }

  void keep(int count) {
    for (; count > 0; --count, ++dimension_) {
      append(source_.shape[dimension_], source_.strides[dimension_]);
    }
  }

  void take_slice(PyObject* key) {
    Py_ssize_t start = 0;
    Py_ssize_t stop = 0;
    Py_ssize_t step = 0;
    if (PySlice_Unpack(key, &start, &stop, &step) < 0) {
      throw py::error_already_set();
    }
    const Py_ssize_t length = PySlice_AdjustIndices(source_.shape[dimension_], &start, &stop, step);
    const Py_ssize_t stride = source_.strides[dimension_];
    if (length > 0) {
      view_.offset += start * stride;
    }
    // The stride of at most one element is never followed, and the product could overflow.
    append(length, length > 1 ? step * stride : stride);
    ++dimension_;
  }

  void take_element(PyObject* key) {
    const Py_ssize_t length = source_.shape[dimension_];
    const Py_ssize_t index = PyNumber_AsSsize_t(key, nullptr);  // too large: clipped, out of range
    if (index == -1 && PyErr_Occurred() != nullptr) {
      throw py::error_already_set();
    }
    if (index < -length || index >= length) {
      throw IndexError("index " + std::to_string(index) + " is out of range for dimension " +
                       std::to_string(dimension_) + " of an array of shape " +
                       text_of_shape(source_));
    }
    view_.offset += (index < 0 ? index + length : index) * source_.strides[dimension_];
    ++dimension_;
  }

  const Layout& source_;
  Layout view_;
  int dimension_ = 0;  // of the source, next to be indexed
};

}  // namespace

// The view that `key` selects, as the same Python type; NotImplemented for other keys.
PyObject* index_array(PyObject* self, PyObject* key) {
  return guarded([&]() -> PyObject* {
    const std::span<PyObject* const> keys =
        PyTuple_Check(key)
            ? std::span<PyObject* const>(reinterpret_cast<PyTupleObject*>(key)->ob_item,
                                         static_cast<std::size_t>(PyTuple_GET_SIZE(key)))
            : std::span<PyObject* const>(&key, 1);
    for (PyObject* one : keys) {
      if (!is_basic(one)) {
        Py_RETURN_NOTIMPLEMENTED;
      }
    }
    const ArrayObject& array = as_array(self);
    return make_array(Py_TYPE(self), *array.memory, array.dtype, Indexer(array).view(keys),
                      array.writable)
        .release();
  });
}

}  // namespace metalscope::python
