// library.cpp: MTL::Library and how the device compiles one.
#include "library.hpp"

#include <algorithm>

#include "array.hpp"
#include "compile_options.hpp"
#include "data_type.hpp"
#include "device.hpp"
#include "error.hpp"
#include "framework_thread.hpp"
#include "function_constants.hpp"
#include "string.hpp"

namespace softmetal {
namespace {

const abi::Kernel* find_kernel(const Program& program, std::string_view name) {
  const auto kernels = program.kernels();
  const auto found =
      std::ranges::find_if(kernels, [&](const abi::Kernel& k) { return name == k.name; });
  return found == kernels.end() ? nullptr : &*found;
}

std::string not_found(std::string_view name) {
  return "Function " + std::string(name) + " was not found in the library";
}

}  // namespace

LibraryObject::LibraryObject(std::string source, CompileOptions options,
                             std::shared_ptr<const Program> program)
    : source_(std::move(source)), options_(std::move(options)), program_(std::move(program)) {}

std::vector<abi::FunctionConstant> LibraryObject::constants_of(std::string_view kernel) const {
  std::vector<abi::FunctionConstant> result;
  const auto used = program_->constants_used_by(kernel);
  for (const abi::FunctionConstant& constant : program_->constants()) {
    if (std::ranges::find(used, constant.index) != used.end()) result.push_back(constant);
  }
  return result;
}

NS::SharedPtr<NS::Array> LibraryObject::function_names() const {
  std::vector<Ref<StringObject>> names;
  for (const abi::Kernel& kernel : program_->kernels()) {
    names.push_back(make<StringObject>(kernel.name));
  }
  return make_array(names);
}

Ref<FunctionObject> LibraryObject::function(std::string_view name) {
  const abi::Kernel* kernel = find_kernel(*program_, name);
  if (kernel == nullptr) return {};
  return make<FunctionObject>(Ref<LibraryObject>(this), program_, kernel, constants_of(name));
}

Ref<FunctionObject> LibraryObject::specialised(std::string_view name,
                                               const MTL::FunctionConstantValues* values,
                                               FunctionFailure& failure) {
  if (find_kernel(*program_, name) == nullptr) {
    failure = {MTL::LibraryErrorFunctionNotFound, not_found(name)};
    return {};
  }
  const auto constants = select(name, values, failure);
  if (!failure.message.empty()) return {};
  if (constants.empty()) return function(name);
  const CompileResult result = the_device().engine.compile(source_, options_, constants);
  const abi::Kernel* kernel = result.program ? find_kernel(*result.program, name) : nullptr;
  if (kernel == nullptr) {
    failure = {MTL::LibraryErrorCompileFailure,
               result.program ? not_found(name) : std::string(result.log)};
    return {};
  }
  return make<FunctionObject>(Ref<LibraryObject>(this), result.program, kernel,
                              std::vector<abi::FunctionConstant>());
}

std::vector<ConstantValue> LibraryObject::select(std::string_view name,
                                                 const MTL::FunctionConstantValues* values,
                                                 FunctionFailure& failure) const {
  std::vector<ConstantValue> result;
  for (const abi::FunctionConstant& constant : constants_of(name)) {
    const ConstantValue* value =
        values == nullptr ? nullptr : impl<FunctionConstantValuesObject>(values)->find(constant);
    const std::string which = "function constant '" + std::string(constant.name) + "' (index " +
                              std::to_string(constant.index) + ") of function '" +
                              std::string(name) + "'";
    if (value == nullptr) {
      failure = {MTL::LibraryErrorCompileFailure, which + " has no value"};
      return {};
    }
    if (value->data_type != constant.data_type) {
      failure = {MTL::LibraryErrorCompileFailure,
                 which + " has type " + name_of(static_cast<MTL::DataType>(constant.data_type)) +
                     ", its value has type " +
                     name_of(static_cast<MTL::DataType>(value->data_type))};
      return {};
    }
    result.push_back(*value);
    result.back().name = constant.name;
    result.back().index = constant.index;
  }
  return result;
}

namespace {

// Null on failure; with warnings both a library and an error.
LibraryObject* compile(DeviceObject& device, const NS::String* source,
                       const MTL::CompileOptions* options, NS::Error** error) {
  if (source == nullptr) {
    report(error, library_error_domain, MTL::LibraryErrorInternal, "The source is nil.");
    return nullptr;
  }
  CompileOptions engine_opts = engine_options(options);
  const std::string_view text = view(source);
  CompileResult result = device.engine.compile(text, engine_opts, {});
  if (!result.program) {
    report(error, library_error_domain, MTL::LibraryErrorCompileFailure, result.log);
    return nullptr;
  }
  const bool warned = std::ranges::any_of(result.diagnostics, [](const Diagnostic& d) {
    return d.severity == Diagnostic::Severity::warning;
  });
  if (warned) report(error, library_error_domain, MTL::LibraryErrorCompileWarning, result.log);
  return new LibraryObject(std::string(text), std::move(engine_opts), std::move(result.program));
}

MTL::Library* refuse_metallib(NS::Error** error) {
  report(error, library_error_domain, MTL::LibraryErrorUnsupported,
         "The software Metal device cannot load compiled libraries (.metallib), which hold code "
         "for Apple's compiler; make the library from MSL source.");
  return nullptr;
}

MTL::Function* finish(const Ref<FunctionObject>& function, const FunctionFailure& failure,
                      NS::Error** error) {
  if (function) {
    function->retain();
    return function->handle();
  }
  report(error, library_error_domain, static_cast<NS::Integer>(failure.code), failure.message);
  return nullptr;
}

}  // namespace
}  // namespace softmetal

using softmetal::DeviceObject;
using softmetal::FunctionFailure;
using softmetal::get;
using softmetal::LibraryObject;
using softmetal::send;
using softmetal::view;

MTL::Library* MTL::Device::newDefaultLibrary() { return nullptr; }

MTL::Library* MTL::Device::newLibrary(const NS::String* /*filepath*/, NS::Error** error) {
  return softmetal::refuse_metallib(error);
}

MTL::Library* MTL::Device::newLibrary(const NS::URL* /*url*/, NS::Error** error) {
  return softmetal::refuse_metallib(error);
}

MTL::Library* MTL::Device::newLibrary(const dispatch_data_t /*data*/, NS::Error** error) {
  return softmetal::refuse_metallib(error);
}

MTL::Library* MTL::Device::newLibrary(const NS::String* source, const CompileOptions* options,
                                      NS::Error** error) {
  return send<DeviceObject>(this, [&](DeviceObject& self) -> Library* {
    auto* library = softmetal::compile(self, source, options, error);
    return library == nullptr ? nullptr : library->handle();
  });
}

void MTL::Device::newLibrary(const NS::String* pSource, const CompileOptions* pOptions,
                             const NewLibraryCompletionHandlerFunction& completionHandler) {
  if (!softmetal::exists(this)) return;
  const auto source = NS::RetainPtr(const_cast<NS::String*>(pSource));
  const auto options = NS::TransferPtr(pOptions->copy());
  softmetal::on_framework_thread([this, source, options, completionHandler] {
    NS::Error* error = nullptr;
    const auto library = NS::TransferPtr(newLibrary(source.get(), options.get(), &error));
    completionHandler(library.get(), error);
  });
}

MTL::Device* MTL::Library::device() const { return softmetal::device_of(this); }

NS::Array* MTL::Library::functionNames() const {
  return send<LibraryObject>(
      this, [](LibraryObject& self) { return self.function_names()->retain()->autorelease(); });
}

NS::String* MTL::Library::installName() const { return nullptr; }

NS::String* MTL::Library::label() const { return get(this, &LibraryObject::label); }

void MTL::Library::setLabel(const NS::String* label) {
  softmetal::set(this, &LibraryObject::label, label);
}

MTL::LibraryType MTL::Library::type() const { return LibraryTypeExecutable; }

MTL::Function* MTL::Library::newFunction(const NS::String* functionName) {
  return send<LibraryObject>(this, [&](LibraryObject& self) {
    return softmetal::finish(self.function(view(functionName)), {}, nullptr);
  });
}

MTL::Function* MTL::Library::newFunction(const NS::String* name,
                                         const FunctionConstantValues* constantValues,
                                         NS::Error** error) {
  return send<LibraryObject>(this, [&](LibraryObject& self) {
    FunctionFailure failure;
    const auto function = self.specialised(view(name), constantValues, failure);
    return softmetal::finish(function, failure, error);
  });
}

MTL::Function* MTL::Library::newFunction(const FunctionDescriptor* descriptor, NS::Error** error) {
  return newFunction(descriptor->name(), descriptor->constantValues(), error);
}

void MTL::Library::newFunction(const NS::String* pFunctionName,
                               const FunctionConstantValues* pConstantValues,
                               const FunctionCompletionHandlerFunction& completionHandler) {
  if (!softmetal::exists(this)) return;
  const auto library = NS::RetainPtr(this);
  const auto name = NS::RetainPtr(const_cast<NS::String*>(pFunctionName));
  const auto values = NS::TransferPtr(pConstantValues->copy());
  softmetal::on_framework_thread([library, name, values, completionHandler] {
    NS::Error* error = nullptr;
    const auto function = NS::TransferPtr(library->newFunction(name.get(), values.get(), &error));
    completionHandler(function.get(), error);
  });
}

void MTL::Library::newFunction(const FunctionDescriptor* pDescriptor,
                               const FunctionCompletionHandlerFunction& completionHandler) {
  newFunction(pDescriptor->name(), pDescriptor->constantValues(), completionHandler);
}
