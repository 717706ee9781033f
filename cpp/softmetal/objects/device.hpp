// device.hpp: the implementation of MTL::Device. There is one; all objects belong to it.
#pragma once

#include <Metal/MTLDevice.hpp>
#include <atomic>
#include <cstddef>

#include "engine.hpp"
#include "object.hpp"

namespace softmetal {

class DeviceObject : public Implements<MTL::Device> {
 public:
  explicit DeviceObject(Engine& engine);
  [[nodiscard]] const char* class_name() const noexcept override { return "SoftMetalDevice"; }

  Engine& engine;
  const NS::SharedPtr<NS::String> name;
  const NS::SharedPtr<MTL::Architecture> architecture;
  const NS::SharedPtr<NS::Array> counter_sets;
  std::atomic<std::size_t> allocated{0};  // bytes of all buffers
};

// Opened at the first call, never destroyed.
[[nodiscard]] DeviceObject& the_device();

// What `device()` of any object answers.
[[nodiscard]] inline MTL::Device* device_of(const void* handle) {
  return exists(handle) ? the_device().handle() : nullptr;
}

}  // namespace softmetal
