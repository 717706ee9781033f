// user_diagnostics.hpp: clang's diagnostics of a prepared text, told in terms of the user's text.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "diagnostics.hpp"

namespace softmetal {

// A kernel as diagnostics name it: the owner of one line of generated code.
struct KernelPlace {
  std::string name;
  std::string file;
  unsigned line = 0;
};

class UserDiagnostics {
 public:
  // `is_ours`: true for files of the library. `lines` must outlive this.
  UserDiagnostics(const SourceLines& lines, std::function<bool(std::string_view)> is_ours)
      : lines_(lines), is_ours_(std::move(is_ours)) {}

  // Line k+1 of generated code belongs to the k-th.
  void set_kernels(std::vector<KernelPlace> kernels) { kernels_ = std::move(kernels); }

  // Errors in generated code become one error at their kernel, errors inside the standard library
  // move to the user's line that caused them, other places of ours vanish; source lines are added.
  [[nodiscard]] std::vector<Diagnostic> tell(const std::vector<Diagnostic>& found) const;

 private:
  using Group = std::vector<const Diagnostic*>;  // a diagnostic and its notes

  [[nodiscard]] bool is_foreign(const Diagnostic& one) const;
  [[nodiscard]] const KernelPlace* kernel_of(const Group& group) const;
  [[nodiscard]] Diagnostic error_of(const KernelPlace& kernel, const Diagnostic& error) const;
  void add(std::vector<Diagnostic>& result, Diagnostic one) const;

  const SourceLines& lines_;
  std::function<bool(std::string_view)> is_ours_;
  std::vector<KernelPlace> kernels_;
};

}  // namespace softmetal
