// fake_engine.cpp: kernels as C++ functions.
#include "fake_engine.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>

#include "Metal/MTLDataType.hpp"

namespace softmetal::testing {
namespace {

using Run = void (*)(const Dispatch&);

unsigned* memory(const Dispatch& dispatch, unsigned slot) {
  return static_cast<unsigned*>(dispatch.buffers[slot]);
}

std::size_t threads(const Dispatch& dispatch) {
  return std::size_t{dispatch.threads_per_grid[0]} * dispatch.threads_per_grid[1] *
         dispatch.threads_per_grid[2];
}

abi::Argument buffer(const char* name, unsigned index,
                     abi::Access access = abi::Access::read_write) {
  return {name, abi::ArgumentKind::buffer, access, true, index, MTL::DataTypeUInt, 4, 4};
}

const abi::Argument one_buffer[] = {buffer("data", 0)};
const abi::Argument data_and_value[] = {buffer("data", 0),
                                        buffer("value", 1, abi::Access::read_only)};
const abi::Argument flag_and_seen[] = {buffer("flag", 0, abi::Access::read_only),
                                       buffer("seen", 1)};
const abi::Argument with_scratch[] = {buffer("data", 0),
                                      {"scratch", abi::ArgumentKind::threadgroup,
                                       abi::Access::read_write, true, 0, MTL::DataTypeUInt, 4, 4}};
const abi::Argument texture[] = {
    {"t", abi::ArgumentKind::texture, abi::Access::read_only, true, 0, MTL::DataTypeTexture, 0, 0}};

template <std::size_t N>
abi::Kernel kernel(const char* name, const abi::Argument (&arguments)[N],
                   unsigned max_threads = 0) {
  return {name, abi::kernel_is_flat, max_threads, 0, N, arguments, nullptr, nullptr, nullptr};
}

const abi::Kernel all_kernels[] = {
    kernel("add_one", one_buffer),      kernel("add_value", data_and_value),
    kernel("wait_flag", flag_and_seen), kernel("fault", one_buffer),
    kernel("scratch", with_scratch),    kernel("scaled", one_buffer),
    kernel("small", one_buffer, 64),    kernel("picture", texture),
};
const abi::FunctionConstant all_constants[] = {{"scale", 3, MTL::DataTypeUInt, 4}};

class FakeProgram final : public Program {
 public:
  explicit FakeProgram(unsigned scale_value) : scale(scale_value) {}
  [[nodiscard]] std::span<const abi::Kernel> kernels() const noexcept override {
    return all_kernels;
  }
  [[nodiscard]] std::span<const abi::FunctionConstant> constants() const noexcept override {
    return all_constants;
  }
  [[nodiscard]] std::vector<unsigned> constants_used_by(std::string_view name) const override {
    return name == "scaled" ? std::vector<unsigned>{3} : std::vector<unsigned>{};
  }
  const unsigned scale;
};

}  // namespace

const Limits& FakeEngine::limits() const noexcept {
  static const Limits limits = {"fake device",       "fake", 1024, 32768, std::size_t{1} << 30,
                                std::size_t{1} << 29};
  return limits;
}

void* FakeEngine::allocate(std::size_t length) noexcept {
  constexpr std::size_t page = 4096;
  const std::size_t bytes = (length + page - 1) / page * page;
  void* memory = std::aligned_alloc(page, bytes);
  std::memset(memory, 0, bytes);
  ++live_;
  return memory;
}

void FakeEngine::release(void* memory, std::size_t /*length*/) noexcept {
  std::free(memory);
  --live_;
}

CompileResult FakeEngine::compile(std::string_view source, const CompileOptions& options,
                                  std::span<const ConstantValue> constants) {
  {
    const std::lock_guard lock(mutex_);
    options_ = options;
  }
  CompileResult result;
  if (source.find("#error") != std::string_view::npos) {
    result.log = "program_source:1:2: error: as asked for\n";
    return result;
  }
  if (source.find("#warning") != std::string_view::npos) {
    result.log = "program_source:1:2: warning: as asked for\n";
    result.diagnostics.push_back({Diagnostic::Severity::warning, "", 1, 2, "as asked for", ""});
  }
  unsigned scale = 1;
  if (!constants.empty()) std::memcpy(&scale, constants[0].bytes.data(), sizeof scale);
  result.program = std::make_shared<FakeProgram>(scale);
  return result;
}

Outcome FakeEngine::run(const Dispatch& dispatch) {
  const std::string name = dispatch.kernel->name;
  {
    const std::lock_guard lock(mutex_);
    runs_.push_back({name, dispatch.threads_per_grid, dispatch.threads_per_threadgroup,
                     std::this_thread::get_id()});
  }
  if (name == "fault") return {Fault::page_fault, "an access to nowhere"};
  unsigned* data = memory(dispatch, 0);
  if (data == nullptr) return {Fault::page_fault, "buffer 0 is not bound"};
  if (name == "wait_flag") {
    while (std::atomic_ref(*data).load(std::memory_order_acquire) == 0) std::this_thread::yield();
    *memory(dispatch, 1) = 1;
    return {};
  }
  if (name == "scratch") {
    data[0] = dispatch.threadgroup_lengths[0];
    return {};
  }
  unsigned step = 1;
  if (name == "add_value") step = *memory(dispatch, 1);
  if (name == "scaled") step = static_cast<const FakeProgram&>(*dispatch.program).scale;
  std::for_each_n(data, threads(dispatch), [&](unsigned& value) { value += step; });
  return {};
}

Outcome FakeEngine::copy(void* destination, const void* source, std::size_t length) {
  std::memmove(destination, source, length);
  return {};
}

Outcome FakeEngine::fill(void* destination, std::uint8_t value, std::size_t length) {
  std::memset(destination, value, length);
  return {};
}

std::uint64_t FakeEngine::timestamp() const noexcept {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::nanoseconds>(now).count());
}

std::vector<FakeEngine::Run> FakeEngine::runs() {
  const std::lock_guard lock(mutex_);
  return runs_;
}

void FakeEngine::forget_runs() {
  const std::lock_guard lock(mutex_);
  runs_.clear();
}

CompileOptions FakeEngine::last_options() {
  const std::lock_guard lock(mutex_);
  return options_;
}

FakeEngine& fake_engine() {
  static auto* const engine = new FakeEngine;
  return *engine;
}

}  // namespace softmetal::testing

namespace softmetal {

Engine& default_engine() { return testing::fake_engine(); }

}  // namespace softmetal
