// MTLFunctionConstantValues.hpp: values that specialise functions (MSL specification, "Function
// Constants"). Values are copied; a later one replaces an earlier one.
#pragma once

#include "MTLDataType.hpp"

namespace MTL {

class FunctionConstantValues : public NS::Copying<FunctionConstantValues> {
 public:
  static FunctionConstantValues* alloc();
  FunctionConstantValues* init();
  void reset();
  void setConstantValue(const void* value, MTL::DataType type, NS::UInteger index);
  void setConstantValue(const void* value, MTL::DataType type, const NS::String* name);
  // One value per index of the range, next to each other in memory.
  void setConstantValues(const void* values, MTL::DataType type, NS::Range range);
};

}  // namespace MTL
