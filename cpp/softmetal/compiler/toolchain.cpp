// toolchain.cpp: finding clang, and telling one installation from another without running it.
#include "toolchain.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <set>
#include <string_view>

namespace softmetal {
namespace {

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

bool is_executable(const std::string& path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
         ::access(path.c_str(), X_OK) == 0;
}

std::string search_path(std::string_view program) {
  const std::string path = environment("PATH");
  std::string_view rest = path;
  while (!rest.empty()) {
    const std::size_t colon = rest.find(':');
    const std::string_view folder = rest.substr(0, colon);
    rest.remove_prefix(colon == std::string_view::npos ? rest.size() : colon + 1);
    if (folder.empty() || folder.front() != '/') continue;
    std::string candidate = std::string(folder) + "/" + std::string(program);
    if (is_executable(candidate)) return candidate;
  }
  return {};
}

bool is_zig(std::string_view path) { return path.substr(path.rfind('/') + 1).starts_with("zig"); }

std::string binary_identity(const std::string& path) {
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0) return path;
  return path + "|" + std::to_string(status.st_size) + "|" + std::to_string(status.st_mtim.tv_sec) +
         "." + std::to_string(status.st_mtim.tv_nsec) + "|" + std::to_string(status.st_ino);
}

std::string read_cpu_identity() {
  // One core's worth of these lines; the rest of /proc/cpuinfo changes from boot to boot.
  static constexpr std::string_view wanted[] = {"model name", "cpu family", "model",   "stepping",
                                                "flags",      "Features",   "CPU part"};
  std::ifstream file("/proc/cpuinfo");
  std::set<std::string> lines;
  for (std::string line; std::getline(file, line) && !line.empty();) {
    const std::string key = line.substr(0, line.find_first_of("\t:"));
    for (const std::string_view name : wanted) {
      if (key == name) lines.insert(line);
    }
  }
  std::string identity;
  for (const std::string& line : lines) identity += line + "\n";
  return identity;
}

}  // namespace

Toolchain find_toolchain() {
  Toolchain toolchain;
  std::string path = environment("METALSCOPE_CLANG");
  if (path.empty()) {
    path = search_path("clang");
    if (path.empty()) {
      toolchain.error =
          "no compiler for Metal kernels was found: `pip install ziglang` (and set "
          "METALSCOPE_CLANG to its zig binary outside Python), or put clang on PATH";
      return toolchain;
    }
  } else if (!is_executable(path)) {
    toolchain.error = "METALSCOPE_CLANG names '" + path +
                      "', which is not an executable file: expected the path of clang or zig";
    return toolchain;
  }
  if (is_zig(path)) {
    toolchain.compiler = {path, "clang"};
    toolchain.linker = {path, "ld.lld", "-shared"};
  } else {
    toolchain.compiler = {path};
    toolchain.linker = {path, "-shared", "-nostdlib"};
  }
  toolchain.identity = binary_identity(path);
  return toolchain;
}

const std::string& cpu_identity() {
  static const std::string identity = read_cpu_identity();
  return identity;
}

}  // namespace softmetal
