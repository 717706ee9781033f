// discovery_test.cpp: kernels, instantiations, constants and reachability on text that misleads.
#include "discovery.hpp"

#include <gtest/gtest.h>

#include "reachability.hpp"

namespace softmetal {
namespace {

struct Source {
  explicit Source(std::string text)
      : text(std::move(text)), stream(this->text), model(discover(stream.tokens())) {}
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> result;
    for (const KernelSource& kernel : model.kernels) result.push_back(kernel.name);
    return result;
  }
  std::string text;
  TokenStream stream;
  SourceModel model;
};

using Names = std::vector<std::string>;

TEST(Discovery, FindsEveryFormOfKernel) {
  const Source source(R"(
    kernel void a(device float* x) {}
    [[kernel]] void b(device float* x) {}
    [[max_total_threads_per_threadgroup(64)]] kernel void c() {}
    kernel [[max_total_threads_per_threadgroup(64)]] void d(void) {}
    [[host_name("other")]] kernel void e() {}
    namespace n { inline namespace m { static kernel void f() {} } namespace { kernel void g() {} } }
    extern "C" { kernel void h() {} }
    kernel void declared_only();
    void helper() { int kernel; }
    vertex float4 v() { return 0; }
    struct kernel_like { void kernel_method() {} };
  )");
  EXPECT_EQ(source.names(), (Names{"a", "b", "c", "d", "other", "f", "g", "h"}));
  const Declaration& g = source.model.declarations[source.model.kernels[6].definition];
  EXPECT_EQ(g.namespaces, (std::vector<std::string_view>{"n", ""}));
  EXPECT_TRUE(source.model.kernels[3].parameters.empty());
}

TEST(Discovery, FindsInstantiations) {
  const Source source(R"(
    template <typename T, int N = 4> [[kernel]] void f(device T* x [[buffer(0)]], uint i [[thread_position_in_grid]]) {}
    template <typename T> void plain(device T* x) {}
    template [[host_name("f_" "float")]] [[kernel]] void f<float>(device float*, uint);
    template [[host_name("f_half")]] [[kernel]] decltype(f<half, (2 > 1) ? 3 : 4>) f<half, (2 > 1) ? 3 : 4>;
    typedef decltype(f<int, 2>) f_t;
    template [[host_name("f_int")]] kernel f_t f<int, 2>;
    template [[host_name("plain_int")]] [[kernel]] void plain<int>(device int*);
    template void plain<float>(device float*);
  )");
  EXPECT_EQ(source.names(), (Names{"f_float", "f_half", "f_int", "plain_int"}));
  EXPECT_EQ(source.model.kernels[0].function, "f< float >");
  EXPECT_EQ(source.model.kernels[0].cast_types, "device float *, uint");
  EXPECT_EQ(source.model.kernels[1].template_arguments, "< half , ( 2 > 1 ) ? 3 : 4 >");
  EXPECT_FALSE(source.model.kernels[2].has_cast_types);
  EXPECT_EQ(source.model.kernels[2].parameters.size(), 2U);
}

TEST(Discovery, ReadsParameters) {
  const Source source(R"(
    kernel void f(device const metal::vec<float, 4>* values [[buffer(Index::a + 1)]],
                  constant float (&table)[4], const device float* [[buffer(7)]],
                  threadgroup float* scratch [[threadgroup(1)]], threadgroup int *more,
                  ushort2 threads_per_grid [[threads_per_grid]], unsigned int [[thread_position_in_grid]],
                  constant bool& flag [[buffer(2), function_constant(use_flag)]],
                  texture2d<float, access::read> image [[texture(0)]]) {}
  )");
  ASSERT_EQ(source.model.kernels.size(), 1U);
  const std::vector<Parameter>& p = source.model.kernels[0].parameters;
  ASSERT_EQ(p.size(), 9U);
  EXPECT_EQ(p[0].name, "values");
  EXPECT_EQ(p[0].type, "device const metal :: vec < float , 4 > *");
  EXPECT_EQ(p[0].index, "Index :: a + 1");
  EXPECT_EQ(p[1].name, "table");
  EXPECT_EQ(p[1].type, "constant float ( & ) [ 4 ]");
  EXPECT_EQ(p[2].name, "");
  EXPECT_EQ(p[2].type, "const device float *");
  EXPECT_EQ(p[3].kind, ParameterKind::threadgroup);
  EXPECT_EQ(p[4].kind, ParameterKind::threadgroup);
  EXPECT_EQ(p[4].index, "");
  EXPECT_EQ(p[5].builtin, "threads_per_grid");
  EXPECT_EQ(p[5].name, "threads_per_grid");
  EXPECT_EQ(p[5].type, "ushort2");
  EXPECT_EQ(p[6].type, "unsigned int");
  EXPECT_EQ(p[7].present, "use_flag");
  EXPECT_EQ(p[8].kind, ParameterKind::texture);
}

TEST(Discovery, FindsFunctionConstants) {
  const Source source(R"(
    constant bool flag [[function_constant(0)]];
    namespace n { constant metal::float4 color [[function_constant(1 + 1)]]; }
    constant float table[] = {1, 2};
  )");
  ASSERT_EQ(source.model.constants.size(), 2U);
  EXPECT_EQ(source.model.constants[0].name, "flag");
  EXPECT_EQ(source.model.constants[1].name, "color");
  EXPECT_EQ(source.model.constants[1].index, "1 + 1");
}

TEST(Reachability, FollowsHelpersStructuresAndAliases) {
  const Source source(R"(
    float plain(float x) { float simd_size = x; return simd_size; }
    void sync() { threadgroup_barrier(mem_flags::mem_threadgroup); }
    void twice() { sync(); sync(); }
    struct Reducer { float operator()(float x) { return simd_sum(x); } };
    using Alias = Reducer;
    kernel void a(device float* x) { x[0] = plain(x[0]); }
    kernel void b(device float* x) { twice(); }
    kernel void c(device float* x) { x[0] = Alias()(x[0]); }
    kernel void d(device float* x) { int sync_count = 0; }
  )");
  const std::vector<KernelUses> uses = find_uses(source.stream.tokens(), source.model);
  EXPECT_FALSE(uses[0].needs_fibers);
  EXPECT_TRUE(uses[1].needs_fibers);
  EXPECT_TRUE(uses[2].needs_fibers);
  EXPECT_FALSE(uses[3].needs_fibers);
}

TEST(Reachability, CountsOperatorsAlways) {
  const Source source(R"(
    struct S { float x; };
    S operator+(S a, S b) { simdgroup_barrier(mem_flags::mem_none); return a; }
    kernel void a(device S* x) { x[0] = x[0] + x[1]; }
  )");
  EXPECT_TRUE(find_uses(source.stream.tokens(), source.model)[0].needs_fibers);
}

TEST(Reachability, FindsConstantsThroughDerivedOnes) {
  const Source source(R"(
    constant int size [[function_constant(3)]];
    constant int unused [[function_constant(4)]];
    constant int twice = 2 * size;
    kernel void a(device int* x) { x[0] = twice; }
    kernel void b(device int* x, constant int& y [[buffer(1), function_constant(unused)]]) { x[0] = 0; }
    kernel void c(device int* x) { x[0] = 1; }
  )");
  const std::vector<KernelUses> uses = find_uses(source.stream.tokens(), source.model);
  EXPECT_EQ(uses[0].constants, (std::vector<std::size_t>{0}));
  EXPECT_EQ(uses[1].constants, (std::vector<std::size_t>{1}));
  EXPECT_TRUE(uses[2].constants.empty());
}

TEST(Discovery, EndsOnBrokenText) {
  for (const char* text : {"kernel void f(", "kernel", "template", "template <", "template [[",
                           "namespace {", "}}}}", "kernel void f() {", "struct {", "a b c d", "[[",
                           "using", "typedef", "extern \"C\" {", "kernel void (*f)() = {"}) {
    const Source source(text);
    EXPECT_TRUE(source.model.kernels.empty()) << text;
    EXPECT_EQ(find_uses(source.stream.tokens(), source.model).size(), 0U);
  }
}

}  // namespace
}  // namespace softmetal
