// dtypes.cpp: see dtypes.hpp.
#include "dtypes.hpp"

#include <array>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

namespace metalscope::python {
namespace {

// Guarded by the GIL; never destroyed, since arrays may outlive static destructors.
std::vector<Dtype>& table() {
  static auto* dtypes = new std::vector<Dtype>;
  return *dtypes;
}

ScalarType scalar_named(std::string_view name) {
  static constexpr std::array<std::pair<std::string_view, ScalarType>, 12> scalars = {{
      {"bool", ScalarType::bool_},
      {"int8", ScalarType::int8},
      {"int16", ScalarType::int16},
      {"int32", ScalarType::int32},
      {"int64", ScalarType::int64},
      {"uint8", ScalarType::uint8},
      {"uint16", ScalarType::uint16},
      {"uint32", ScalarType::uint32},
      {"uint64", ScalarType::uint64},
      {"float16", ScalarType::float16},
      {"bfloat16", ScalarType::bfloat16},
      {"float32", ScalarType::float32},
  }};
  for (const auto& [scalar_name, scalar] : scalars) {
    if (scalar_name == name) {
      return scalar;
    }
  }
  return ScalarType::unknown;
}

void register_dtypes(const py::sequence& dtypes) {
  for (const py::handle object : dtypes) {
    const auto name = py::cast<std::string>(object.attr("name"));
    const py::object format = object.attr("format");
    const auto itemsize = py::cast<unsigned>(object.attr("itemsize"));
    const ScalarType scalar = scalar_named(name);
    if (itemsize == 0 || itemsize > 64 ||
        (scalar != ScalarType::unknown && size_of(scalar) != itemsize)) {
      throw_value_error("dtype " + name + ": an itemsize of " + std::to_string(itemsize) +
                        " bytes is not what MSL has");
    }
    if (table().size() > std::numeric_limits<DtypeIndex>::max()) {
      throw_value_error("too many dtypes");
    }
    table().push_back({.object = object.inc_ref().ptr(),
                       .name = name,
                       .format = format.is_none() ? "" : py::cast<std::string>(format),
                       .scalar = scalar,
                       .itemsize = static_cast<std::uint8_t>(itemsize)});
  }
}

}  // namespace

const Dtype& dtype_at(DtypeIndex index) noexcept { return table()[index]; }

DtypeIndex index_of_dtype(PyObject* object) {
  const std::vector<Dtype>& dtypes = table();
  for (std::size_t i = 0; i < dtypes.size(); ++i) {
    if (dtypes[i].object == object) {
      return static_cast<DtypeIndex>(i);
    }
  }
  throw_type_error(std::string("dtype: expected one of metalscope's dtypes, such as "
                               "metalscope.float32, not ") +
                   type_name(object));
}

void bind_dtypes(py::module_& module) {
  module.def("register_dtypes", register_dtypes, py::arg("dtypes"));
}

}  // namespace metalscope::python
