// lexer.cpp: TokenStream, as the C++ standard's [lex] splits text (after line splicing, which clang
// has done already except inside raw strings).
#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

#include "token.hpp"

namespace softmetal {
namespace {

bool is_identifier_start(char c) noexcept {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' ||
         static_cast<unsigned char>(c) >= 0x80;
}

bool is_identifier_part(char c) noexcept {
  return is_identifier_start(c) || std::isdigit(static_cast<unsigned char>(c)) != 0;
}

bool is_blank(char c) noexcept {
  return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

}  // namespace

class Lexer {
 public:
  explicit Lexer(TokenStream& stream) : stream_(stream), text_(stream.text_) {}

  void run() {
    stream_.markers_.push_back({0, 1, {}});
    while (position_ < text_.size()) step();
    add(TokenKind::end, text_.size());
  }

 private:
  [[nodiscard]] char at(std::size_t index) const noexcept {
    return index < text_.size() ? text_[index] : '\0';
  }
  [[nodiscard]] bool starts(std::string_view prefix) const noexcept {
    return text_.substr(position_).starts_with(prefix);
  }

  void add(TokenKind kind, std::size_t end) {
    stream_.tokens_.push_back(
        {kind, static_cast<std::uint32_t>(position_), text_.substr(position_, end - position_)});
    position_ = end;
    line_start_ = false;
  }

  void step() {
    const char c = text_[position_];
    if (c == '\n') {
      line_start_ = true;
      ++position_;
    } else if (is_blank(c)) {
      ++position_;
    } else if (c == '\\' && (at(position_ + 1) == '\n' || starts("\\\r\n"))) {
      position_ += at(position_ + 1) == '\n' ? 2 : 3;
    } else if (starts("//")) {
      position_ = line_end();
    } else if (starts("/*")) {
      const std::size_t end = text_.find("*/", position_ + 2);
      position_ = end == std::string_view::npos ? text_.size() : end + 2;
    } else if (c == '#' && line_start_) {
      directive();
    } else if (is_identifier_start(c)) {
      identifier_or_literal();
    } else if (std::isdigit(static_cast<unsigned char>(c)) != 0 ||
               (c == '.' && std::isdigit(static_cast<unsigned char>(at(position_ + 1))) != 0)) {
      add(TokenKind::number, number_end());
    } else if (c == '"' || c == '\'') {
      add(c == '"' ? TokenKind::string : TokenKind::character, quoted_end(position_));
    } else {
      add(TokenKind::punctuation, position_ + punctuation_length());
    }
  }

  // End of the logical line: a backslash before the newline continues it.
  [[nodiscard]] std::size_t line_end() const noexcept {
    std::size_t end = position_;
    for (;;) {
      end = text_.find('\n', end);
      if (end == std::string_view::npos) return text_.size();
      std::size_t last = end;
      if (last > 0 && text_[last - 1] == '\r') --last;
      if (last == 0 || text_[last - 1] != '\\') return end;
      ++end;
    }
  }

  void directive() {
    const std::size_t end = line_end();
    std::string_view line = text_.substr(position_ + 1, end - position_ - 1);
    const auto trim = [&line] {
      while (!line.empty() && is_blank(line.front())) line.remove_prefix(1);
    };
    trim();
    if (line.starts_with("define") &&
        stream_.directives_ == TokenStream::Directives::read_definitions) {
      ++position_;
      line_start_ = false;
      return;
    }
    if (line.starts_with("line")) line.remove_prefix(4);
    trim();
    unsigned number = 0;
    const auto [rest, error] = std::from_chars(line.data(), line.data() + line.size(), number);
    if (error == std::errc()) {
      line.remove_prefix(static_cast<std::size_t>(rest - line.data()));
      trim();
      std::string file = line.starts_with('"') ? string_value(line.substr(0, line.find('"', 1) + 1))
                                               : stream_.markers_.back().file;
      stream_.markers_.push_back({static_cast<std::uint32_t>(end + 1), number, std::move(file)});
    }
    position_ = end;
  }

  void identifier_or_literal() {
    std::size_t end = position_;
    while (is_identifier_part(at(end))) ++end;
    const std::string_view word = text_.substr(position_, end - position_);
    static constexpr std::array<std::string_view, 9> prefixes{"L",  "u",  "U",  "u8", "R",
                                                              "LR", "uR", "UR", "u8R"};
    const bool is_prefix = std::find(prefixes.begin(), prefixes.end(), word) != prefixes.end();
    if (is_prefix && at(end) == '"') {
      add(TokenKind::string, word.ends_with('R') ? raw_end(end) : quoted_end(end));
    } else if (is_prefix && !word.ends_with('R') && at(end) == '\'') {
      add(TokenKind::character, quoted_end(end));
    } else {
      add(TokenKind::identifier, end);
    }
  }

  [[nodiscard]] std::size_t number_end() const noexcept {
    std::size_t end = position_;
    for (;; ++end) {
      const char c = at(end);
      const char before = end > position_ ? at(end - 1) : '\0';
      const bool exponent_sign = (c == '+' || c == '-') &&
                                 (before == 'e' || before == 'E' || before == 'p' || before == 'P');
      const bool hexadecimal = at(position_) == '0' && (at(position_ + 1) | 0x20) == 'x';
      if (exponent_sign && (!hexadecimal || before == 'p' || before == 'P')) continue;
      if (c == '\'' && is_identifier_part(at(end + 1))) continue;
      if (!is_identifier_part(c) && c != '.') return end;
    }
  }

  // An unterminated literal ends with its line.
  [[nodiscard]] std::size_t quoted_end(std::size_t quote) const noexcept {
    for (std::size_t end = quote + 1; end < text_.size(); ++end) {
      if (text_[end] == '\\') {
        ++end;
      } else if (text_[end] == text_[quote]) {
        return end + 1;
      } else if (text_[end] == '\n') {
        return end;
      }
    }
    return text_.size();
  }

  [[nodiscard]] std::size_t raw_end(std::size_t quote) const noexcept {
    const std::size_t open = text_.find('(', quote);
    if (open == std::string_view::npos) return text_.size();
    const std::string closing = ")" + std::string(text_.substr(quote + 1, open - quote - 1)) + "\"";
    const std::size_t end = text_.find(closing, open);
    return end == std::string_view::npos ? text_.size() : end + closing.size();
  }

  [[nodiscard]] std::size_t punctuation_length() const noexcept {
    if (starts("...")) return 3;
    return starts("::") || starts("->") ? 2 : 1;
  }

  TokenStream& stream_;
  std::string_view text_;
  std::size_t position_ = 0;
  bool line_start_ = true;
};

TokenStream::TokenStream(std::string_view text, Directives directives)
    : text_(text), directives_(directives) {
  Lexer(*this).run();
}

SourcePlace TokenStream::place_of(std::uint32_t offset) const {
  const auto after = std::upper_bound(
      markers_.begin(), markers_.end(), offset,
      [](std::uint32_t value, const Marker& marker) { return value < marker.offset; });
  const Marker& marker = after == markers_.begin() ? markers_.front() : *(after - 1);
  const auto lines = std::count(text_.begin() + marker.offset, text_.begin() + offset, '\n');
  return {marker.file, marker.line + static_cast<unsigned>(lines)};
}

std::size_t find_closing(Tokens tokens, std::size_t open) noexcept {
  const auto closer_of = [](char opener) {
    return opener == '(' ? ')' : opener == '[' ? ']' : opener == '{' ? '}' : '>';
  };
  std::string expected(1, closer_of(tokens[open].text.front()));
  for (std::size_t i = open + 1; i < tokens.size(); ++i) {
    if (tokens[i].kind != TokenKind::punctuation) continue;
    const char c = tokens[i].text.front();
    if (tokens[i].text.size() == 1 && c == expected.back()) {
      expected.pop_back();
      if (expected.empty()) return i;
    } else if (c == '(' || c == '[' || c == '{' || (c == '<' && expected.back() == '>')) {
      expected += closer_of(c);
    } else if (c == ')' || c == ']' || c == '}' || (c == ';' && expected.back() == '>')) {
      break;  // mismatched: not a list after all, or broken code that clang will report
    }
  }
  return tokens.size();
}

std::string string_value(std::string_view literal) {
  const std::size_t quote = literal.find('"');
  if (quote == std::string_view::npos) return {};
  if (quote > 0 && literal[quote - 1] == 'R') {
    const std::size_t open = literal.find('(');
    const std::size_t close = literal.rfind(')');
    return std::string(literal.substr(open + 1, close - open - 1));
  }
  std::string value;
  for (std::size_t i = quote + 1; i + 1 < literal.size(); ++i) {
    char c = literal[i];
    if (c == '\\' && i + 2 < literal.size()) {
      c = literal[++i];
      if (c == 'n') c = '\n';
      if (c == 't') c = '\t';
    }
    value += c;
  }
  return value;
}

}  // namespace softmetal
