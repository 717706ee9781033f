// support.hpp: what the core's tests share.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <initializer_list>
#include <string>
#include <vector>

#include "metalscope/metalscope.hpp"

namespace metalscope::testing {

template <class T>
Buffer buffer_of(const std::vector<T>& values) {
  Buffer buffer = Buffer::allocate(values.size() * sizeof(T));
  if (!values.empty()) std::memcpy(buffer.contents(), values.data(), values.size() * sizeof(T));
  return buffer;
}

template <class T>
std::vector<T> values_of(const Buffer& buffer) {
  std::vector<T> values(buffer.size() / sizeof(T));
  if (!values.empty()) std::memcpy(values.data(), buffer.contents(), buffer.size());
  return values;
}

inline Kernel kernel_of(const std::string& body, const std::string& name,
                        const Constants& constants = {}) {
  return Library::compile("#include <metal_stdlib>\nusing namespace metal;\n" + body)
      .kernel(name, constants);
}

inline Grid threads(std::uint32_t x, std::uint32_t y = 1, std::uint32_t z = 1) {
  Grid grid;
  grid.threads = Size{x, y, z};
  return grid;
}

inline void launch(const Kernel& kernel, std::initializer_list<Argument> arguments,
                   const Grid& grid, std::initializer_list<ThreadgroupMemory> memory = {}) {
  Stream::current().launch(kernel, std::span(arguments.begin(), arguments.size()), grid,
                           std::span(memory.begin(), memory.size()));
}

// The message of the exception that `action` throws; the test fails when it throws none.
template <class Exception, class Action>
std::string message_of(Action&& action) {
  try {
    action();
  } catch (const Exception& e) {
    return e.what();
  }
  ADD_FAILURE() << "no exception of the expected type";
  return {};
}

#define EXPECT_CONTAINS(text, part)                                                   \
  do {                                                                                \
    const std::string whole = (text);                                                 \
    EXPECT_NE(whole.find(part), std::string::npos) << whole << "\n lacks " << (part); \
  } while (false)

}  // namespace metalscope::testing
