// counters.cpp: MTL::Counter, MTL::CounterSet, MTL::CounterSampleBuffer and its descriptor.
#include "counters.hpp"

#include <cstring>

#include "array.hpp"
#include "data.hpp"
#include "device.hpp"
#include "error.hpp"
#include "string.hpp"
#include "validation.hpp"

namespace {
NS::String* constant(const char* text) {
  return static_cast<NS::String*>(softmetal::runtime::constant_string(text));
}
}  // namespace

NS::ErrorDomain const MTL::CounterErrorDomain = constant("MTLCounterErrorDomain");
MTL::CommonCounter const MTL::CommonCounterTimestamp = constant("GPUTimestamp");
MTL::CommonCounterSet const MTL::CommonCounterSetTimestamp = constant("timestamp");

namespace softmetal {
namespace {

// Metal's own limit for one buffer.
constexpr std::size_t max_sample_bytes = 32768;

class SampleBufferDescriptor : public Implements<MTL::CounterSampleBufferDescriptor> {
 public:
  [[nodiscard]] const char* class_name() const noexcept override {
    return "MTLCounterSampleBufferDescriptor";
  }
  [[nodiscard]] ObjectBase* copy() const override {
    auto* result = new SampleBufferDescriptor;
    result->counter_set = counter_set;
    result->label = label;
    result->sample_count = sample_count;
    result->storage_mode = storage_mode;
    return result;
  }

  NS::SharedPtr<MTL::CounterSet> counter_set;
  NS::SharedPtr<NS::String> label;
  NS::UInteger sample_count = 0;
  MTL::StorageMode storage_mode = MTL::StorageModeShared;
};

}  // namespace

Ref<CounterSetObject> timestamp_counter_set() {
  auto counter = make<CounterObject>();
  counter->name = NS::RetainPtr(MTL::CommonCounterTimestamp);
  auto set = make<CounterSetObject>();
  set->name = NS::RetainPtr(MTL::CommonCounterSetTimestamp);
  set->counters = make_array<CounterObject>({counter});
  return set;
}

CounterSampleBufferObject::CounterSampleBufferObject(std::size_t count, MTL::StorageMode mode)
    : storage_mode(mode), samples_(count) {
  for (auto& sample : samples_) sample.store(MTL::CounterErrorValue, std::memory_order_relaxed);
}

void CounterSampleBufferObject::check(NS::Range range) const {
  require(range.location <= count() && range.length <= count() - range.location,
          "counter sample range ", range.location, " .. ", range.Max(),
          " ends past the sample count (", count(), ")");
}

}  // namespace softmetal

using softmetal::CounterObject;
using softmetal::CounterSampleBufferObject;
using softmetal::CounterSetObject;
using softmetal::DeviceObject;
using softmetal::get;
using softmetal::SampleBufferDescriptor;
using softmetal::send;
using softmetal::set;

NS::String* MTL::Counter::name() const { return get(this, &CounterObject::name); }

NS::Array* MTL::CounterSet::counters() const { return get(this, &CounterSetObject::counters); }
NS::String* MTL::CounterSet::name() const { return get(this, &CounterSetObject::name); }

MTL::CounterSampleBufferDescriptor* MTL::CounterSampleBufferDescriptor::alloc() {
  return (new SampleBufferDescriptor)->handle();
}
MTL::CounterSampleBufferDescriptor* MTL::CounterSampleBufferDescriptor::init() { return this; }
MTL::CounterSet* MTL::CounterSampleBufferDescriptor::counterSet() const {
  return get(this, &SampleBufferDescriptor::counter_set);
}
NS::String* MTL::CounterSampleBufferDescriptor::label() const {
  return get(this, &SampleBufferDescriptor::label);
}
NS::UInteger MTL::CounterSampleBufferDescriptor::sampleCount() const {
  return get(this, &SampleBufferDescriptor::sample_count);
}
void MTL::CounterSampleBufferDescriptor::setCounterSet(const CounterSet* counterSet) {
  set(this, &SampleBufferDescriptor::counter_set, counterSet);
}
void MTL::CounterSampleBufferDescriptor::setLabel(const NS::String* label) {
  set(this, &SampleBufferDescriptor::label, label);
}
void MTL::CounterSampleBufferDescriptor::setSampleCount(NS::UInteger sampleCount) {
  set(this, &SampleBufferDescriptor::sample_count, sampleCount);
}
void MTL::CounterSampleBufferDescriptor::setStorageMode(MTL::StorageMode storageMode) {
  set(this, &SampleBufferDescriptor::storage_mode, storageMode);
}
MTL::StorageMode MTL::CounterSampleBufferDescriptor::storageMode() const {
  return get(this, &SampleBufferDescriptor::storage_mode);
}

MTL::CounterSampleBuffer* MTL::Device::newCounterSampleBuffer(
    const CounterSampleBufferDescriptor* descriptor, NS::Error** error) {
  return send<DeviceObject>(this, [&](DeviceObject&) -> CounterSampleBuffer* {
    const auto invalid = [&](const std::string& message) -> CounterSampleBuffer* {
      softmetal::report(error, "MTLCounterErrorDomain", CounterSampleBufferErrorInvalid, message);
      return nullptr;
    };
    if (descriptor == nullptr) return invalid("The counter sample buffer descriptor is nil.");
    const auto& wanted = *softmetal::impl<SampleBufferDescriptor>(descriptor);
    if (!wanted.counter_set) return invalid("The descriptor has no counter set.");
    const std::size_t bytes = wanted.sample_count * sizeof(CounterResultTimestamp);
    if (wanted.sample_count == 0 || bytes > softmetal::max_sample_bytes) {
      return invalid("Cannot allocate sample buffer with sampleCount " +
                     std::to_string(wanted.sample_count) + ": 1 to " +
                     std::to_string(softmetal::max_sample_bytes / sizeof(CounterResultTimestamp)) +
                     " samples are possible.");
    }
    if (wanted.storage_mode != StorageModeShared && wanted.storage_mode != StorageModePrivate) {
      return invalid("The storage mode of a counter sample buffer is shared or private.");
    }
    auto* buffer = new CounterSampleBufferObject(wanted.sample_count, wanted.storage_mode);
    buffer->label = wanted.label;
    return buffer->handle();
  });
}

MTL::Device* MTL::CounterSampleBuffer::device() const { return softmetal::device_of(this); }
NS::String* MTL::CounterSampleBuffer::label() const {
  return get(this, &CounterSampleBufferObject::label);
}
NS::UInteger MTL::CounterSampleBuffer::sampleCount() const {
  return get(this, &CounterSampleBufferObject::count);
}

NS::Data* MTL::CounterSampleBuffer::resolveCounterRange(NS::Range range) {
  return send<CounterSampleBufferObject>(this, [&](CounterSampleBufferObject& self) -> NS::Data* {
    self.check(range);
    if (self.storage_mode != StorageModeShared) return nullptr;
    std::vector<std::byte> bytes(range.length * sizeof(CounterResultTimestamp));
    for (NS::UInteger i = 0; i < range.length; ++i) {
      const CounterResultTimestamp result{self.load(range.location + i)};
      std::memcpy(bytes.data() + i * sizeof result, &result, sizeof result);
    }
    return (new softmetal::DataObject(std::move(bytes)))->autoreleased();
  });
}
