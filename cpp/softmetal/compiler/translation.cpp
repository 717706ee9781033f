// translation.cpp: preprocess if need be, discover, edit, wrap, compile; then make the diagnostics
// speak of the user's text.
//
// A text without directives is compiled as it is (edits map columns back). Otherwise what clang's
// preprocessor made of it is compiled, and when there is something to report the user's own text is
// checked once more: that gives columns and "expanded from macro" notes as the user wrote them.
#include "translation.hpp"

#include <algorithm>

#include "diagnostics.hpp"
#include "discovery.hpp"
#include "preparation.hpp"
#include "reachability.hpp"
#include "swizzles.hpp"
#include "user_diagnostics.hpp"
#include "wrappers.hpp"

namespace softmetal {
namespace {

constexpr std::string_view all_swizzles = "#include \"softmetal/all_swizzles.h\"\n";

// What makes the text behind it start at line 1 of the main file.
std::string line_one() { return "#line 1 \"" + std::string(main_file) + "\"\n"; }

struct Directive {
  std::string_view name;
  std::string_view rest;
};

// Calls `each(Directive)` for lines that start with `#`, also inside comments: harmless here.
template <class Each>
void for_directives(std::string_view source, const Each& each) {
  while (!source.empty()) {
    const std::size_t end = std::min(source.find('\n'), source.size());
    std::string_view line = source.substr(0, end);
    source.remove_prefix(std::min(end + 1, source.size()));
    const auto skip_blanks = [&line] {
      line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    };
    skip_blanks();
    if (!line.starts_with('#')) continue;
    line.remove_prefix(1);
    skip_blanks();
    const std::size_t word = std::min(line.find_first_of(" \t<\""), line.size());
    const std::string_view name = line.substr(0, word);
    line.remove_prefix(word);
    skip_blanks();
    each(Directive{name, line});
  }
}

bool is_standard_include(const Directive& directive) {
  return directive.name == "include" &&
         (directive.rest.starts_with("<metal_") || directive.rest.starts_with("<simd/"));
}

class Translator {
 public:
  Translator(Clang& clang, std::string_view source, std::span<const ConstantValue> constants)
      : clang_(clang),
        source_(source),
        constants_(constants),
        lines_(source),
        user_(lines_, [&clang](std::string_view file) { return clang.owns(file); }) {}

  Translation run(bool preprocess, const std::string& output) {
    std::string preprocessed;
    bool warned = false;
    if (preprocess) {
      const ProcessResult result = clang_.preprocess(line_one() + std::string(source_));
      if (!result.ok()) return failed(result, user_.tell(check_source()));
      preprocessed = result.output;
      warned = !parse_diagnostics(result.messages).empty();
    }
    const TokenStream stream(preprocess ? std::string_view(preprocessed) : source_);
    const SourceModel model = discover(stream.tokens());
    Preparation prepared = prepare(stream, model);
    std::string text = generate_swizzles(stream.tokens()) + generate_prologue(constants_) +
                       line_one() + prepared.edits.apply(stream.text());
    const std::vector<KernelUses> uses = find_uses(stream.tokens(), model);
    text += generate_wrappers(model, uses, prepared.has_threadgroup_variables);
    const bool fibers = std::any_of(uses.begin(), uses.end(),
                                    [](const KernelUses& one) { return one.needs_fibers; });
    const ProcessResult result = clang_.compile(text, output, fibers);
    std::vector<Diagnostic> found = parse_diagnostics(result.messages);
    if (!preprocess) {
      map_columns(found, prepared.edits);
    } else if (warned || !found.empty()) {
      std::vector<Diagnostic> checked = check_source();
      // What only the whole compilation sees (instantiations) keeps the place clang gave it.
      if (result.ok() != has_errors(checked)) found = std::move(checked);
    }
    user_.set_kernels(places(stream, model));
    found = user_.tell(found);
    if (!result.ok()) return failed(result, std::move(found));
    return {true, std::move(found)};
  }

 private:
  std::vector<Diagnostic> check_source() {
    const TokenStream raw(source_, TokenStream::Directives::read_definitions);
    Edits edits = prepare_for_diagnostics(raw);
    const ProcessResult result =
        clang_.check(std::string(all_swizzles) + line_one() + edits.apply(source_));
    std::vector<Diagnostic> found = parse_diagnostics(result.messages);
    map_columns(found, edits);
    return found;
  }

  void map_columns(std::vector<Diagnostic>& diagnostics, const Edits& edits) const {
    for (Diagnostic& one : diagnostics) {
      if (one.file != main_file || one.line == 0) continue;
      one.column = edits.original_column(source_, one.line, one.column);
    }
  }

  [[nodiscard]] static std::vector<KernelPlace> places(const TokenStream& stream,
                                                       const SourceModel& model) {
    std::vector<KernelPlace> result;
    for (const KernelSource& kernel : model.kernels) {
      const Declaration& made = model.declarations[kernel.place];
      const SourcePlace place = stream.place_of(stream.tokens()[made.range.first].offset);
      result.push_back(
          {kernel.name, place.file.empty() ? std::string(main_file) : place.file, place.line});
    }
    return result;
  }

  Translation failed(const ProcessResult& result, std::vector<Diagnostic> diagnostics) const {
    if (!has_errors(diagnostics)) {
      std::string reason = "the Metal compiler failed";
      if (!result.started) reason += ": " + result.error;
      if (result.timed_out) reason += ": it took too long and was stopped";
      if (result.exit_code > 128) {
        reason += ": it was ended by signal " + std::to_string(result.exit_code - 128);
      }
      reason += first_error(result.messages);
      diagnostics.push_back({Diagnostic::Severity::error, {}, 0, 0, std::move(reason), {}});
    }
    return {false, std::move(diagnostics)};
  }

  // Of messages without a place, which user_ does not show.
  static std::string first_error(std::string_view messages) {
    for (const Diagnostic& one : parse_diagnostics(messages)) {
      if (one.severity == Diagnostic::Severity::error) return ": " + one.message;
    }
    return {};
  }

  Clang& clang_;
  std::string_view source_;
  std::span<const ConstantValue> constants_;
  SourceLines lines_;
  UserDiagnostics user_;
};

}  // namespace

bool needs_preprocessing(std::string_view source) {
  bool needed = false;
  for_directives(source, [&needed](const Directive& directive) {
    needed |= directive.name != "pragma" && !is_standard_include(directive);
  });
  return needed;
}

bool includes_other_files(std::string_view source) {
  bool found = false;
  for_directives(source, [&found](const Directive& directive) {
    found |= directive.name == "include" && !is_standard_include(directive);
  });
  return found;
}

Translation translate(Clang& clang, std::string_view source, bool has_macros,
                      std::span<const ConstantValue> constants, const std::string& output) {
  return Translator(clang, source, constants)
      .run(has_macros || needs_preprocessing(source), output);
}

}  // namespace softmetal
