// encoder_info.cpp: MTL::CommandBufferEncoderInfo.
#include "encoder_info.hpp"

#include <Metal/MTLCommandBuffer.hpp>
#include <Metal/MTLDevice.hpp>
#include <vector>

#include "array.hpp"
#include "string.hpp"

NS::ErrorUserInfoKey const MTL::CommandBufferEncoderInfoErrorKey = static_cast<NS::String*>(
    softmetal::runtime::constant_string("MTLCommandBufferEncoderInfoErrorKey"));

namespace softmetal {
namespace {

class EncoderInfoObject : public Implements<MTL::CommandBufferEncoderInfo> {
 public:
  [[nodiscard]] const char* class_name() const noexcept override {
    return "MTLCommandBufferEncoderInfo";
  }
  NS::SharedPtr<NS::Array> signposts;
  NS::SharedPtr<NS::String> label;
  MTL::CommandEncoderErrorState state = MTL::CommandEncoderErrorStateUnknown;
};

MTL::CommandEncoderErrorState state_of(const Pass& pass, std::size_t failed) {
  if (pass.end <= failed) return MTL::CommandEncoderErrorStateCompleted;
  return pass.first <= failed ? MTL::CommandEncoderErrorStateFaulted
                              : MTL::CommandEncoderErrorStatePending;
}

}  // namespace

NS::SharedPtr<NS::Array> encoder_infos(std::span<const Pass> passes, std::size_t failed) {
  std::vector<Ref<EncoderInfoObject>> infos;
  for (const Pass& pass : passes) {
    std::vector<Ref<StringObject>> signposts;
    for (const std::string& text : pass.signposts) signposts.push_back(make<StringObject>(text));
    auto info = make<EncoderInfoObject>();
    info->signposts = make_array(signposts);
    info->label = make_string(pass.label);
    info->state = state_of(pass, failed);
    infos.push_back(std::move(info));
  }
  return make_array(infos);
}

}  // namespace softmetal

using softmetal::EncoderInfoObject;
using softmetal::get;

NS::Array* MTL::CommandBufferEncoderInfo::debugSignposts() const {
  return get(this, &EncoderInfoObject::signposts);
}
MTL::CommandEncoderErrorState MTL::CommandBufferEncoderInfo::errorState() const {
  return get(this, &EncoderInfoObject::state);
}
NS::String* MTL::CommandBufferEncoderInfo::label() const {
  return get(this, &EncoderInfoObject::label);
}
