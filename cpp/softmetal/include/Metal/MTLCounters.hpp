// MTLCounters.hpp: device time stamps.
#pragma once

#include "../Foundation/Foundation.hpp"
#include "MTLResource.hpp"

namespace MTL {

class Device;

enum CounterSampleBufferError : NS::Integer {
  CounterSampleBufferErrorOutOfMemory = 0,
  CounterSampleBufferErrorInvalid = 1,
  CounterSampleBufferErrorInternal = 2,
};

using CommonCounter = NS::String*;
using CommonCounterSet = NS::String*;

inline constexpr NS::UInteger CounterErrorValue = ~NS::UInteger{0};
inline constexpr NS::UInteger CounterDontSample = ~NS::UInteger{0};

extern NS::ErrorDomain const CounterErrorDomain;
extern CommonCounter const CommonCounterTimestamp;
extern CommonCounterSet const CommonCounterSetTimestamp;

// Nanoseconds of the clock behind GPUStartTime; CounterErrorValue for a bad sample.
struct CounterResultTimestamp {
  uint64_t timestamp;
} _NS_PACKED;

class Counter : public NS::Referencing<Counter> {
 public:
  NS::String* name() const;
};

class CounterSet : public NS::Referencing<CounterSet> {
 public:
  NS::Array* counters() const;
  NS::String* name() const;
};

class CounterSampleBufferDescriptor : public NS::Copying<CounterSampleBufferDescriptor> {
 public:
  static CounterSampleBufferDescriptor* alloc();
  CounterSet* counterSet() const;
  CounterSampleBufferDescriptor* init();
  NS::String* label() const;
  NS::UInteger sampleCount() const;
  void setCounterSet(const MTL::CounterSet* counterSet);
  void setLabel(const NS::String* label);
  void setSampleCount(NS::UInteger sampleCount);
  void setStorageMode(MTL::StorageMode storageMode);
  StorageMode storageMode() const;
};

class CounterSampleBuffer : public NS::Referencing<CounterSampleBuffer> {
 public:
  Device* device() const;
  NS::String* label() const;
  // Null for private storage. Samples not taken are CounterErrorValue.
  NS::Data* resolveCounterRange(NS::Range range);
  NS::UInteger sampleCount() const;
};

}  // namespace MTL
