// compile_test.cpp: what compile_program promises besides right values: forms of source, messages,
// the cache, threads.
#include <filesystem>
#include <fstream>

#include "msl_runner.hpp"

namespace softmetal::test {
namespace {

std::vector<std::string> names(const Library& library) {
  std::vector<std::string> result;
  if (!library.ok()) return result;
  for (const abi::Kernel& kernel : library.program().kernels()) result.emplace_back(kernel.name);
  return result;
}

using Names = std::vector<std::string>;

TEST(Compile, NamesThatCollide) {
  const Library library(R"(
    #include <metal_stdlib>
    using namespace metal;
    float dot(float a, float b) { return a * b; }
    float add(float a, float b) { return a + b; }
    kernel void add(device float* x, uint threads_per_grid [[threads_per_grid]], uint i [[thread_position_in_grid]]) {
      float exp = x[i], simd_sum = 2;
      x[i] = add(dot(exp, simd_sum), float(threads_per_grid));
    })");
  ASSERT_TRUE(library.ok()) << library.log();
  EXPECT_EQ(library.find("add")->flags, abi::kernel_is_flat);
  std::vector<float> x{1, 2};
  ASSERT_TRUE(library.run("add", {x.data()}, {{2, 1, 1}, {1, 1, 1}}));
  EXPECT_EQ(x, (std::vector<float>{4, 6}));
}

TEST(Compile, KernelsMadeByMacros) {
  const Library library(R"(
    #define PARAMETERS(T) device T* x [[buffer(0)]], uint i [[thread_position_in_grid]]
    #define DEFINE(name, T, op) kernel void name(PARAMETERS(T)) { threadgroup T t[4]; t[0] = x[i]; x[i] = t[0] op 2; }
    #define BOTH(name, op) DEFINE(name##_float, float, op) DEFINE(name##_int, int, op)
    BOTH(add, +)
    BOTH(mul, *)
    template <typename T> [[kernel]] void copy(PARAMETERS(T)) { x[i] = x[i]; }
    #define INSTANTIATE(T) template [[host_name("copy_" #T)]] [[kernel]] void copy<T>(PARAMETERS(T));
    INSTANTIATE(float)
    INSTANTIATE(half)
  )");
  ASSERT_TRUE(library.ok()) << library.log();
  EXPECT_EQ(names(library),
            (Names{"add_float", "add_int", "mul_float", "mul_int", "copy_float", "copy_half"}));
  std::vector<int> x{5};
  ASSERT_TRUE(library.run("mul_int", {x.data()}, {{1, 1, 1}, {1, 1, 1}}));
  EXPECT_EQ(x[0], 10);
}

TEST(Compile, KernelsInNamespacesAndBareSources) {
  const Library library(R"(
    namespace a { enum { slot = 2 }; namespace { kernel void f(device int* x [[buffer(slot)]]) {} } }
    namespace b::c { template <int N> [[max_total_threads_per_threadgroup(N * 2)]] kernel void g() {}
      template [[host_name("g8")]] kernel void g<8>(); }
    template [[host_name("g16")]] kernel void b::c::g<16>();
  )");
  ASSERT_TRUE(library.ok()) << library.log();
  EXPECT_EQ(names(library), (Names{"f", "g8", "g16"}));
  EXPECT_EQ(library.find("f")->arguments[0].index, 2U);
  EXPECT_EQ(library.find("g8")->max_total_threads, 16U);
  EXPECT_TRUE(Library("").ok());
  EXPECT_TRUE(Library("struct S { float x; };").ok());
}

TEST(Compile, MembersThatDifferInTheAddressSpaceOnly) {
  const Library library(R"(
    struct Complex {
      float re, im;
     public:
      Complex(float r, float i) thread : re(r), im(i) {}
      Complex(float r, float i) device : re(r), im(i) {}
      Complex() thread = default;
      Complex() threadgroup = default;
      float norm() const thread { return re * re + im * im; }
      float norm() const device { return re * re + im * im; }
      operator float() const constant { return re; }
    };
    float first(device float* x);
    float first(device float* x) { return x[0]; }
    float first(constant float* x) { return x[0] + 1; }
    float first(threadgroup float* x) { return x[0]; }
    kernel void f(device Complex* x, device float* y) { y[0] = x[0].norm() + first(y); }
  )");
  ASSERT_TRUE(library.ok()) << library.log();
  std::vector<float> x{3, 4};
  std::vector<float> y{5};
  ASSERT_TRUE(library.run("f", {x.data(), y.data()}, {}));
  EXPECT_EQ(y[0], 30.0F);
}

TEST(Compile, OptionMacrosAndLanguageVersion) {
  CompileOptions options;
  options.macros = {{"SIZE", "3"}, {"NAME", "made"}};
  options.language_version = (3 << 16) | 1;
  const Library library(
      "kernel void NAME(device int* x) { x[0] = SIZE * 1000 + __METAL_VERSION__; }", {}, options);
  ASSERT_TRUE(library.ok()) << library.log();
  std::vector<int> x{0};
  ASSERT_TRUE(library.run("made", {x.data()}, {}));
  EXPECT_EQ(x[0], 3310);
}

struct Place {
  std::string file;
  unsigned line;
  unsigned column;
  std::string message;
};

void expect_error(const std::string& source, const Place& place) {
  const Library library(source);
  ASSERT_FALSE(library.ok());
  ASSERT_FALSE(library.result().diagnostics.empty());
  const Diagnostic& first = library.result().diagnostics.front();
  EXPECT_EQ(first.file, place.file) << library.log();
  EXPECT_EQ(first.line, place.line) << library.log();
  EXPECT_EQ(first.column, place.column) << library.log();
  EXPECT_NE(first.message.find(place.message), std::string::npos) << library.log();
  EXPECT_EQ(library.log().find("/tmp"), std::string::npos) << library.log();
  EXPECT_EQ(library.log().find("softmetal"), std::string::npos) << library.log();
}

TEST(CompileErrors, RepeatedDefinitionsAndNames) {
  const std::string kernel = "kernel void k(device float* x) { x[0] = 1; }\n";
  expect_error(kernel + kernel, {"", 2, 13, "redefinition of 'k'"});
  expect_error(kernel + "kernel void k(device int* x) { x[0] = 1; }\n",
               {"", 2, 1, "two kernels are named 'k'"});
}

TEST(CompileErrors, FunctionsWithoutDefinition) {
  const Library library("float q(float);\nkernel void k(device float* x) { x[0] = q(1); }");
  ASSERT_FALSE(library.ok());
  EXPECT_EQ(library.log(),
            "error: 'q(float)' is used and has no definition; define it in this "
            "source\n");
}

TEST(CompileErrors, PointAtTheUsersColumns) {
  expect_error("kernel void f(device float* x) {\n  x[0] = missing;\n}\n",
               {"", 2, 10, "undeclared identifier 'missing'"});
  // Behind an edit on the same line, with and without the preprocessor.
  const std::string body =
      "kernel void f(device float* x) { threadgroup int t[4]; x[0] = missing; }\n";
  expect_error(body, {"", 1, 63, "missing"});
  expect_error("#define A 1\n" + body, {"", 2, 63, "missing"});
  expect_error("kernel void f(device float* x) { x[0] = 1 }", {"", 1, 42, "expected ';'"});
  expect_error("#define USE(x) (x + missing)\nkernel void f(device int* x) { x[0] = USE(1); }\n",
               {"", 2, 39, "missing"});
  expect_error("#error stop here\n", {"", 1, 2, "stop here"});
  expect_error("#include \"nowhere.h\"\n", {"", 1, 10, "'nowhere.h' file not found"});
  expect_error("#line 7 \"other.metal\"\nint x = y;\n", {"other.metal", 7, 9, "'y'"});
}

TEST(CompileErrors, CarrySourceLineCaretAndMacroNotes) {
  const Library library(
      "#define USE(x) (x + missing)\nkernel void f(device int* x) { x[0] = USE(1); }\n");
  ASSERT_FALSE(library.ok());
  EXPECT_EQ(library.log(),
            "program_source:2:39: error: use of undeclared identifier 'missing'\n"
            "kernel void f(device int* x) { x[0] = USE(1); }\n"
            "                                      ^\n"
            "program_source:1:21: note: expanded from macro 'USE'\n"
            "#define USE(x) (x + missing)\n"
            "                    ^\n");
}

// The attributes behind `template` stay out of the way in macro bodies too.
TEST(CompileErrors, InstantiatingMacrosDoNotAddErrors) {
  const Library library(
      "template <typename T> kernel void f(device T* x) { x[0] = missing; }\n"
      "#define MAKE(T) template [[host_name(\"f_\" #T)]] [[kernel]] void f<T>(device T*);\n"
      "MAKE(float)\n");
  ASSERT_FALSE(library.ok());
  ASSERT_EQ(library.result().diagnostics.size(), 1U) << library.log();
  EXPECT_EQ(library.result().diagnostics[0].column, 59U) << library.log();
}

TEST(CompileErrors, NameUnsupportedSignatures) {
  expect_error("\nkernel void f(device float* x,\n uint i) {}\n",
               {"", 2, 1, "parameter 'i' of kernel 'f' is neither a pointer nor a reference"});
  expect_error("kernel void f(float i [[thread_position_in_grid]]) {}\n",
               {"", 1, 1, "parameter 'i' of kernel 'f' cannot take [[thread_position_in_grid]]"});
}

TEST(CompileErrors, InstantiationErrorsPointIntoTheTemplate) {
  expect_error(
      "template <typename T> kernel void f(device T* x) { x[0] = x->y; }\n"
      "template [[host_name(\"f\")]] kernel void f<float>(device float*);\n",
      {"", 1, 60, "member reference base type"});
}

TEST(CompileErrors, WarningsComeWithALibraryAndFromTheCache) {
  const OwnCache cache;
  const std::string source = "#warning careful\nkernel void f(device int* x) { x[0] = 1; }\n";
  std::string log;
  {
    const Library library(source);
    ASSERT_TRUE(library.ok()) << library.log();
    ASSERT_EQ(library.result().diagnostics.size(), 1U);
    log = library.log();
    EXPECT_NE(log.find("program_source:1:2: warning: careful"), std::string::npos);
  }
  const Library again(source);
  EXPECT_EQ(again.log(), log);
  ASSERT_EQ(again.result().diagnostics.size(), 1U);
  EXPECT_EQ(again.result().diagnostics[0].source_line, "#warning careful");
}

std::vector<std::filesystem::path> objects_in(const std::string& folder) {
  std::vector<std::filesystem::path> result;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".so") result.push_back(entry.path());
  }
  return result;
}

TEST(CompileCache, WarmStartLaunchesNothing) {
  const OwnCache cache;
  const char* const source = "kernel void f(device int* x) { x[0] = 7; }";
  {
    ASSERT_TRUE(Library(source).ok());
  }
  ASSERT_EQ(objects_in(cache.path()).size(), 1U);
  // A compiler that cannot run: the object must come from the cache.
  const std::string folder = cache.path();
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".pch") std::filesystem::remove(entry.path());
  }
  const Library library(source);
  ASSERT_TRUE(library.ok());
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    EXPECT_NE(entry.path().extension(), ".pch") << "the prelude was compiled again";
  }
}

TEST(CompileCache, DamagedFilesAreReplaced) {
  const OwnCache cache;
  const char* const source = "kernel void f(device int* x) { x[0] = 7; }";
  {
    ASSERT_TRUE(Library(source).ok());
  }
  for (const auto& path : objects_in(cache.path())) {
    std::ofstream(path, std::ios::binary) << "not an object";
  }
  {
    const Library library(source);
    ASSERT_TRUE(library.ok()) << library.log();
    std::vector<int> x{0};
    ASSERT_TRUE(library.run("f", {x.data()}, {}));
    EXPECT_EQ(x[0], 7);
  }
  for (const auto& entry : std::filesystem::directory_iterator(cache.path())) {
    if (entry.path().extension() == ".pch") std::ofstream(entry.path()) << "not a header";
  }
  const Library other("kernel void g(device int* x) { x[0] = 8; }");
  EXPECT_TRUE(other.ok()) << other.log();
}

TEST(CompileCache, ATruncatedPreludeAndARemovedFolderAreMadeAgain) {
  const OwnCache cache;
  ASSERT_TRUE(Library("kernel void f(device int* x) { x[0] = 1; }").ok());
  for (const auto& entry : std::filesystem::directory_iterator(cache.path())) {
    if (entry.path().extension() == ".pch") std::filesystem::resize_file(entry.path(), 100'000);
  }
  const Library second("kernel void f(device int* x) { x[0] = 2; }");
  EXPECT_TRUE(second.ok()) << second.log();
  std::filesystem::remove_all(cache.path());
  const Library third("kernel void f(device int* x) { x[0] = 3; }");
  EXPECT_TRUE(third.ok()) << third.log();
}

TEST(CompileCache, EqualRequestsShareOneProgram) {
  const char* const source = "kernel void f(device int* x) { x[0] = 70; }";
  const Library first(source);
  ASSERT_TRUE(first.ok()) << first.log();
  const Library second(source);
  EXPECT_EQ(first.result().program, second.result().program);
  // Another host needs a copy of its own.
  const abi::Host other_host = host();
  const CompileResult other = compile_program(source, {}, {}, &other_host);
  ASSERT_TRUE(other.program);
  EXPECT_NE(first.result().program, other.program);
  EXPECT_NE(first.program().kernels().data(), other.program->kernels().data());
  CompileOptions safe;
  safe.math_mode = MathMode::safe;
  const Library strict(source, {}, safe);
  ASSERT_TRUE(strict.ok()) << strict.log();
  EXPECT_NE(first.result().program, strict.result().program);
}

TEST(CompileCache, ConcurrentRequests) {
  const OwnCache cache;
  std::vector<std::thread> threads;
  std::array<std::shared_ptr<const Program>, 6> programs;
  for (unsigned i = 0; i < programs.size(); ++i) {
    threads.emplace_back([i, &programs] {
      const std::string source =
          "kernel void f(device int* x) { x[0] = " + std::to_string(i % 2) + "; }";
      programs[i] = compile_program(source, {}, {}, &host()).program;
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const auto& program : programs) ASSERT_TRUE(program);
  EXPECT_EQ(programs[0], programs[2]);
  EXPECT_NE(programs[0], programs[1]);
}

TEST(CompileToolchain, AMissingCompilerIsAFailedResult) {
  const char* const old = std::getenv("METALSCOPE_CLANG");
  const std::string saved = old == nullptr ? "" : old;
  ::setenv("METALSCOPE_CLANG", "/nowhere/zig", 1);
  const Library library("kernel void f() { int not_cached_0; }");
  ::setenv("METALSCOPE_CLANG", saved.c_str(), 1);
  EXPECT_FALSE(library.ok());
  EXPECT_NE(library.log().find("METALSCOPE_CLANG"), std::string::npos);
}

}  // namespace
}  // namespace softmetal::test
