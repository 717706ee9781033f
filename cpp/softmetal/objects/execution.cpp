// execution.cpp: runs a recording against the engine.
#include <cstring>
#include <exception>

#include "recording.hpp"

namespace softmetal {
namespace {

// Metal's words for a fault, as its drivers put them.
const char* words_of(Fault fault) noexcept {
  switch (fault) {
    case Fault::none:
      return "";
    case Fault::internal:
      return "Internal Error (0000000e:Internal Error)";
    case Fault::timeout:
      return "Caused GPU Timeout Error (00000002:kIOGPUCommandBufferCallbackErrorTimeout)";
    case Fault::page_fault:
      return "Caused GPU Address Fault Error "
             "(0000000b:kIOGPUCommandBufferCallbackErrorPageFault)";
    case Fault::out_of_memory:
      return "Insufficient Memory (00000008:kIOGPUCommandBufferCallbackErrorOutOfMemory)";
    case Fault::invalid_resource:
      return "Invalid Resource (00000009:kIOGPUCommandBufferCallbackErrorInvalidResource)";
    case Fault::stack_overflow:
      return "Caused GPU Stack Overflow Error "
             "(0000000c:kIOGPUCommandBufferCallbackErrorStackOverflow)";
  }
  return "";
}

double count(const Size3& size) noexcept {
  return static_cast<double>(size[0]) * size[1] * size[2];
}

// A failure's message names the kernel, whether the engine did so or not.
void name_kernel(std::string& message, const std::string& name) {
  if (message.find(name) == std::string::npos) message = "kernel \"" + name + "\": " + message;
}

// The engine's view of the dispatches, one after the other, and the time between commands.
class Executor {
 public:
  explicit Executor(const Recording& recording, Engine& engine)
      : recording_(recording), engine_(engine), now_(engine.timestamp()) {}

  Outcome operator()(const DispatchCommand& command) {
    bind(command);
    const std::uint64_t start = now_;
    Outcome outcome;
    if (command.threadgroups == nullptr) {
      dispatch_.threads_per_grid = command.threads_per_grid;
    } else if (!read_grid(command)) {
      outcome = {Fault::invalid_resource,
                 "the indirect grid has 2^32 threads or more along an axis"};
    }
    if (outcome.ok() && count(dispatch_.threads_per_grid) > 0) outcome = engine_.run(dispatch_);
    now_ = engine_.timestamp();
    if (outcome.ok()) {
      const double threads = count(dispatch_.threads_per_grid);
      if (threads > 0) command.pipeline->note_cost(static_cast<double>(now_ - start), threads);
    } else {
      name_kernel(outcome.message, command.pipeline->kernel->name);
    }
    return outcome;
  }

  Outcome operator()(const CopyCommand& command) {
    auto outcome = engine_.copy(command.destination, command.source, command.length);
    now_ = engine_.timestamp();
    return outcome;
  }

  Outcome operator()(const FillCommand& command) {
    auto outcome = engine_.fill(command.destination, command.value, command.length);
    now_ = engine_.timestamp();
    return outcome;
  }

  Outcome operator()(const SampleCommand& command) {
    command.buffer->store(command.index, now_);
    return {};
  }

  Outcome operator()(const ResolveCommand& command) {
    for (std::size_t i = 0; i < command.count; ++i) {
      const std::uint64_t sample = command.buffer->load(command.first + i);
      std::memcpy(command.destination + i * sizeof sample, &sample, sizeof sample);
    }
    return {};
  }

  Outcome operator()(const SignalCommand& command) {
    command.event->signal(command.value);
    return {};
  }

  Outcome operator()(const WaitCommand& command) {
    command.event->wait_on_device(command.value);
    now_ = engine_.timestamp();
    return {};
  }

  [[nodiscard]] std::uint64_t now() const noexcept { return now_; }

 private:
  void bind(const DispatchCommand& command) {
    const PipelineObject& pipeline = *command.pipeline;
    if (dispatch_.kernel != pipeline.kernel) {
      dispatch_.program = pipeline.program;
      dispatch_.kernel = pipeline.kernel;
      dispatch_.buffers.fill(nullptr);
      dispatch_.threadgroup_lengths.fill(0);
    }
    for (unsigned i = 0; i < pipeline.kernel->argument_count; ++i) {
      const abi::Argument& argument = pipeline.kernel->arguments[i];
      const Binding& binding = recording_.bindings[command.first_binding + i];
      if (argument.kind == abi::ArgumentKind::buffer) {
        dispatch_.buffers[argument.index] = binding.memory;
      } else if (argument.kind == abi::ArgumentKind::threadgroup) {
        dispatch_.threadgroup_lengths[argument.index] = binding.length;
      }
    }
    dispatch_.threads_per_threadgroup = command.threads_per_threadgroup;
  }

  // The grid of an indirect dispatch, in threads; false when it is too large.
  bool read_grid(const DispatchCommand& command) {
    Size3 groups;
    std::memcpy(groups.data(), command.threadgroups, sizeof groups);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const std::uint64_t threads =
          std::uint64_t{groups[axis]} * command.threads_per_threadgroup[axis];
      if (threads > UINT32_MAX) return false;
      dispatch_.threads_per_grid[axis] = static_cast<unsigned>(threads);
    }
    return true;
  }

  const Recording& recording_;
  Engine& engine_;
  Dispatch dispatch_;
  std::uint64_t now_;  // when the last command ended
};

Outcome run_guarded(Executor& executor, const Command& command) noexcept {
  try {
    return std::visit(executor, command);
  } catch (const std::bad_alloc&) {
    return {Fault::out_of_memory, "the host is out of memory"};
  } catch (const std::exception& failure) {
    return {Fault::internal, failure.what()};
  }
}

}  // namespace

ExecutionResult execute(const Recording& recording, Engine& engine) noexcept {
  ExecutionResult result;
  Executor executor(recording, engine);
  result.start = executor.now();
  for (const Command& command : recording.commands) {
    Outcome outcome = run_guarded(executor, command);
    if (!outcome.ok()) {
      result.fault = outcome.fault;
      result.message = std::string(words_of(outcome.fault)) + ": " + outcome.message;
      break;
    }
    ++result.commands_done;
  }
  result.end = executor.now();
  return result;
}

}  // namespace softmetal
