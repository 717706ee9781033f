// device.cpp: the GPUs of this machine.
#include "device.hpp"

#include <atomic>
#include <mutex>

#include "guard.hpp"
#include "library.hpp"
#include "metalscope/error.hpp"
#include "pipeline_cache.hpp"
#include "text.hpp"
#include "timing.hpp"

namespace metalscope {
namespace detail {
namespace {

// Memory that nobody uses is kept up to this part of the recommended working set.
constexpr std::uint64_t pool_fraction = 4;

// "applegpu_g13s"; older devices have a name only.
std::string architecture_of(MTL::Device* device) {
  const MTL::Architecture* architecture =
      trace::call<"[MTLDevice architecture]">([&] { return device->architecture(); });
  if (architecture == nullptr) return {};
  return from_ns(trace::call<"[MTLArchitecture name]">([&] { return architecture->name(); }));
}

bool samples_at(MTL::Device* device, MTL::CounterSamplingPoint point) {
  return trace::call<"[MTLDevice supportsCounterSampling:]">(
      [&] { return device->supportsCounterSampling(point); });
}

DeviceInfo info_of(MTL::Device* device) {
  DeviceInfo info;
  info.name = from_ns(trace::call<"[MTLDevice name]">([&] { return device->name(); }));
  info.architecture = architecture_of(device);
  info.registry_id = trace::call<"[MTLDevice registryID]">([&] { return device->registryID(); });
  info.unified_memory =
      trace::call<"[MTLDevice hasUnifiedMemory]">([&] { return device->hasUnifiedMemory(); });
  info.max_buffer_length =
      trace::call<"[MTLDevice maxBufferLength]">([&] { return device->maxBufferLength(); });
  info.recommended_working_set = trace::call<"[MTLDevice recommendedMaxWorkingSetSize]">(
      [&] { return device->recommendedMaxWorkingSetSize(); });
  info.max_threadgroup_memory = trace::call<"[MTLDevice maxThreadgroupMemoryLength]">(
      [&] { return device->maxThreadgroupMemoryLength(); });
  const MTL::Size threads = trace::call<"[MTLDevice maxThreadsPerThreadgroup]">(
      [&] { return device->maxThreadsPerThreadgroup(); });
  info.max_threads_per_threadgroup[0] = static_cast<std::uint32_t>(threads.width);
  info.max_threads_per_threadgroup[1] = static_cast<std::uint32_t>(threads.height);
  info.max_threads_per_threadgroup[2] = static_cast<std::uint32_t>(threads.depth);
  info.samples_dispatch_boundaries =
      samples_at(device, MTL::CounterSamplingPointAtDispatchBoundary);
  info.samples_stage_boundaries = samples_at(device, MTL::CounterSamplingPointAtStageBoundary);
  return info;
}

// Set once, never unset; the device lives as long as the process.
struct DefaultDevice {
  std::mutex mutex;
  std::shared_ptr<Device> device;
  std::atomic<bool> open{false};
};

DefaultDevice& holder() noexcept {
  static auto* instance = new DefaultDevice;
  return *instance;
}

}  // namespace

Device::Device(Owned<MTL::Device> metal)
    : metal_(std::move(metal)),
      info_(info_of(metal_.get())),
      pool_(std::make_unique<BufferPool>(
          metal_.get(), static_cast<std::size_t>(info_.recommended_working_set / pool_fraction))),
      libraries_(std::make_unique<LibraryCache>()),
      pipelines_(std::make_unique<PipelineCache>(metal_.get())),
      timing_(std::make_unique<DeviceTiming>(metal_.get())) {}

Device::~Device() = default;

const std::shared_ptr<Device>& Device::default_device() {
  DefaultDevice& h = holder();
  if (h.open.load(std::memory_order_acquire)) [[likely]]
    return h.device;
  const std::lock_guard lock(h.mutex);
  if (h.device == nullptr) {
    guard::forbid_fork();
    Owned<MTL::Device> metal(trace::call<"MTLCreateSystemDefaultDevice">(
        [] { return MTL::CreateSystemDefaultDevice(); }));
    if (!metal) {
      throw Error(
          "There is no Metal device on this machine. metalscope needs a Mac with a GPU that "
          "supports Metal, or a build with the software device.");
    }
    h.device = std::make_shared<Device>(std::move(metal));
    h.open.store(true, std::memory_order_release);
  }
  return h.device;
}

std::shared_ptr<Device> Device::default_device_if_open() noexcept {
  const DefaultDevice& h = holder();
  return h.open.load(std::memory_order_acquire) ? h.device : nullptr;
}

std::vector<std::shared_ptr<Device>> Device::all() {
  const std::shared_ptr<Device>& first = default_device();
  static std::mutex mutex;
  static auto* devices = new std::vector<std::shared_ptr<Device>>;  // never closed either
  const std::lock_guard lock(mutex);
  if (!devices->empty()) return *devices;
  std::vector<std::shared_ptr<Device>> found{first};
  const Owned<NS::Array> metal(
      trace::call<"MTLCopyAllDevices">([] { return MTL::CopyAllDevices(); }));
  const NS::UInteger count =
      metal ? trace::call<"[NSArray count]">([&] { return metal->count(); }) : 0;
  for (NS::UInteger i = 0; i < count; ++i) {
    auto* device =
        trace::call<"[NSArray objectAtIndex:]">([&] { return metal->object<MTL::Device>(i); });
    const std::uint64_t id =
        trace::call<"[MTLDevice registryID]">([&] { return device->registryID(); });
    if (id != first->info().registry_id) {
      found.push_back(std::make_shared<Device>(Owned<MTL::Device>::retain(device)));
    }
  }
  *devices = std::move(found);
  return *devices;
}

}  // namespace detail

Device Device::default_device() {
  return guard::entry([] { return Device(detail::Device::default_device()); });
}

std::vector<Device> Device::all() {
  return guard::entry([] {
    std::vector<Device> devices;
    for (auto& impl : detail::Device::all()) devices.emplace_back(std::move(impl));
    return devices;
  });
}

const DeviceInfo& Device::info() const noexcept { return impl_->info(); }

MemoryStats Device::memory() const { return impl_->pool().stats(); }

void Device::empty_cache() {
  guard::entry([&] { impl_->pool().clear(); });
}

}  // namespace metalscope
