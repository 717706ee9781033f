// error.hpp: the exceptions that metalscope throws. One hierarchy, usable without Python.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace metalscope {

// Base of all. The message says what was wrong, what was expected and what to do.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// One message of the MSL compiler.
struct Diagnostic {
  enum class Severity { note, warning, error };
  Severity severity = Severity::error;
  std::string file;     // empty: the compiled source itself
  unsigned line = 0;    // 1-based; 0 when unknown
  unsigned column = 0;  // 1-based; 0 when unknown
  std::string message;
  std::string source_line;  // the text of that line; empty when unknown
};

// MSL that does not compile, or a pipeline that cannot be built from it.
class CompileError : public Error {
 public:
  CompileError(const std::string& message, std::vector<Diagnostic> diagnostics)
      : Error(message), diagnostics_(std::move(diagnostics)) {}
  [[nodiscard]] const std::vector<Diagnostic>& diagnostics() const noexcept { return diagnostics_; }

 private:
  std::vector<Diagnostic> diagnostics_;
};

// An argument of the wrong type (`Kind::type`) or with an unusable value (`Kind::value`).
class ArgumentError : public Error {
 public:
  enum class Kind { value, type };
  explicit ArgumentError(const std::string& message, Kind kind = Kind::value)
      : Error(message), kind_(kind) {}
  [[nodiscard]] Kind kind() const noexcept { return kind_; }

 private:
  Kind kind_;
};

// Device memory ran out, also after the pool gave back what it held.
class OutOfMemoryError : public Error {
 public:
  using Error::Error;
};

// Work that the device could not finish. `code` is MTLCommandBufferError's.
class CommandBufferError : public Error {
 public:
  CommandBufferError(const std::string& message, long code, std::string kernel)
      : Error(message), code_(code), kernel_(std::move(kernel)) {}
  [[nodiscard]] long code() const noexcept { return code_; }
  // Name of the kernel that failed; empty when it is not known.
  [[nodiscard]] const std::string& kernel() const noexcept { return kernel_; }

 private:
  long code_;
  std::string kernel_;
};

class ProfilerError : public Error {
 public:
  using Error::Error;
};

class CaptureError : public Error {
 public:
  using Error::Error;
};

// A wait that was given up because the interrupt check asked for it (see set_interrupt_check).
// The work goes on; waiting again is allowed.
class Interrupted : public Error {
 public:
  using Error::Error;
};

}  // namespace metalscope
