// library.hpp: MSL source, compiled.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "device.hpp"
#include "digest.hpp"
#include "lru_cache.hpp"
#include "metal.hpp"
#include "metalscope/library.hpp"
#include "object.hpp"

namespace metalscope {
namespace detail {

// Thread-safe.
class Library {
 public:
  // The library of that source and these options, compiled or out of the device's cache. Throws
  // CompileError.
  static std::shared_ptr<Library> compile(std::string_view source, const CompileOptions& options,
                                          const std::shared_ptr<Device>& device);

  Library(const Digest& key, Owned<MTL::Library> metal, std::vector<Diagnostic> warnings,
          std::shared_ptr<Device> device);

  [[nodiscard]] std::vector<std::string> kernel_names();
  [[nodiscard]] const std::vector<Diagnostic>& warnings() const noexcept { return warnings_; }
  // Throws as metalscope::Library::kernel does.
  [[nodiscard]] std::shared_ptr<Kernel> kernel(std::string_view name, const Constants& constants);

 private:
  [[nodiscard]] Digest pipeline_key(std::string_view name, const Constants& constants) const;
  [[nodiscard]] Owned<MTL::Function> function(const std::string& name) const;
  [[noreturn]] void no_such_kernel(const std::string& name);

  const Digest key_;
  const Owned<MTL::Library> metal_;
  const std::vector<Diagnostic> warnings_;
  const std::shared_ptr<Device> device_;
  std::once_flag names_once_;
  std::vector<std::string> names_;
};

}  // namespace detail

// Compiled libraries by source and options. Thread-safe.
class LibraryCache {
 public:
  static constexpr std::size_t capacity = 256;

  std::shared_ptr<detail::Library> find(const Digest& key) {
    const std::lock_guard lock(mutex_);
    return libraries_.find(key);
  }
  std::shared_ptr<detail::Library> insert(const Digest& key,
                                          std::shared_ptr<detail::Library> library) {
    const std::lock_guard lock(mutex_);
    return libraries_.insert(key, std::move(library));
  }

 private:
  std::mutex mutex_;
  LruCache<detail::Library> libraries_{capacity};
};

}  // namespace metalscope
