// fence.cpp: MTL::Fence. Passes of one queue run one after the other and queues never share a
// pass, so a fence has nothing left to order; encoders check its use.
#include <Metal/MTLFence.hpp>

#include "device.hpp"
#include "object.hpp"

namespace softmetal {
namespace {

class FenceObject : public Implements<MTL::Fence> {
 public:
  [[nodiscard]] const char* class_name() const noexcept override { return "SoftMetalFence"; }
  NS::SharedPtr<NS::String> label;
};

}  // namespace
}  // namespace softmetal

using softmetal::FenceObject;

MTL::Fence* MTL::Device::newFence() {
  return softmetal::exists(this) ? (new FenceObject)->handle() : nullptr;
}
MTL::Device* MTL::Fence::device() const { return softmetal::device_of(this); }
NS::String* MTL::Fence::label() const { return softmetal::get(this, &FenceObject::label); }
void MTL::Fence::setLabel(const NS::String* label) {
  softmetal::set(this, &FenceObject::label, label);
}
