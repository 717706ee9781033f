// loaded_program.cpp: dlopen, the exported table, dlclose.
#include "loaded_program.hpp"

#include <cxxabi.h>
#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <mutex>
#include <set>
#include <system_error>

#include "code_cache.hpp"
#include "softmetal_library.h"

namespace softmetal {
namespace {

// dlopen() returns the same object for the same file, and an object has one host table.
struct OpenFiles {
  std::mutex mutex;
  std::set<std::string> paths;
};

OpenFiles& open_files() {
  static OpenFiles* const files = new OpenFiles;  // programs may outlive static destructors
  return *files;
}

class LoadedProgram final : public Program {
 public:
  LoadedProgram(void* handle, std::string path, const abi::LibraryDetails* library)
      : handle_(handle), path_(std::move(path)), library_(library) {}
  LoadedProgram(const LoadedProgram&) = delete;
  LoadedProgram& operator=(const LoadedProgram&) = delete;
  ~LoadedProgram() override {
    OpenFiles& files = open_files();
    const std::lock_guard lock(files.mutex);
    ::dlclose(handle_);
    files.paths.erase(path_);
  }

  [[nodiscard]] std::span<const abi::Kernel> kernels() const noexcept override {
    return {library_->library.kernels, library_->library.kernel_count};
  }
  [[nodiscard]] std::span<const abi::FunctionConstant> constants() const noexcept override {
    return {library_->library.constants, library_->library.constant_count};
  }
  [[nodiscard]] std::vector<unsigned> constants_used_by(std::string_view kernel) const override {
    for (unsigned i = 0; i < library_->library.kernel_count; ++i) {
      if (library_->kernels[i].name != kernel) continue;
      const abi::KernelDetails& details = library_->details[i];
      return {details.constants, details.constants + details.constant_count};
    }
    return {};
  }

 private:
  void* handle_;
  std::string path_;
  const abi::LibraryDetails* library_;
};

// dlopen()'s reason in words of MSL, where that is possible.
std::string load_failure(std::string_view reason) {
  constexpr std::string_view undefined = "undefined symbol: ";
  const std::size_t found = reason.find(undefined);
  if (found == std::string_view::npos) return std::string(reason);
  const std::string symbol(reason.substr(found + undefined.size()));
  const std::unique_ptr<char, void (*)(void*)> name(
      ::abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, nullptr), &std::free);
  return "'" + (name ? std::string(name.get()) : symbol) +
         "' is used and has no definition; define it in this source";
}

}  // namespace

LoadResult load_program(const std::string& path, const std::string& folder, const abi::Host* host) {
  OpenFiles& files = open_files();
  const std::lock_guard lock(files.mutex);
  std::string opened = path;
  std::unique_ptr<TemporaryFolder> copy;
  if (files.paths.contains(path)) {
    copy = std::make_unique<TemporaryFolder>(folder);
    opened = copy->path() + "/copy.so";
    std::error_code error;
    if (copy->path().empty() || !std::filesystem::copy_file(path, opened, error)) {
      return {nullptr, "cannot copy '" + path + "' to load it once more"};
    }
  }
  void* const handle = ::dlopen(opened.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    const char* const reason = ::dlerror();
    return {nullptr, reason == nullptr ? "dlopen failed" : load_failure(reason)};
  }
  const auto* const library =
      static_cast<const abi::LibraryDetails*>(::dlsym(handle, "softmetal_library"));
  if (library == nullptr || library->library.abi_version != SOFTMETAL_ABI_VERSION) {
    ::dlclose(handle);
    return {nullptr, "'" + path + "' is no compiled Metal library of this version"};
  }
  *library->library.host = host;
  for (unsigned i = 0; i < library->library.kernel_count; ++i) {
    library->kernels[i].static_threadgroup_size = *library->details[i].threadgroup_size;
  }
  files.paths.insert(opened);
  return {std::make_shared<LoadedProgram>(handle, opened, library), {}};
}

}  // namespace softmetal
