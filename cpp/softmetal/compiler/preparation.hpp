// preparation.hpp: the edits that make preprocessed MSL compile as C++.
#pragma once

#include <string>
#include <vector>

#include "discovery.hpp"
#include "edits.hpp"

namespace softmetal {

struct Preparation {
  Edits edits;
  // Per kernel: has threadgroup variables in its body.
  std::vector<bool> has_threadgroup_variables;
};

// Name of the structure that stands for a kernel function's definition in generated code: it
// carries the template's own parameters.
[[nodiscard]] std::string tag_name(std::size_t definition);

[[nodiscard]] Preparation prepare(const TokenStream& stream, const SourceModel& model);

// For the compilation of the user's own, not preprocessed text, whose diagnostics are shown: only
// what clang would not accept there.
[[nodiscard]] Edits prepare_for_diagnostics(const TokenStream& raw);

}  // namespace softmetal
