// cpu_engine.cpp: see cpu_engine.hpp.
#include "cpu_engine.hpp"

#include <pthread.h>
#include <unistd.h>

#include <cstdlib>
#include <mutex>
#include <utility>

#include "bulk_work.hpp"
#include "clock.hpp"
#include "fault_signals.hpp"
#include "kernel_work.hpp"
#include "machine.hpp"

namespace softmetal::cpu {
namespace {

// Leaves the host program a quarter.
std::size_t device_share(std::size_t memory) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return memory / 4 * 3 / page * page;
}

Limits limits_of(const EngineOptions& options) {
  Limits limits;
  limits.name = std::string("metalscope software device (") + processor_name() + ")";
  limits.architecture = processor_architecture();
  limits.max_threads_per_threadgroup = ThreadgroupScheduler::max_threads;
  limits.max_threadgroup_memory = ThreadgroupArena::size;
  limits.max_buffer_length = options.memory;
  limits.recommended_working_set = options.memory;
  return limits;
}

}  // namespace

EngineOptions EngineOptions::of_this_machine() {
  EngineOptions options;
  options.helpers = usable_processors() - 1;
  options.memory = device_share(usable_memory());
  if (const char* text = std::getenv("METALSCOPE_WATCHDOG")) {
    char* end = nullptr;
    const double seconds = std::strtod(text, &end);
    if (end != text && *end == '\0' && seconds >= 0) options.watchdog_seconds = seconds;
  }
  return options;
}

CpuEngine* CpuEngine::engines_ = nullptr;

CpuEngine::CpuEngine(const EngineOptions& options)
    : limits_(limits_of(options)),
      memory_(options.memory),
      pool_(*new WorkerPool(options.helpers, options.watchdog_seconds)) {
  static std::mutex mutex;
  const std::lock_guard guard(mutex);
  next_engine_ = std::exchange(engines_, this);
  handle_forks();
}

CpuEngine::~CpuEngine() = default;

// No lock is held by a thread that does not exist in the child.
void CpuEngine::handle_forks() {
  static const int registered = pthread_atfork(
      [] {
        for (CpuEngine* engine = engines_; engine != nullptr; engine = engine->next_engine_) {
          engine->memory_.lock();
          engine->pool_.before_fork();
        }
        lock_fault_handlers();
      },
      [] {
        unlock_fault_handlers();
        for (CpuEngine* engine = engines_; engine != nullptr; engine = engine->next_engine_) {
          engine->pool_.after_fork_in_parent();
          engine->memory_.unlock();
        }
      },
      [] {
        unlock_fault_handlers();
        forget_thread_id();
        reset_clock_after_fork();
        for (CpuEngine* engine = engines_; engine != nullptr; engine = engine->next_engine_) {
          engine->pool_.after_fork_in_child();
          engine->memory_.unlock();
        }
      });
  static_cast<void>(registered);
}

void* CpuEngine::allocate(std::size_t length) noexcept { return memory_.allocate(length); }

void CpuEngine::release(void* memory, std::size_t /*length*/) noexcept { memory_.release(memory); }

std::atomic<float>& CpuEngine::cost_of(const abi::Kernel& kernel) noexcept {
  const auto address = reinterpret_cast<std::uintptr_t>(&kernel) >> 4;
  return costs_[(address * 0x9E3779B97F4A7C15u >> 32) % costs_.size()];
}

Outcome CpuEngine::run(const Dispatch& dispatch) {
  if (auto refused = KernelWork::refuse(dispatch)) return *std::move(refused);
  KernelWork work(dispatch, memory_, cost_of(*dispatch.kernel));
  return pool_.run(work);
}

Outcome CpuEngine::copy(void* destination, const void* source, std::size_t length) {
  if (length == 0 || destination == source) return {};
  if (destination == nullptr || source == nullptr) {
    return {Fault::invalid_resource, "copy: no memory"};
  }
  BulkWork work(destination, source, 0, length);
  return pool_.run(work);
}

Outcome CpuEngine::fill(void* destination, std::uint8_t value, std::size_t length) {
  if (length == 0) return {};
  if (destination == nullptr) return {Fault::invalid_resource, "fill: no memory"};
  BulkWork work(destination, nullptr, value, length);
  return pool_.run(work);
}

std::uint64_t CpuEngine::timestamp() const noexcept { return now(); }

}  // namespace softmetal::cpu
