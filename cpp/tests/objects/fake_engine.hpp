// fake_engine.hpp: an engine for the tests of the Metal objects: its kernels are C++ functions, and
// it records what it is asked to do. Linking it replaces the CPU engine.
//
// Kernels of every program that compiles:
//   add_one(device uint* data [[buffer(0)]])              data[i] += 1 for each thread
//   add_value(device uint* data, constant uint& v)        data[i] += v
//   wait_flag(device uint* flag, device uint* seen)       spins until *flag != 0, then *seen = 1
//   fault(device uint* data)                              page fault
//   scratch(device uint* data, threadgroup uint* s)       notes the length of s in data[0]
//   scaled(device uint* data [[buffer(0)]])               needs function constant `scale` (uint, 3)
//   small(device uint* data)                              at most 64 threads per threadgroup
//   picture(texture2d<float> t [[texture(0)]])            cannot become a pipeline
// A source with "#error" does not compile; one with "#warning" compiles with a warning.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "engine.hpp"

namespace softmetal::testing {

class FakeEngine final : public Engine {
 public:
  struct Run {
    std::string kernel;
    std::array<unsigned, 3> grid;
    std::array<unsigned, 3> group;
    std::thread::id thread;
  };

  [[nodiscard]] const Limits& limits() const noexcept override;
  [[nodiscard]] void* allocate(std::size_t length) noexcept override;
  void release(void* memory, std::size_t length) noexcept override;
  [[nodiscard]] CompileResult compile(std::string_view source, const CompileOptions& options,
                                      std::span<const ConstantValue> constants) override;
  Outcome run(const Dispatch& dispatch) override;
  Outcome copy(void* destination, const void* source, std::size_t length) override;
  Outcome fill(void* destination, std::uint8_t value, std::size_t length) override;
  [[nodiscard]] std::uint64_t timestamp() const noexcept override;

  [[nodiscard]] std::vector<Run> runs();
  void forget_runs();
  [[nodiscard]] CompileOptions last_options();
  [[nodiscard]] std::size_t live_allocations() const noexcept { return live_; }

 private:
  std::mutex mutex_;
  std::vector<Run> runs_;
  CompileOptions options_;
  std::atomic<std::size_t> live_{0};
};

// The one that default_engine() returns.
FakeEngine& fake_engine();

}  // namespace softmetal::testing
