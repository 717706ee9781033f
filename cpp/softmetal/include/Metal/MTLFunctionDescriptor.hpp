// MTLFunctionDescriptor.hpp: which function of a library, specialised how.
#pragma once

#include "../Foundation/Foundation.hpp"

namespace MTL {

class FunctionConstantValues;

using FunctionOptions = NS::UInteger;
enum : FunctionOptions {
  FunctionOptionNone = 0,
  FunctionOptionCompileToBinary = 1,
  FunctionOptionStoreFunctionInMetalPipelinesScript = 1 << 1,
  FunctionOptionStoreFunctionInMetalScript = 1 << 1,
  FunctionOptionFailOnBinaryArchiveMiss = 1 << 2,
  FunctionOptionPipelineIndependent = 1 << 3,
};

class FunctionDescriptor : public NS::Copying<FunctionDescriptor> {
 public:
  static FunctionDescriptor* alloc();
  FunctionConstantValues* constantValues() const;
  static FunctionDescriptor* functionDescriptor();
  FunctionDescriptor* init();
  NS::String* name() const;
  FunctionOptions options() const;
  void setConstantValues(const MTL::FunctionConstantValues* constantValues);
  void setName(const NS::String* name);
  void setOptions(MTL::FunctionOptions options);
  void setSpecializedName(const NS::String* specializedName);
  NS::String* specializedName() const;
};

}  // namespace MTL
