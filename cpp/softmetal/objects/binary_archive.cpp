// binary_archive.cpp: MTL::BinaryArchiveDescriptor. Archives themselves are never made (see
// MTL::Device::newBinaryArchive), so there is nothing behind MTL::BinaryArchive.
#include <Metal/MTLBinaryArchive.hpp>

#include "object.hpp"

namespace softmetal {
namespace {

class BinaryArchiveDescriptorObject : public Implements<MTL::BinaryArchiveDescriptor> {
 public:
  [[nodiscard]] const char* class_name() const noexcept override {
    return "MTLBinaryArchiveDescriptor";
  }
  [[nodiscard]] ObjectBase* copy() const override {
    auto* result = new BinaryArchiveDescriptorObject;
    result->url = url;
    return result;
  }
  NS::SharedPtr<NS::URL> url;
};

}  // namespace
}  // namespace softmetal

using softmetal::BinaryArchiveDescriptorObject;

MTL::BinaryArchiveDescriptor* MTL::BinaryArchiveDescriptor::alloc() {
  return (new BinaryArchiveDescriptorObject)->handle();
}
MTL::BinaryArchiveDescriptor* MTL::BinaryArchiveDescriptor::init() { return this; }
void MTL::BinaryArchiveDescriptor::setUrl(const NS::URL* url) {
  softmetal::set(this, &BinaryArchiveDescriptorObject::url, url);
}
NS::URL* MTL::BinaryArchiveDescriptor::url() const {
  return softmetal::get(this, &BinaryArchiveDescriptorObject::url);
}

// Messages to archives can only be messages to null.
bool MTL::BinaryArchive::addComputePipelineFunctions(const ComputePipelineDescriptor*,
                                                     NS::Error**) {
  return false;
}
MTL::Device* MTL::BinaryArchive::device() const { return nullptr; }
NS::String* MTL::BinaryArchive::label() const { return nullptr; }
bool MTL::BinaryArchive::serializeToURL(const NS::URL*, NS::Error**) { return false; }
void MTL::BinaryArchive::setLabel(const NS::String*) {}
