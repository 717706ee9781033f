// preparation.cpp: instantiations vanish (wrappers name them),
// function constants get their values, threadgroup variables move into the threadgroup's memory.
#include "preparation.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "convergence.hpp"

namespace softmetal {
namespace {

// `1.0bf` is a bfloat.
void edit_literal(Edits& edits, const Token& token) {
  const bool hexadecimal = token.text.starts_with("0x") || token.text.starts_with("0X");
  if (token.kind != TokenKind::number || hexadecimal || !token.text.ends_with("bf")) return;
  std::string value(token.text.substr(0, token.text.size() - 2));
  if (value.find_first_of(".eE") == std::string::npos) value += ".0";
  edits.replace(token.offset, static_cast<std::uint32_t>(token.text.size()),
                "bfloat(" + value + "f)");
}

// A function that must not be inlined would make all its calls one place where threads meet.
void edit_inlining(Edits& edits, const Token& token) {
  if (token.is("noinline")) edits.replace(token.offset, 8, "unused  ");
  if (token.is("__noinline__")) edits.replace(token.offset, 12, "__unused__  ");
}

// [[threadgroup(n)]]: the keyword is an empty macro, which leaves no attribute.
void edit_attribute(Edits& edits, const TokenStream& stream, std::size_t index) {
  const Tokens tokens = stream.tokens();
  if (index + 2 >= tokens.size() || !opens_attribute(tokens, index)) return;
  const std::size_t close = find_closing(tokens, index);
  for (std::size_t i = index + 2; i < close && close < tokens.size(); ++i) {
    if (!tokens[i].is("threadgroup")) continue;
    edits.blank(stream.text(), tokens[index].offset, tokens[close].end_offset());
    return;
  }
}

class Preparer {
 public:
  Preparer(const TokenStream& stream, const SourceModel& model)
      : stream_(stream), tokens_(stream.tokens()), model_(model) {}

  Preparation run() {
    for (const Declaration& made : model_.declarations) {
      if (made.kind == DeclarationKind::instantiation) blank(made.range);
    }
    std::map<std::size_t, bool> variables;  // by definition
    for (const KernelSource& kernel : model_.kernels) {
      if (!variables.contains(kernel.definition)) {
        variables[kernel.definition] = definition(kernel.definition);
      }
      result_.has_threadgroup_variables.push_back(variables[kernel.definition]);
    }
    for (const FunctionConstantSource& constant : model_.constants) value(constant);
    blank_repeated(tokens_, model_.declarations);
    keep_loops_together(tokens_, model_, result_.edits);
    for (std::size_t i = 0; i + 3 < tokens_.size(); ++i) {
      defined(i);
      edit_literal(result_.edits, tokens_[i]);
      edit_inlining(result_.edits, tokens_[i]);
      edit_attribute(result_.edits, stream_, i);
    }
    return std::move(result_);
  }

 private:
  [[nodiscard]] std::uint32_t offset(std::size_t index) const { return tokens_[index].offset; }

  void blank(TokenRange range) {
    result_.edits.blank(stream_.text(), offset(range.first), tokens_[range.last - 1].end_offset());
  }

  // Functions and members that differ from an earlier one in the address space only are the same on
  // a CPU.
  void blank_repeated(Tokens tokens, const std::vector<Declaration>& declarations) {
    std::map<std::string, std::set<std::string>> seen;  // whole signatures by those without spaces
    for (const Declaration& made : declarations) {
      if (made.kind == DeclarationKind::type && !made.body.empty()) {
        const Tokens body = tokens.subspan(made.body.first, made.body.last - made.body.first);
        blank_repeated(body, split_declarations(body));
      }
      if (made.kind != DeclarationKind::function) continue;
      Signature own = signature(tokens, made);
      for (const std::string_view part : made.namespaces) own.plain += "@" + std::string(part);
      own.plain += made.is_definition ? "{" : ";";
      std::set<std::string>& others = seen[own.plain];
      // One that is the same in its address spaces too is a mistake that clang reports.
      const bool repeated = others.insert(std::move(own.whole)).second && others.size() > 1;
      if (repeated) {
        result_.edits.blank(stream_.text(), tokens[made.range.first].offset,
                            tokens[made.range.last - 1].end_offset());
      }
    }
  }

  struct Signature {
    std::string plain;  // without address spaces
    std::string whole;
  };

  // A function's tokens up to its body.
  static Signature signature(Tokens tokens, const Declaration& made) {
    Signature result;
    for (std::size_t i = made.range.first; i < made.range.last; ++i) {
      const Token& token = tokens[i];
      const bool after_parameters = i > made.parameters.last;
      if (after_parameters && (token.is("{") || token.is(":") || token.is(";") || token.is("="))) {
        break;
      }
      result.whole += " " + std::string(token.text);
      if (token.is("device") || token.is("thread") || token.is("threadgroup") ||
          token.is("object_data") || token.is("ray_data")) {
        continue;
      }
      const std::string word(token.is("constant") ? "const" : token.text);
      if (word == "const" && result.plain.ends_with(" const")) continue;
      result.plain += " " + word;
    }
    return result;
  }

  // A kernel's definition: true if it has threadgroup variables.
  bool definition(std::size_t index) {
    const Declaration& made = model_.declarations[index];
    result_.edits.insert(offset(made.range.first), tag(index));
    return threadgroup_variables(index);
  }

  // template <typename T, int N> struct softmetal_definition_7 { ... };
  std::string tag(std::size_t index) const {
    const Declaration& made = model_.declarations[index];
    std::string limit = "0";
    const TokenRange whole{made.head, made.body.first};
    for (const Attribute& attribute : find_attributes(tokens_, whole)) {
      if (attribute.name == "max_total_threads_per_threadgroup") {
        limit = spell(tokens_, attribute.arguments);
      }
    }
    std::string text;
    if (made.template_parameters) {
      text = "template <" + spell(tokens_, *made.template_parameters) + "> ";
    }
    return text + "struct " + tag_name(index) +
           " { static constexpr unsigned max_total_threads = (" + limit + "); }; ";
  }

  // The tag with the template's own parameters as arguments, as the kernel's body names it.
  std::string tag_in_body(std::size_t index) const {
    const Declaration& made = model_.declarations[index];
    if (!made.template_parameters) return tag_name(index);
    std::string arguments;
    for (const TokenRange& part : split_at_commas(tokens_, *made.template_parameters)) {
      std::size_t end = part.first;
      bool pack = false;
      for (; end < part.last && !tokens_[end].is("="); ++end) pack |= tokens_[end].is("...");
      if (end - part.first < 2 || !tokens_[end - 1].is_identifier()) break;  // unnamed: defaulted
      if (!arguments.empty()) arguments += ", ";
      arguments += tokens_[end - 1].text;
      if (pack) arguments += "...";
    }
    return tag_name(index) + "<" + arguments + ">";
  }

  bool threadgroup_variables(std::size_t index) {
    const TokenRange body = model_.declarations[index].body;
    std::size_t count = 0;
    for (std::size_t i = body.first; i < body.last; ++i) {
      if (!tokens_[i].is("threadgroup")) continue;
      const std::size_t start = statement_start(body.first, i);
      if (start == body.last) continue;
      std::vector<std::string_view> names;
      const std::size_t end = variables(start, body.last, names);
      if (names.empty()) continue;
      move_to_memory(index, count++, {start, end}, names);
      i = end;
    }
    return count > 0;
  }

  // The first token of the declaration that `at` is a specifier of; the body's end if it is none.
  [[nodiscard]] std::size_t statement_start(std::size_t first, std::size_t at) const {
    const std::size_t none = tokens_.size();
    std::size_t start = at;
    while (start > first) {
      const Token& before = tokens_[start - 1];
      if (before.is(";") || before.is("{") || before.is("}") || before.is(":")) return start;
      const bool specifier = before.is_identifier() && !before.is("return") && !before.is("else");
      if (before.is(")") && start >= 4 && tokens_[start - 3].is("(") &&
          tokens_[start - 4].is("alignas")) {
        start -= 4;
      } else if (specifier || before.is("::") || before.is("]") || before.is("[") ||
                 before.is("<") || before.is(">")) {
        --start;
      } else {
        return none;
      }
    }
    return start;
  }

  // Names of the variables declared in the statement; none for pointers and references. Returns the
  // index of the closing `;`.
  [[nodiscard]] std::size_t variables(std::size_t start, std::size_t last,
                                      std::vector<std::string_view>& names) const {
    std::size_t i = start;
    for (; i < last && !tokens_[i].is(";"); ++i) {
      const Token& token = tokens_[i];
      const Token& next = tokens_[i + 1];
      if (token.is("*") || token.is("&")) {
        names.clear();
        return i;
      }
      const bool list = token.is("<") && tokens_[i - 1].is_identifier();
      if (token.is("(") || token.is("[") || token.is("{") || list) {
        const std::size_t close = find_closing(tokens_, i);
        if (token.is("(") && (next.is("*") || next.is("&"))) return names.clear(), i;
        if (close < last) i = close;
      } else if (token.is_identifier() &&
                 (next.is("[") || next.is(",") || next.is(";") || next.is("=") || next.is("{"))) {
        names.push_back(token.text);
      }
    }
    return i;
  }

  void move_to_memory(std::size_t index, std::size_t number, TokenRange declaration,
                      const std::vector<std::string_view>& names) {
    const std::string suffix = std::to_string(index) + "_" + std::to_string(number);
    const std::string type = "softmetal_variables_" + suffix;
    const std::string storage = "softmetal_storage_" + suffix;
    result_.edits.insert(offset(declaration.first), "struct " + type + " { ");
    for (std::size_t i = declaration.first; i < declaration.last; ++i) {
      if (tokens_[i].is("static") || tokens_[i].is("const")) blank({i, i + 1});
    }
    std::string bindings = " }; auto& " + storage + " = softmetal::reflect::ThreadgroupVariables<" +
                           tag_in_body(index) + ", " + std::to_string(number) + ", " + type +
                           ">::get();";
    for (const std::string_view name : names) {
      bindings += " auto& " + std::string(name) + " = " + storage + "." + std::string(name) + ";";
    }
    result_.edits.insert(tokens_[declaration.last].end_offset(), std::move(bindings));
  }

  void value(const FunctionConstantSource& constant) {
    const Declaration& made = model_.declarations[constant.declaration];
    result_.edits.insert(offset(made.range.last - 1), " = softmetal::given::value<decltype(" +
                                                          constant.name + ")>(\"" + constant.name +
                                                          "\", " + constant.index + ")");
  }

  // is_function_constant_defined(name)
  void defined(std::size_t i) {
    if (!tokens_[i].is("is_function_constant_defined") || !tokens_[i + 1].is("(")) return;
    const std::size_t close = find_closing(tokens_, i + 1);
    if (close == tokens_.size()) return;
    const std::string_view name = tokens_[close - 1].text;
    for (const FunctionConstantSource& constant : model_.constants) {
      if (constant.name != name) continue;
      // `metal::` before it would name nothing.
      const bool qualified = i >= 2 && tokens_[i - 1].is("::");
      const std::uint32_t from = offset(qualified ? i - 2 : i);
      result_.edits.replace(
          from, tokens_[close].end_offset() - from,
          "softmetal::given::is_defined(\"" + constant.name + "\", " + constant.index + ")");
      return;
    }
  }

  const TokenStream& stream_;
  Tokens tokens_;
  const SourceModel& model_;
  Preparation result_;
};

}  // namespace

std::string tag_name(std::size_t definition) {
  return "softmetal_definition_" + std::to_string(definition);
}

Preparation prepare(const TokenStream& stream, const SourceModel& model) {
  return Preparer(stream, model).run();
}

Edits prepare_for_diagnostics(const TokenStream& raw) {
  Edits edits;
  const Tokens tokens = raw.tokens();
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    edit_literal(edits, tokens[i]);
    edit_attribute(edits, raw, i);
    if (tokens[i].is("template")) {  // attributes after it
      std::size_t next = i + 1;
      while (opens_attribute(tokens, next)) {
        const std::size_t close = find_closing(tokens, next);
        if (close == tokens.size()) break;
        edits.blank(raw.text(), tokens[next].offset, tokens[close].end_offset());
        next = close + 1;
      }
    }
    if (tokens[i].is("function_constant") && tokens[i + 1].is("(")) {  // an initialiser
      const std::size_t close = find_closing(tokens, i + 1);
      if (close + 3 < tokens.size() && tokens[close + 3].is(";")) {
        edits.insert(tokens[close + 3].offset, " = {}");
      }
    }
  }
  return edits;
}

}  // namespace softmetal
