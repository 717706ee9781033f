// library.hpp: MSL source, the kernels in it, their signatures.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "metalscope/device.hpp"
#include "metalscope/element_type.hpp"
#include "metalscope/error.hpp"

namespace metalscope {

namespace detail {
class Library;
class Kernel;
}  // namespace detail

enum class MathMode : std::uint8_t { safe, relaxed, fast };  // MTLMathMode

struct CompileOptions {
  MathMode math_mode = MathMode::fast;
  std::string language_version;                              // "3.1"; empty: the newest
  std::vector<std::pair<std::string, std::string>> defines;  // preprocessor macros
  std::vector<std::string> include_dirs;  // for #include "..."; flattened before Metal sees it
  std::string label;                      // shown by tools; empty: none
};

// Values of function constants by name. Numbers take the constant's own type, range checked;
// several numbers make a vector.
using Number = std::variant<bool, std::int64_t, std::uint64_t, double>;
using Constants = std::vector<std::pair<std::string, std::vector<Number>>>;

struct ArgumentInfo {
  enum class Kind : std::uint8_t { buffer, threadgroup, texture, sampler };
  std::string name;
  Kind kind = Kind::buffer;
  std::uint32_t index = 0;  // [[buffer(n)]], [[threadgroup(n)]]
  bool writable = false;    // the kernel may write through it
  ElementType element;      // what it points or refers to
};

// A compiled kernel, specialised by its constants. A handle; thread-safe.
class Kernel {
 public:
  [[nodiscard]] const std::string& name() const noexcept;
  // Buffers and values in order of their index, then threadgroup arguments in order of theirs.
  [[nodiscard]] std::span<const ArgumentInfo> arguments() const noexcept;
  [[nodiscard]] std::uint32_t max_total_threads_per_threadgroup() const noexcept;
  [[nodiscard]] std::uint32_t thread_execution_width() const noexcept;
  [[nodiscard]] std::uint32_t static_threadgroup_memory() const noexcept;  // bytes

  explicit Kernel(std::shared_ptr<detail::Kernel> impl) noexcept : impl_(std::move(impl)) {}
  [[nodiscard]] const std::shared_ptr<detail::Kernel>& impl() const noexcept { return impl_; }

 private:
  std::shared_ptr<detail::Kernel> impl_;
};

// Compiled source. A handle; thread-safe.
class Library {
 public:
  // Throws CompileError with the diagnostics. Equal source and options share one library.
  static Library compile(std::string_view source, const CompileOptions& options = {});
  static Library compile(std::string_view source, const CompileOptions& options,
                         const Device& device);

  [[nodiscard]] std::vector<std::string> kernel_names() const;
  [[nodiscard]] const std::vector<Diagnostic>& warnings() const noexcept;

  // The kernel of that name. Throws ArgumentError when there is none (the message lists those that
  // are there) or when `constants` names an unknown constant, has a value outside its type, or
  // leaves out one that the kernel uses; CompileError when the pipeline cannot be built.
  [[nodiscard]] Kernel kernel(std::string_view name, const Constants& constants = {}) const;

  explicit Library(std::shared_ptr<detail::Library> impl) noexcept : impl_(std::move(impl)) {}
  [[nodiscard]] const std::shared_ptr<detail::Library>& impl() const noexcept { return impl_; }

 private:
  std::shared_ptr<detail::Library> impl_;
};

}  // namespace metalscope
