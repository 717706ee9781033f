// function.cpp: MTL::Function and MTL::FunctionDescriptor.
#include <Metal/MTLFunctionDescriptor.hpp>

#include "device.hpp"
#include "dictionary.hpp"
#include "function_constants.hpp"
#include "library.hpp"
#include "string.hpp"

namespace softmetal {

FunctionObject::FunctionObject(Ref<LibraryObject> from, std::shared_ptr<const Program> code,
                               const abi::Kernel* entry, std::vector<abi::FunctionConstant> unset)
    : library(std::move(from)),
      program(std::move(code)),
      kernel(entry),
      unset_constants(std::move(unset)),
      name(make_string(entry->name)) {}

namespace {

class FunctionDescriptorObject : public Implements<MTL::FunctionDescriptor> {
 public:
  [[nodiscard]] const char* class_name() const noexcept override { return "MTLFunctionDescriptor"; }
  [[nodiscard]] ObjectBase* copy() const override {
    auto* result = new FunctionDescriptorObject;
    result->constant_values = constant_values;
    result->name = name;
    result->specialized_name = specialized_name;
    result->options = options;
    return result;
  }

  NS::SharedPtr<MTL::FunctionConstantValues> constant_values;
  NS::SharedPtr<NS::String> name;
  NS::SharedPtr<NS::String> specialized_name;
  MTL::FunctionOptions options = MTL::FunctionOptionNone;
};

Ref<DictionaryObject> constants_dictionary(const FunctionObject& function) {
  auto result = make<DictionaryObject>();
  for (const auto& constant : function.library->constants_of(function.kernel->name)) {
    auto object = make<FunctionConstantObject>();
    object->name = make_string(constant.name);
    object->index = constant.index;
    object->type = static_cast<MTL::DataType>(constant.data_type);
    result->insert(impl<ObjectBase>(object->name.get()), object.get());
  }
  return result;
}

}  // namespace
}  // namespace softmetal

using softmetal::FunctionDescriptorObject;
using softmetal::FunctionObject;
using softmetal::get;
using softmetal::send;
using softmetal::set;

MTL::Device* MTL::Function::device() const { return softmetal::device_of(this); }

NS::Dictionary* MTL::Function::functionConstantsDictionary() const {
  return send<FunctionObject>(this, [](FunctionObject& self) {
    auto result = softmetal::constants_dictionary(self);
    result->retain();
    return result->autoreleased();
  });
}

MTL::FunctionType MTL::Function::functionType() const {
  return softmetal::exists(this) ? FunctionTypeKernel : FunctionType{};
}

NS::String* MTL::Function::label() const { return get(this, &FunctionObject::label); }

NS::String* MTL::Function::name() const {
  return send<FunctionObject>(this, [](FunctionObject& self) { return self.name.get(); });
}

MTL::FunctionOptions MTL::Function::options() const { return FunctionOptionNone; }

void MTL::Function::setLabel(const NS::String* label) { set(this, &FunctionObject::label, label); }

MTL::FunctionDescriptor* MTL::FunctionDescriptor::alloc() {
  return (new FunctionDescriptorObject)->handle();
}
MTL::FunctionDescriptor* MTL::FunctionDescriptor::functionDescriptor() {
  return alloc()->init()->autorelease();
}
MTL::FunctionDescriptor* MTL::FunctionDescriptor::init() { return this; }
MTL::FunctionConstantValues* MTL::FunctionDescriptor::constantValues() const {
  return get(this, &FunctionDescriptorObject::constant_values);
}
NS::String* MTL::FunctionDescriptor::name() const {
  return get(this, &FunctionDescriptorObject::name);
}
MTL::FunctionOptions MTL::FunctionDescriptor::options() const {
  return get(this, &FunctionDescriptorObject::options);
}
NS::String* MTL::FunctionDescriptor::specializedName() const {
  return get(this, &FunctionDescriptorObject::specialized_name);
}
void MTL::FunctionDescriptor::setConstantValues(const FunctionConstantValues* constantValues) {
  set(this, &FunctionDescriptorObject::constant_values, constantValues);
}
void MTL::FunctionDescriptor::setName(const NS::String* name) {
  set(this, &FunctionDescriptorObject::name, name);
}
void MTL::FunctionDescriptor::setOptions(FunctionOptions options) {
  set(this, &FunctionDescriptorObject::options, options);
}
void MTL::FunctionDescriptor::setSpecializedName(const NS::String* specializedName) {
  set(this, &FunctionDescriptorObject::specialized_name, specializedName);
}
