// lexer_test.cpp: tokens, line markers, brackets, string literals.
#include <gtest/gtest.h>

#include "token.hpp"

namespace softmetal {
namespace {

std::vector<std::string> texts(const TokenStream& stream) {
  std::vector<std::string> result;
  for (const Token& token : stream.tokens()) {
    if (token.kind != TokenKind::end) result.emplace_back(token.text);
  }
  return result;
}

TEST(Lexer, SplitsPunctuationIntoSingleCharacters) {
  const TokenStream stream("a>>=b [[x]] ::c->d...");
  EXPECT_EQ(texts(stream), (std::vector<std::string>{"a", ">", ">", "=", "b", "[", "[", "x", "]",
                                                     "]", "::", "c", "->", "d", "..."}));
}

TEST(Lexer, SkipsCommentsAndDirectives) {
  const TokenStream stream("a /* kernel */ b // kernel \\\n kernel\n#pragma kernel \\\n kernel\nc");
  EXPECT_EQ(texts(stream), (std::vector<std::string>{"a", "b", "c"}));
}

TEST(Lexer, KeepsLiteralsWhole) {
  const TokenStream stream(
      R"__(u8"a\"b" R"x(kernel ")" )x" '\'' 1.0e-3f 0x1p+4 1'000u .5h 0xe+1)__");
  EXPECT_EQ(texts(stream),
            (std::vector<std::string>{"u8\"a\\\"b\"", "R\"x(kernel \")\" )x\"", "'\\''", "1.0e-3f",
                                      "0x1p+4", "1'000u", ".5h", "0xe", "+", "1"}));
}

TEST(Lexer, SurvivesUnterminatedText) {
  EXPECT_EQ(texts(TokenStream("a \"b\nc")), (std::vector<std::string>{"a", "\"b", "c"}));
  EXPECT_EQ(texts(TokenStream("a /* b")), (std::vector<std::string>{"a"}));
  EXPECT_EQ(texts(TokenStream("R\"x(b")).size(), 1U);
  EXPECT_TRUE(texts(TokenStream("")).empty());
}

TEST(Lexer, FollowsLineMarkers) {
  const std::string text = "a\n# 10 \"x \\\"y\\\".h\" 1\nb\nc\n#line 3\nd";
  const TokenStream stream(text);
  const Tokens tokens = stream.tokens();
  EXPECT_EQ(stream.place_of(tokens[0].offset).line, 1U);
  EXPECT_EQ(stream.place_of(tokens[1].offset).line, 10U);
  EXPECT_EQ(stream.place_of(tokens[2].offset).line, 11U);
  EXPECT_EQ(stream.place_of(tokens[3].offset).line, 3U);
}

TEST(Lexer, FindsClosingBrackets) {
  const TokenStream nested("< a<b>, (c > d), e[f<g] > h");
  EXPECT_EQ(nested.tokens()[find_closing(nested.tokens(), 0) + 1].text, "h");
  const TokenStream comparison("f(a < b; c)");
  EXPECT_EQ(find_closing(comparison.tokens(), 3), comparison.tokens().size());
  const std::string deep(200000, '(');
  const TokenStream unclosed(deep);
  EXPECT_EQ(find_closing(unclosed.tokens(), 0), unclosed.tokens().size());
}

TEST(Lexer, EvaluatesStringLiterals) {
  EXPECT_EQ(string_value("\"a\\\"b\""), "a\"b");
  EXPECT_EQ(string_value("R\"x(a\\b)x\""), "a\\b");
}

}  // namespace
}  // namespace softmetal
