// launch_test.cpp: kernels, copies and fills give the right results through the embedding API.
#include <gtest/gtest.h>

#include <cstring>
#include <numeric>
#include <vector>

#include "metalscope/metalscope.hpp"

namespace ms = metalscope;

namespace {

constexpr const char* source = R"(
#include <metal_stdlib>
using namespace metal;
kernel void saxpy(device const float* x [[buffer(0)]], device float* y [[buffer(1)]],
                  constant float& a [[buffer(2)]], uint i [[thread_position_in_grid]]) {
  y[i] = a * x[i] + y[i];
}
)";

ms::Buffer floats(const std::vector<float>& values) {
  ms::Buffer buffer = ms::Buffer::allocate(values.size() * sizeof(float));
  if (!values.empty()) std::memcpy(buffer.contents(), values.data(), values.size() * sizeof(float));
  return buffer;
}

std::vector<float> read(const ms::Buffer& buffer) {
  std::vector<float> values(buffer.size() / sizeof(float));
  std::memcpy(values.data(), buffer.contents(), buffer.size());
  return values;
}

TEST(Launch, SaxpyEqualsTheClosedForm) {
  const ms::Kernel saxpy = ms::Library::compile(source).kernel("saxpy");
  std::vector<float> x(1001);
  std::iota(x.begin(), x.end(), 0.0F);
  const ms::Buffer bx = floats(x);
  const ms::Buffer by = floats(std::vector<float>(x.size(), 1.0F));
  ms::Stream stream = ms::Stream::current();
  const ms::Argument arguments[] = {ms::Argument::of(bx), ms::Argument::of(by),
                                    ms::Argument::of(ms::Number(2.0))};
  stream.launch(saxpy, arguments, {.threads = ms::Size{1001, 1, 1}});
  stream.synchronize();
  const std::vector<float> y = read(by);
  for (std::size_t i = 0; i < x.size(); ++i) ASSERT_EQ(y[i], 2.0F * x[i] + 1.0F);
}

}  // namespace
