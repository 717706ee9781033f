// pipeline.cpp: MTL::ComputePipelineState and how the device makes one.
#include "pipeline.hpp"

#include <algorithm>

#include "device.hpp"
#include "error.hpp"
#include "framework_thread.hpp"
#include "library.hpp"
#include "pipeline_descriptor.hpp"
#include "string.hpp"
#include "validation.hpp"

namespace softmetal {

PipelineObject::PipelineObject(std::shared_ptr<const Program> code, const abi::Kernel* entry)
    : program(std::move(code)), kernel(entry) {
  const unsigned limit = the_device().engine.limits().max_threads_per_threadgroup;
  max_total_threads =
      entry->max_total_threads == 0 ? limit : std::min(limit, entry->max_total_threads);
}

void PipelineObject::note_cost(double nanoseconds, double threads) noexcept {
  const double measured = nanoseconds / threads;
  const double before = cost_per_thread_.load(std::memory_order_relaxed);
  // Racing updates may lose one measurement; the mean does not mind.
  const bool first = before == std::numeric_limits<double>::infinity();
  cost_per_thread_.store(first ? measured : 0.75 * before + 0.25 * measured,
                         std::memory_order_relaxed);
}

namespace {

PipelineObject* fail(NS::Error** error, const std::string& message) {
  report(error, library_error_domain, MTL::LibraryErrorCompileFailure, message);
  return nullptr;
}

// Why no pipeline can be made of the kernel; empty when one can.
std::string obstacle(const FunctionObject& function, const Limits& limits) {
  const std::string name = function.kernel->name;
  if (!function.unset_constants.empty()) {
    const auto& constant = function.unset_constants.front();
    return "Function '" + name + "' cannot be used to build a pipeline state: function constant '" +
           constant.name + "' (index " + std::to_string(constant.index) +
           ") has no value; make the function with newFunction(name, constantValues, error)";
  }
  for (unsigned i = 0; i < function.kernel->argument_count; ++i) {
    const abi::Argument& argument = function.kernel->arguments[i];
    const bool memory = argument.kind == abi::ArgumentKind::buffer ||
                        argument.kind == abi::ArgumentKind::threadgroup;
    if (argument.present && !memory) {
      return "Function '" + name + "' takes a texture or sampler ('" + argument.name +
             "'), which the software Metal device does not have";
    }
  }
  if (function.kernel->static_threadgroup_size > limits.max_threadgroup_memory) {
    return "Threadgroup memory size (" + std::to_string(function.kernel->static_threadgroup_size) +
           ") of function '" + name + "' exceeds the maximum threadgroup memory allowed (" +
           std::to_string(limits.max_threadgroup_memory) + ")";
  }
  return {};
}

PipelineObject* new_pipeline(const ComputePipelineDescriptorObject& wanted,
                             MTL::PipelineOption options,
                             const MTL::AutoreleasedComputePipelineReflection* reflection,
                             NS::Error** error) {
  if (!wanted.function) return fail(error, "computeFunction must not be nil.");
  const auto& function = *impl<FunctionObject>(wanted.function.get());
  const std::string reason = obstacle(function, the_device().engine.limits());
  if (!reason.empty()) return fail(error, reason);

  auto pipeline = make<PipelineObject>(function.program, function.kernel);
  pipeline->label = wanted.label;
  pipeline->required_threads = wanted.required_threads;
  pipeline->supports_indirect_command_buffers = wanted.support_indirect_command_buffers;
  if (wanted.max_total_threads > pipeline->max_total_threads) {
    return fail(error, "maxTotalThreadsPerThreadgroup (" +
                           std::to_string(wanted.max_total_threads) +
                           ") must be <= " + std::to_string(pipeline->max_total_threads));
  }
  if (wanted.max_total_threads != 0) {
    pipeline->max_total_threads = static_cast<unsigned>(wanted.max_total_threads);
  }
  const bool wants_info =
      (options & (MTL::PipelineOptionBindingInfo | MTL::PipelineOptionBufferTypeInfo)) != 0;
  if (reflection != nullptr && wants_info) {
    pipeline->reflection = reflect(pipeline->program, *pipeline->kernel);
    // metal-cpp's type has the const on the wrong side: it is an out parameter.
    *const_cast<MTL::ComputePipelineReflection**>(reflection) =
        pipeline->reflection->handle()->retain()->autorelease();
  }
  pipeline->retain();
  return pipeline.get();
}

MTL::ComputePipelineState* handle_of(PipelineObject* pipeline) {
  return pipeline == nullptr ? nullptr : pipeline->handle();
}

}  // namespace
}  // namespace softmetal

using softmetal::ComputePipelineDescriptorObject;
using softmetal::DeviceObject;
using softmetal::get;
using softmetal::PipelineObject;
using softmetal::send;

MTL::ComputePipelineState* MTL::Device::newComputePipelineState(const Function* computeFunction,
                                                                NS::Error** error) {
  return newComputePipelineState(computeFunction, PipelineOptionNone, nullptr, error);
}

MTL::ComputePipelineState* MTL::Device::newComputePipelineState(
    const Function* computeFunction, PipelineOption options,
    const AutoreleasedComputePipelineReflection* reflection, NS::Error** error) {
  const auto descriptor = softmetal::make<ComputePipelineDescriptorObject>();
  descriptor->function = NS::RetainPtr(const_cast<Function*>(computeFunction));
  return newComputePipelineState(descriptor->handle(), options, reflection, error);
}

MTL::ComputePipelineState* MTL::Device::newComputePipelineState(
    const ComputePipelineDescriptor* descriptor, PipelineOption options,
    const AutoreleasedComputePipelineReflection* reflection, NS::Error** error) {
  return send<DeviceObject>(this, [&](DeviceObject&) -> ComputePipelineState* {
    softmetal::require(descriptor != nullptr, "descriptor must not be nil");
    return softmetal::handle_of(softmetal::new_pipeline(
        *softmetal::impl<ComputePipelineDescriptorObject>(descriptor), options, reflection, error));
  });
}

void MTL::Device::newComputePipelineState(
    const Function* pFunction,
    const NewComputePipelineStateCompletionHandlerFunction& completionHandler) {
  newComputePipelineState(
      pFunction, PipelineOptionNone,
      [completionHandler](ComputePipelineState* pipeline, ComputePipelineReflection*,
                          NS::Error* error) { completionHandler(pipeline, error); });
}

void MTL::Device::newComputePipelineState(
    const Function* pFunction, PipelineOption options,
    const NewComputePipelineStateWithReflectionCompletionHandlerFunction& completionHandler) {
  const auto descriptor = softmetal::make<ComputePipelineDescriptorObject>();
  descriptor->function = NS::RetainPtr(const_cast<Function*>(pFunction));
  newComputePipelineState(descriptor->handle(), options, completionHandler);
}

void MTL::Device::newComputePipelineState(
    const ComputePipelineDescriptor* pDescriptor, PipelineOption options,
    const NewComputePipelineStateWithReflectionCompletionHandlerFunction& completionHandler) {
  if (!softmetal::exists(this)) return;
  const auto descriptor = NS::TransferPtr(pDescriptor->copy());
  softmetal::on_framework_thread([this, descriptor, options, completionHandler] {
    NS::Error* error = nullptr;
    ComputePipelineReflection* reflection = nullptr;
    const auto pipeline =
        NS::TransferPtr(newComputePipelineState(descriptor.get(), options, &reflection, &error));
    completionHandler(pipeline.get(), reflection, error);
  });
}

MTL::Device* MTL::ComputePipelineState::device() const { return softmetal::device_of(this); }

NS::String* MTL::ComputePipelineState::label() const { return get(this, &PipelineObject::label); }

NS::UInteger MTL::ComputePipelineState::maxTotalThreadsPerThreadgroup() const {
  return get(this, &PipelineObject::max_total_threads);
}

MTL::ComputePipelineReflection* MTL::ComputePipelineState::reflection() const {
  return send<PipelineObject>(this, [](PipelineObject& self) {
    return self.reflection ? self.reflection->handle() : nullptr;
  });
}

MTL::Size MTL::ComputePipelineState::requiredThreadsPerThreadgroup() const {
  return get(this, &PipelineObject::required_threads);
}

MTL::ShaderValidation MTL::ComputePipelineState::shaderValidation() const {
  return ShaderValidationDefault;
}

NS::UInteger MTL::ComputePipelineState::staticThreadgroupMemoryLength() const {
  return send<PipelineObject>(this, [](PipelineObject& self) -> NS::UInteger {
    return self.kernel->static_threadgroup_size;
  });
}

bool MTL::ComputePipelineState::supportIndirectCommandBuffers() const {
  return get(this, &PipelineObject::supports_indirect_command_buffers);
}

NS::UInteger MTL::ComputePipelineState::threadExecutionWidth() const {
  return softmetal::exists(this) ? softmetal::abi::simd_width : 0;
}
