// edits.hpp: changes to a text that leave its line structure, and the way back from the changed
// text's columns to the original's.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace softmetal {

class Edits {
 public:
  // Replaces `length` characters at `offset`. Newlines in the replaced part are kept: they follow
  // the replacement, which must hold none of its own beyond `newlines_in(replacement)` copied ones.
  void replace(std::uint32_t offset, std::uint32_t length, std::string replacement);
  void insert(std::uint32_t offset, std::string text) { replace(offset, 0, std::move(text)); }
  // Overwrites with blanks, newlines and the backslashes before them excepted.
  void blank(std::string_view text, std::uint32_t offset, std::uint32_t end);

  // The changed text. Of edits that overlap, the one that starts first wins; several insertions at
  // one offset keep their order.
  [[nodiscard]] std::string apply(std::string_view text);

  // After apply(): the original column of a place in the changed text (line and column 1-based).
  [[nodiscard]] unsigned original_column(std::string_view text, unsigned line,
                                         unsigned column) const;

 private:
  struct Edit {
    std::uint32_t offset;
    std::uint32_t length;
    std::string text;
  };
  std::vector<Edit> edits_;
};

// The given 1-based line, without its newline; empty past the end.
[[nodiscard]] std::string_view line_of(std::string_view text, unsigned line) noexcept;

}  // namespace softmetal
