// clang.hpp: the runs of clang and the linker that turn MSL into a shared object.
#pragma once

#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "../engine/engine.hpp"
#include "code_cache.hpp"
#include "process.hpp"
#include "toolchain.hpp"

namespace softmetal {

// One configuration: a compiler, a math mode, a language version. Stateless but for the cache
// folder; thread-safe.
class Clang {
 public:
  Clang(const Toolchain& toolchain, const CodeCache& cache, const CompileOptions& options);

  // What changes the machine code besides the source, for cache keys.
  [[nodiscard]] const std::string& identity() const noexcept { return identity_; }

  // Writes the MSL headers and the precompiled prelude into the cache unless they are there. An
  // empty string, or why it failed.
  [[nodiscard]] std::string prepare_prelude();
  // Deletes the precompiled prelude, so that prepare_prelude() makes it again.
  void forget_prelude();

  // True for a file of ours, whose name is not to be shown.
  [[nodiscard]] bool owns(std::string_view file) const { return file.starts_with(cache_.folder()); }

  // `-E` with the MSL keywords undefined; `macros` are the options' own.
  [[nodiscard]] ProcessResult preprocess(std::string_view source) const;
  // Compiles prepared source into the object file `output`; `fibers`: it holds kernels whose
  // threads meet at calls of the engine.
  [[nodiscard]] ProcessResult compile(std::string_view source, const std::string& output,
                                      bool fibers) const;
  // Checks the user's own text, for its diagnostics.
  [[nodiscard]] ProcessResult check(std::string_view source) const;
  [[nodiscard]] ProcessResult link(const std::string& object, const std::string& output) const;

 private:
  [[nodiscard]] std::string identify(const std::vector<std::string>& flags) const;
  [[nodiscard]] std::vector<std::string> common() const;
  [[nodiscard]] std::vector<std::string> with_prelude() const;
  [[nodiscard]] std::string write_headers() const;

  const Toolchain& toolchain_;
  const CodeCache& cache_;
  const CompileOptions& options_;
  std::vector<std::string> flags_;
  std::string headers_;  // folder of the MSL headers, absolute
  std::string prelude_;  // name of the precompiled prelude in the cache folder
  std::string identity_;
};

// Hash of all embedded MSL headers.
[[nodiscard]] const std::string& msl_headers_identity();

}  // namespace softmetal
