// declarations.hpp: preprocessed MSL cut into its namespace-scope declarations. Knows the shape of
// declarations only; types, templates and overloads are clang's business.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "token.hpp"

namespace softmetal {

// Half-open range of token indices.
struct TokenRange {
  std::size_t first = 0;
  std::size_t last = 0;
  [[nodiscard]] bool empty() const noexcept { return first == last; }
};

enum class DeclarationKind { function, variable, type, alias, instantiation, other };

struct Declaration {
  DeclarationKind kind = DeclarationKind::other;
  TokenRange range;                          // all of it, with the closing `;` or `}`
  std::vector<std::string_view> names;       // what others refer to it by; empty: unknown
  std::vector<std::string_view> namespaces;  // enclosing ones, outermost first; "" is anonymous
  std::optional<TokenRange> template_parameters;  // between the innermost template's < and >
  std::size_t head = 0;                           // first token after `template <...>`
  TokenRange parameters;                          // functions: between ( and )
  TokenRange body;                                // functions, types: between { and }, if defined
  bool is_definition = false;                     // functions: has a body
};

// Of a whole source, or of the body of a class (then places are relative to `tokens`).
[[nodiscard]] std::vector<Declaration> split_declarations(Tokens tokens);

// One attribute of a `[[a, b(c)]]` list.
struct Attribute {
  std::string_view name;  // without `metal::`
  TokenRange arguments;   // between its parentheses
};

// The attributes of all `[[...]]` in a range, those inside other brackets left out.
[[nodiscard]] std::vector<Attribute> find_attributes(Tokens tokens, TokenRange range);

// True where an attribute list `[[` opens.
[[nodiscard]] bool opens_attribute(Tokens tokens, std::size_t index) noexcept;

// Cuts a range at the commas outside all brackets, template lists included.
[[nodiscard]] std::vector<TokenRange> split_at_commas(Tokens tokens, TokenRange range);

// The tokens of a range as text, one blank between each two.
[[nodiscard]] std::string spell(Tokens tokens, TokenRange range);

}  // namespace softmetal
