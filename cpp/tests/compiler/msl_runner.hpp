// msl_runner.hpp: compiles MSL in tests and calls its kernels directly through the ABI, without an
// engine: grids in loops, barriers by one std::thread per MSL thread.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <barrier>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "code_cache.hpp"
#include "compiler.hpp"

namespace softmetal::test {

// Threadgroup memory and barrier of the test's only running threadgroup.
inline std::array<std::byte, 65536>& arena() {
  alignas(64) static std::array<std::byte, 65536> memory;
  return memory;
}
inline std::unique_ptr<std::barrier<>>& group_barrier() {
  static std::unique_ptr<std::barrier<>> barrier;
  return barrier;
}

inline const abi::Host& host() {
  static const abi::Host table{[](unsigned) { group_barrier()->arrive_and_wait(); },
                               [](unsigned) { group_barrier()->arrive_and_wait(); }, nullptr,
                               []() -> void* { return arena().data(); }, nullptr};
  return table;
}

struct Grid {
  std::array<unsigned, 3> threads{1, 1, 1};
  std::array<unsigned, 3> group{1, 1, 1};
};

class Library {
 public:
  explicit Library(std::string_view source, const std::vector<ConstantValue>& constants = {},
                   const CompileOptions& options = {})
      : result_(compile_program(source, options, constants, &host())) {}

  [[nodiscard]] bool ok() const { return result_.program != nullptr; }
  [[nodiscard]] const std::string& log() const { return result_.log; }
  [[nodiscard]] const CompileResult& result() const { return result_; }
  [[nodiscard]] const Program& program() const { return *result_.program; }
  [[nodiscard]] const abi::Kernel* find(std::string_view name) const {
    if (!ok()) return nullptr;
    for (const abi::Kernel& kernel : result_.program->kernels()) {
      if (kernel.name == name) return &kernel;
    }
    return nullptr;
  }

  // Runs a kernel over a grid; false when there is no such kernel.
  bool run(std::string_view name, const std::vector<void*>& buffers, const Grid& grid,
           const std::vector<unsigned>& threadgroup_lengths = {}) const {
    const abi::Kernel* const kernel = find(name);
    if (kernel == nullptr) return false;
    abi::Launch launch{};
    std::copy(buffers.begin(), buffers.end(), launch.buffers);
    unsigned offset = (kernel->static_threadgroup_size + 63) / 64 * 64;
    for (std::size_t i = 0; i < threadgroup_lengths.size(); ++i) {
      launch.threadgroup_offset[i] = offset;
      offset += (threadgroup_lengths[i] + 63) / 64 * 64;
    }
    for (int i = 0; i < 3; ++i) {
      launch.threads_per_grid[i] = grid.threads[i];
      launch.threads_per_threadgroup[i] = grid.group[i];
      launch.threadgroups_per_grid[i] = (grid.threads[i] + grid.group[i] - 1) / grid.group[i];
    }
    if (kernel->run_flat != nullptr) {
      kernel->run_flat(&launch, 0, 1UL * grid.threads[0] * grid.threads[1] * grid.threads[2]);
      return true;
    }
    for (unsigned z = 0; z < launch.threadgroups_per_grid[2]; ++z) {
      for (unsigned y = 0; y < launch.threadgroups_per_grid[1]; ++y) {
        for (unsigned x = 0; x < launch.threadgroups_per_grid[0]; ++x) {
          run_group(*kernel, launch, {x, y, z});
        }
      }
    }
    return true;
  }

 private:
  static void run_group(const abi::Kernel& kernel, const abi::Launch& launch,
                        const std::array<unsigned, 3>& position) {
    abi::Group group{};
    unsigned count = 1;
    for (int i = 0; i < 3; ++i) {
      group.position[i] = position[i];
      const unsigned start = position[i] * launch.threads_per_threadgroup[i];
      group.size[i] =
          std::min(launch.threads_per_threadgroup[i], launch.threads_per_grid[i] - start);
      count *= group.size[i];
    }
    if (kernel.run_group != nullptr) {
      kernel.run_group(&launch, &group);
      return;
    }
    group_barrier() = std::make_unique<std::barrier<>>(count);
    std::vector<std::thread> threads;
    for (unsigned i = 0; i < count; ++i) {
      threads.emplace_back([&kernel, &launch, &group, i] {
        kernel.run_thread(&launch, &group, i);
        group_barrier()->arrive_and_drop();
      });
    }
    for (std::thread& thread : threads) thread.join();
  }

  CompileResult result_;
};

// A cache folder of the test's own.
class OwnCache {
 public:
  OwnCache() : folder_("/tmp") {
    if (const char* old = std::getenv("METALSCOPE_CACHE_DIR")) old_ = old;
    ::setenv("METALSCOPE_CACHE_DIR", path().c_str(), 1);
  }
  ~OwnCache() { ::setenv("METALSCOPE_CACHE_DIR", old_.c_str(), 1); }
  OwnCache(const OwnCache&) = delete;
  OwnCache& operator=(const OwnCache&) = delete;
  [[nodiscard]] std::string path() const { return folder_.path() + "/cache"; }

 private:
  TemporaryFolder folder_;
  std::string old_;
};

}  // namespace softmetal::test
