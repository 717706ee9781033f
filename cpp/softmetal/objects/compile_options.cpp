// compile_options.cpp: MTL::CompileOptions.
#include "compile_options.hpp"

#include <algorithm>

#include "dictionary.hpp"
#include "string.hpp"
#include "validation.hpp"

namespace softmetal {

CompileOptions engine_options(const MTL::CompileOptions* options) {
  CompileOptions result;
  if (options == nullptr) return result;
  const auto& values = impl<CompileOptionsObject>(options)->values;
  result.language_version = static_cast<unsigned>(values.language_version);
  switch (values.math_mode) {
    case MTL::MathModeSafe:
      result.math_mode = MathMode::safe;
      break;
    case MTL::MathModeRelaxed:
      result.math_mode = MathMode::relaxed;
      break;
    case MTL::MathModeFast:
      result.math_mode = MathMode::fast;
      break;
  }
  if (values.macros) {
    const auto* macros = impl<DictionaryObject>(values.macros.get());
    for (const auto& name : macros->keys()) {
      const ObjectBase* value = macros->find(name.get());
      const std::string_view kind = value->class_name();
      require(kind == "NSString" || kind == "NSNumber", "the value of preprocessor macro ",
              name->description(), " is neither a string nor a number");
      result.macros.emplace_back(name->description(), value->description());
    }
    // The order of a dictionary means nothing; caches like one that stays the same.
    std::ranges::sort(result.macros);
  }
  return result;
}

namespace {

using Values = CompileOptionsObject::Values;

template <class Field>
auto property(const MTL::CompileOptions* handle, Field Values::* field) {
  return handle == nullptr ? Field{} : impl<CompileOptionsObject>(handle)->values.*field;
}

template <class Public>
Public* property(const MTL::CompileOptions* handle, NS::SharedPtr<Public> Values::* field) {
  return handle == nullptr ? nullptr : (impl<CompileOptionsObject>(handle)->values.*field).get();
}

template <class Field>
void set_property(MTL::CompileOptions* handle, Field Values::* field, Field value) {
  if (handle != nullptr) impl<CompileOptionsObject>(handle)->values.*field = value;
}

template <class Public>
void set_property(MTL::CompileOptions* handle, NS::SharedPtr<Public> Values::* field,
                  const Public* value) {
  if (handle == nullptr) return;
  impl<CompileOptionsObject>(handle)->values.*field = NS::RetainPtr(const_cast<Public*>(value));
}

}  // namespace
}  // namespace softmetal

using softmetal::CompileOptionsObject;
using softmetal::property;
using softmetal::set_property;
using softmetal::Values;

MTL::CompileOptions* MTL::CompileOptions::alloc() { return (new CompileOptionsObject)->handle(); }
MTL::CompileOptions* MTL::CompileOptions::init() { return this; }

bool MTL::CompileOptions::allowReferencingUndefinedSymbols() const {
  return property(this, &Values::allow_undefined_symbols);
}
MTL::CompileSymbolVisibility MTL::CompileOptions::compileSymbolVisibility() const {
  return property(this, &Values::symbol_visibility);
}
bool MTL::CompileOptions::enableLogging() const { return property(this, &Values::enable_logging); }
bool MTL::CompileOptions::fastMathEnabled() const { return mathMode() == MathModeFast; }
NS::String* MTL::CompileOptions::installName() const {
  return property(this, &Values::install_name);
}
MTL::LanguageVersion MTL::CompileOptions::languageVersion() const {
  return property(this, &Values::language_version);
}
NS::Array* MTL::CompileOptions::libraries() const { return property(this, &Values::libraries); }
MTL::LibraryType MTL::CompileOptions::libraryType() const {
  return property(this, &Values::library_type);
}
MTL::MathFloatingPointFunctions MTL::CompileOptions::mathFloatingPointFunctions() const {
  return property(this, &Values::math_functions);
}
MTL::MathMode MTL::CompileOptions::mathMode() const { return property(this, &Values::math_mode); }
NS::UInteger MTL::CompileOptions::maxTotalThreadsPerThreadgroup() const {
  return property(this, &Values::max_total_threads);
}
MTL::LibraryOptimizationLevel MTL::CompileOptions::optimizationLevel() const {
  return property(this, &Values::optimization_level);
}
NS::Dictionary* MTL::CompileOptions::preprocessorMacros() const {
  return property(this, &Values::macros);
}
bool MTL::CompileOptions::preserveInvariance() const {
  return property(this, &Values::preserve_invariance);
}
MTL::Size MTL::CompileOptions::requiredThreadsPerThreadgroup() const {
  return property(this, &Values::required_threads);
}

void MTL::CompileOptions::setAllowReferencingUndefinedSymbols(bool allow) {
  set_property(this, &Values::allow_undefined_symbols, allow);
}
void MTL::CompileOptions::setCompileSymbolVisibility(MTL::CompileSymbolVisibility visibility) {
  set_property(this, &Values::symbol_visibility, visibility);
}
void MTL::CompileOptions::setEnableLogging(bool enableLogging) {
  set_property(this, &Values::enable_logging, enableLogging);
}
void MTL::CompileOptions::setFastMathEnabled(bool fastMathEnabled) {
  setMathMode(fastMathEnabled ? MathModeFast : MathModeSafe);
}
void MTL::CompileOptions::setInstallName(const NS::String* installName) {
  set_property(this, &Values::install_name, installName);
}
void MTL::CompileOptions::setLanguageVersion(MTL::LanguageVersion languageVersion) {
  set_property(this, &Values::language_version, languageVersion);
}
void MTL::CompileOptions::setLibraries(const NS::Array* libraries) {
  set_property(this, &Values::libraries, libraries);
}
void MTL::CompileOptions::setLibraryType(MTL::LibraryType libraryType) {
  set_property(this, &Values::library_type, libraryType);
}
void MTL::CompileOptions::setMathFloatingPointFunctions(
    MTL::MathFloatingPointFunctions mathFloatingPointFunctions) {
  set_property(this, &Values::math_functions, mathFloatingPointFunctions);
}
void MTL::CompileOptions::setMathMode(MTL::MathMode mathMode) {
  set_property(this, &Values::math_mode, mathMode);
}
void MTL::CompileOptions::setMaxTotalThreadsPerThreadgroup(NS::UInteger threads) {
  set_property(this, &Values::max_total_threads, threads);
}
void MTL::CompileOptions::setOptimizationLevel(MTL::LibraryOptimizationLevel level) {
  set_property(this, &Values::optimization_level, level);
}
void MTL::CompileOptions::setPreprocessorMacros(const NS::Dictionary* preprocessorMacros) {
  set_property(this, &Values::macros, preprocessorMacros);
}
void MTL::CompileOptions::setPreserveInvariance(bool preserveInvariance) {
  set_property(this, &Values::preserve_invariance, preserveInvariance);
}
void MTL::CompileOptions::setRequiredThreadsPerThreadgroup(MTL::Size threads) {
  set_property(this, &Values::required_threads, threads);
}
