// device.cpp: MTL::Device: what it says of itself, and the objects that need nothing but it.
// Buffers, libraries and pipelines are made in their own files.
#include "device.hpp"

#include <Metal/MTLBinaryArchive.hpp>

#include "array.hpp"
#include "counters.hpp"
#include "error.hpp"
#include "string.hpp"

namespace softmetal {
namespace {

class ArchitectureObject : public Implements<MTL::Architecture> {
 public:
  [[nodiscard]] const char* class_name() const noexcept override { return "MTLArchitecture"; }
  NS::SharedPtr<NS::String> name;
};

NS::SharedPtr<MTL::Architecture> make_architecture(const std::string& name) {
  auto architecture = make<ArchitectureObject>();
  architecture->name = make_string(name);
  return NS::RetainPtr(architecture->handle());
}

}  // namespace

DeviceObject::DeviceObject(Engine& engine_used)
    : engine(engine_used),
      name(make_string(engine_used.limits().name)),
      architecture(make_architecture(engine_used.limits().architecture)),
      counter_sets(make_array<CounterSetObject>({timestamp_counter_set()})) {}

DeviceObject& the_device() {
  static auto* const device = new DeviceObject(default_engine());
  return *device;
}

}  // namespace softmetal

using softmetal::ArchitectureObject;
using softmetal::DeviceObject;
using softmetal::get;
using softmetal::send;

NS::ErrorDomain const MTL::BinaryArchiveDomain =
    static_cast<NS::String*>(softmetal::runtime::constant_string("MTLBinaryArchiveDomain"));

MTL::Device* MTL::CreateSystemDefaultDevice() { return softmetal::the_device().handle()->retain(); }

NS::Array* MTL::CopyAllDevices() {
  const NS::Object* device = softmetal::the_device().handle();
  return NS::Array::alloc()->init(&device, 1);
}

MTL::Architecture* MTL::Architecture::alloc() { return (new ArchitectureObject)->handle(); }

MTL::Architecture* MTL::Architecture::init() { return this; }

NS::String* MTL::Architecture::name() const { return get(this, &ArchitectureObject::name); }

NS::String* MTL::Device::name() const {
  return send<DeviceObject>(this, [](DeviceObject& self) { return self.name.get(); });
}

MTL::Architecture* MTL::Device::architecture() const {
  return send<DeviceObject>(this, [](DeviceObject& self) { return self.architecture.get(); });
}

NS::Array* MTL::Device::counterSets() const {
  return send<DeviceObject>(this, [](DeviceObject& self) { return self.counter_sets.get(); });
}

MTL::ArgumentBuffersTier MTL::Device::argumentBuffersSupport() const {
  return ArgumentBuffersTier1;
}

NS::UInteger MTL::Device::currentAllocatedSize() const {
  return send<DeviceObject>(this, [](DeviceObject& self) { return self.allocated.load(); });
}

bool MTL::Device::hasUnifiedMemory() const { return softmetal::exists(this); }

bool MTL::Device::isHeadless() const { return softmetal::exists(this); }

bool MTL::Device::isLowPower() const { return false; }

bool MTL::Device::isRemovable() const { return false; }

MTL::DeviceLocation MTL::Device::location() const { return DeviceLocationBuiltIn; }

NS::UInteger MTL::Device::locationNumber() const { return 0; }

NS::UInteger MTL::Device::maxBufferLength() const {
  return send<DeviceObject>(
      this, [](DeviceObject& self) { return self.engine.limits().max_buffer_length; });
}

NS::UInteger MTL::Device::maxThreadgroupMemoryLength() const {
  return send<DeviceObject>(this, [](DeviceObject& self) -> NS::UInteger {
    return self.engine.limits().max_threadgroup_memory;
  });
}

MTL::Size MTL::Device::maxThreadsPerThreadgroup() const {
  return send<DeviceObject>(this, [](DeviceObject& self) {
    const NS::UInteger threads = self.engine.limits().max_threads_per_threadgroup;
    return Size(threads, threads, threads);
  });
}

uint64_t MTL::Device::maxTransferRate() const { return 0; }

NS::UInteger MTL::Device::maximumConcurrentCompilationTaskCount() const {
  return NS::ProcessInfo::processInfo()->activeProcessorCount();
}

uint64_t MTL::Device::queryTimestampFrequency() {
  return softmetal::exists(this) ? 1'000'000'000 : 0;
}

uint64_t MTL::Device::recommendedMaxWorkingSetSize() const {
  return send<DeviceObject>(this, [](DeviceObject& self) -> uint64_t {
    return self.engine.limits().recommended_working_set;
  });
}

// A constant of ours: "softmetl". There is never more than one software device.
uint64_t MTL::Device::registryID() const {
  return softmetal::exists(this) ? 0x736f'6674'6d65'746c : 0;
}

void MTL::Device::sampleTimestamps(Timestamp* cpuTimestamp, Timestamp* gpuTimestamp) {
  send<DeviceObject>(
      this, [&](DeviceObject& self) { *cpuTimestamp = *gpuTimestamp = self.engine.timestamp(); });
}

bool MTL::Device::supportsCounterSampling(CounterSamplingPoint samplingPoint) {
  return softmetal::exists(this) && (samplingPoint == CounterSamplingPointAtStageBoundary ||
                                     samplingPoint == CounterSamplingPointAtDispatchBoundary ||
                                     samplingPoint == CounterSamplingPointAtBlitBoundary);
}

bool MTL::Device::supportsDynamicLibraries() const { return false; }

// The families whose compute features are here: SIMD-groups of 32 with shuffles and reductions,
// threadgroups of any size at the edges of a grid. No Apple family: those promise tile memory.
bool MTL::Device::supportsFamily(GPUFamily gpuFamily) {
  switch (gpuFamily) {
    case GPUFamilyCommon1:
    case GPUFamilyCommon2:
    case GPUFamilyCommon3:
    case GPUFamilyMac1:
    case GPUFamilyMac2:
    case GPUFamilyMetal3:
      return softmetal::exists(this);
    default:
      return false;
  }
}

bool MTL::Device::supportsFunctionPointers() const { return false; }

bool MTL::Device::supportsRaytracing() const { return false; }

MTL::BinaryArchive* MTL::Device::newBinaryArchive(const BinaryArchiveDescriptor* /*descriptor*/,
                                                  NS::Error** error) {
  softmetal::report(error, "MTLBinaryArchiveDomain", BinaryArchiveErrorInternalError,
                    "The software Metal device makes no binary archives: it keeps compiled code "
                    "in a cache of its own, so that pipelines are quick to make again.");
  return nullptr;
}
