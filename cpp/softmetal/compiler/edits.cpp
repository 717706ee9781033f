// edits.cpp: applying edits and mapping columns.
#include "edits.hpp"

#include <algorithm>

namespace softmetal {

void Edits::replace(std::uint32_t offset, std::uint32_t length, std::string replacement) {
  edits_.push_back({offset, length, std::move(replacement)});
}

void Edits::blank(std::string_view text, std::uint32_t offset, std::uint32_t end) {
  std::string blanks(text.substr(offset, end - offset));
  for (std::size_t i = 0; i < blanks.size(); ++i) {
    const bool splice = blanks[i] == '\\' && i + 1 < blanks.size() &&
                        (blanks[i + 1] == '\n' || blanks[i + 1] == '\r');
    if (blanks[i] != '\n' && blanks[i] != '\r' && !splice) blanks[i] = ' ';
  }
  replace(offset, end - offset, std::move(blanks));
}

std::string Edits::apply(std::string_view text) {
  std::stable_sort(edits_.begin(), edits_.end(),
                   [](const Edit& a, const Edit& b) { return a.offset < b.offset; });
  std::string result;
  std::vector<Edit> applied;
  std::uint32_t position = 0;
  for (Edit& edit : edits_) {
    if (edit.offset < position) continue;
    const std::string_view removed = text.substr(edit.offset, edit.length);
    const auto lost = std::count(removed.begin(), removed.end(), '\n') -
                      std::count(edit.text.begin(), edit.text.end(), '\n');
    if (lost > 0) edit.text.append(static_cast<std::size_t>(lost), '\n');
    result += text.substr(position, edit.offset - position);
    result += edit.text;
    position = edit.offset + edit.length;
    applied.push_back(std::move(edit));
  }
  result += text.substr(position);
  edits_ = std::move(applied);
  return result;
}

unsigned Edits::original_column(std::string_view text, unsigned line, unsigned column) const {
  const std::string_view whole = line_of(text, line);
  if (whole.data() == nullptr || column == 0) return column;
  const auto start = static_cast<std::uint32_t>(whole.data() - text.data());
  // Walk the line's edits; `changed` counts columns of the changed text, `at` original offsets.
  std::uint32_t at = start;
  unsigned changed = 1;
  for (const Edit& edit : edits_) {
    if (edit.offset + edit.length < start) continue;
    if (edit.offset > start + whole.size()) break;
    if (edit.offset < at) {  // it began on an earlier line and ends on this one
      at = edit.offset + edit.length;
      const std::size_t tail = edit.text.rfind('\n');
      changed += static_cast<unsigned>(tail == std::string::npos ? edit.text.size()
                                                                 : edit.text.size() - tail - 1);
      continue;
    }
    const unsigned before = edit.offset - at;
    if (column < changed + before) break;
    changed += before;
    at = edit.offset;
    const auto size = static_cast<unsigned>(std::min(edit.text.size(), edit.text.find('\n')));
    if (column < changed + size) {
      const unsigned within = std::min(column - changed, edit.length);
      return at - start + within + 1;
    }
    changed += size;
    at += edit.length;
  }
  return at - start + (column - changed) + 1;
}

std::string_view line_of(std::string_view text, unsigned line) noexcept {
  if (line == 0) return {};
  std::size_t start = 0;
  for (unsigned i = 1; i < line; ++i) {
    start = text.find('\n', start);
    if (start == std::string_view::npos) return {};
    ++start;
  }
  std::string_view found = text.substr(start);
  found = found.substr(0, found.find('\n'));
  if (found.ends_with('\r')) found.remove_suffix(1);
  return found;
}

}  // namespace softmetal
