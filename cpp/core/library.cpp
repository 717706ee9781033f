// library.cpp: MSL source, compiled.
#include "library.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "diagnostics.hpp"
#include "function_constants.hpp"
#include "guard.hpp"
#include "includes.hpp"
#include "kernel.hpp"
#include "metalscope/error.hpp"
#include "pipeline_cache.hpp"
#include "text.hpp"

namespace metalscope {
namespace detail {
namespace {

constexpr std::array language_versions{
    std::pair{"1.1", MTL::LanguageVersion1_1}, std::pair{"1.2", MTL::LanguageVersion1_2},
    std::pair{"2.0", MTL::LanguageVersion2_0}, std::pair{"2.1", MTL::LanguageVersion2_1},
    std::pair{"2.2", MTL::LanguageVersion2_2}, std::pair{"2.3", MTL::LanguageVersion2_3},
    std::pair{"2.4", MTL::LanguageVersion2_4}, std::pair{"3.0", MTL::LanguageVersion3_0},
    std::pair{"3.1", MTL::LanguageVersion3_1}, std::pair{"3.2", MTL::LanguageVersion3_2},
    std::pair{"4.0", MTL::LanguageVersion4_0}};

MTL::LanguageVersion language_version(const std::string& text) {
  const auto found = std::ranges::find_if(language_versions,
                                          [&](const auto& entry) { return entry.first == text; });
  if (found == language_versions.end()) {
    throw ArgumentError("'" + text +
                        "' is no version of the Metal Shading Language; use one of 1.1 "
                        "to 4.0, or leave it out for the newest.");
  }
  return found->second;
}

MTL::MathMode math_mode(MathMode mode) noexcept {
  switch (mode) {
    case MathMode::safe:
      return MTL::MathModeSafe;
    case MathMode::relaxed:
      return MTL::MathModeRelaxed;
    case MathMode::fast:
      break;
  }
  return MTL::MathModeFast;
}

NS::Dictionary* macros(const CompileOptions& options) {
  std::vector<const NS::Object*> keys;
  std::vector<const NS::Object*> values;
  for (const auto& [name, value] : options.defines) {
    keys.push_back(to_ns(name));
    values.push_back(to_ns(value));
  }
  return trace::call<"[NSDictionary dictionaryWithObjects:forKeys:count:]">(
      [&] { return NS::Dictionary::dictionary(values.data(), keys.data(), keys.size()); });
}

Owned<MTL::CompileOptions> metal_options(const CompileOptions& options) {
  Owned<MTL::CompileOptions> metal(
      trace::call<"[MTLCompileOptions init]">([] { return MTL::CompileOptions::alloc()->init(); }));
  // Fast is Metal's default, and mathMode is newer than the oldest system that metalscope runs on.
  if (options.math_mode != MathMode::fast) {
    trace::call<"[MTLCompileOptions setMathMode:]">(
        [&] { metal->setMathMode(math_mode(options.math_mode)); });
  }
  if (!options.language_version.empty()) {
    const MTL::LanguageVersion version = language_version(options.language_version);
    trace::call<"[MTLCompileOptions setLanguageVersion:]">(
        [&] { metal->setLanguageVersion(version); });
  }
  if (!options.defines.empty()) {
    trace::call<"[MTLCompileOptions setPreprocessorMacros:]">(
        [&] { metal->setPreprocessorMacros(macros(options)); });
  }
  return metal;
}

Digest library_key(std::string_view source, const CompileOptions& options) {
  Sha256 hash;
  hash.field(source);
  hash.field(static_cast<std::uint64_t>(options.math_mode));
  hash.field(options.language_version);
  hash.field(options.label);
  for (const auto& [name, value] : options.defines) {
    hash.field(name);
    hash.field(value);
  }
  return hash.finish();
}

void check_text(std::string_view text, const char* what) {
  if (text.find('\0') != std::string_view::npos) {
    throw ArgumentError(std::string(what) +
                        " contains a NUL character, which Metal's compiler does not take.");
  }
}

}  // namespace

std::shared_ptr<Library> Library::compile(std::string_view source, const CompileOptions& options,
                                          const std::shared_ptr<Device>& device) {
  check_text(source, "The MSL source");
  const std::string flat = flatten_includes(source, options.include_dirs);
  const Digest key = library_key(flat, options);
  if (auto known = device->libraries().find(key)) return known;

  const Owned<MTL::CompileOptions> metal = metal_options(options);
  NS::Error* error = nullptr;
  Owned<MTL::Library> library(trace::call<"[MTLDevice newLibraryWithSource:options:error:]">(
      [&] { return device->metal()->newLibrary(to_ns(flat), metal.get(), &error); }));
  const std::string log = error != nullptr ? description_of(error) : std::string();
  std::vector<Diagnostic> diagnostics = parse_diagnostics(log);
  if (!library) {
    const std::string message = compile_failure(options.label, log, diagnostics);
    throw CompileError(message, std::move(diagnostics));
  }
  if (!options.label.empty()) {
    trace::call<"[MTLLibrary setLabel:]">([&] { library->setLabel(to_ns(options.label)); });
  }
  return device->libraries().insert(
      key, std::make_shared<Library>(key, std::move(library), std::move(diagnostics), device));
}

Library::Library(const Digest& key, Owned<MTL::Library> metal, std::vector<Diagnostic> warnings,
                 std::shared_ptr<Device> device)
    : key_(key),
      metal_(std::move(metal)),
      warnings_(std::move(warnings)),
      device_(std::move(device)) {}

Owned<MTL::Function> Library::function(const std::string& name) const {
  return Owned(trace::call<"[MTLLibrary newFunctionWithName:]">(
      [&] { return metal_->newFunction(to_ns(name)); }));
}

std::vector<std::string> Library::kernel_names() {
  std::call_once(names_once_, [this] {
    const NS::Array* names =
        trace::call<"[MTLLibrary functionNames]">([&] { return metal_->functionNames(); });
    const NS::UInteger count =
        names != nullptr ? trace::call<"[NSArray count]">([&] { return names->count(); }) : 0;
    for (NS::UInteger i = 0; i < count; ++i) {
      std::string name = from_ns(
          trace::call<"[NSArray objectAtIndex:]">([&] { return names->object<NS::String>(i); }));
      const Owned<MTL::Function> candidate = function(name);
      if (candidate && trace::call<"[MTLFunction functionType]">(
                           [&] { return candidate->functionType(); }) == MTL::FunctionTypeKernel) {
        names_.push_back(std::move(name));
      }
    }
  });
  return names_;
}

void Library::no_such_kernel(const std::string& name) {
  const std::vector<std::string> names = kernel_names();
  std::string message = "There is no kernel named '" + name + "' in this library";
  if (names.empty()) {
    throw ArgumentError(message +
                        "; it has no kernels. A kernel is a function that is marked "
                        "`kernel` or `[[kernel]]`.");
  }
  const std::string similar = closest(name, names);
  message += "; it has " + quoted_list(names) + ".";
  if (!similar.empty()) message += " Did you mean '" + similar + "'?";
  throw ArgumentError(message);
}

Digest Library::pipeline_key(std::string_view name, const Constants& constants) const {
  Sha256 hash;
  hash.update({reinterpret_cast<const char*>(key_.data()), key_.size()});
  hash.field(name);
  for (const auto& [constant, numbers] : constants) {
    hash.field(constant);
    hash.field(numbers.size());
    for (const Number& number : numbers) {
      hash.field(number.index());
      std::visit(
          [&](auto value) {
            hash.field(std::string_view(reinterpret_cast<const char*>(&value), sizeof value));
          },
          number);
    }
  }
  return hash.finish();
}

std::shared_ptr<Kernel> Library::kernel(std::string_view name, const Constants& constants) {
  const Digest key = pipeline_key(name, constants);
  if (auto known = device_->pipelines().find(key)) return known;

  const std::string kernel_name(name);
  check_text(name, "The kernel's name");
  Owned<MTL::Function> found = function(kernel_name);
  if (!found || trace::call<"[MTLFunction functionType]">([&] { return found->functionType(); }) !=
                    MTL::FunctionTypeKernel) {
    no_such_kernel(kernel_name);
  }
  if (const auto values = constant_values(found.get(), kernel_name, constants)) {
    NS::Error* error = nullptr;
    found = Owned(trace::call<"[MTLLibrary newFunctionWithName:constantValues:error:]">(
        [&] { return metal_->newFunction(to_ns(kernel_name), values.get(), &error); }));
    if (!found) {
      const std::string reason = description_of(error);
      throw CompileError(
          "Kernel '" + kernel_name + "' cannot be specialised by its constants: " + reason,
          parse_diagnostics(reason));
    }
  }
  BuiltPipeline built = device_->pipelines().build(key, found.get(), kernel_name);
  return device_->pipelines().insert(
      key, std::make_shared<Kernel>(kernel_name, std::move(built.state), std::move(built.arguments),
                                    device_));
}

}  // namespace detail

Library Library::compile(std::string_view source, const CompileOptions& options) {
  return guard::entry([&] {
    return Library(detail::Library::compile(source, options, detail::Device::default_device()));
  });
}

Library Library::compile(std::string_view source, const CompileOptions& options,
                         const Device& device) {
  return guard::entry(
      [&] { return Library(detail::Library::compile(source, options, device.shared_impl())); });
}

std::vector<std::string> Library::kernel_names() const {
  return guard::entry([&] { return impl_->kernel_names(); });
}

const std::vector<Diagnostic>& Library::warnings() const noexcept { return impl_->warnings(); }

Kernel Library::kernel(std::string_view name, const Constants& constants) const {
  return guard::entry([&] { return Kernel(impl_->kernel(name, constants)); });
}

}  // namespace metalscope
