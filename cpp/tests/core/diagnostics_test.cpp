// diagnostics_test.cpp: the compiler's text, taken apart.
#include "diagnostics.hpp"

#include <gtest/gtest.h>

namespace metalscope {
namespace {

TEST(Diagnostics, HavePlaceSeverityMessageAndSourceLine) {
  const auto diagnostics = parse_diagnostics(
      "program_source:3:7: error: use of undeclared identifier 'y'\n"
      "  x = y;\n"
      "      ^\n"
      "/a:b/c.h:12:1: warning: unused\n"
      "int a;\n"
      "^~~\n"
      "program_source:9:2: note: expanded from macro 'M'\n");
  ASSERT_EQ(diagnostics.size(), 3U);
  EXPECT_EQ(diagnostics[0].severity, Diagnostic::Severity::error);
  EXPECT_EQ(diagnostics[0].file, "");
  EXPECT_EQ(diagnostics[0].line, 3U);
  EXPECT_EQ(diagnostics[0].column, 7U);
  EXPECT_EQ(diagnostics[0].message, "use of undeclared identifier 'y'");
  EXPECT_EQ(diagnostics[0].source_line, "  x = y;");
  EXPECT_EQ(diagnostics[1].file, "/a:b/c.h");
  EXPECT_EQ(diagnostics[1].severity, Diagnostic::Severity::warning);
  EXPECT_EQ(diagnostics[1].source_line, "int a;");
  EXPECT_EQ(diagnostics[2].severity, Diagnostic::Severity::note);
  EXPECT_EQ(diagnostics[2].source_line, "");
}

TEST(Diagnostics, SkipWhatIsNone) {
  EXPECT_TRUE(parse_diagnostics("").empty());
  EXPECT_TRUE(
      parse_diagnostics("Compilation failed: \n\nerror: no place\n1 error generated.").empty());
  EXPECT_EQ(parse_diagnostics("program_source:4: error: no column").front().line, 4U);
}

TEST(CompileFailure, CountsAndKeepsTheText) {
  const std::string log =
      "program_source:1:1: error: a\nprogram_source:2:1: error: b\n"
      "program_source:3:1: warning: c\n";
  const std::string message = compile_failure("mine", log, parse_diagnostics(log));
  EXPECT_EQ(message, "The MSL source 'mine' does not compile: 2 errors, 1 warning.\n" +
                         log.substr(0, log.size() - 1));
}

}  // namespace
}  // namespace metalscope
