// compiler.cpp: compile_program: key, cache, translation, link, load; equal requests of one process
// share one program.
#include "compiler.hpp"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "clang.hpp"
#include "code_cache.hpp"
#include "diagnostics.hpp"
#include "loaded_program.hpp"
#include "sha256.hpp"
#include "toolchain.hpp"
#include "translation.hpp"

namespace softmetal {
namespace {

CompileResult failure(std::string reason) {
  CompileResult result;
  result.diagnostics.push_back({Diagnostic::Severity::error, {}, 0, 0, std::move(reason), {}});
  result.log = format_diagnostics(result.diagnostics);
  return result;
}

// The cache of the folder that the environment names now. It stays until the process ends.
CodeCache& current_cache() {
  static std::mutex mutex;
  static std::map<std::string, std::unique_ptr<CodeCache>> caches;
  const std::lock_guard lock(mutex);
  std::unique_ptr<CodeCache>& cache = caches[CodeCache::configured_folder()];
  if (!cache) cache = std::make_unique<CodeCache>();
  cache->ensure_folder();
  return *cache;
}

// What this process has compiled or is compiling, by key.
struct Shared {
  std::mutex mutex;  // held while compiling: equal requests wait for the first
  std::weak_ptr<const Program> program;
  std::vector<Diagnostic> diagnostics;
};

std::shared_ptr<Shared> shared_entry(const std::string& key) {
  static std::mutex mutex;
  static auto* const entries = new std::map<std::string, std::shared_ptr<Shared>>;
  const std::lock_guard lock(mutex);
  std::shared_ptr<Shared>& entry = (*entries)[key];
  if (!entry) {
    std::erase_if(*entries, [](const auto& item) {
      return item.second && item.second.use_count() == 1 && item.second->program.expired();
    });
    entry = (*entries)[key] = std::make_shared<Shared>();
  }
  return entry;
}

class Request {
 public:
  Request(std::string_view source, const CompileOptions& options,
          std::span<const ConstantValue> constants, const abi::Host* host, Toolchain toolchain,
          CodeCache& cache)
      : source_(source),
        options_(options),
        constants_(constants),
        host_(host),
        toolchain_(std::move(toolchain)),
        cache_(cache),
        clang_(toolchain_, cache, options) {}

  CompileResult run() {
    if (includes_other_files(source_)) {
      if (std::string error = clang_.prepare_prelude(); !error.empty()) return failure(error);
      included_ = clang_.preprocess(source_).output;
    }
    key_ = make_key();
    char address[32];
    std::snprintf(address, sizeof address, "@%p", static_cast<const void*>(host_));
    const std::shared_ptr<Shared> shared = shared_entry(cache_.folder() + "/" + key_ + address);
    const std::lock_guard lock(shared->mutex);
    CompileResult result;
    result.program = shared->program.lock();
    if (result.program) {
      result.diagnostics = shared->diagnostics;
      result.log = format_diagnostics(result.diagnostics);
      return result;
    }
    result = load_cached();
    if (!result.program) result = compile();
    if (result.program) {
      if (std::string error = mismatched_constant(*result.program); !error.empty()) {
        return failure(error);
      }
    }
    shared->program = result.program;
    shared->diagnostics = result.diagnostics;
    return result;
  }

 private:
  [[nodiscard]] std::string make_key() const {
    Sha256 hash;
    hash.update_field("metalscope " METALSCOPE_VERSION " " METALSCOPE_TRANSLATOR);
    hash.update_field(clang_.identity());
    hash.update_field(source_);
    hash.update_field(included_);
    for (const auto& [name, value] : options_.macros) {
      hash.update_field(name);
      hash.update_field(value);
    }
    hash.update_field("constants");
    for (const ConstantValue& constant : constants_) {
      hash.update_field(constant.name);
      hash.update_field(std::to_string(constant.index));
      hash.update_field(
          {reinterpret_cast<const char*>(constant.bytes.data()), constant.bytes.size()});
    }
    return to_hex(hash.finish(), 20) + ".so";
  }

  CompileResult load_cached() {
    const std::optional<CachedObject> object = cache_.find(key_);
    return object ? load(*object) : CompileResult{};
  }

  CompileResult load(const CachedObject& object) {
    LoadResult loaded = load_program(object.path, cache_.folder(), host_);
    if (!loaded.program) return failure(loaded.error);
    CompileResult result;
    result.program = std::move(loaded.program);
    result.diagnostics = parse_diagnostics(object.notes);
    if (!result.diagnostics.empty()) {
      const SourceLines lines(source_);
      for (Diagnostic& one : result.diagnostics) {
        one.source_line = lines.find(one.file, one.line);
        if (one.file == main_file) one.file.clear();
      }
    }
    result.log = object.notes;
    return result;
  }

  CompileResult compile() {
    const TemporaryFolder folder(cache_.folder());
    if (folder.path().empty()) return failure("cannot write to the folder " + cache_.folder());
    const std::string object = folder.path() + "/kernels.o";
    Translation translation;
    for (int attempt = 0; attempt < 2; ++attempt) {
      if (std::string error = clang_.prepare_prelude(); !error.empty()) return failure(error);
      translation = translate(clang_, source_, !options_.macros.empty(), constants_, object);
      if (translation.compiled || !blames_prelude(translation)) break;
      clang_.forget_prelude();
    }
    CompileResult result;
    result.diagnostics = std::move(translation.diagnostics);
    result.log = format_diagnostics(result.diagnostics);
    if (!translation.compiled) return result;
    const std::string library = folder.path() + "/kernels.so";
    const ProcessResult linked = clang_.link(object, library);
    if (!linked.ok()) return failure("the linker failed: " + linked.error + linked.messages);
    const std::optional<std::string> content = read_file(library);
    const std::optional<CachedObject> stored =
        content ? cache_.store(key_, *content, result.log) : std::nullopt;
    if (!stored) return failure("cannot write to the folder " + cache_.folder());
    return load(*stored);
  }

  // A precompiled prelude that was damaged or that another compiler made. Clang tells, or crashes
  // and says nothing about any place.
  static bool blames_prelude(const Translation& translation) {
    return std::all_of(translation.diagnostics.begin(), translation.diagnostics.end(),
                       [](const Diagnostic& one) { return one.line == 0; }) ||
           std::any_of(translation.diagnostics.begin(), translation.diagnostics.end(),
                       [](const Diagnostic& one) {
                         return one.line == 0 && (one.message.find(".pch") != std::string::npos ||
                                                  one.message.find("PCH") != std::string::npos);
                       });
  }

  [[nodiscard]] std::string mismatched_constant(const Program& program) const {
    for (const abi::FunctionConstant& declared : program.constants()) {
      for (const ConstantValue& given : constants_) {
        const bool same =
            given.name.empty() ? given.index == declared.index : given.name == declared.name;
        if (!same || given.bytes.size() == declared.data_size) continue;
        return "function constant '" + std::string(declared.name) + "' (index " +
               std::to_string(declared.index) + ") has " + std::to_string(declared.data_size) +
               " bytes, the given value has " + std::to_string(given.bytes.size());
      }
    }
    return {};
  }

  std::string_view source_;
  const CompileOptions& options_;
  std::span<const ConstantValue> constants_;
  const abi::Host* host_;
  const Toolchain toolchain_;
  CodeCache& cache_;
  Clang clang_;
  std::string included_;
  std::string key_;
};

}  // namespace

CompileResult compile_program(std::string_view source, const CompileOptions& options,
                              std::span<const ConstantValue> constants, const abi::Host* host) {
  try {
    Toolchain toolchain = find_toolchain();
    if (!toolchain.found()) return failure(toolchain.error);
    CodeCache& cache = current_cache();
    if (!cache.usable()) return failure("no folder can be written for compiled kernels");
    return Request(source, options, constants, host, std::move(toolchain), cache).run();
  } catch (const std::exception& error) {
    return failure(std::string("compiling failed: ") + error.what());
  }
}

}  // namespace softmetal
