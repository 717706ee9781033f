// library.hpp: the implementations of MTL::Library and MTL::Function.
#pragma once

#include <Metal/MTLLibrary.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine.hpp"
#include "object.hpp"

namespace softmetal {

class FunctionObject;

// Why a function could not be had.
struct FunctionFailure {
  MTL::LibraryError code = MTL::LibraryErrorInternal;
  std::string message;
};

class LibraryObject : public Implements<MTL::Library> {
 public:
  LibraryObject(std::string source, CompileOptions options, std::shared_ptr<const Program> program);
  [[nodiscard]] const char* class_name() const noexcept override { return "SoftMetalLibrary"; }

  // Null when there is no kernel of that name. Not specialised.
  [[nodiscard]] Ref<FunctionObject> function(std::string_view name);
  // Null on failure, which `failure` then tells.
  [[nodiscard]] Ref<FunctionObject> specialised(std::string_view name,
                                                const MTL::FunctionConstantValues* values,
                                                FunctionFailure& failure);
  // The constants that the kernel needs.
  [[nodiscard]] std::vector<abi::FunctionConstant> constants_of(std::string_view kernel) const;
  [[nodiscard]] NS::SharedPtr<NS::Array> function_names() const;

  NS::SharedPtr<NS::String> label;

 private:
  // The values in `values` of the constants that the kernel needs.
  std::vector<ConstantValue> select(std::string_view name,
                                    const MTL::FunctionConstantValues* values,
                                    FunctionFailure& failure) const;

  const std::string source_;
  const CompileOptions options_;
  const std::shared_ptr<const Program> program_;
};

class FunctionObject : public Implements<MTL::Function> {
 public:
  FunctionObject(Ref<LibraryObject> from, std::shared_ptr<const Program> code,
                 const abi::Kernel* entry, std::vector<abi::FunctionConstant> unset);
  [[nodiscard]] const char* class_name() const noexcept override { return "SoftMetalFunction"; }

  const Ref<LibraryObject> library;
  const std::shared_ptr<const Program> program;  // keeps `kernel` alive
  const abi::Kernel* const kernel;
  // Constants without a value: the function can be looked at, but no pipeline made from it.
  const std::vector<abi::FunctionConstant> unset_constants;
  const NS::SharedPtr<NS::String> name;
  NS::SharedPtr<NS::String> label;
};

}  // namespace softmetal
