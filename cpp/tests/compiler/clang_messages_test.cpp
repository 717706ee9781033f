// clang_messages_test.cpp: parsing clang's output, and telling it in the user's terms.
#include "diagnostics.hpp"

#include <gtest/gtest.h>

#include "user_diagnostics.hpp"
#include "wrappers.hpp"

namespace softmetal {
namespace {

using Severity = Diagnostic::Severity;

TEST(Diagnostics, ParsesPlaces) {
  const auto found = parse_diagnostics(
      "program_source:3:7: error: no member named 'x: y' in 'S'\n"
      "junk\n"
      "a:b.h:10:2: warning: odd [-Wodd]\n"
      "program_source:4: fatal error: gone\n"
      "error: no place\n"
      "program_source:1:20: note: expanded from macro 'M'\n");
  ASSERT_EQ(found.size(), 5U);
  EXPECT_EQ(found[0].file, "program_source");
  EXPECT_EQ(found[0].line, 3U);
  EXPECT_EQ(found[0].column, 7U);
  EXPECT_EQ(found[0].message, "no member named 'x: y' in 'S'");
  EXPECT_EQ(found[1].file, "a:b.h");
  EXPECT_EQ(found[1].severity, Severity::warning);
  EXPECT_EQ(found[2].line, 4U);
  EXPECT_EQ(found[2].severity, Severity::error);
  EXPECT_EQ(found[3].line, 0U);
  EXPECT_EQ(found[4].severity, Severity::note);
}

TEST(Diagnostics, LaysOutAsMetalDoes) {
  const std::vector<Diagnostic> list{{Severity::error, "", 3, 2, "bad", "\tx = 1;"}};
  EXPECT_EQ(format_diagnostics(list), "program_source:3:2: error: bad\n\tx = 1;\n\t^\n");
}

TEST(Diagnostics, FindsLinesOfIncludedFiles) {
  const SourceLines lines("a\n#line 10 \"x.h\"\nb\nc\n# 2 \"program_source\" 2\nd\n");
  EXPECT_EQ(lines.find("", 1), "a");
  EXPECT_EQ(lines.find("x.h", 11), "c");
  EXPECT_EQ(lines.find("program_source", 2), "d");
  EXPECT_EQ(lines.find("y.h", 1), "");
}

class Tell : public testing::Test {
 protected:
  Tell()
      : lines_("line one\nline two\n"),
        user_(lines_, [](std::string_view file) { return file.starts_with("/cache/"); }) {
    user_.set_kernels({{"k", "program_source", 2}});
  }
  std::vector<Diagnostic> tell(std::vector<Diagnostic> found) { return user_.tell(found); }
  SourceLines lines_;
  UserDiagnostics user_;
};

TEST_F(Tell, ErrorsOfGeneratedCodeBelongToTheirKernel) {
  const std::string wrapper(wrapper_file);
  const auto told = tell({{Severity::error, wrapper, 1, 9, "static assertion failed: says why", {}},
                          {Severity::error, wrapper, 1, 9, "more of it", {}}});
  ASSERT_EQ(told.size(), 1U);
  EXPECT_EQ(told[0].line, 2U);
  EXPECT_EQ(told[0].message, "says why");
  EXPECT_EQ(told[0].source_line, "line two");
}

TEST_F(Tell, TheUsersOwnErrorsComeFirst) {
  const auto told = tell({{Severity::error, std::string(wrapper_file), 1, 9, "follows", {}},
                          {Severity::error, "program_source", 1, 6, "own", {}}});
  ASSERT_EQ(told.size(), 1U);
  EXPECT_EQ(told[0].message, "own");
  EXPECT_EQ(told[0].file, "");
}

TEST_F(Tell, ErrorsInTheLibraryMoveToTheirCause) {
  const auto told =
      tell({{Severity::error, "/cache/msl/vector.h", 100, 3, "no matching function", {}},
            {Severity::note, "/cache/msl/vector.h", 7, 3, "candidate", {}},
            {Severity::note, "program_source", 1, 6, "requested here", {}},
            {Severity::warning, "/cache/msl/vector.h", 1, 1, "ours", {}}});
  ASSERT_EQ(told.size(), 2U);
  EXPECT_EQ(told[0].line, 1U);
  EXPECT_EQ(told[0].severity, Severity::error);
  EXPECT_EQ(told[1].message, "requested here");
}

}  // namespace
}  // namespace softmetal
