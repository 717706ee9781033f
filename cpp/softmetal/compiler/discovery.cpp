// discovery.cpp: kernels, parameters and function constants, from declarations.
#include "discovery.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

namespace softmetal {
namespace {

// Attributes whose value the wrappers compute (MSL specification, "Attributes for kernel function
// input arguments").
constexpr std::array<std::string_view, 23> builtins{"thread_position_in_grid",
                                                    "thread_position_in_threadgroup",
                                                    "threadgroup_position_in_grid",
                                                    "threads_per_grid",
                                                    "threads_per_threadgroup",
                                                    "threadgroups_per_grid",
                                                    "thread_index_in_threadgroup",
                                                    "thread_index_in_simdgroup",
                                                    "simdgroup_index_in_threadgroup",
                                                    "threads_per_simdgroup",
                                                    "thread_execution_width",
                                                    "simdgroups_per_threadgroup",
                                                    "dispatch_threads_per_threadgroup",
                                                    "dispatch_simdgroups_per_threadgroup",
                                                    "dispatch_quadgroups_per_threadgroup",
                                                    "grid_origin",
                                                    "grid_size",
                                                    "thread_index_in_quadgroup",
                                                    "quadgroup_index_in_threadgroup",
                                                    "quadgroups_per_threadgroup",
                                                    "threads_per_quadgroup",
                                                    "quadgroup_position_in_grid",
                                                    "simdgroup_position_in_grid"};

constexpr std::array<std::string_view, 27> type_keywords{
    "const",    "volatile", "device",     "constant", "threadgroup", "thread",     "unsigned",
    "signed",   "int",      "short",      "long",     "char",        "float",      "double",
    "bool",     "void",     "auto",       "struct",   "class",       "union",      "enum",
    "typename", "restrict", "__restrict", "coherent", "ray_data",    "object_data"};

template <std::size_t N>
bool contains(const std::array<std::string_view, N>& words, std::string_view word) noexcept {
  return std::find(words.begin(), words.end(), word) != words.end();
}

class Discovery {
 public:
  explicit Discovery(Tokens tokens) : tokens_(tokens) {
    model_.declarations = split_declarations(tokens);
  }

  SourceModel run() {
    for (std::size_t i = 0; i < model_.declarations.size(); ++i) {
      const Declaration& made = model_.declarations[i];
      switch (made.kind) {
        case DeclarationKind::function:
          function(i);
          break;
        case DeclarationKind::instantiation:
          instantiation(i);
          break;
        case DeclarationKind::variable:
          variable(i);
          break;
        default:
          break;
      }
    }
    return std::move(model_);
  }

 private:
  // Of a declaration's head: everything before the parameters, and what follows them.
  [[nodiscard]] bool is_kernel(const Declaration& made) const {
    const std::size_t end = made.parameters.last != 0 ? made.parameters.first : made.range.last;
    for (std::size_t i = made.head; i < end; ++i) {
      if (tokens_[i].is("kernel")) return true;
    }
    return false;
  }

  void function(std::size_t index) {
    const Declaration& made = model_.declarations[index];
    if (made.names.empty() || !made.is_definition) return;
    if (made.template_parameters) {
      if (!made.template_parameters->empty()) templates_.emplace(made.names.front(), index);
      return;
    }
    if (!is_kernel(made)) return;
    KernelSource kernel;
    kernel.function = made.names.front();
    kernel.name = host_name(made).value_or(kernel.function);
    kernel.definition = kernel.place = index;
    kernel.parameters = parameters(made.parameters);
    kernel.cast_types = types_of(kernel.parameters);
    kernel.has_cast_types = true;
    model_.kernels.push_back(std::move(kernel));
  }

  // template [[host_name("x")]] [[kernel]] void f<T>(...);   ... decltype(f<T>) f<T>;
  void instantiation(std::size_t index) {
    const Declaration& made = model_.declarations[index];
    const bool has_parameters = made.parameters.last != 0;
    const std::size_t end = has_parameters
                                ? made.parameters.first - 1
                                : made.range.last - (tokens_[made.range.last - 1].is(";") ? 1 : 0);
    const auto [name, arguments] = name_before(made.head, end);
    if (name == end) return;
    const auto definition = primary(tokens_[name].text, made);
    const std::optional<std::string> host = host_name(made);
    if (!definition || (!host && !is_kernel(made))) return;
    KernelSource kernel;
    if (!arguments.empty()) {
      kernel.template_arguments = spell(tokens_, {arguments.first - 1, arguments.last + 1});
    }
    std::size_t first = name;
    while (first >= made.head + 2 && tokens_[first - 1].is("::")) first -= 2;
    kernel.function = spell(tokens_, {first, name + 1}) + kernel.template_arguments;
    kernel.name = host.value_or(std::string(tokens_[name].text) + kernel.template_arguments);
    kernel.definition = *definition;
    kernel.place = index;
    kernel.parameters = parameters(model_.declarations[*definition].parameters);
    if (has_parameters) {
      kernel.cast_types = types_of(parameters(made.parameters));
      kernel.has_cast_types = true;
    }
    model_.kernels.push_back(std::move(kernel));
  }

  // The template that an instantiation means: of several with one name, the first whose number of
  // parameters fits.
  [[nodiscard]] std::optional<std::size_t> primary(std::string_view name,
                                                   const Declaration& made) const {
    const auto [first, last] = templates_.equal_range(name);
    if (first == last) return std::nullopt;
    if (made.parameters.last != 0) {
      const std::size_t count = split_at_commas(tokens_, made.parameters).size();
      for (auto i = first; i != last; ++i) {
        const Declaration& candidate = model_.declarations[i->second];
        if (split_at_commas(tokens_, candidate.parameters).size() == count) return i->second;
      }
    }
    return first->second;
  }

  struct NamePlace {
    std::size_t name;      // `end` when there is none
    TokenRange arguments;  // between < and >
  };

  [[nodiscard]] NamePlace name_before(std::size_t head, std::size_t end) const {
    if (end == head) return {end, {}};
    std::size_t name = end - 1;
    TokenRange arguments;
    if (tokens_[name].is(">")) {
      int angles = 0;
      int parentheses = 0;
      for (; name > head; --name) {
        const Token& token = tokens_[name];
        if (token.is(")")) ++parentheses;
        if (token.is("(")) --parentheses;
        if (parentheses != 0) continue;
        if (token.is(">")) ++angles;
        if (token.is("<") && --angles == 0) break;
      }
      if (name == head) return {end, {}};
      arguments = {name + 1, end - 1};
      --name;
    }
    return {tokens_[name].is_identifier() ? name : end, arguments};
  }

  [[nodiscard]] std::optional<std::string> host_name(const Declaration& made) const {
    for (const Attribute& attribute : find_attributes(tokens_, {made.head, made.range.last})) {
      if (attribute.name != "host_name") continue;
      std::string name;
      for (std::size_t i = attribute.arguments.first; i < attribute.arguments.last; ++i) {
        if (tokens_[i].kind == TokenKind::string) name += string_value(tokens_[i].text);
      }
      return name;
    }
    return std::nullopt;
  }

  [[nodiscard]] std::vector<Parameter> parameters(TokenRange range) const {
    std::vector<Parameter> result;
    const std::vector<TokenRange> parts = split_at_commas(tokens_, range);
    if (parts.size() == 1 && spell(tokens_, parts.front()) == "void") return result;
    for (const TokenRange& part : parts) result.push_back(parameter(part));
    return result;
  }

  [[nodiscard]] Parameter parameter(TokenRange range) const {
    Parameter made;
    for (const Attribute& attribute : find_attributes(tokens_, range)) apply(made, attribute);
    std::vector<std::size_t> kept;
    for (std::size_t i = range.first; i < range.last && !tokens_[i].is("="); ++i) {
      if (opens_attribute(tokens_, i)) {
        i = find_closing(tokens_, i);
      } else {
        kept.push_back(i);
      }
    }
    const std::size_t name = name_of(kept);
    bool in_threadgroup = false;
    for (const std::size_t i : kept) {
      in_threadgroup |= tokens_[i].is("threadgroup");
      if (i == name) {
        made.name = tokens_[i].text;
      } else {
        if (!made.type.empty()) made.type += ' ';
        made.type += tokens_[i].text;
      }
    }
    if (made.kind == ParameterKind::buffer && in_threadgroup)
      made.kind = ParameterKind::threadgroup;
    return made;
  }

  void apply(Parameter& made, const Attribute& attribute) const {
    const std::string arguments = spell(tokens_, attribute.arguments);
    if (attribute.name == "buffer") {
      made.index = arguments;
    } else if (attribute.name == "threadgroup") {
      made.kind = ParameterKind::threadgroup;
      made.index = arguments;
    } else if (attribute.name == "texture" || attribute.name == "sampler") {
      made.kind = attribute.name == "texture" ? ParameterKind::texture : ParameterKind::sampler;
      made.index = arguments;
    } else if (attribute.name == "function_constant") {
      made.present = arguments;
    } else if (contains(builtins, attribute.name)) {
      made.kind = ParameterKind::builtin;
      made.builtin = attribute.name;
    } else if (attribute.name == "stage_in" || attribute.name == "payload") {
      made.kind = ParameterKind::unsupported;
      made.builtin = attribute.name;
    }
  }

  // The declared name among a parameter's tokens, or npos when it is unnamed: the last identifier
  // outside brackets that follows a type; in `T (&name)[4]` the one in the parentheses.
  [[nodiscard]] std::size_t name_of(const std::vector<std::size_t>& kept) const {
    constexpr std::size_t none = static_cast<std::size_t>(-1);
    std::size_t name = none;
    bool seen_type = false;
    int angles = 0;
    for (std::size_t k = 0; k < kept.size(); ++k) {
      const Token& token = tokens_[kept[k]];
      if (token.is("<")) ++angles;
      if (token.is(">")) --angles, seen_type = true;
      if (angles > 0) continue;
      if (token.is("(") && k + 2 < kept.size() && !tokens_[kept[k + 1]].is_identifier()) {
        return tokens_[kept[k + 2]].is_identifier() ? kept[k + 2] : none;
      }
      if (token.is("[")) break;
      if (!token.is_identifier()) continue;
      const bool qualified = k > 0 && tokens_[kept[k - 1]].is("::");
      if (contains(type_keywords, token.text)) {
        seen_type |= !is_qualifier(token.text);
      } else if (seen_type && !qualified) {
        name = kept[k];
      } else {
        seen_type = true;
      }
    }
    return name;
  }

  [[nodiscard]] static bool is_qualifier(std::string_view word) noexcept {
    constexpr std::array<std::string_view, 15> qualifiers{
        "const",    "volatile",   "device",   "constant", "threadgroup",
        "thread",   "struct",     "class",    "union",    "enum",
        "typename", "__restrict", "restrict", "coherent", "ray_data"};
    return contains(qualifiers, word);
  }

  [[nodiscard]] static std::string types_of(const std::vector<Parameter>& parameters) {
    std::string types;
    for (const Parameter& parameter : parameters) {
      if (!types.empty()) types += ", ";
      types += parameter.type;
    }
    return types;
  }

  void variable(std::size_t index) {
    const Declaration& made = model_.declarations[index];
    if (made.names.empty()) return;
    for (const Attribute& attribute : find_attributes(tokens_, made.range)) {
      if (attribute.name != "function_constant") continue;
      model_.constants.push_back(
          {std::string(made.names.front()), spell(tokens_, attribute.arguments), index});
      return;
    }
  }

  Tokens tokens_;
  SourceModel model_;
  std::multimap<std::string_view, std::size_t> templates_;
};

}  // namespace

SourceModel discover(Tokens tokens) { return Discovery(tokens).run(); }

}  // namespace softmetal
