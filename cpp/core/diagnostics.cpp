// diagnostics.cpp: the Metal compiler's text, taken apart.
#include "diagnostics.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

#include "text.hpp"

namespace metalscope {
namespace {

// What the Metal compiler calls source that comes as a string.
constexpr std::string_view program_source = "program_source";

std::string_view next_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

std::optional<unsigned> number(std::string_view text) {
  unsigned value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

struct Marker {
  std::string_view text;
  Diagnostic::Severity severity;
};
constexpr Marker markers[] = {{": fatal error: ", Diagnostic::Severity::error},
                              {": error: ", Diagnostic::Severity::error},
                              {": warning: ", Diagnostic::Severity::warning},
                              {": note: ", Diagnostic::Severity::note}};

// "file:line:column" or "file:line"; a file's name may hold colons.
bool read_place(std::string_view place, Diagnostic& diagnostic) {
  const std::size_t last = place.rfind(':');
  if (last == std::string_view::npos) return false;
  const auto last_number = number(place.substr(last + 1));
  if (!last_number) return false;
  place = place.substr(0, last);
  const std::size_t previous = place.rfind(':');
  const auto line =
      previous == std::string_view::npos ? std::nullopt : number(place.substr(previous + 1));
  if (line) {
    diagnostic.line = *line;
    diagnostic.column = *last_number;
    place = place.substr(0, previous);
  } else {
    diagnostic.line = *last_number;
  }
  if (place != program_source) diagnostic.file = place;
  return true;
}

std::optional<Diagnostic> read_header(std::string_view line) {
  const Marker* first = nullptr;
  std::size_t position = std::string_view::npos;
  for (const Marker& marker : markers) {
    const std::size_t found = line.find(marker.text);
    if (found < position) {
      position = found;
      first = &marker;
    }
  }
  if (first == nullptr) return std::nullopt;
  Diagnostic diagnostic;
  diagnostic.severity = first->severity;
  diagnostic.message = line.substr(position + first->text.size());
  if (!read_place(line.substr(0, position), diagnostic)) return std::nullopt;
  return diagnostic;
}

// A line of blanks, tildes and one caret under the source line.
bool is_caret_line(std::string_view line) {
  return line.find('^') != std::string_view::npos &&
         line.find_first_not_of(" \t~^") == std::string_view::npos;
}

}  // namespace

std::vector<Diagnostic> parse_diagnostics(std::string_view log) {
  std::vector<Diagnostic> diagnostics;
  std::string_view previous;
  bool open = false;  // a header came, its source line has not yet
  while (!log.empty()) {
    const std::string_view line = next_line(log);
    if (auto diagnostic = read_header(line)) {
      diagnostics.push_back(std::move(*diagnostic));
      open = true;
    } else if (open && is_caret_line(line)) {
      diagnostics.back().source_line = previous;
      open = false;
    }
    previous = line;
  }
  return diagnostics;
}

std::string compile_failure(std::string_view label, std::string_view log,
                            const std::vector<Diagnostic>& diagnostics) {
  const auto of = [&](Diagnostic::Severity severity) {
    return static_cast<std::uint64_t>(
        std::ranges::count(diagnostics, severity, &Diagnostic::severity));
  };
  const std::uint64_t errors = of(Diagnostic::Severity::error);
  const std::uint64_t warnings = of(Diagnostic::Severity::warning);
  std::string message = "The MSL source";
  if (!label.empty()) message += " '" + std::string(label) + "'";
  message += " does not compile";
  if (errors > 0) message += ": " + counted(errors, "error");
  if (errors > 0 && warnings > 0) message += ", " + counted(warnings, "warning");
  message += ".\n";
  message += log;
  while (message.ends_with('\n')) message.pop_back();
  return message;
}

}  // namespace metalscope
