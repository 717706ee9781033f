// user_diagnostics.cpp: each error or warning is handled together with the notes that follow it.
#include "user_diagnostics.hpp"

#include <algorithm>
#include <set>

#include "wrappers.hpp"

namespace softmetal {
namespace {

// The text of a static_assert, without clang's introduction.
std::string assertion_text(const std::string& message) {
  if (!message.starts_with("static assertion failed")) return message;
  const std::size_t quote = message.rfind("': ");
  if (quote != std::string::npos) return message.substr(quote + 3);
  const std::size_t colon = message.find(": ");
  return colon == std::string::npos ? message : message.substr(colon + 2);
}

}  // namespace

bool UserDiagnostics::is_foreign(const Diagnostic& one) const {
  return one.line == 0 || one.file == wrapper_file || is_ours_(one.file);
}

// The kernel whose generated code the group is about, by its place or that of an instantiation
// note.
const KernelPlace* UserDiagnostics::kernel_of(const Group& group) const {
  for (const Diagnostic* one : group) {
    if (!is_foreign(*one)) return nullptr;  // the user's own code comes first
    if (one->file != wrapper_file || one->line == 0) continue;
    return one->line <= kernels_.size() ? &kernels_[one->line - 1] : nullptr;
  }
  return nullptr;
}

Diagnostic UserDiagnostics::error_of(const KernelPlace& kernel, const Diagnostic& error) const {
  std::string message = assertion_text(error.message);
  if (message == error.message) {
    message = "kernel '" + kernel.name + "' has a signature that is not supported: " + message;
  }
  return {error.severity, kernel.file, kernel.line, 1, std::move(message), {}};
}

void UserDiagnostics::add(std::vector<Diagnostic>& result, Diagnostic one) const {
  one.source_line = lines_.find(one.file, one.line);
  if (one.file == main_file) one.file.clear();
  result.push_back(std::move(one));
}

std::vector<Diagnostic> UserDiagnostics::tell(const std::vector<Diagnostic>& found) const {
  std::vector<Group> groups;
  for (const Diagnostic& one : found) {
    if (one.severity != Diagnostic::Severity::note || groups.empty()) groups.emplace_back();
    groups.back().push_back(&one);
  }
  const auto is_error = [](const Group& group) {
    return group.front()->severity == Diagnostic::Severity::error;
  };
  const bool own_errors = std::any_of(groups.begin(), groups.end(), [&](const Group& group) {
    return is_error(group) &&
           std::any_of(group.begin(), group.end(),
                       [&](const Diagnostic* one) { return !is_foreign(*one); }) &&
           kernel_of(group) == nullptr;
  });
  std::vector<Diagnostic> result;
  std::set<const KernelPlace*> reported;  // one error for each kernel tells enough
  for (const Group& group : groups) {
    Diagnostic head = *group.front();
    if (const KernelPlace* kernel = kernel_of(group)) {
      if (is_error(group) && !own_errors && reported.insert(kernel).second) {
        add(result, error_of(*kernel, head));
      }
      continue;
    }
    if (is_foreign(head)) {
      if (!is_error(group)) continue;
      const auto cause = std::find_if(group.begin(), group.end(),
                                      [&](const Diagnostic* one) { return !is_foreign(*one); });
      head.file = cause == group.end() ? std::string() : (*cause)->file;
      head.line = cause == group.end() ? 0 : (*cause)->line;
      head.column = cause == group.end() ? 0 : (*cause)->column;
      head.message = assertion_text(head.message);
    }
    add(result, std::move(head));
    for (std::size_t i = 1; i < group.size(); ++i) {
      if (!is_foreign(*group[i])) add(result, *group[i]);
    }
  }
  return result;
}

}  // namespace softmetal
