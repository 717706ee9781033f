// function_constants.cpp: MTL::FunctionConstantValues and MTL::FunctionConstant.
#include "function_constants.hpp"

#include <algorithm>
#include <cstddef>

#include "data_type.hpp"
#include "string.hpp"
#include "validation.hpp"

namespace softmetal {
namespace {

ConstantValue make_value(const void* value, MTL::DataType type) {
  const std::size_t size = size_of(type);
  require(size != 0, "setConstantValue: ", name_of(type), " is no scalar or vector type");
  require(value != nullptr, "setConstantValue: the value is nil");
  const auto* bytes = static_cast<const std::byte*>(value);
  ConstantValue result;
  result.data_type = static_cast<unsigned>(type);
  result.bytes.assign(bytes, bytes + size);
  return result;
}

}  // namespace

ObjectBase* FunctionConstantValuesObject::copy() const {
  auto* result = new FunctionConstantValuesObject;
  result->values = values;
  return result;
}

void FunctionConstantValuesObject::assign(ConstantValue value) {
  const auto same = std::ranges::find_if(values, [&](const ConstantValue& v) {
    return v.name == value.name && v.index == value.index;
  });
  if (same != values.end()) {
    *same = std::move(value);
  } else {
    values.push_back(std::move(value));
  }
}

const ConstantValue* FunctionConstantValuesObject::find(
    const abi::FunctionConstant& constant) const noexcept {
  const auto found = std::ranges::find_if(values, [&](const ConstantValue& v) {
    return v.name.empty() ? v.index == constant.index : v.name == constant.name;
  });
  return found == values.end() ? nullptr : &*found;
}

}  // namespace softmetal

using softmetal::FunctionConstantObject;
using softmetal::FunctionConstantValuesObject;
using softmetal::get;
using softmetal::send;

MTL::FunctionConstantValues* MTL::FunctionConstantValues::alloc() {
  return (new FunctionConstantValuesObject)->handle();
}

MTL::FunctionConstantValues* MTL::FunctionConstantValues::init() { return this; }

void MTL::FunctionConstantValues::reset() {
  send<FunctionConstantValuesObject>(
      this, [](FunctionConstantValuesObject& self) { self.values.clear(); });
}

void MTL::FunctionConstantValues::setConstantValue(const void* value, DataType type,
                                                   NS::UInteger index) {
  send<FunctionConstantValuesObject>(this, [&](FunctionConstantValuesObject& self) {
    auto constant = softmetal::make_value(value, type);
    constant.index = static_cast<unsigned>(index);
    self.assign(std::move(constant));
  });
}

void MTL::FunctionConstantValues::setConstantValue(const void* value, DataType type,
                                                   const NS::String* name) {
  send<FunctionConstantValuesObject>(this, [&](FunctionConstantValuesObject& self) {
    softmetal::require(name->length() != 0, "setConstantValue:type:withName: the name is empty");
    auto constant = softmetal::make_value(value, type);
    constant.name = softmetal::view(name);
    self.assign(std::move(constant));
  });
}

void MTL::FunctionConstantValues::setConstantValues(const void* values, DataType type,
                                                    NS::Range range) {
  const auto* bytes = static_cast<const std::byte*>(values);
  for (NS::UInteger i = 0; i < range.length; ++i) {
    setConstantValue(bytes + i * softmetal::size_of(type), type, range.location + i);
  }
}

MTL::FunctionConstant* MTL::FunctionConstant::alloc() {
  return (new FunctionConstantObject)->handle();
}
MTL::FunctionConstant* MTL::FunctionConstant::init() { return this; }
NS::UInteger MTL::FunctionConstant::index() const {
  return get(this, &FunctionConstantObject::index);
}
NS::String* MTL::FunctionConstant::name() const { return get(this, &FunctionConstantObject::name); }
bool MTL::FunctionConstant::required() const { return softmetal::exists(this); }
MTL::DataType MTL::FunctionConstant::type() const {
  return get(this, &FunctionConstantObject::type);
}
