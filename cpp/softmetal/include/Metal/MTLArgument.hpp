// MTLArgument.hpp: what reflection tells of a function's arguments.
#pragma once

#include "MTLDataType.hpp"

namespace MTL {

enum BindingType : NS::Integer {
  BindingTypeBuffer = 0,
  BindingTypeThreadgroupMemory = 1,
  BindingTypeTexture = 2,
  BindingTypeSampler = 3,
  BindingTypeImageblockData = 16,
  BindingTypeImageblock = 17,
  BindingTypeVisibleFunctionTable = 24,
  BindingTypePrimitiveAccelerationStructure = 25,
  BindingTypeInstanceAccelerationStructure = 26,
  BindingTypeIntersectionFunctionTable = 27,
  BindingTypeObjectPayload = 34,
  BindingTypeTensor = 37,
};

enum ArgumentType : NS::UInteger {
  ArgumentTypeBuffer = 0,
  ArgumentTypeThreadgroupMemory = 1,
  ArgumentTypeTexture = 2,
  ArgumentTypeSampler = 3,
  ArgumentTypeImageblockData = 16,
  ArgumentTypeImageblock = 17,
  ArgumentTypeVisibleFunctionTable = 24,
  ArgumentTypePrimitiveAccelerationStructure = 25,
  ArgumentTypeInstanceAccelerationStructure = 26,
  ArgumentTypeIntersectionFunctionTable = 27,
};

enum BindingAccess : NS::UInteger {
  BindingAccessReadOnly = 0,
  BindingAccessReadWrite = 1,
  BindingAccessWriteOnly = 2,
  ArgumentAccessReadOnly = 0,
  ArgumentAccessReadWrite = 1,
  ArgumentAccessWriteOnly = 2,
};

class Type : public NS::Referencing<Type> {
 public:
  DataType dataType() const;
};

// What a buffer argument points or refers to.
class PointerType : public NS::Referencing<PointerType, Type> {
 public:
  BindingAccess access() const;
  NS::UInteger alignment() const;
  NS::UInteger dataSize() const;
  bool elementIsArgumentBuffer() const;
  DataType elementType() const;
};

// The older form of Binding.
class Argument : public NS::Referencing<Argument> {
 public:
  BindingAccess access() const;
  NS::UInteger arrayLength() const;
  NS::UInteger bufferAlignment() const;
  NS::UInteger bufferDataSize() const;
  DataType bufferDataType() const;
  PointerType* bufferPointerType() const;
  NS::UInteger index() const;
  bool isActive() const;
  NS::String* name() const;
  NS::UInteger threadgroupMemoryAlignment() const;
  NS::UInteger threadgroupMemoryDataSize() const;
  ArgumentType type() const;
};

class Binding : public NS::Referencing<Binding> {
 public:
  BindingAccess access() const;
  NS::UInteger index() const;
  bool isArgument() const;
  // False when the argument is switched off by its [[function_constant(...)]].
  bool isUsed() const;
  NS::String* name() const;
  BindingType type() const;
};

// Sizes and alignments are in bytes, of one element.
class BufferBinding : public NS::Referencing<BufferBinding, Binding> {
 public:
  NS::UInteger bufferAlignment() const;
  NS::UInteger bufferDataSize() const;
  DataType bufferDataType() const;
  PointerType* bufferPointerType() const;
};

class ThreadgroupBinding : public NS::Referencing<ThreadgroupBinding, Binding> {
 public:
  NS::UInteger threadgroupMemoryAlignment() const;
  NS::UInteger threadgroupMemoryDataSize() const;
};

}  // namespace MTL
