// buffer.hpp: the implementation of MTL::Buffer, MTL::Resource and MTL::Allocation.
#pragma once

#include <Metal/MTLBuffer.hpp>
#include <cstddef>
#include <functional>

#include "object.hpp"

namespace softmetal {

// What lies behind MTL::Allocation, whatever the class.
class AllocationObject : public ObjectBase {
 public:
  [[nodiscard]] virtual std::size_t allocated_size() const noexcept = 0;  // bytes
};

class BufferObject : public Implements<MTL::Buffer, AllocationObject> {
 public:
  using Deallocator = std::function<void(void*, NS::UInteger)>;

  // Memory of the engine's, released with the buffer.
  BufferObject(void* memory, std::size_t length, MTL::ResourceOptions options);
  // Memory of the caller's; `deallocator` may be empty.
  BufferObject(void* memory, std::size_t length, MTL::ResourceOptions options,
               Deallocator deallocator);

  [[nodiscard]] const char* class_name() const noexcept override { return "SoftMetalBuffer"; }
  [[nodiscard]] std::size_t allocated_size() const noexcept override;
  [[nodiscard]] MTL::StorageMode storage_mode() const noexcept {
    return static_cast<MTL::StorageMode>(options >> 4 & 0xF);
  }
  [[nodiscard]] std::byte* at(std::size_t offset) const noexcept {
    return static_cast<std::byte*>(memory) + offset;
  }

  void* const memory;
  const std::size_t length;
  const MTL::ResourceOptions options;
  NS::SharedPtr<NS::String> label;
  MTL::PurgeableState purgeable_state = MTL::PurgeableStateNonVolatile;

 protected:
  ~BufferObject() override;

 private:
  const bool owned_;
  const Deallocator deallocator_;
};

}  // namespace softmetal
