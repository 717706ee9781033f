// declarations.cpp: one pass over the tokens, skipping bracketed groups.
#include "declarations.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace softmetal {
namespace {

template <std::size_t N>
bool is_one_of(const Token& token, const std::array<std::string_view, N>& words) noexcept {
  return std::find(words.begin(), words.end(), token.text) != words.end();
}

// `word ( ... )` that is no parameter list.
constexpr std::array<std::string_view, 8> parenthesised_words{
    "__attribute__", "alignas",  "decltype", "__declspec",
    "noexcept",      "explicit", "requires", "__typeof__"};
constexpr std::array<std::string_view, 4> type_words{"struct", "class", "union", "enum"};

class Splitter {
 public:
  explicit Splitter(Tokens tokens) : tokens_(tokens) {}

  std::vector<Declaration> run() {
    while (at_ < tokens_.size() && tokens_[at_].kind != TokenKind::end) {
      if (token().is(";")) {
        ++at_;
      } else if (token().is("}")) {
        close_scope();
      } else if (!open_scope()) {
        declaration();
      }
    }
    return std::move(result_);
  }

 private:
  [[nodiscard]] const Token& token(std::size_t ahead = 0) const noexcept {
    static constexpr Token end{TokenKind::end, 0, {}};
    return at_ + ahead < tokens_.size() ? tokens_[at_ + ahead] : end;
  }

  void close_scope() {
    ++at_;
    if (scopes_.empty()) return;
    path_.resize(scopes_.back());
    scopes_.pop_back();
  }

  // `namespace a::b {`, `inline namespace {`, `extern "C" {`
  bool open_scope() {
    std::size_t i = at_;
    if (token().is("extern") && token(1).kind == TokenKind::string && token(2).is("{")) {
      scopes_.push_back(path_.size());
      at_ += 3;
      return true;
    }
    if (tokens_[i].is("inline") && token(1).is("namespace")) ++i;
    if (!tokens_[i].is("namespace")) return false;
    std::vector<std::string_view> names;
    for (++i; i < tokens_.size() && !tokens_[i].is("{"); ++i) {
      if (tokens_[i].is("=") || tokens_[i].is(";") || tokens_[i].kind == TokenKind::end) {
        return false;  // an alias, or broken code
      }
      if (opens_attribute(tokens_, i)) {
        i = find_closing(tokens_, i);
      } else if (tokens_[i].is_identifier() && !tokens_[i].is("inline")) {
        names.push_back(tokens_[i].text);
      }
    }
    if (i >= tokens_.size()) return false;
    if (names.empty()) names.emplace_back();
    scopes_.push_back(path_.size());
    path_.insert(path_.end(), names.begin(), names.end());
    at_ = i + 1;
    return true;
  }

  void template_head(Declaration& made) {
    while (token().is("template")) {
      if (!token(1).is("<")) {
        made.kind = DeclarationKind::instantiation;
        ++at_;
        return;
      }
      const std::size_t close = find_closing(tokens_, at_ + 1);
      if (close == tokens_.size()) return;
      made.template_parameters = TokenRange{at_ + 2, close};
      at_ = close + 1;
    }
  }

  // `public:` in the body of a class.
  void access_specifiers() {
    while ((token().is("public") || token().is("private") || token().is("protected")) &&
           token(1).is(":")) {
      at_ += 2;
    }
  }

  void declaration() {
    access_specifiers();
    Declaration made;
    made.range.first = at_;
    made.namespaces = path_;
    template_head(made);
    made.head = at_;
    seen_equal_ = seen_type_word_ = seen_operator_ = seen_colon_ = false;
    if (token().is("using") || token().is("typedef")) {
      if (made.kind != DeclarationKind::instantiation) made.kind = DeclarationKind::alias;
    }
    while (part(made)) {
    }
    made.range.last = at_;
    if (made.range.last == made.range.first) ++at_;  // a stray token: never stand still
    classify(made);
    result_.push_back(std::move(made));
  }

  // Skips one token or group; false at the declaration's end.
  bool part(Declaration& made) {
    const Token& current = token();
    if (current.kind == TokenKind::end || current.is("}")) return false;
    if (current.is(";")) {
      ++at_;
      return false;
    }
    if (current.is("[")) return skip_group();
    if (current.is("(")) return parenthesis(made);
    if (current.is("{")) return brace(made);
    if (current.is("<")) return angle();
    seen_equal_ |= current.is("=") && !seen_operator_;
    seen_operator_ |= current.is("operator");
    seen_colon_ |= current.is(":");
    seen_type_word_ |= is_one_of(current, type_words) && made.parameters.last == 0;
    ++at_;
    return true;
  }

  bool skip_group() {
    const std::size_t close = find_closing(tokens_, at_);
    at_ = close == tokens_.size() ? at_ + 1 : close + 1;
    return true;
  }

  bool angle() {
    const bool list = at_ > 0 && !seen_equal_ && tokens_[at_ - 1].is_identifier() &&
                      !tokens_[at_ - 1].is("operator");
    const std::size_t close = list ? find_closing(tokens_, at_) : tokens_.size();
    at_ = close == tokens_.size() ? at_ + 1 : close + 1;
    return true;
  }

  bool parenthesis(Declaration& made) {
    const std::size_t close = find_closing(tokens_, at_);
    if (close == tokens_.size()) {
      ++at_;
      return true;
    }
    const bool plain = at_ > made.head && !is_one_of(tokens_[at_ - 1], parenthesised_words);
    const bool call_operator = tokens_[at_ - 1].is("operator");
    if (plain && !call_operator && !seen_equal_ && made.parameters.last == 0 &&
        made.kind != DeclarationKind::alias) {
      made.parameters = {at_ + 1, close};
    }
    at_ = close + 1;
    return true;
  }

  bool brace(Declaration& made) {
    const std::size_t close = find_closing(tokens_, at_);
    if (close == tokens_.size()) {
      at_ = close;
      return false;
    }
    // `X::X() : a{1}, b(2) {}`: the braces of a member's initialiser follow its name.
    const bool initialiser = seen_colon_ && tokens_[at_ - 1].is_identifier();
    if (made.parameters.last != 0 && !seen_equal_ && !initialiser) {
      made.body = {at_ + 1, close};
      made.is_definition = true;
      at_ = close + 1;
      return false;
    }
    if (seen_type_word_ && !seen_equal_ && type_body_.empty()) type_body_ = {at_ + 1, close};
    at_ = close + 1;
    return true;
  }

  void classify(Declaration& made) {
    const TokenRange type_body = std::exchange(type_body_, {});
    if (made.kind == DeclarationKind::instantiation) return;
    if (made.kind == DeclarationKind::alias) {
      alias_names(made);
    } else if (made.parameters.last != 0) {
      made.kind = DeclarationKind::function;
      function_name(made);
    } else if (seen_type_word_ && !seen_equal_) {
      made.kind = DeclarationKind::type;
      made.body = type_body;
      type_names(made, type_body);
    } else {
      made.kind = DeclarationKind::variable;
      variable_names(made, made.head);
    }
  }

  void function_name(Declaration& made) const {
    std::size_t i = made.parameters.first - 1;  // the parenthesis
    if (i > made.head && tokens_[i - 1].is(">")) {
      for (int depth = 0; i > made.head; --i) {  // f<int>(...)
        if (tokens_[i - 1].is(">")) ++depth;
        if (tokens_[i - 1].is("<") && --depth == 0) break;
      }
      if (i > made.head) --i;
    }
    const bool is_operator = std::any_of(tokens_.begin() + made.head, tokens_.begin() + i,
                                         [](const Token& t) { return t.is("operator"); });
    if (!is_operator && i > made.head && tokens_[i - 1].is_identifier()) {
      made.names.push_back(tokens_[i - 1].text);
    }
  }

  void alias_names(Declaration& made) const {
    if (tokens_[made.head].is("using")) {
      const Token& name = tokens_[std::min(made.head + 1, tokens_.size() - 1)];
      if (name.is_identifier() && !name.is("namespace")) made.names.push_back(name.text);
      return;
    }
    variable_names(made, made.head);
    for (std::size_t i = made.head; i + 2 < made.range.last; ++i) {  // (*name)(...)
      const bool pointer = tokens_[i].is("(") && (tokens_[i + 1].is("*") || tokens_[i + 1].is("&"));
      if (pointer && tokens_[i + 2].is_identifier()) made.names.push_back(tokens_[i + 2].text);
    }
  }

  void type_names(Declaration& made, TokenRange body) const {
    const std::size_t end = body.empty() ? made.range.last : body.first - 1;
    bool after_word = false;
    bool is_enum = false;
    for (std::size_t i = made.head; i < end; ++i) {
      if (is_one_of(tokens_[i], type_words)) {
        is_enum |= tokens_[i].is("enum");
        after_word = true;
      } else if (opens_attribute(tokens_, i)) {
        i = find_closing(tokens_, i);
      } else if (tokens_[i].is("(")) {
        i = std::min(find_closing(tokens_, i), end);
      } else if (tokens_[i].is(":") || tokens_[i].is("<")) {
        break;
      } else if (after_word && tokens_[i].is_identifier() &&
                 !is_one_of(tokens_[i], parenthesised_words)) {
        made.names.push_back(tokens_[i].text);
      }
    }
    if (is_enum) {
      for (std::size_t i = body.first; i < body.last; ++i) {
        if (tokens_[i].is_identifier()) made.names.push_back(tokens_[i].text);
      }
    }
    if (!body.empty()) variable_names(made, body.last + 1);
  }

  // Identifiers that stand where a declarator ends.
  void variable_names(Declaration& made, std::size_t first) const {
    bool in_initialiser = false;
    for (std::size_t i = first; i + 1 < made.range.last; ++i) {
      if (tokens_[i].is("(") || tokens_[i].is("[") || tokens_[i].is("{")) {
        i = std::min(find_closing(tokens_, i), made.range.last);
        continue;
      }
      if (tokens_[i].is("=")) in_initialiser = true;
      if (tokens_[i].is(",")) in_initialiser = false;
      const Token& next = tokens_[i + 1];
      const bool ends = next.is("=") || next.is(";") || next.is(",") || next.is("[") ||
                        next.is("{") || next.is("(");
      if (!in_initialiser && tokens_[i].is_identifier() && ends) {
        made.names.push_back(tokens_[i].text);
      }
    }
  }

  Tokens tokens_;
  std::size_t at_ = 0;
  std::vector<std::string_view> path_;
  std::vector<std::size_t> scopes_;  // path lengths to return to
  std::vector<Declaration> result_;
  // Of the declaration being read:
  bool seen_equal_ = false;
  bool seen_type_word_ = false;
  bool seen_operator_ = false;
  bool seen_colon_ = false;
  TokenRange type_body_;
};

}  // namespace

std::vector<Declaration> split_declarations(Tokens tokens) { return Splitter(tokens).run(); }

bool opens_attribute(Tokens tokens, std::size_t index) noexcept {
  return index + 1 < tokens.size() && tokens[index].is("[") && tokens[index + 1].is("[") &&
         tokens[index].end_offset() == tokens[index + 1].offset;
}

std::vector<Attribute> find_attributes(Tokens tokens, TokenRange range) {
  std::vector<Attribute> attributes;
  for (std::size_t i = range.first; i < range.last; ++i) {
    const Token& token = tokens[i];
    if (token.is("(") || token.is("{") || (token.is("[") && !opens_attribute(tokens, i))) {
      i = std::min(find_closing(tokens, i), range.last);
      continue;
    }
    if (!opens_attribute(tokens, i)) continue;
    const std::size_t close = std::min(find_closing(tokens, i + 1), range.last);
    for (TokenRange one : split_at_commas(tokens, {i + 2, close})) {
      if (one.last - one.first > 2 && tokens[one.first + 1].is("::")) one.first += 2;
      if (one.empty()) continue;
      Attribute attribute{tokens[one.first].text, {}};
      if (one.last - one.first > 2 && tokens[one.first + 1].is("(")) {
        attribute.arguments = {one.first + 2, one.last - 1};
      }
      attributes.push_back(attribute);
    }
    i = close + 1;
  }
  return attributes;
}

std::vector<TokenRange> split_at_commas(Tokens tokens, TokenRange range) {
  std::vector<TokenRange> parts;
  std::size_t start = range.first;
  for (std::size_t i = range.first; i < range.last; ++i) {
    const Token& token = tokens[i];
    const bool list = token.is("<") && i > range.first && tokens[i - 1].is_identifier();
    if (token.is("(") || token.is("[") || token.is("{") || list) {
      const std::size_t close = find_closing(tokens.first(range.last), i);
      if (close < range.last) i = close;
    } else if (token.is(",")) {
      parts.push_back({start, i});
      start = i + 1;
    }
  }
  if (start < range.last) parts.push_back({start, range.last});
  return parts;
}

std::string spell(Tokens tokens, TokenRange range) {
  std::string text;
  for (std::size_t i = range.first; i < range.last; ++i) {
    if (i > range.first) text += ' ';
    text += tokens[i].text;
  }
  return text;
}

}  // namespace softmetal
