// pipeline_descriptor.cpp: MTL::ComputePipelineDescriptor and MTL::PipelineBufferDescriptor.
#include "pipeline_descriptor.hpp"

#include "validation.hpp"

namespace softmetal {

ObjectBase* ComputePipelineDescriptorObject::copy() const {
  auto* result = new ComputePipelineDescriptorObject;
  result->function = function;
  result->label = label;
  result->binary_archives = binary_archives;
  result->preloaded_libraries = preloaded_libraries;
  result->buffers->slots = buffers->slots;
  result->max_call_stack_depth = max_call_stack_depth;
  result->max_total_threads = max_total_threads;
  result->required_threads = required_threads;
  result->shader_validation = shader_validation;
  result->support_adding_binary_functions = support_adding_binary_functions;
  result->support_indirect_command_buffers = support_indirect_command_buffers;
  result->multiple_of_execution_width = multiple_of_execution_width;
  return result;
}

void ComputePipelineDescriptorObject::reset() {
  function.reset();
  label.reset();
  binary_archives.reset();
  preloaded_libraries.reset();
  buffers->slots.fill({});
  max_call_stack_depth = 1;
  max_total_threads = 0;
  required_threads = MTL::Size(0, 0, 0);
  shader_validation = MTL::ShaderValidationDefault;
  support_adding_binary_functions = false;
  support_indirect_command_buffers = false;
  multiple_of_execution_width = false;
}

namespace {

using Slots = PipelineBufferDescriptorArrayObject;

Ref<PipelineBufferDescriptorObject>& slot(Slots& self, NS::UInteger index) {
  require(index < self.slots.size(), "buffer index ", index, " must be < ", self.slots.size());
  return self.slots[index];
}

}  // namespace
}  // namespace softmetal

using Descriptor = softmetal::ComputePipelineDescriptorObject;
using softmetal::get;
using softmetal::impl;
using softmetal::PipelineBufferDescriptorArrayObject;
using softmetal::PipelineBufferDescriptorObject;
using softmetal::send;
using softmetal::set;

MTL::PipelineBufferDescriptor* MTL::PipelineBufferDescriptor::alloc() {
  return (new PipelineBufferDescriptorObject)->handle();
}
MTL::PipelineBufferDescriptor* MTL::PipelineBufferDescriptor::init() { return this; }
MTL::Mutability MTL::PipelineBufferDescriptor::mutability() const {
  return get(this, &PipelineBufferDescriptorObject::mutability);
}
void MTL::PipelineBufferDescriptor::setMutability(MTL::Mutability mutability) {
  set(this, &PipelineBufferDescriptorObject::mutability, mutability);
}

MTL::PipelineBufferDescriptorArray* MTL::PipelineBufferDescriptorArray::alloc() {
  return (new PipelineBufferDescriptorArrayObject)->handle();
}
MTL::PipelineBufferDescriptorArray* MTL::PipelineBufferDescriptorArray::init() { return this; }
MTL::PipelineBufferDescriptor* MTL::PipelineBufferDescriptorArray::object(
    NS::UInteger bufferIndex) {
  return send<PipelineBufferDescriptorArrayObject>(
      this, [&](PipelineBufferDescriptorArrayObject& self) {
        auto& slot = softmetal::slot(self, bufferIndex);
        if (!slot) slot = softmetal::make<PipelineBufferDescriptorObject>();
        return slot->handle();
      });
}
void MTL::PipelineBufferDescriptorArray::setObject(const PipelineBufferDescriptor* buffer,
                                                   NS::UInteger bufferIndex) {
  send<PipelineBufferDescriptorArrayObject>(this, [&](PipelineBufferDescriptorArrayObject& self) {
    softmetal::slot(self, bufferIndex) = softmetal::Ref<PipelineBufferDescriptorObject>::adopt(
        impl<PipelineBufferDescriptorObject>(buffer->copy()));
  });
}

MTL::ComputePipelineDescriptor* MTL::ComputePipelineDescriptor::alloc() {
  return (new Descriptor)->handle();
}
MTL::ComputePipelineDescriptor* MTL::ComputePipelineDescriptor::init() { return this; }
void MTL::ComputePipelineDescriptor::reset() { get(this, &Descriptor::reset); }

NS::Array* MTL::ComputePipelineDescriptor::binaryArchives() const {
  return get(this, &Descriptor::binary_archives);
}
MTL::PipelineBufferDescriptorArray* MTL::ComputePipelineDescriptor::buffers() const {
  return send<Descriptor>(this, [](Descriptor& self) { return self.buffers->handle(); });
}
MTL::Function* MTL::ComputePipelineDescriptor::computeFunction() const {
  return get(this, &Descriptor::function);
}
NS::String* MTL::ComputePipelineDescriptor::label() const { return get(this, &Descriptor::label); }
NS::UInteger MTL::ComputePipelineDescriptor::maxCallStackDepth() const {
  return get(this, &Descriptor::max_call_stack_depth);
}
NS::UInteger MTL::ComputePipelineDescriptor::maxTotalThreadsPerThreadgroup() const {
  return get(this, &Descriptor::max_total_threads);
}
NS::Array* MTL::ComputePipelineDescriptor::preloadedLibraries() const {
  return get(this, &Descriptor::preloaded_libraries);
}
MTL::Size MTL::ComputePipelineDescriptor::requiredThreadsPerThreadgroup() const {
  return get(this, &Descriptor::required_threads);
}
MTL::ShaderValidation MTL::ComputePipelineDescriptor::shaderValidation() const {
  return get(this, &Descriptor::shader_validation);
}
bool MTL::ComputePipelineDescriptor::supportAddingBinaryFunctions() const {
  return get(this, &Descriptor::support_adding_binary_functions);
}
bool MTL::ComputePipelineDescriptor::supportIndirectCommandBuffers() const {
  return get(this, &Descriptor::support_indirect_command_buffers);
}
bool MTL::ComputePipelineDescriptor::threadGroupSizeIsMultipleOfThreadExecutionWidth() const {
  return get(this, &Descriptor::multiple_of_execution_width);
}

void MTL::ComputePipelineDescriptor::setBinaryArchives(const NS::Array* binaryArchives) {
  set(this, &Descriptor::binary_archives, binaryArchives);
}
void MTL::ComputePipelineDescriptor::setComputeFunction(const Function* computeFunction) {
  set(this, &Descriptor::function, computeFunction);
}
void MTL::ComputePipelineDescriptor::setLabel(const NS::String* label) {
  set(this, &Descriptor::label, label);
}
void MTL::ComputePipelineDescriptor::setMaxCallStackDepth(NS::UInteger maxCallStackDepth) {
  set(this, &Descriptor::max_call_stack_depth, maxCallStackDepth);
}
void MTL::ComputePipelineDescriptor::setMaxTotalThreadsPerThreadgroup(NS::UInteger threads) {
  set(this, &Descriptor::max_total_threads, threads);
}
void MTL::ComputePipelineDescriptor::setPreloadedLibraries(const NS::Array* libraries) {
  set(this, &Descriptor::preloaded_libraries, libraries);
}
void MTL::ComputePipelineDescriptor::setRequiredThreadsPerThreadgroup(MTL::Size threads) {
  set(this, &Descriptor::required_threads, threads);
}
void MTL::ComputePipelineDescriptor::setShaderValidation(MTL::ShaderValidation validation) {
  set(this, &Descriptor::shader_validation, validation);
}
void MTL::ComputePipelineDescriptor::setSupportAddingBinaryFunctions(bool supported) {
  set(this, &Descriptor::support_adding_binary_functions, supported);
}
void MTL::ComputePipelineDescriptor::setSupportIndirectCommandBuffers(bool supported) {
  set(this, &Descriptor::support_indirect_command_buffers, supported);
}
void MTL::ComputePipelineDescriptor::setThreadGroupSizeIsMultipleOfThreadExecutionWidth(
    bool multiple) {
  set(this, &Descriptor::multiple_of_execution_width, multiple);
}
