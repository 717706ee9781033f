// counters.hpp: the implementations of counter sets and sample buffers.
#pragma once

#include <Metal/MTLCounters.hpp>
#include <atomic>
#include <cstdint>
#include <vector>

#include "object.hpp"

namespace softmetal {

class CounterObject : public Implements<MTL::Counter> {
 public:
  [[nodiscard]] const char* class_name() const noexcept override { return "SoftMetalCounter"; }
  NS::SharedPtr<NS::String> name;
};

class CounterSetObject : public Implements<MTL::CounterSet> {
 public:
  [[nodiscard]] const char* class_name() const noexcept override { return "SoftMetalCounterSet"; }
  NS::SharedPtr<NS::String> name;
  NS::SharedPtr<NS::Array> counters;
};

// The only counter set: time stamps.
[[nodiscard]] Ref<CounterSetObject> timestamp_counter_set();

class CounterSampleBufferObject : public Implements<MTL::CounterSampleBuffer> {
 public:
  CounterSampleBufferObject(std::size_t count, MTL::StorageMode mode);
  [[nodiscard]] const char* class_name() const noexcept override {
    return "SoftMetalCounterSampleBuffer";
  }

  void store(std::size_t index, std::uint64_t nanoseconds) noexcept {
    samples_[index].store(nanoseconds, std::memory_order_relaxed);
  }
  [[nodiscard]] std::uint64_t load(std::size_t index) const noexcept {
    return samples_[index].load(std::memory_order_relaxed);
  }
  [[nodiscard]] std::size_t count() const noexcept { return samples_.size(); }
  // Raises when the range ends past the buffer.
  void check(NS::Range range) const;

  const MTL::StorageMode storage_mode;
  NS::SharedPtr<NS::String> label;

 private:
  std::vector<std::atomic<std::uint64_t>> samples_;  // CounterErrorValue until sampled
};

}  // namespace softmetal
