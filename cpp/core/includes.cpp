// includes.cpp: #include "..." resolved before the source crosses the seam.
#include "includes.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

#include "digest.hpp"
#include "metalscope/error.hpp"
#include "text.hpp"

namespace metalscope {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_depth = 100;
constexpr std::size_t max_bytes = std::size_t{64} << 20;
constexpr std::string_view blanks = " \t";

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(blanks);
  return first == std::string_view::npos ? std::string_view{} : text.substr(first);
}

// The text after `#word`, if that is what the line is.
std::optional<std::string_view> directive(std::string_view line, std::string_view word) {
  line = trimmed(line);
  if (!line.starts_with('#')) return std::nullopt;
  line = trimmed(line.substr(1));
  if (!line.starts_with(word)) return std::nullopt;
  return trimmed(line.substr(word.size()));
}

std::optional<std::string> included_file(std::string_view line) {
  const auto rest = directive(line, "include");
  if (!rest || !rest->starts_with('"')) return std::nullopt;
  const std::size_t end = rest->find('"', 1);
  if (end == std::string_view::npos) return std::nullopt;
  return std::string(rest->substr(1, end - 1));
}

// Follows block comments over lines; directives inside them do not count.
class CommentTracker {
 public:
  [[nodiscard]] bool inside() const noexcept { return inside_; }
  void advance(std::string_view line) noexcept {
    bool in_string = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
      const std::string_view two = line.substr(i, 2);
      if (inside_) {
        if (two == "*/") {
          inside_ = false;
          ++i;
        }
      } else if (in_string) {
        if (line[i] == '\\')
          ++i;
        else if (line[i] == '"')
          in_string = false;
      } else if (two == "//") {
        return;
      } else if (two == "/*") {
        inside_ = true;
        ++i;
      } else if (line[i] == '"') {
        in_string = true;
      }
    }
  }

 private:
  bool inside_ = false;
};

std::string escaped(std::string_view path) {
  std::string text;
  for (const char c : path) {
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  return text;
}

struct File {
  std::string name;  // as diagnostics show it
  fs::path folder;   // empty for the source itself
  fs::path identity;
};

class Flattener {
 public:
  explicit Flattener(const std::vector<std::string>& directories) : directories_(directories) {}

  void add(std::string_view text, const File& file) {
    if (stack_.size() > max_depth) fail(file, "includes nest more than 100 deep");
    stack_.push_back(file.identity);
    CommentTracker comments;
    std::size_t line_number = 0;
    while (!text.empty()) {
      ++line_number;
      const std::size_t end = text.find('\n');
      const std::string_view line = text.substr(0, end);
      text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
      const bool counts = !comments.inside();
      comments.advance(line);
      if (counts && include(line, file, line_number)) continue;
      // The wrapper of `include` does what the pragma asks for, without the warning it would get.
      const bool once = counts && stack_.size() > 1 && is_pragma_once(line);
      if (!once) result_ += line;
      result_ += '\n';
      if (result_.size() > max_bytes) fail(file, "the source grows past 64 MB with its includes");
    }
    stack_.pop_back();
  }

  [[nodiscard]] std::string take() { return std::move(result_); }

 private:
  static bool is_pragma_once(std::string_view line) {
    const auto rest = directive(line, "pragma");
    return rest && rest->starts_with("once");
  }

  bool include(std::string_view line, const File& from, std::size_t line_number) {
    const auto name = included_file(line);
    if (!name) return false;
    const auto path = find(*name, from);
    if (!path) return false;
    const std::string text = read(*path);
    const File file{path->string(), path->parent_path(), fs::weakly_canonical(*path)};
    const std::string guard = once_guard(text, file);
    // A file that guards against it and is being included already contributes nothing.
    const bool again = (!guard.empty() || has_guard(text)) &&
                       std::find(stack_.begin(), stack_.end(), file.identity) != stack_.end();
    if (!again) {
      if (!guard.empty()) result_ += "#ifndef " + guard + "\n#define " + guard + "\n";
      result_ += "#line 1 \"" + escaped(file.name) + "\"\n";
      add(text, file);
      if (!guard.empty()) result_ += "#endif\n";
    }
    result_ += "#line " + std::to_string(line_number + 1) + " \"" + escaped(from.name) + "\"\n";
    return true;
  }

  [[nodiscard]] std::optional<fs::path> find(const std::string& name, const File& from) const {
    std::error_code ignored;
    const auto usable = [&](const fs::path& path) { return fs::is_regular_file(path, ignored); };
    if (fs::path(name).is_absolute()) {
      return usable(name) ? std::optional<fs::path>(name) : std::nullopt;
    }
    if (!from.folder.empty() && usable(from.folder / name)) return from.folder / name;
    for (const std::string& directory : directories_) {
      fs::path candidate = fs::path(directory) / name;
      if (usable(candidate)) return candidate;
    }
    return std::nullopt;
  }

  static std::string read(const fs::path& path) {
    std::ifstream stream(path, std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    if (!stream) throw CompileError("The include file '" + path.string() + "' cannot be read.", {});
    std::string result = std::move(text).str();
    if (to_ns(result) == nullptr || result.find('\0') != std::string::npos) {
      throw CompileError("The include file '" + path.string() + "' is not UTF-8 text.", {});
    }
    return result;
  }

  // A macro of its own for a file with #pragma once; empty for others.
  static std::string once_guard(std::string_view text, const File& file) {
    CommentTracker comments;
    while (!text.empty()) {
      const std::size_t end = text.find('\n');
      const std::string_view line = text.substr(0, end);
      text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
      if (!comments.inside() && is_pragma_once(line)) {
        Sha256 hash;
        hash.update(file.identity.string());
        return "METALSCOPE_ONCE_" + to_hex(hash.finish()).substr(0, 16);
      }
      comments.advance(line);
    }
    return {};
  }

  // Opens with #ifndef NAME, #define NAME.
  static bool has_guard(std::string_view text) {
    CommentTracker comments;
    std::optional<std::string_view> name;
    while (!text.empty()) {
      const std::size_t end = text.find('\n');
      const std::string_view line = trimmed(text.substr(0, end));
      text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
      const bool blank =
          comments.inside() || line.empty() || line.starts_with("//") || line.starts_with("/*");
      comments.advance(line);
      if (blank) continue;
      if (!name) {
        name = directive(line, "ifndef");
        if (!name) return false;
      } else {
        const auto defined = directive(line, "define");
        return defined &&
               defined->starts_with(name->substr(0, name->find_last_not_of(" \t\r") + 1));
      }
    }
    return false;
  }

  [[noreturn]] static void fail(const File& file, const char* what) {
    Diagnostic diagnostic;
    diagnostic.file = file.name;
    diagnostic.message = std::string(what) + "; does a file include itself without #pragma once?";
    throw CompileError("The MSL source does not compile: " + diagnostic.message, {diagnostic});
  }

  const std::vector<std::string>& directories_;
  std::vector<fs::path> stack_;
  std::string result_;
};

}  // namespace

std::string flatten_includes(std::string_view source, const std::vector<std::string>& directories) {
  Flattener flattener(directories);
  flattener.add(source, {"program_source", {}, {}});
  return flattener.take();
}

}  // namespace metalscope
