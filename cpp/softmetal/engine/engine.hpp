// engine.hpp: the interface between the Metal objects (cpp/softmetal/objects) and what executes.
//
// The objects own Metal's rules: states, ownership, ordering, validation, errors. An engine owns
// memory, code and execution. The CPU engine is cpp/softmetal/cpu; another one fits here without a
// change above. May use: the standard library, softmetal_abi.h.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "softmetal_abi.h"

namespace softmetal {

// ---- code
// -------------------------------------------------------------------------------------------

enum class MathMode { safe, relaxed, fast };

// A value for a function constant, found by name or by index.
struct ConstantValue {
  std::string name;  // empty: by index
  unsigned index = 0;
  unsigned data_type = 0;  // MTL::DataType of `bytes`
  std::vector<std::byte> bytes;
};

struct CompileOptions {
  MathMode math_mode = MathMode::fast;  // Metal's own default
  unsigned language_version = 0;        // MTL::LanguageVersion; 0 is the newest known
  std::vector<std::pair<std::string, std::string>> macros;  // preprocessor macros, name and value
};

struct Diagnostic {
  enum class Severity { note, warning, error };
  Severity severity;
  std::string file;     // empty for the source itself
  unsigned line = 0;    // 1-based, 0 when unknown
  unsigned column = 0;  // 1-based
  std::string message;
  std::string source_line;
};

// A kernel that can be dispatched; lives as long as its program.
struct KernelCode {
  const abi::Kernel* entry;
};

// A compiled library, loaded. Immutable and thread-safe.
class Program {
 public:
  virtual ~Program() = default;
  [[nodiscard]] virtual std::span<const abi::Kernel> kernels() const noexcept = 0;
  [[nodiscard]] virtual std::span<const abi::FunctionConstant> constants() const noexcept = 0;
  // The constants that the named kernel's code reaches; only these need values.
  [[nodiscard]] virtual std::vector<unsigned> constants_used_by(std::string_view kernel) const = 0;
};

// `program` is null on failure. `log` is Metal's localizedDescription: the diagnostics laid out as
// the Metal compiler does ("program_source:3:7: error: ..."), each with its source line and a
// caret.
struct CompileResult {
  std::shared_ptr<const Program> program;
  std::vector<Diagnostic> diagnostics;
  std::string log;
};

// ---- execution
// --------------------------------------------------------------------------------------

// Codes of MTLCommandBufferErrorDomain (MTL::CommandBufferError).
enum class Fault : unsigned {
  none = 0,
  internal = 1,
  timeout = 2,
  page_fault = 3,
  out_of_memory = 8,
  invalid_resource = 9,
  stack_overflow = 12,
};

struct Outcome {
  Fault fault = Fault::none;
  std::string message;  // empty when there is no fault
  [[nodiscard]] bool ok() const noexcept { return fault == Fault::none; }
};

struct Dispatch {
  std::shared_ptr<const Program> program;  // keeps `kernel` alive
  const abi::Kernel* kernel = nullptr;
  std::array<void*, abi::max_buffers> buffers{};
  std::array<unsigned, abi::max_threadgroup_arguments> threadgroup_lengths{};  // bytes
  std::array<unsigned, 3> threads_per_grid{};
  std::array<unsigned, 3> threads_per_threadgroup{};
};

struct Limits {
  std::string name;  // "metalscope software device (AMD EPYC ...)"
  std::string architecture;
  unsigned max_threads_per_threadgroup = 1024;
  unsigned max_threadgroup_memory = 32768;  // bytes
  std::size_t max_buffer_length = 0;        // bytes
  std::size_t recommended_working_set = 0;  // bytes
};

// Thread-safe. Nothing is created before the first call of `default_engine()`.
class Engine {
 public:
  virtual ~Engine() = default;
  [[nodiscard]] virtual const Limits& limits() const noexcept = 0;

  // Zero-filled, page-aligned device memory; null when there is none left.
  [[nodiscard]] virtual void* allocate(std::size_t length) noexcept = 0;
  virtual void release(void* memory, std::size_t length) noexcept = 0;

  // Compiles MSL. `constants` specialise the program (MSL specification, function constants);
  // without any, kernels that reach a constant can be reflected but not run.
  [[nodiscard]] virtual CompileResult compile(std::string_view source,
                                              const CompileOptions& options,
                                              std::span<const ConstantValue> constants) = 0;

  // Each returns when the work is done. The calling thread takes part in it.
  virtual Outcome run(const Dispatch& dispatch) = 0;
  virtual Outcome copy(void* destination, const void* source, std::size_t length) = 0;
  virtual Outcome fill(void* destination, std::uint8_t value, std::size_t length) = 0;

  // Nanoseconds of the clock behind GPUStartTime and counter samples.
  [[nodiscard]] virtual std::uint64_t timestamp() const noexcept = 0;
};

// The CPU engine; made at the first call, never destroyed (its workers outlive static destructors).
Engine& default_engine();

}  // namespace softmetal
