// diagnostics.hpp: the Metal compiler's text, taken apart.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "metalscope/error.hpp"

namespace metalscope {

// Reads "program_source:3:7: error: ..." and the source and caret lines that follow, as the Metal
// compiler writes them into NSError's localizedDescription. What is not a diagnostic is skipped.
[[nodiscard]] std::vector<Diagnostic> parse_diagnostics(std::string_view log);

// The message of a CompileError: what failed, in numbers, then the diagnostics as they were.
[[nodiscard]] std::string compile_failure(std::string_view label, std::string_view log,
                                          const std::vector<Diagnostic>& diagnostics);

}  // namespace metalscope
