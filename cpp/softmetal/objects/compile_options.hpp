// compile_options.hpp: the implementation of MTL::CompileOptions.
#pragma once

#include <Metal/MTLLibrary.hpp>

#include "engine.hpp"
#include "object.hpp"

namespace softmetal {

class CompileOptionsObject : public Implements<MTL::CompileOptions> {
 public:
  // The properties, with Metal's defaults.
  struct Values {
    bool allow_undefined_symbols = false;
    MTL::CompileSymbolVisibility symbol_visibility = MTL::CompileSymbolVisibilityDefault;
    bool enable_logging = false;
    NS::SharedPtr<NS::String> install_name;
    MTL::LanguageVersion language_version = MTL::LanguageVersion4_0;
    NS::SharedPtr<NS::Array> libraries;
    MTL::LibraryType library_type = MTL::LibraryTypeExecutable;
    MTL::MathFloatingPointFunctions math_functions = MTL::MathFloatingPointFunctionsFast;
    MTL::MathMode math_mode = MTL::MathModeFast;
    NS::UInteger max_total_threads = 0;
    MTL::LibraryOptimizationLevel optimization_level = MTL::LibraryOptimizationLevelDefault;
    NS::SharedPtr<NS::Dictionary> macros;
    bool preserve_invariance = false;
    MTL::Size required_threads{0, 0, 0};
  };

  [[nodiscard]] const char* class_name() const noexcept override { return "MTLCompileOptions"; }
  [[nodiscard]] ObjectBase* copy() const override {
    auto* result = new CompileOptionsObject;
    result->values = values;
    return result;
  }

  Values values;
};

// What the engine is to know of `options`, null included. Raises for a macro that is neither a
// string nor a number.
[[nodiscard]] CompileOptions engine_options(const MTL::CompileOptions* options);

}  // namespace softmetal
