// test_engine.hpp: an engine without a compiler, and kernels written as C++ functions.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <vector>

#include "cpu_engine.hpp"
#include "host.hpp"

namespace softmetal::test {

class TestEngine final : public cpu::CpuEngine {
 public:
  explicit TestEngine(const cpu::EngineOptions& options) : CpuEngine(options) {}
  CompileResult compile(std::string_view /*source*/, const CompileOptions& /*options*/,
                        std::span<const ConstantValue> /*constants*/) override {
    return {};
  }
};

// The watchdog's limit in seconds; a test of the watchdog sets a shorter one before the first use.
inline double watchdog_limit = 10;

// Three helpers, so that work is shared on any machine. One per process, as in a program.
inline Engine& engine() {
  static Engine& instance = *new TestEngine(
      {.helpers = 3, .memory = std::size_t{1} << 30, .watchdog_seconds = watchdog_limit});
  return instance;
}

inline const abi::Host& host() { return cpu::host_table; }

inline abi::Kernel flat_kernel(void (*run)(const abi::Launch*, unsigned long, unsigned long)) {
  abi::Kernel kernel{};
  kernel.name = "flat";
  kernel.flags = abi::kernel_is_flat;
  kernel.run_flat = run;
  return kernel;
}

inline abi::Kernel group_kernel(void (*run)(const abi::Launch*, const abi::Group*)) {
  abi::Kernel kernel{};
  kernel.name = "group";
  kernel.run_group = run;
  return kernel;
}

inline abi::Kernel fiber_kernel(void (*run)(const abi::Launch*, const abi::Group*, unsigned)) {
  abi::Kernel kernel{};
  kernel.name = "fiber";
  kernel.flags = abi::kernel_needs_fibers;
  kernel.run_thread = run;
  return kernel;
}

using Extent = std::array<unsigned, 3>;

inline Dispatch dispatch_of(const abi::Kernel& kernel, Extent grid, Extent group,
                            std::initializer_list<void*> buffers) {
  Dispatch dispatch;
  dispatch.kernel = &kernel;
  dispatch.threads_per_grid = grid;
  dispatch.threads_per_threadgroup = group;
  std::copy(buffers.begin(), buffers.end(), dispatch.buffers.begin());
  return dispatch;
}

// Runs the kernel and expects no fault.
inline void run(const abi::Kernel& kernel, Extent grid, Extent group,
                std::initializer_list<void*> buffers) {
  const Outcome outcome = engine().run(dispatch_of(kernel, grid, group, buffers));
  ASSERT_TRUE(outcome.ok()) << outcome.message;
}

template <typename T>
T* buffer(const abi::Launch* launch, unsigned index) {
  return static_cast<T*>(launch->buffers[index]);
}

// Device memory for a scope.
template <typename T>
class DeviceArray {
 public:
  explicit DeviceArray(std::size_t count) : count_(count) {
    data_ = static_cast<T*>(engine().allocate(count * sizeof(T)));
  }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;
  ~DeviceArray() { engine().release(data_, count_ * sizeof(T)); }

  [[nodiscard]] T* data() const { return data_; }
  [[nodiscard]] std::size_t size() const { return count_; }
  T& operator[](std::size_t index) const { return data_[index]; }
  [[nodiscard]] T* begin() const { return data_; }
  [[nodiscard]] T* end() const { return data_ + count_; }

 private:
  T* data_;
  std::size_t count_;
};

}  // namespace softmetal::test
