// reflection.cpp: MTL::ComputePipelineReflection, MTL::Binding and MTL::Argument, out of the
// compiled kernel's own description.
#include <Metal/MTLArgument.hpp>
#include <vector>

#include "array.hpp"
#include "pipeline.hpp"
#include "string.hpp"

namespace softmetal {
namespace {

// Behind MTL::Argument: the older form of a binding, with the pointer type.
class ArgumentObject : public Implements<MTL::Argument> {
 public:
  explicit ArgumentObject(Ref<BindingObject> of) : binding(std::move(of)) {}
  [[nodiscard]] const char* class_name() const noexcept override { return "MTLArgument"; }
  const Ref<BindingObject> binding;
};

class PointerTypeObject : public Implements<MTL::PointerType> {
 public:
  explicit PointerTypeObject(Ref<BindingObject> of) : binding(std::move(of)) {}
  [[nodiscard]] const char* class_name() const noexcept override { return "MTLPointerType"; }
  const Ref<BindingObject> binding;
};

bool is(const BindingObject& binding, abi::ArgumentKind kind) {
  return binding.argument.kind == kind;
}

NS::UInteger size_of(const BindingObject& binding, abi::ArgumentKind kind) {
  return is(binding, kind) ? binding.argument.data_size : 0;
}

NS::UInteger alignment_of(const BindingObject& binding, abi::ArgumentKind kind) {
  return is(binding, kind) ? binding.argument.alignment : 0;
}

MTL::DataType type_of(const BindingObject& binding) {
  return static_cast<MTL::DataType>(binding.argument.data_type);
}

MTL::BindingAccess access_of(const BindingObject& binding) {
  return static_cast<MTL::BindingAccess>(binding.argument.access);
}

// Autoreleased; null for what is no buffer.
MTL::PointerType* pointer_type(BindingObject& binding) {
  if (!is(binding, abi::ArgumentKind::buffer)) return nullptr;
  return (new PointerTypeObject(Ref<BindingObject>(&binding)))->autoreleased();
}

}  // namespace

BindingObject::BindingObject(const abi::Argument& described,
                             std::shared_ptr<const Program> keep_alive)
    : argument(described), program(std::move(keep_alive)), name(make_string(described.name)) {}

Ref<ReflectionObject> reflect(const std::shared_ptr<const Program>& program,
                              const abi::Kernel& kernel) {
  std::vector<Ref<BindingObject>> bindings;
  std::vector<Ref<ArgumentObject>> arguments;
  for (unsigned i = 0; i < kernel.argument_count; ++i) {
    bindings.push_back(make<BindingObject>(kernel.arguments[i], program));
    arguments.push_back(make<ArgumentObject>(bindings.back()));
  }
  auto result = make<ReflectionObject>();
  result->bindings = make_array(bindings);
  result->arguments = make_array(arguments);
  return result;
}

}  // namespace softmetal

using Kind = softmetal::abi::ArgumentKind;
using softmetal::ArgumentObject;
using softmetal::BindingObject;
using softmetal::get;
using softmetal::PointerTypeObject;
using softmetal::ReflectionObject;
using softmetal::send;

MTL::ComputePipelineReflection* MTL::ComputePipelineReflection::alloc() {
  return (new ReflectionObject)->handle();
}
MTL::ComputePipelineReflection* MTL::ComputePipelineReflection::init() { return this; }
NS::Array* MTL::ComputePipelineReflection::arguments() const {
  return get(this, &ReflectionObject::arguments);
}
NS::Array* MTL::ComputePipelineReflection::bindings() const {
  return get(this, &ReflectionObject::bindings);
}

MTL::BindingAccess MTL::Binding::access() const {
  return send<BindingObject>(this, softmetal::access_of);
}
NS::UInteger MTL::Binding::index() const {
  return send<BindingObject>(
      this, [](BindingObject& self) -> NS::UInteger { return self.argument.index; });
}
bool MTL::Binding::isArgument() const { return softmetal::exists(this); }
bool MTL::Binding::isUsed() const {
  return send<BindingObject>(this, [](BindingObject& self) { return self.argument.present; });
}
NS::String* MTL::Binding::name() const {
  return send<BindingObject>(this, [](BindingObject& self) { return self.name.get(); });
}
MTL::BindingType MTL::Binding::type() const {
  return send<BindingObject>(
      this, [](BindingObject& self) { return static_cast<BindingType>(self.argument.kind); });
}

NS::UInteger MTL::BufferBinding::bufferAlignment() const {
  return send<BindingObject>(
      this, [](BindingObject& self) { return softmetal::alignment_of(self, Kind::buffer); });
}
NS::UInteger MTL::BufferBinding::bufferDataSize() const {
  return send<BindingObject>(
      this, [](BindingObject& self) { return softmetal::size_of(self, Kind::buffer); });
}
MTL::DataType MTL::BufferBinding::bufferDataType() const {
  return send<BindingObject>(this, softmetal::type_of);
}
MTL::PointerType* MTL::BufferBinding::bufferPointerType() const {
  return send<BindingObject>(this, softmetal::pointer_type);
}

NS::UInteger MTL::ThreadgroupBinding::threadgroupMemoryAlignment() const {
  return send<BindingObject>(
      this, [](BindingObject& self) { return softmetal::alignment_of(self, Kind::threadgroup); });
}
NS::UInteger MTL::ThreadgroupBinding::threadgroupMemoryDataSize() const {
  return send<BindingObject>(
      this, [](BindingObject& self) { return softmetal::size_of(self, Kind::threadgroup); });
}

MTL::BindingAccess MTL::Argument::access() const {
  return send<ArgumentObject>(
      this, [](ArgumentObject& self) { return softmetal::access_of(*self.binding); });
}
NS::UInteger MTL::Argument::arrayLength() const { return softmetal::exists(this) ? 1 : 0; }
NS::UInteger MTL::Argument::bufferAlignment() const {
  return send<ArgumentObject>(this, [](ArgumentObject& self) {
    return softmetal::alignment_of(*self.binding, Kind::buffer);
  });
}
NS::UInteger MTL::Argument::bufferDataSize() const {
  return send<ArgumentObject>(
      this, [](ArgumentObject& self) { return softmetal::size_of(*self.binding, Kind::buffer); });
}
MTL::DataType MTL::Argument::bufferDataType() const {
  return send<ArgumentObject>(
      this, [](ArgumentObject& self) { return softmetal::type_of(*self.binding); });
}
MTL::PointerType* MTL::Argument::bufferPointerType() const {
  return send<ArgumentObject>(
      this, [](ArgumentObject& self) { return softmetal::pointer_type(*self.binding); });
}
NS::UInteger MTL::Argument::index() const {
  return send<ArgumentObject>(
      this, [](ArgumentObject& self) -> NS::UInteger { return self.binding->argument.index; });
}
bool MTL::Argument::isActive() const {
  return send<ArgumentObject>(this,
                              [](ArgumentObject& self) { return self.binding->argument.present; });
}
NS::String* MTL::Argument::name() const {
  return send<ArgumentObject>(this, [](ArgumentObject& self) { return self.binding->name.get(); });
}
NS::UInteger MTL::Argument::threadgroupMemoryAlignment() const {
  return send<ArgumentObject>(this, [](ArgumentObject& self) {
    return softmetal::alignment_of(*self.binding, Kind::threadgroup);
  });
}
NS::UInteger MTL::Argument::threadgroupMemoryDataSize() const {
  return send<ArgumentObject>(this, [](ArgumentObject& self) {
    return softmetal::size_of(*self.binding, Kind::threadgroup);
  });
}
MTL::ArgumentType MTL::Argument::type() const {
  return send<ArgumentObject>(this, [](ArgumentObject& self) {
    return static_cast<ArgumentType>(self.binding->argument.kind);
  });
}

MTL::DataType MTL::Type::dataType() const {
  return softmetal::exists(this) ? DataTypePointer : DataTypeNone;
}
MTL::BindingAccess MTL::PointerType::access() const {
  return send<PointerTypeObject>(
      this, [](PointerTypeObject& self) { return softmetal::access_of(*self.binding); });
}
NS::UInteger MTL::PointerType::alignment() const {
  return send<PointerTypeObject>(this, [](PointerTypeObject& self) -> NS::UInteger {
    return self.binding->argument.alignment;
  });
}
NS::UInteger MTL::PointerType::dataSize() const {
  return send<PointerTypeObject>(this, [](PointerTypeObject& self) -> NS::UInteger {
    return self.binding->argument.data_size;
  });
}
bool MTL::PointerType::elementIsArgumentBuffer() const { return false; }
MTL::DataType MTL::PointerType::elementType() const {
  return send<PointerTypeObject>(
      this, [](PointerTypeObject& self) { return softmetal::type_of(*self.binding); });
}
