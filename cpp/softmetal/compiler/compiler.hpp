// compiler.hpp: MSL source to loaded machine code. What the CPU engine uses; nothing else does.
#pragma once

#include <span>
#include <string_view>

#include "../engine/engine.hpp"

namespace softmetal {

// Compiles (or takes from the code cache) and loads `source`; `host` is the table that the loaded
// library's kernels call, and must outlive it. Thread-safe. Never throws for what the source
// contains; a missing compiler or an unusable cache folder is a failed result whose log says what
// to do.
CompileResult compile_program(std::string_view source, const CompileOptions& options,
                              std::span<const ConstantValue> constants, const abi::Host* host);

}  // namespace softmetal
