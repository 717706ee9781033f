// edits_test.cpp: edited text, and the way back to original columns.
#include "edits.hpp"

#include <gtest/gtest.h>

namespace softmetal {
namespace {

TEST(Edits, ReplaceInsertAndBlank) {
  const std::string text = "one two three";
  Edits edits;
  edits.insert(0, "zero ");
  edits.replace(4, 3, "2");
  edits.blank(text, 8, 13);
  EXPECT_EQ(edits.apply(text), "zero one 2      ");
}

TEST(Edits, KeepLineCounts) {
  const std::string text = "a(\n b \\\n);\nc";
  Edits removed;
  removed.replace(0, 10, "x");
  EXPECT_EQ(removed.apply(text), "x\n\n\nc");
  Edits blanked;
  blanked.blank(text, 0, 10);
  EXPECT_EQ(blanked.apply(text), "  \n   \\\n  \nc");
}

TEST(Edits, FirstOfOverlappingWins) {
  Edits edits;
  edits.replace(0, 4, "A");
  edits.replace(2, 4, "B");
  EXPECT_EQ(edits.apply("abcdefgh"), "Aefgh");
}

TEST(Edits, MapColumnsBack) {
  const std::string text = "int a;\nfoo bar baz qux;\nend";
  Edits edits;
  edits.insert(7, "struct X {}; ");       // before foo
  edits.replace(11, 3, "a_longer_word");  // bar
  edits.insert(18, "/**/");               // after baz
  const std::string changed = edits.apply(text);
  const std::string line(line_of(changed, 2));
  const auto column = [&](std::string_view word) {
    return static_cast<unsigned>(line.find(word)) + 1;
  };
  EXPECT_EQ(edits.original_column(text, 2, column("foo")), 1U);
  EXPECT_EQ(edits.original_column(text, 2, column("a_longer_word")), 5U);
  EXPECT_EQ(edits.original_column(text, 2, column("baz")), 9U);
  EXPECT_EQ(edits.original_column(text, 2, column("qux")), 13U);
  EXPECT_EQ(edits.original_column(text, 1, 5), 5U);
  EXPECT_EQ(edits.original_column(text, 3, 2), 2U);
}

TEST(Edits, MapColumnsAfterAReplacementAcrossLines) {
  const std::string text = "f(a,\n  b); g;\n";
  Edits edits;
  edits.replace(0, 9, "h()");  // `f(a,\n  b)`
  const std::string changed = edits.apply(text);
  EXPECT_EQ(changed, "h()\n; g;\n");
  EXPECT_EQ(edits.original_column(text, 2, 3), 7U);
}

TEST(Edits, LineOfHandlesEnds) {
  EXPECT_EQ(line_of("a\r\nb", 1), "a");
  EXPECT_EQ(line_of("a\nb", 2), "b");
  EXPECT_EQ(line_of("a\nb", 3), "");
  EXPECT_EQ(line_of("a\nb", 0), "");
}

}  // namespace
}  // namespace softmetal
