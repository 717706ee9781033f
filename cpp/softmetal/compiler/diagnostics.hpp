// diagnostics.hpp: clang's messages as records, and the layout that Metal's users know.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "../engine/engine.hpp"

namespace softmetal {

// What the user's own text is called in messages.
inline constexpr std::string_view main_file = "program_source";

// Parses `file:line:column: severity: message` lines; other lines are dropped. Files keep clang's
// names.
[[nodiscard]] std::vector<Diagnostic> parse_diagnostics(std::string_view messages);

// "program_source:3:7: error: ...", source line and caret, for each; ends with a newline.
[[nodiscard]] std::string format_diagnostics(const std::vector<Diagnostic>& diagnostics);

[[nodiscard]] bool has_errors(const std::vector<Diagnostic>& diagnostics);

// Lines of the user's files by (file, line), as the line markers in `source` tell them apart.
class SourceLines {
 public:
  explicit SourceLines(std::string_view source);
  // Empty when there is no such line. `file` is empty or main_file for the source itself.
  [[nodiscard]] std::string find(std::string_view file, unsigned line) const;

 private:
  struct Piece {
    std::string file;
    unsigned first;  // line number of the piece's first line
    std::vector<std::string_view> lines;
  };
  std::vector<Piece> pieces_;
};

}  // namespace softmetal
