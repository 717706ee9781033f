// token.hpp: C++ tokens of preprocessed MSL, with the place in the user's files each came from.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace softmetal {

enum class TokenKind : std::uint8_t { identifier, number, string, character, punctuation, end };

// Punctuation is one character each, except "::", "->" and "..."; so `>>` closes two template
// lists and `[[` is two brackets.
struct Token {
  TokenKind kind;
  std::uint32_t offset;  // into the lexed text
  std::string_view text;

  [[nodiscard]] bool is(std::string_view expected) const noexcept { return text == expected; }
  [[nodiscard]] bool is_identifier() const noexcept { return kind == TokenKind::identifier; }
  [[nodiscard]] std::uint32_t end_offset() const noexcept {
    return offset + static_cast<std::uint32_t>(text.size());
  }
};

using Tokens = std::span<const Token>;

struct SourcePlace {
  std::string file;  // empty: unknown
  unsigned line = 0;
};

// The tokens of a text; views into it, so the text must outlive them. Comments are skipped, line
// markers (`# 12 "file"`, `#line 12`) are recorded, other directives are skipped. Never fails:
// what is no token becomes a one-character punctuation.
class TokenStream {
 public:
  // `read_definitions`: the bodies of #define give tokens too.
  enum class Directives { skip, read_definitions };

  explicit TokenStream(std::string_view text, Directives directives = Directives::skip);

  [[nodiscard]] Tokens tokens() const noexcept { return tokens_; }
  [[nodiscard]] std::string_view text() const noexcept { return text_; }
  [[nodiscard]] SourcePlace place_of(std::uint32_t offset) const;

 private:
  struct Marker {
    std::uint32_t offset;  // start of the line that is `line` of `file`
    unsigned line;
    std::string file;
  };
  friend class Lexer;

  std::string_view text_;
  Directives directives_;
  std::vector<Token> tokens_;  // the last one is `end`
  std::vector<Marker> markers_;
};

// Index of the bracket that closes the one at `open` ( ( [ { or < ), or tokens.size() if none.
[[nodiscard]] std::size_t find_closing(Tokens tokens, std::size_t open) noexcept;

// The characters that a string literal's spelling (with prefix and quotes, or raw) stands for.
[[nodiscard]] std::string string_value(std::string_view literal);

}  // namespace softmetal
