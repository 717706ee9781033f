// default_engine.cpp: the engine that the Metal objects use: execution and compiler together.
#include "compiler.hpp"
#include "cpu_engine.hpp"
#include "host.hpp"

namespace softmetal {
namespace {

class DefaultEngine final : public cpu::CpuEngine {
 public:
  DefaultEngine() : CpuEngine(cpu::EngineOptions::of_this_machine()) {}

  CompileResult compile(std::string_view source, const CompileOptions& options,
                        std::span<const ConstantValue> constants) override {
    return compile_program(source, options, constants, &cpu::host_table);
  }
};

}  // namespace

Engine& default_engine() {
  static Engine& engine = *new DefaultEngine;
  return engine;
}

}  // namespace softmetal
