// includes_test.cpp: #include "..." put in place, with every line still telling where it is from.
#include "includes.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "guard.hpp"
#include "metalscope/error.hpp"

namespace metalscope {
namespace {

class Includes : public ::testing::Test {
 protected:
  Includes() { std::filesystem::create_directories(folder_ / "sub"); }
  ~Includes() override { std::filesystem::remove_all(folder_); }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
  }
  [[nodiscard]] std::string path(const std::string& name) const {
    return (folder_ / name).string();
  }
  [[nodiscard]] std::string flatten(const std::string& source) const {
    // Inside an entry, as in the library: its strings need an autorelease pool.
    return guard::entry([&] { return flatten_includes(source, {folder_.string()}); });
  }
  std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("metalscope_flatten_" + std::to_string(getpid()));
};

TEST_F(Includes, ArePutInPlaceBetweenLineDirectives) {
  write("a.h", "int a;\n");
  EXPECT_EQ(flatten("int first;\n#include \"a.h\"\nint last;\n"),
            "int first;\n#line 1 \"" + path("a.h") +
                "\"\nint a;\n#line 3 \"program_source\"\nint last;\n");
}

TEST_F(Includes, AreLookedForBesideTheIncludingFileFirst) {
  write("sub/a.h", "#include \"b.h\"\n");
  write("sub/b.h", "int near;\n");
  write("b.h", "int far;\n");
  const std::string flat = flatten("#include \"sub/a.h\"\n");
  EXPECT_NE(flat.find("near"), std::string::npos);
  EXPECT_EQ(flat.find("far"), std::string::npos);
}

TEST_F(Includes, StayAsTheyAreWhenNotFoundOrInComments) {
  const std::string source =
      "#include <metal_stdlib>\n#include \"missing.h\"\n/*\n#include \"a.h\"\n*/\n// #include "
      "\"a.h\"\n";
  write("a.h", "int a;\n");
  EXPECT_EQ(flatten(source), source);
}

TEST_F(Includes, HonourPragmaOnceByAMacro) {
  write("a.h", "#pragma once\nint a;\n");
  const std::string flat = flatten("#include \"a.h\"\n#include \"a.h\"\n");
  EXPECT_NE(flat.find("#ifndef METALSCOPE_ONCE_"), std::string::npos);
  EXPECT_EQ(flat.find("#pragma once"), std::string::npos);
}

TEST_F(Includes, OfEachOtherEndWhenGuarded) {
  write("a.h", "#ifndef A\n#define A\n#include \"b.h\"\nint a;\n#endif\n");
  write("b.h", "#ifndef B\n#define B\n#include \"a.h\"\nint b;\n#endif\n");
  const std::string flat = flatten("#include \"a.h\"\n");
  EXPECT_NE(flat.find("int b;"), std::string::npos);
}

TEST_F(Includes, WithoutEndAreRefused) {
  write("a.h", "#include \"a.h\"\n");
  EXPECT_THROW(static_cast<void>(flatten("#include \"a.h\"\n")), CompileError);
}

}  // namespace
}  // namespace metalscope
