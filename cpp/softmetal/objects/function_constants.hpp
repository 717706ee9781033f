// function_constants.hpp: the implementations of MTL::FunctionConstantValues and
// MTL::FunctionConstant.
#pragma once

#include <Metal/MTLFunctionConstantValues.hpp>
#include <Metal/MTLLibrary.hpp>
#include <memory>
#include <vector>

#include "engine.hpp"
#include "object.hpp"

namespace softmetal {

class FunctionConstantValuesObject : public Implements<MTL::FunctionConstantValues> {
 public:
  [[nodiscard]] const char* class_name() const noexcept override {
    return "MTLFunctionConstantValues";
  }
  [[nodiscard]] ObjectBase* copy() const override;

  void assign(ConstantValue value);
  // Null when there is no value for the constant, by its name or its index.
  [[nodiscard]] const ConstantValue* find(const abi::FunctionConstant& constant) const noexcept;

  std::vector<ConstantValue> values;
};

class FunctionConstantObject : public Implements<MTL::FunctionConstant> {
 public:
  [[nodiscard]] const char* class_name() const noexcept override { return "MTLFunctionConstant"; }

  NS::SharedPtr<NS::String> name;
  NS::UInteger index = 0;
  MTL::DataType type = MTL::DataTypeNone;
};

}  // namespace softmetal
