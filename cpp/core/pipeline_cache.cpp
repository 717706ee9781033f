// pipeline_cache.cpp: pipelines by content.
#include "pipeline_cache.hpp"

#include <filesystem>
#include <optional>

#include "cache_folder.hpp"
#include "diagnostics.hpp"
#include "kernel.hpp"
#include "metalscope/error.hpp"
#include "reflection.hpp"
#include "text.hpp"

namespace metalscope {
namespace {

// An archive file for one pipeline: what is in it is decided by its name, the key.
class DiskEntry {
 public:
  // `open()` is false when the device has no archives or the user no cache folder.
  DiskEntry(MTL::Device* device, const Digest& key) {
    const std::string folder = cache_folder("pipelines");
    if (folder.empty()) return;
    path_ = folder + "/" + to_hex(key) + ".metallib";
    url_ = trace::call<"[NSURL fileURLWithPath:]">(
        [&] { return NS::URL::fileURLWithPath(to_ns(path_)); });
    std::error_code ignored;
    stored_ = std::filesystem::exists(path_, ignored);
    archive_ = make(device, stored_);
    if (!archive_ && stored_) {  // damaged, or of another system version
      stored_ = false;
      archive_ = make(device, false);
    }
  }

  [[nodiscard]] bool open() const noexcept { return static_cast<bool>(archive_); }

  void use_in(MTL::ComputePipelineDescriptor* descriptor) const {
    const NS::Object* archive = archive_.get();
    trace::call<"[MTLComputePipelineDescriptor setBinaryArchives:]">(
        [&] { descriptor->setBinaryArchives(NS::Array::array(archive)); });
  }

  // Best effort: a pipeline that cannot be kept is built again next time.
  void keep(const MTL::ComputePipelineDescriptor* descriptor) const {
    if (stored_) return;
    NS::Error* error = nullptr;
    const bool added =
        trace::call<"[MTLBinaryArchive addComputePipelineFunctionsWithDescriptor:error:]">(
            [&] { return archive_->addComputePipelineFunctions(descriptor, &error); });
    if (!added) return;
    trace::call<"[MTLBinaryArchive serializeToURL:error:]">(
        [&] { return archive_->serializeToURL(url_, &error); });
  }

 private:
  Owned<MTL::BinaryArchive> make(MTL::Device* device, bool from_file) const {
    const Owned<MTL::BinaryArchiveDescriptor> descriptor(
        trace::call<"[MTLBinaryArchiveDescriptor init]">(
            [] { return MTL::BinaryArchiveDescriptor::alloc()->init(); }));
    if (from_file) {
      trace::call<"[MTLBinaryArchiveDescriptor setUrl:]">([&] { descriptor->setUrl(url_); });
    }
    NS::Error* error = nullptr;
    return Owned(trace::call<"[MTLDevice newBinaryArchiveWithDescriptor:error:]">(
        [&] { return device->newBinaryArchive(descriptor.get(), &error); }));
  }

  std::string path_;
  const NS::URL* url_ = nullptr;
  bool stored_ = false;
  Owned<MTL::BinaryArchive> archive_;
};

}  // namespace

std::shared_ptr<detail::Kernel> PipelineCache::find(const Digest& key) {
  const std::lock_guard lock(mutex_);
  return kernels_.find(key);
}

std::shared_ptr<detail::Kernel> PipelineCache::insert(const Digest& key,
                                                      std::shared_ptr<detail::Kernel> kernel) {
  const std::lock_guard lock(mutex_);
  return kernels_.insert(key, std::move(kernel));
}

BuiltPipeline PipelineCache::build(const Digest& key, const MTL::Function* function,
                                   const std::string& kernel_name) {
  const Owned<MTL::ComputePipelineDescriptor> descriptor(
      trace::call<"[MTLComputePipelineDescriptor init]">(
          [] { return MTL::ComputePipelineDescriptor::alloc()->init(); }));
  trace::call<"[MTLComputePipelineDescriptor setComputeFunction:]">(
      [&] { descriptor->setComputeFunction(function); });
  std::optional<DiskEntry> disk;
  if (archives_.load(std::memory_order_relaxed)) {
    disk.emplace(device_, key);
    if (disk->open()) {
      disk->use_in(descriptor.get());
    } else {
      archives_.store(false, std::memory_order_relaxed);
      disk.reset();
    }
  }
  constexpr MTL::PipelineOption reflect =
      MTL::PipelineOptionBindingInfo | MTL::PipelineOptionBufferTypeInfo;
  MTL::AutoreleasedComputePipelineReflection reflection = nullptr;
  NS::Error* error = nullptr;
  BuiltPipeline built;
  built.state = Owned(
      trace::call<"[MTLDevice newComputePipelineStateWithDescriptor:options:reflection:error:]">(
          [&] {
            return device_->newComputePipelineState(descriptor.get(), reflect, &reflection, &error);
          }));
  if (!built.state || reflection == nullptr) {
    const std::string reason = description_of(error);
    throw CompileError("Kernel '" + kernel_name + "' cannot be built: " + reason,
                       parse_diagnostics(reason));
  }
  built.arguments = arguments_of(reflection);
  if (disk) disk->keep(descriptor.get());
  return built;
}

}  // namespace metalscope
