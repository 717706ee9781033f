// wrappers.hpp: the C++ that is generated around a user's kernels.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "../engine/engine.hpp"
#include "discovery.hpp"
#include "reachability.hpp"

namespace softmetal {

// The file name of generated code in diagnostics. Line k+1 belongs to kernel k.
inline constexpr std::string_view wrapper_file = "softmetal_wrappers";

// What precedes the source, on one line: the values of function constants.
[[nodiscard]] std::string generate_prologue(std::span<const ConstantValue> constants);

// What follows it: one structure per kernel, and the table that the library exports.
[[nodiscard]] std::string generate_wrappers(const SourceModel& model,
                                            const std::vector<KernelUses>& uses,
                                            const std::vector<bool>& has_threadgroup_variables);

// A C++ string literal.
[[nodiscard]] std::string quoted(std::string_view text);

}  // namespace softmetal
