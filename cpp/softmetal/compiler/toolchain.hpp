// toolchain.hpp: which clang compiles kernels, and what identifies it in cache keys.
#pragma once

#include <string>
#include <vector>

namespace softmetal {

struct Toolchain {
  std::vector<std::string> compiler;  // leading arguments: {"…/zig", "clang"} or {"…/clang"}
  std::vector<std::string> linker;    // {"…/zig", "ld.lld"} or {"…/clang", "-shared", ...}
  std::string identity;               // path, size and modification time of the binary
  std::string error;                  // not empty: none was found; says what to do

  [[nodiscard]] bool found() const noexcept { return error.empty(); }
};

// Looks at METALSCOPE_CLANG (a path to clang, or to zig, whose `zig clang` is used), else for
// `clang` on PATH. Launches nothing; a few system calls.
[[nodiscard]] Toolchain find_toolchain();

// What `-march=native` compiles for: the model name and feature flags of this machine's CPU.
[[nodiscard]] const std::string& cpu_identity();

}  // namespace softmetal
