// MTLCommandBuffer.hpp: work that is encoded, committed once, and then runs as a whole.
#pragma once

#include <functional>

#include "../Foundation/Foundation.hpp"

namespace MTL {

class BlitCommandEncoder;
class BlitPassDescriptor;
class CommandBuffer;
class CommandQueue;
class ComputeCommandEncoder;
class ComputePassDescriptor;
class Device;
class Event;

enum CommandBufferStatus : NS::UInteger {
  CommandBufferStatusNotEnqueued = 0,
  CommandBufferStatusEnqueued = 1,
  CommandBufferStatusCommitted = 2,
  CommandBufferStatusScheduled = 3,
  CommandBufferStatusCompleted = 4,
  CommandBufferStatusError = 5,
};

// Codes of the domain "MTLCommandBufferErrorDomain".
enum CommandBufferError : NS::UInteger {
  CommandBufferErrorNone = 0,
  CommandBufferErrorInternal = 1,
  CommandBufferErrorTimeout = 2,
  CommandBufferErrorPageFault = 3,
  CommandBufferErrorBlacklisted = 4,
  CommandBufferErrorAccessRevoked = 4,
  CommandBufferErrorNotPermitted = 7,
  CommandBufferErrorOutOfMemory = 8,
  CommandBufferErrorInvalidResource = 9,
  CommandBufferErrorMemoryless = 10,
  CommandBufferErrorDeviceRemoved = 11,
  CommandBufferErrorStackOverflow = 12,
};

enum CommandEncoderErrorState : NS::Integer {
  CommandEncoderErrorStateUnknown = 0,
  CommandEncoderErrorStateCompleted = 1,
  CommandEncoderErrorStateAffected = 2,
  CommandEncoderErrorStatePending = 3,
  CommandEncoderErrorStateFaulted = 4,
};

enum DispatchType : NS::UInteger {
  DispatchTypeSerial = 0,
  DispatchTypeConcurrent = 1,
};

using CommandBufferErrorOption = NS::UInteger;
enum : CommandBufferErrorOption {
  CommandBufferErrorOptionNone = 0,
  CommandBufferErrorOptionEncoderExecutionStatus = 1,
};

#ifdef __BLOCKS__
using CommandBufferHandler = void (^)(CommandBuffer*);
#endif
using HandlerFunction = std::function<void(CommandBuffer*)>;

class CommandBufferDescriptor : public NS::Copying<CommandBufferDescriptor> {
 public:
  static CommandBufferDescriptor* alloc();
  CommandBufferErrorOption errorOptions() const;
  CommandBufferDescriptor* init();
  bool retainedReferences() const;
  void setErrorOptions(MTL::CommandBufferErrorOption errorOptions);
  void setRetainedReferences(bool retainedReferences);
};

// How far one encoder of a failed command buffer got; an array of these, one per encoder, is in
// the error's user info under CommandBufferEncoderInfoErrorKey, if the descriptor asked for it.
class CommandBufferEncoderInfo : public NS::Referencing<CommandBufferEncoderInfo> {
 public:
  NS::Array* debugSignposts() const;
  CommandEncoderErrorState errorState() const;
  NS::String* label() const;
};

// One thread encodes at a time; status, error, times and waits are thread-safe.
class CommandBuffer : public NS::Referencing<CommandBuffer> {
 public:
  // Host seconds of one clock; 0 until known.
  CFTimeInterval GPUEndTime() const;
  CFTimeInterval GPUStartTime() const;
  CFTimeInterval kernelEndTime() const;
  CFTimeInterval kernelStartTime() const;

  // Before commit only. Handlers run on a framework thread, in the order in which they were
  // added; an exception that leaves one is dropped.
#ifdef __BLOCKS__
  void addCompletedHandler(const MTL::CommandBufferHandler block) {
    addCompletedHandler(HandlerFunction(softmetal::runtime::RetainedBlock(block)));
  }
  void addScheduledHandler(const MTL::CommandBufferHandler block) {
    addScheduledHandler(HandlerFunction(softmetal::runtime::RetainedBlock(block)));
  }
#endif
  void addCompletedHandler(const MTL::HandlerFunction& function);
  void addScheduledHandler(const MTL::HandlerFunction& function);

  // One encoder at a time, until its endEncoding.
  BlitCommandEncoder* blitCommandEncoder();
  BlitCommandEncoder* blitCommandEncoder(const MTL::BlitPassDescriptor* blitPassDescriptor);
  ComputeCommandEncoder* computeCommandEncoder(
      const MTL::ComputePassDescriptor* computePassDescriptor);
  ComputeCommandEncoder* computeCommandEncoder();
  ComputeCommandEncoder* computeCommandEncoder(MTL::DispatchType dispatchType);

  // Between encoders. A signal applies after the commands before it, if none of them failed.
  void encodeSignalEvent(const MTL::Event* event, uint64_t value);
  void encodeWait(const MTL::Event* event, uint64_t value);

  void enqueue();
  void commit();
  void waitUntilScheduled();
  // Returns after execution and all completion handlers.
  void waitUntilCompleted();
  CommandBufferStatus status() const;
  NS::Error* error() const;
  CommandBufferErrorOption errorOptions() const;

  CommandQueue* commandQueue() const;
  Device* device() const;
  NS::String* label() const;
  void setLabel(const NS::String* label);
  void popDebugGroup();
  void pushDebugGroup(const NS::String* string);
  bool retainedReferences() const;
};

}  // namespace MTL
