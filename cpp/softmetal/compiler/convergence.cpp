// convergence.cpp: finds the loops by their tokens. A meeting is `softmetal_reconverge()`, which
// the generated prologue defines.
#include "convergence.hpp"

#include <algorithm>
#include <set>
#include <string_view>

#include "reachability.hpp"

namespace softmetal {
namespace {

constexpr std::string_view meeting = "softmetal_reconverge()";

// Names of the functions of the source that call SIMD-group functions, directly or not.
std::set<std::string_view> meeting_functions(Tokens tokens, const SourceModel& model) {
  std::set<std::string_view> found;
  std::size_t before = 0;
  do {
    before = found.size();
    for (const Declaration& made : model.declarations) {
      for (std::size_t i = made.body.first; i < made.body.last; ++i) {
        if (!is_lane_exchange(tokens, i) && !found.contains(tokens[i].text)) continue;
        found.insert(made.names.begin(), made.names.end());
        break;
      }
    }
  } while (found.size() != before);
  return found;
}

class LoopEditor {
 public:
  LoopEditor(Tokens tokens, const SourceModel& model, Edits& edits)
      : tokens_(tokens), functions_(meeting_functions(tokens, model)), edits_(edits) {}

  void run() {
    for (std::size_t i = 0; i + 1 < tokens_.size(); ++i) {
      if (tokens_[i].is("for")) for_loop(i);
      if (tokens_[i].is("do")) do_loop(i);
      if (tokens_[i].is("while") && !ends_do_.contains(i)) while_loop(i);
    }
  }

 private:
  [[nodiscard]] std::size_t closing(std::size_t open) const {
    return std::min(find_closing(tokens_, open), tokens_.size() - 1);
  }

  // One past the statement that starts at `first`.
  [[nodiscard]] std::size_t statement_end(std::size_t first) const {
    const std::size_t last = tokens_.size() - 1;
    if (first >= last) return last;
    const Token& token = tokens_[first];
    if (token.is("{")) return closing(first) + 1;
    if (token.is("if") || token.is("for") || token.is("while") || token.is("switch")) {
      std::size_t open = first + 1;
      while (open < last && !tokens_[open].is("(")) ++open;  // `if constexpr (`
      std::size_t end = statement_end(closing(open) + 1);
      if (token.is("if") && end < last && tokens_[end].is("else")) end = statement_end(end + 1);
      return end;
    }
    std::size_t i = first;
    if (token.is("do")) i = statement_end(first + 1);
    for (; i < last && !tokens_[i].is(";"); ++i) {
      if (tokens_[i].is("(") || tokens_[i].is("[") || tokens_[i].is("{")) i = closing(i);
    }
    return std::min(i + 1, last);
  }

  // Threads meet in the loop, and may take different ways to where they do.
  [[nodiscard]] bool needs_meeting(TokenRange loop) const {
    bool meets = false;
    bool branches = false;
    for (std::size_t i = loop.first; i < loop.last; ++i) {
      const Token& token = tokens_[i];
      const bool calls = functions_.contains(token.text);
      meets = meets || calls || is_lane_exchange(tokens_, i);
      branches = branches || calls || token.is("if") || token.is("switch") || token.is("?") ||
                 token.is("for") || token.is("while") || token.is("do") || token.is("&") ||
                 token.is("|");
    }
    return meets && branches;
  }

  // for (init; condition; step): the meeting comes before the step.
  void for_loop(std::size_t at) {
    if (!tokens_[at + 1].is("(")) return;
    const std::size_t close = closing(at + 1);
    std::size_t semicolons = 0;
    std::size_t step = close;
    for (std::size_t i = at + 2; i < close; ++i) {
      if (tokens_[i].is("(") || tokens_[i].is("[") || tokens_[i].is("{")) i = closing(i);
      if (tokens_[i].is(";") && ++semicolons == 2) step = i + 1;
    }
    const bool has_step = step < close;
    if (semicolons != 2 || !needs_meeting({at + 2, statement_end(close + 1)})) return;
    insert(step, std::string(meeting) + (has_step ? ", " : ""));
  }

  // while (condition) becomes for (; condition; meeting)
  void while_loop(std::size_t at) {
    if (!tokens_[at + 1].is("(")) return;
    const std::size_t close = closing(at + 1);
    if (!needs_meeting({at + 2, statement_end(close + 1)})) return;
    edits_.replace(tokens_[at].offset, 5, "for");
    insert(at + 2, "; ");
    insert(close, "; " + std::string(meeting));
  }

  // do ... while (condition): the meeting comes before the condition.
  void do_loop(std::size_t at) {
    const std::size_t end = statement_end(at + 1);
    if (!tokens_[end].is("while") || !tokens_[end + 1].is("(")) return;
    ends_do_.insert(end);
    const std::size_t close = closing(end + 1);
    if (!needs_meeting({at + 1, close})) return;
    insert(end + 2, std::string(meeting) + ", (");
    insert(close, ")");
  }

  void insert(std::size_t before, std::string text) {
    edits_.insert(tokens_[before].offset, std::move(text));
  }

  Tokens tokens_;
  std::set<std::string_view> functions_;
  Edits& edits_;
  std::set<std::size_t> ends_do_;  // the `while` of do loops
};

}  // namespace

void keep_loops_together(Tokens tokens, const SourceModel& model, Edits& edits) {
  LoopEditor(tokens, model, edits).run();
}

}  // namespace softmetal
