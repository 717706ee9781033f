// translation.hpp: one MSL source on its way to an object file.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "../engine/engine.hpp"
#include "clang.hpp"

namespace softmetal {

struct Translation {
  bool compiled = false;
  std::vector<Diagnostic> diagnostics;
};

// True when the text must go through the preprocessor before its declarations can be read: it has
// directives other than #pragma and the inclusion of the standard library.
[[nodiscard]] bool needs_preprocessing(std::string_view source);
// True when the text includes files that are not part of the standard library.
[[nodiscard]] bool includes_other_files(std::string_view source);

// Compiles `source` into the object file `output`.
[[nodiscard]] Translation translate(Clang& clang, std::string_view source, bool has_macros,
                                    std::span<const ConstantValue> constants,
                                    const std::string& output);

}  // namespace softmetal
