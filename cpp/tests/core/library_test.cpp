// library_test.cpp: compiling, diagnostics, names, signatures, and what is cached by content.
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "support.hpp"

namespace metalscope::testing {
namespace {

constexpr const char* source = R"(#include <metal_stdlib>
using namespace metal;
kernel void add(device const float* a [[buffer(0)]], device float* b [[buffer(1)]],
                constant int& n [[buffer(2)]], uint i [[thread_position_in_grid]]) { b[i] = a[i] + n; }
kernel void sub(device half4* b [[buffer(0)]], threadgroup float* s [[threadgroup(0)]],
                uint i [[thread_position_in_grid]]) { s[0] = 1; b[i] = half4(s[0]); }
)";

TEST(Library, NamesItsKernels) {
  std::vector<std::string> names = Library::compile(source).kernel_names();
  std::ranges::sort(names);
  EXPECT_EQ(names, (std::vector<std::string>{"add", "sub"}));
}

TEST(Library, TellsSignatures) {
  const Library library = Library::compile(source);
  const Kernel add = library.kernel("add");
  ASSERT_EQ(add.arguments().size(), 3U);
  EXPECT_EQ(add.arguments()[0].name, "a");
  EXPECT_FALSE(add.arguments()[0].writable);
  EXPECT_TRUE(add.arguments()[1].writable);
  EXPECT_EQ(name_of(add.arguments()[1].element), "float");
  EXPECT_EQ(name_of(add.arguments()[2].element), "int");
  EXPECT_EQ(add.arguments()[2].element.size, 4U);
  const Kernel sub = library.kernel("sub");
  ASSERT_EQ(sub.arguments().size(), 2U);
  EXPECT_EQ(name_of(sub.arguments()[0].element), "half4");
  EXPECT_EQ(sub.arguments()[1].kind, ArgumentInfo::Kind::threadgroup);
  EXPECT_GE(sub.max_total_threads_per_threadgroup(), 1U);
  EXPECT_GE(sub.thread_execution_width(), 1U);
}

TEST(Library, ListsTheKernelsWhenANameIsWrong) {
  const std::string message =
      message_of<ArgumentError>([] { static_cast<void>(Library::compile(source).kernel("ad")); });
  EXPECT_CONTAINS(message, "no kernel named 'ad'");
  EXPECT_CONTAINS(message, "Did you mean 'add'?");
}

TEST(Library, PointsAtWhatDoesNotCompile) {
  try {
    static_cast<void>(
        Library::compile("#include <metal_stdlib>\nkernel void k(device int* x [[buffer(0)]])\n{\n "
                         " x[0] = undefined_name;\n}\n"));
    FAIL() << "compiled";
  } catch (const CompileError& e) {
    ASSERT_FALSE(e.diagnostics().empty());
    const Diagnostic& first = e.diagnostics().front();
    EXPECT_EQ(first.severity, Diagnostic::Severity::error);
    EXPECT_EQ(first.file, "");
    EXPECT_EQ(first.line, 4U);
    EXPECT_EQ(first.column, 10U);
    EXPECT_EQ(first.source_line, "  x[0] = undefined_name;");
    EXPECT_CONTAINS(first.message, "undefined_name");
    EXPECT_CONTAINS(std::string(e.what()), "1 error");
  }
  EXPECT_NO_THROW(static_cast<void>(Library::compile(source)));
}

TEST(Library, FindsIncludesAndReportsErrorsInThem) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("metalscope_includes_" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "good.h") << "#pragma once\ninline int twice(int x) { return 2 * x; }\n";
  std::ofstream(folder / "bad.h") << "\ninline int broken() { return missing; }\n";
  CompileOptions options;
  options.include_dirs = {folder.string()};
  const Library library = Library::compile(
      "#include \"good.h\"\n#include \"good.h\"\n"
      "kernel void k(device int* x [[buffer(0)]]) { x[0] = twice(x[0]); }\n",
      options);
  const Buffer x = buffer_of(std::vector<int>{21});
  launch(library.kernel("k"), {Argument::of(x)}, threads(1));
  Stream::current().synchronize();
  EXPECT_EQ(values_of<int>(x).front(), 42);
  try {
    static_cast<void>(Library::compile("#include \"bad.h\"\n", options));
    FAIL() << "compiled";
  } catch (const CompileError& e) {
    ASSERT_FALSE(e.diagnostics().empty());
    EXPECT_EQ(e.diagnostics().front().file, (folder / "bad.h").string());
    EXPECT_EQ(e.diagnostics().front().line, 2U);
  }
  std::filesystem::remove_all(folder);
}

TEST(Library, TakesDefinesAndRefusesUnknownVersions) {
  CompileOptions options;
  options.defines = {{"VALUE", "7"}};
  const Library library =
      Library::compile("kernel void k(device int* x [[buffer(0)]]) { x[0] = VALUE; }", options);
  const Buffer x = Buffer::allocate(4);
  launch(library.kernel("k"), {Argument::of(x)}, threads(1));
  Stream::current().synchronize();
  EXPECT_EQ(values_of<int>(x).front(), 7);
  options.language_version = "9.9";
  EXPECT_CONTAINS(message_of<ArgumentError>(
                      [&] { static_cast<void>(Library::compile("kernel void q() {}", options)); }),
                  "9.9");
}

TEST(Caches, KeyByContentNeverByNameAlone) {
  const auto compiled = [](const char* value, MathMode mode = MathMode::fast) {
    CompileOptions options;
    options.math_mode = mode;
    return Library::compile(
        std::string("kernel void k(device int* x [[buffer(0)]]) { x[0] = ") + value + "; }",
        options);
  };
  EXPECT_EQ(compiled("1").impl(), compiled("1").impl());
  EXPECT_NE(compiled("1").impl(), compiled("2").impl());
  EXPECT_NE(compiled("1").impl(), compiled("1", MathMode::safe).impl());
  EXPECT_EQ(compiled("1").kernel("k").impl(), compiled("1").kernel("k").impl());
  EXPECT_NE(compiled("1").kernel("k").impl(), compiled("2").kernel("k").impl());
  const Buffer x = Buffer::allocate(4);
  for (const int expected : {1, 2, 1}) {
    launch(compiled(std::to_string(expected).c_str()).kernel("k"), {Argument::of(x)}, threads(1));
    Stream::current().synchronize();
    EXPECT_EQ(values_of<int>(x).front(), expected);
  }
}

TEST(Caches, KeyPipelinesByTheirConstants) {
  const Library library = Library::compile(
      "constant int c [[function_constant(0)]];\n"
      "kernel void k(device int* x [[buffer(0)]]) { x[0] = c; }");
  const auto with = [&](std::int64_t c) { return library.kernel("k", {{"c", {Number(c)}}}); };
  EXPECT_EQ(with(1).impl(), with(1).impl());
  EXPECT_NE(with(1).impl(), with(2).impl());
}

}  // namespace
}  // namespace metalscope::testing
