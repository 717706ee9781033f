// diagnostics.cpp: parsing and layout of diagnostics.
#include "diagnostics.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

namespace softmetal {
namespace {

std::optional<unsigned> number(std::string_view text) {
  unsigned value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

struct Label {
  std::string_view text;
  Diagnostic::Severity severity;
};
constexpr Label labels[] = {{": fatal error: ", Diagnostic::Severity::error},
                            {": error: ", Diagnostic::Severity::error},
                            {": warning: ", Diagnostic::Severity::warning},
                            {": note: ", Diagnostic::Severity::note}};

std::optional<Diagnostic> parse_line(std::string_view line) {
  if (line.starts_with("error: ")) {
    return Diagnostic{Diagnostic::Severity::error, {}, 0, 0, std::string(line.substr(7)), {}};
  }
  std::size_t at = std::string_view::npos;
  const Label* label = nullptr;
  for (const Label& candidate : labels) {
    const std::size_t found = line.find(candidate.text);
    if (found < at) at = found, label = &candidate;
  }
  if (label == nullptr) return std::nullopt;
  Diagnostic made{label->severity, {}, 0, 0, std::string(line.substr(at + label->text.size())), {}};
  std::string_view place = line.substr(0, at);
  unsigned* const fields[] = {&made.column, &made.line};
  for (unsigned* const field : fields) {
    const std::size_t colon = place.rfind(':');
    if (colon == std::string_view::npos) break;
    const std::optional<unsigned> value = number(place.substr(colon + 1));
    if (!value) break;
    *field = *value;
    place = place.substr(0, colon);
  }
  if (made.line == 0) std::swap(made.line, made.column);  // `file:line: ...`
  made.file = place;
  return made;
}

std::string_view name_of(Diagnostic::Severity severity) {
  switch (severity) {
    case Diagnostic::Severity::note:
      return "note";
    case Diagnostic::Severity::warning:
      return "warning";
    case Diagnostic::Severity::error:
      break;
  }
  return "error";
}

}  // namespace

std::vector<Diagnostic> parse_diagnostics(std::string_view messages) {
  std::vector<Diagnostic> diagnostics;
  while (!messages.empty()) {
    const std::size_t end = std::min(messages.find('\n'), messages.size());
    if (auto made = parse_line(messages.substr(0, end))) diagnostics.push_back(std::move(*made));
    messages.remove_prefix(std::min(end + 1, messages.size()));
  }
  return diagnostics;
}

std::string format_diagnostics(const std::vector<Diagnostic>& diagnostics) {
  std::string text;
  for (const Diagnostic& one : diagnostics) {
    if (one.line != 0) {
      text += one.file.empty() ? std::string(main_file) : one.file;
      text += ":" + std::to_string(one.line) + ":" + std::to_string(one.column) + ": ";
    }
    text += std::string(name_of(one.severity)) + ": " + one.message + "\n";
    if (one.line == 0 || one.source_line.empty()) continue;
    text += one.source_line + "\n";
    // Tabs stay tabs, so that the caret lands below its column whatever their width.
    for (std::size_t i = 0; i + 1 < one.column; ++i) {
      text += i < one.source_line.size() && one.source_line[i] == '\t' ? '\t' : ' ';
    }
    text += "^\n";
  }
  return text;
}

bool has_errors(const std::vector<Diagnostic>& diagnostics) {
  return std::any_of(diagnostics.begin(), diagnostics.end(), [](const Diagnostic& one) {
    return one.severity == Diagnostic::Severity::error;
  });
}

SourceLines::SourceLines(std::string_view source) {
  pieces_.push_back({{}, 1, {}});
  while (!source.empty()) {
    const std::size_t end = std::min(source.find('\n'), source.size());
    std::string_view line = source.substr(0, end);
    source.remove_prefix(std::min(end + 1, source.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    std::string_view rest = line;
    const auto skip = [&rest](std::string_view prefix) {
      if (!rest.starts_with(prefix)) return false;
      rest.remove_prefix(prefix.size());
      rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
      return true;
    };
    if (skip("#")) {
      skip("line");
      const std::size_t digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
      if (const auto first = number(rest.substr(0, digits))) {
        const std::size_t open = rest.find('"');
        const std::size_t close = rest.rfind('"');
        std::string file = close > open && close != std::string_view::npos
                               ? std::string(rest.substr(open + 1, close - open - 1))
                               : pieces_.back().file;
        pieces_.push_back({std::move(file), *first, {}});
        continue;
      }
    }
    pieces_.back().lines.push_back(line);
  }
}

std::string SourceLines::find(std::string_view file, unsigned line) const {
  if (file == main_file) file = {};
  for (const Piece& piece : pieces_) {
    const std::string_view name = piece.file == main_file ? std::string_view() : piece.file;
    if (name == file && line >= piece.first && line - piece.first < piece.lines.size()) {
      return std::string(piece.lines[line - piece.first]);
    }
  }
  return {};
}

}  // namespace softmetal
