// cpu_engine.hpp: softmetal::Engine on the processors of this machine, but for the compiler.
//
// `default_engine()` (default_engine.cpp) adds that. Engines are never destroyed: their threads
// outlive whoever made them. After fork() the child may use an engine, with the buffers as they
// were and threads of its own; runs that other threads of the parent had begun do not exist there.
#pragma once

#include <array>
#include <atomic>

#include "device_memory.hpp"
#include "engine.hpp"
#include "worker_pool.hpp"

namespace softmetal::cpu {

struct EngineOptions {
  unsigned helpers = 0;          // pool threads
  std::size_t memory = 0;        // bytes of device memory at a time
  double watchdog_seconds = 10;  // 0: none

  // As this machine and the environment (METALSCOPE_WATCHDOG) have it.
  static EngineOptions of_this_machine();
};

class CpuEngine : public Engine {
 public:
  CpuEngine(const CpuEngine&) = delete;
  CpuEngine& operator=(const CpuEngine&) = delete;

  [[nodiscard]] const Limits& limits() const noexcept override { return limits_; }
  [[nodiscard]] void* allocate(std::size_t length) noexcept override;
  void release(void* memory, std::size_t length) noexcept override;
  Outcome run(const Dispatch& dispatch) override;
  Outcome copy(void* destination, const void* source, std::size_t length) override;
  Outcome fill(void* destination, std::uint8_t value, std::size_t length) override;
  [[nodiscard]] std::uint64_t timestamp() const noexcept override;

 protected:
  explicit CpuEngine(const EngineOptions& options);
  ~CpuEngine() override;

 private:
  // What a unit of each kernel took, by the kernel's address. A collision costs a bad first guess.
  std::atomic<float>& cost_of(const abi::Kernel& kernel) noexcept;
  static void handle_forks();

  static CpuEngine* engines_;  // all of them  NOLINT(readability-identifier-naming)
  CpuEngine* next_engine_;

  Limits limits_;
  DeviceMemory memory_;
  WorkerPool& pool_;
  std::array<std::atomic<float>, 1024> costs_{};
};

}  // namespace softmetal::cpu
