// MTLDevice.hpp: the device, which makes everything else.
#pragma once

#include <functional>

#include "MTLArgument.hpp"
#include "MTLDataType.hpp"
#include "MTLResource.hpp"
#include "MTLTypes.hpp"

namespace MTL {

class BinaryArchive;
class BinaryArchiveDescriptor;
class Buffer;
class CommandQueue;
class CommandQueueDescriptor;
class CompileOptions;
class ComputePipelineDescriptor;
class ComputePipelineReflection;
class ComputePipelineState;
class CounterSampleBuffer;
class CounterSampleBufferDescriptor;
class Event;
class Fence;
class Function;
class Library;
class SharedEvent;

enum GPUFamily : NS::Integer {
  GPUFamilyApple1 = 1001,
  GPUFamilyApple2 = 1002,
  GPUFamilyApple3 = 1003,
  GPUFamilyApple4 = 1004,
  GPUFamilyApple5 = 1005,
  GPUFamilyApple6 = 1006,
  GPUFamilyApple7 = 1007,
  GPUFamilyApple8 = 1008,
  GPUFamilyApple9 = 1009,
  GPUFamilyApple10 = 1010,
  GPUFamilyMac1 = 2001,
  GPUFamilyMac2 = 2002,
  GPUFamilyCommon1 = 3001,
  GPUFamilyCommon2 = 3002,
  GPUFamilyCommon3 = 3003,
  GPUFamilyMacCatalyst1 = 4001,
  GPUFamilyMacCatalyst2 = 4002,
  GPUFamilyMetal3 = 5001,
  GPUFamilyMetal4 = 5002,
};

enum DeviceLocation : NS::UInteger {
  DeviceLocationBuiltIn = 0,
  DeviceLocationSlot = 1,
  DeviceLocationExternal = 2,
  DeviceLocationUnspecified = NS::UIntegerMax,
};

enum ArgumentBuffersTier : NS::UInteger { ArgumentBuffersTier1 = 0, ArgumentBuffersTier2 = 1 };

enum CounterSamplingPoint : NS::UInteger {
  CounterSamplingPointAtStageBoundary = 0,
  CounterSamplingPointAtDrawBoundary = 1,
  CounterSamplingPointAtDispatchBoundary = 2,
  CounterSamplingPointAtTileDispatchBoundary = 3,
  CounterSamplingPointAtBlitBoundary = 4,
};

using PipelineOption = NS::UInteger;
enum : PipelineOption {
  PipelineOptionNone = 0,
  PipelineOptionArgumentInfo = 1,
  PipelineOptionBindingInfo = 1,
  PipelineOptionBufferTypeInfo = 1 << 1,
  PipelineOptionFailOnBinaryArchiveMiss = 1 << 2,
};

using AutoreleasedComputePipelineReflection = MTL::ComputePipelineReflection*;
using NewLibraryCompletionHandlerFunction = std::function<void(MTL::Library*, NS::Error*)>;
using NewComputePipelineStateCompletionHandlerFunction =
    std::function<void(MTL::ComputePipelineState*, NS::Error*)>;
using NewComputePipelineStateWithReflectionCompletionHandlerFunction =
    std::function<void(MTL::ComputePipelineState*, MTL::ComputePipelineReflection*, NS::Error*)>;
#ifdef __BLOCKS__
using NewLibraryCompletionHandler = void (^)(MTL::Library*, NS::Error*);
using NewComputePipelineStateCompletionHandler = void (^)(MTL::ComputePipelineState*, NS::Error*);
using NewComputePipelineStateWithReflectionCompletionHandler =
    void (^)(MTL::ComputePipelineState*, MTL::ComputePipelineReflection*, NS::Error*);
#endif

using Timestamp = std::uint64_t;

extern NS::ErrorUserInfoKey const CommandBufferEncoderInfoErrorKey;

// Both +1. There is one device, the same object each time.
Device* CreateSystemDefaultDevice();
NS::Array* CopyAllDevices();

class Architecture : public NS::Copying<Architecture> {
 public:
  static Architecture* alloc();
  Architecture* init();
  NS::String* name() const;
};

// Thread-safe. Failures return null and, where there is an `error` that is not null, set it to an
// autoreleased NS::Error.
class Device : public NS::Referencing<Device> {
 public:
  Architecture* architecture() const;
  ArgumentBuffersTier argumentBuffersSupport() const;
  NS::Array* counterSets() const;
  NS::UInteger currentAllocatedSize() const;  // bytes
  bool hasUnifiedMemory() const;
  bool isHeadless() const;
  bool isLowPower() const;
  bool isRemovable() const;
  DeviceLocation location() const;
  NS::UInteger locationNumber() const;
  NS::UInteger maxBufferLength() const;             // bytes
  NS::UInteger maxThreadgroupMemoryLength() const;  // bytes
  Size maxThreadsPerThreadgroup() const;
  uint64_t maxTransferRate() const;
  NS::UInteger maximumConcurrentCompilationTaskCount() const;
  NS::String* name() const;

  BinaryArchive* newBinaryArchive(const MTL::BinaryArchiveDescriptor* descriptor,
                                  NS::Error** error);

  // Zero-filled; null for length 0, past maxBufferLength, and when memory is out.
  Buffer* newBuffer(NS::UInteger length, MTL::ResourceOptions options);
  // A copy of the bytes.
  Buffer* newBuffer(const void* pointer, NS::UInteger length, MTL::ResourceOptions options);
  // The memory itself: pointer and length in whole pages, else null. The deallocator runs when
  // the buffer goes.
#ifdef __BLOCKS__
  Buffer* newBuffer(const void* pointer, NS::UInteger length, MTL::ResourceOptions options,
                    void (^deallocator)(void*, NS::UInteger)) {
    using Function = std::function<void(void*, NS::UInteger)>;
    return newBuffer(pointer, length, options,
                     deallocator == nullptr
                         ? Function()
                         : Function(softmetal::runtime::RetainedBlock(deallocator)));
  }
  Buffer* newBuffer(const void* pointer, NS::UInteger length, MTL::ResourceOptions options,
                    std::nullptr_t) {
    return newBuffer(pointer, length, options, std::function<void(void*, NS::UInteger)>());
  }
#endif
  // As above, for compilers without blocks; metal-cpp does not have this form. Null is allowed.
  Buffer* newBuffer(const void* pointer, NS::UInteger length, MTL::ResourceOptions options,
                    const std::function<void(void*, NS::UInteger)>& deallocator);

  CommandQueue* newCommandQueue();
  CommandQueue* newCommandQueue(NS::UInteger maxCommandBufferCount);
  CommandQueue* newCommandQueue(const MTL::CommandQueueDescriptor* descriptor);

  ComputePipelineState* newComputePipelineState(const MTL::Function* computeFunction,
                                                NS::Error** error);
  ComputePipelineState* newComputePipelineState(
      const MTL::Function* computeFunction, MTL::PipelineOption options,
      const MTL::AutoreleasedComputePipelineReflection* reflection, NS::Error** error);
  ComputePipelineState* newComputePipelineState(
      const MTL::ComputePipelineDescriptor* descriptor, MTL::PipelineOption options,
      const MTL::AutoreleasedComputePipelineReflection* reflection, NS::Error** error);
#ifdef __BLOCKS__
  void newComputePipelineState(
      const MTL::Function* computeFunction,
      const MTL::NewComputePipelineStateCompletionHandler completionHandler) {
    newComputePipelineState(computeFunction,
                            NewComputePipelineStateCompletionHandlerFunction(
                                softmetal::runtime::RetainedBlock(completionHandler)));
  }
  void newComputePipelineState(
      const MTL::Function* computeFunction, MTL::PipelineOption options,
      const MTL::NewComputePipelineStateWithReflectionCompletionHandler completionHandler) {
    newComputePipelineState(computeFunction, options,
                            NewComputePipelineStateWithReflectionCompletionHandlerFunction(
                                softmetal::runtime::RetainedBlock(completionHandler)));
  }
  void newComputePipelineState(
      const MTL::ComputePipelineDescriptor* descriptor, MTL::PipelineOption options,
      const MTL::NewComputePipelineStateWithReflectionCompletionHandler completionHandler) {
    newComputePipelineState(descriptor, options,
                            NewComputePipelineStateWithReflectionCompletionHandlerFunction(
                                softmetal::runtime::RetainedBlock(completionHandler)));
  }
#endif
  // Handlers run on a framework thread.
  void newComputePipelineState(
      const MTL::Function* pFunction,
      const MTL::NewComputePipelineStateCompletionHandlerFunction& completionHandler);
  void newComputePipelineState(
      const MTL::Function* pFunction, MTL::PipelineOption options,
      const MTL::NewComputePipelineStateWithReflectionCompletionHandlerFunction& completionHandler);
  void newComputePipelineState(
      const MTL::ComputePipelineDescriptor* pDescriptor, MTL::PipelineOption options,
      const MTL::NewComputePipelineStateWithReflectionCompletionHandlerFunction& completionHandler);

  CounterSampleBuffer* newCounterSampleBuffer(const MTL::CounterSampleBufferDescriptor* descriptor,
                                              NS::Error** error);
  Library* newDefaultLibrary();  // null: a program here has no bundle
  Event* newEvent();
  Fence* newFence();

  // Compiled libraries (.metallib) hold Apple's own code format: these three fail and say so.
  Library* newLibrary(const NS::String* filepath, NS::Error** error);
  Library* newLibrary(const NS::URL* url, NS::Error** error);
  Library* newLibrary(const dispatch_data_t data, NS::Error** error);
  // Compiles MSL; the error's localizedDescription has the diagnostics. Warnings give a library
  // and an error of code LibraryErrorCompileWarning.
  Library* newLibrary(const NS::String* source, const MTL::CompileOptions* options,
                      NS::Error** error);
#ifdef __BLOCKS__
  void newLibrary(const NS::String* source, const MTL::CompileOptions* options,
                  const MTL::NewLibraryCompletionHandler completionHandler) {
    newLibrary(
        source, options,
        NewLibraryCompletionHandlerFunction(softmetal::runtime::RetainedBlock(completionHandler)));
  }
#endif
  void newLibrary(const NS::String* pSource, const MTL::CompileOptions* pOptions,
                  const MTL::NewLibraryCompletionHandlerFunction& completionHandler);
  SharedEvent* newSharedEvent();

  uint64_t queryTimestampFrequency();             // ticks per second of device time stamps
  uint64_t recommendedMaxWorkingSetSize() const;  // bytes
  uint64_t registryID() const;
  // Host and device time at one moment, in nanoseconds; they are the same clock here.
  void sampleTimestamps(MTL::Timestamp* cpuTimestamp, MTL::Timestamp* gpuTimestamp);
  bool supportsCounterSampling(MTL::CounterSamplingPoint samplingPoint);
  bool supportsDynamicLibraries() const;
  bool supportsFamily(MTL::GPUFamily gpuFamily);
  bool supportsFunctionPointers() const;
  bool supportsRaytracing() const;
};

}  // namespace MTL
