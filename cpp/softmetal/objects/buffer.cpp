// buffer.cpp: MTL::Buffer and MTL::Resource, and how the device makes them.
#include "buffer.hpp"

#include <unistd.h>

#include <cstdint>
#include <cstring>

#include "device.hpp"
#include "validation.hpp"

namespace softmetal {
namespace {

std::size_t page_size() {
  static const auto size = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return size;
}

// Null where Metal's answer is null.
BufferObject* new_buffer(DeviceObject& device, std::size_t length, MTL::ResourceOptions options) {
  if (length == 0 || length > device.engine.limits().max_buffer_length) return nullptr;
  void* memory = device.engine.allocate(length);
  return memory == nullptr ? nullptr : new BufferObject(memory, length, options);
}

}  // namespace

BufferObject::BufferObject(void* new_memory, std::size_t bytes, MTL::ResourceOptions how)
    : memory(new_memory), length(bytes), options(how), owned_(true) {
  the_device().allocated += allocated_size();
}

BufferObject::BufferObject(void* new_memory, std::size_t bytes, MTL::ResourceOptions how,
                           Deallocator deallocator)
    : memory(new_memory),
      length(bytes),
      options(how),
      owned_(false),
      deallocator_(std::move(deallocator)) {
  the_device().allocated += allocated_size();
}

BufferObject::~BufferObject() {
  the_device().allocated -= allocated_size();
  if (owned_) {
    the_device().engine.release(memory, length);
  } else if (deallocator_) {
    // The caller's own function; a destructor may run anywhere and has nobody to tell.
    try {
      deallocator_(memory, length);
    } catch (...) {
    }
  }
}

std::size_t BufferObject::allocated_size() const noexcept {
  return (length + page_size() - 1) / page_size() * page_size();
}

}  // namespace softmetal

using softmetal::AllocationObject;
using softmetal::BufferObject;
using softmetal::DeviceObject;
using softmetal::get;
using softmetal::require;
using softmetal::send;

MTL::Buffer* MTL::Device::newBuffer(NS::UInteger length, ResourceOptions options) {
  return send<DeviceObject>(this, [&](DeviceObject& self) -> Buffer* {
    auto* buffer = softmetal::new_buffer(self, length, options);
    return buffer == nullptr ? nullptr : buffer->handle();
  });
}

MTL::Buffer* MTL::Device::newBuffer(const void* pointer, NS::UInteger length,
                                    ResourceOptions options) {
  return send<DeviceObject>(this, [&](DeviceObject& self) -> Buffer* {
    require((options & ResourceStorageModePrivate) == 0,
            "newBufferWithBytes: storage mode private is not allowed, the host cannot write it");
    if (pointer == nullptr) return nullptr;
    auto* buffer = softmetal::new_buffer(self, length, options);
    if (buffer == nullptr) return nullptr;
    std::memcpy(buffer->memory, pointer, length);
    return buffer->handle();
  });
}

MTL::Buffer* MTL::Device::newBuffer(const void* pointer, NS::UInteger length,
                                    ResourceOptions options,
                                    const std::function<void(void*, NS::UInteger)>& deallocator) {
  return send<DeviceObject>(this, [&](DeviceObject& self) -> Buffer* {
    require((options & ResourceStorageModePrivate) == 0,
            "newBufferWithBytesNoCopy: storage mode private is not allowed");
    const std::size_t page = softmetal::page_size();
    const bool usable = pointer != nullptr && length != 0 &&
                        reinterpret_cast<std::uintptr_t>(pointer) % page == 0 &&
                        length % page == 0 && length <= self.engine.limits().max_buffer_length;
    if (!usable) return nullptr;
    return (new BufferObject(const_cast<void*>(pointer), length, options, deallocator))->handle();
  });
}

NS::UInteger MTL::Allocation::allocatedSize() const {
  return get(this, &AllocationObject::allocated_size);
}

NS::UInteger MTL::Resource::allocatedSize() const {
  return get(this, &AllocationObject::allocated_size);
}

MTL::CPUCacheMode MTL::Resource::cpuCacheMode() const {
  return send<BufferObject>(
      this, [](BufferObject& self) { return static_cast<CPUCacheMode>(self.options & 0xF); });
}

MTL::Device* MTL::Resource::device() const { return softmetal::device_of(this); }

MTL::HazardTrackingMode MTL::Resource::hazardTrackingMode() const {
  return send<BufferObject>(this, [](BufferObject& self) {
    return (self.options & ResourceHazardTrackingModeUntracked) != 0 ? HazardTrackingModeUntracked
                                                                     : HazardTrackingModeTracked;
  });
}

NS::String* MTL::Resource::label() const { return get(this, &BufferObject::label); }

MTL::ResourceOptions MTL::Resource::resourceOptions() const {
  return send<BufferObject>(this,
                            [](BufferObject& self) -> ResourceOptions { return self.options; });
}

void MTL::Resource::setLabel(const NS::String* label) {
  softmetal::set(this, &BufferObject::label, label);
}

MTL::PurgeableState MTL::Resource::setPurgeableState(PurgeableState state) {
  return send<BufferObject>(this, [&](BufferObject& self) {
    const PurgeableState previous = self.purgeable_state;
    if (state != PurgeableStateKeepCurrent) self.purgeable_state = state;
    return previous;
  });
}

MTL::StorageMode MTL::Resource::storageMode() const {
  return get(this, &BufferObject::storage_mode);
}

void MTL::Buffer::addDebugMarker(const NS::String* /*marker*/, NS::Range range) {
  send<BufferObject>(this, [&](BufferObject& self) {
    require(range.location <= self.length && range.length <= self.length - range.location,
            "addDebugMarker:range: the range ends past the buffer's length (", self.length, ")");
  });
}

void* MTL::Buffer::contents() {
  return send<BufferObject>(this, [](BufferObject& self) {
    return self.storage_mode() == StorageModePrivate ? nullptr : self.memory;
  });
}

void MTL::Buffer::didModifyRange(NS::Range range) {
  send<BufferObject>(this, [&](BufferObject& self) {
    require(range.location <= self.length && range.length <= self.length - range.location,
            "didModifyRange: range.location(", range.location, ") + range.length(", range.length,
            ") must be <= ", self.length);
  });
}

MTL::GPUAddress MTL::Buffer::gpuAddress() const {
  return send<BufferObject>(this, [](BufferObject& self) -> GPUAddress {
    return reinterpret_cast<std::uintptr_t>(self.memory);
  });
}

NS::UInteger MTL::Buffer::length() const {
  return send<BufferObject>(this, [](BufferObject& self) -> NS::UInteger { return self.length; });
}

void MTL::Buffer::removeAllDebugMarkers() {}
