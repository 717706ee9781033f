// cache_folder.cpp: where compiled code lies between runs.
#include "cache_folder.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

namespace metalscope {
namespace {

namespace fs = std::filesystem;

fs::path variable(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? fs::path(value) : fs::path();
}

fs::path root() {
  if (fs::path chosen = variable("METALSCOPE_CACHE_DIR"); !chosen.empty()) return chosen;
  const fs::path home = variable("HOME");
  std::error_code ignored;
  if (!home.empty() && fs::is_directory(home / "Library" / "Caches", ignored)) {
    return home / "Library" / "Caches" / "metalscope";
  }
  if (fs::path base = variable("XDG_CACHE_HOME"); base.is_absolute()) return base / "metalscope";
  return home.empty() ? fs::path() : home / ".cache" / "metalscope";
}

bool is_private(const fs::path& folder) {
  struct stat status{};
  return stat(folder.c_str(), &status) == 0 && S_ISDIR(status.st_mode) &&
         status.st_uid == geteuid() && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

}  // namespace

std::string cache_folder(const std::string& kind) {
  const fs::path base = root();
  if (base.empty()) return {};
  const fs::path folder = base / kind;
  std::error_code error;
  if (!fs::is_directory(folder, error)) {
    fs::create_directories(folder, error);
    if (error) return {};
    fs::permissions(folder, fs::perms::owner_all, error);
  }
  return is_private(folder) ? folder.string() : std::string();
}

}  // namespace metalscope
