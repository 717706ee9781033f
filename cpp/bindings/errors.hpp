// errors.hpp: C++ exceptions to the classes of metalscope/_errors.py, which is loaded with the
// first.
#pragma once

#include <string>

#include "metalscope/error.hpp"

namespace metalscope::python {

// An index outside its range: IndexError in Python, which is what ends iteration by index.
class IndexError : public ArgumentError {
 public:
  explicit IndexError(const std::string& message) : ArgumentError(message) {}
};

[[noreturn]] inline void throw_type_error(const std::string& message) {
  throw ArgumentError(message, ArgumentError::Kind::type);
}
[[noreturn]] inline void throw_value_error(const std::string& message) {
  throw ArgumentError(message, ArgumentError::Kind::value);
}

// Inside a catch block, with the GIL: makes the caught exception the pending Python exception.
void set_python_error() noexcept;

// Translates what functions bound by pybind11 throw.
void register_error_translator();

}  // namespace metalscope::python
