// pipeline_cache.hpp: pipelines by content: source, options, function, constants. In memory with a
// bound; on disk through MTL::BinaryArchive where the device offers one.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "digest.hpp"
#include "lru_cache.hpp"
#include "metal.hpp"
#include "metalscope/library.hpp"
#include "object.hpp"

namespace metalscope {

struct BuiltPipeline {
  Owned<MTL::ComputePipelineState> state;
  std::vector<ArgumentInfo> arguments;
};

// Thread-safe.
class PipelineCache {
 public:
  static constexpr std::size_t capacity = 1024;  // pipelines in memory

  explicit PipelineCache(MTL::Device* device) noexcept : device_(device), kernels_(capacity) {}

  [[nodiscard]] std::shared_ptr<detail::Kernel> find(const Digest& key);
  // What is kept under the key from now on: `kernel`, or what another thread put there first.
  std::shared_ptr<detail::Kernel> insert(const Digest& key, std::shared_ptr<detail::Kernel> kernel);

  // Builds the pipeline, or loads it from the disk cache. Throws CompileError.
  [[nodiscard]] BuiltPipeline build(const Digest& key, const MTL::Function* function,
                                    const std::string& kernel_name);

 private:
  MTL::Device* const device_;
  std::atomic<bool> archives_{true};  // false once the device has refused one
  std::mutex mutex_;
  LruCache<detail::Kernel> kernels_;
};

}  // namespace metalscope
