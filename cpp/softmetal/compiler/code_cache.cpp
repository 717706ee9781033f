// code_cache.cpp: verified reads, atomic writes.
//
// A stored object is  object | notes | u64 object size | u64 notes size | SHA-256 of all before |
// magic.  ELF loaders ignore what follows the sections, so the file is loaded as it is.
#include "code_cache.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "sha256.hpp"

namespace softmetal {
namespace {

constexpr std::string_view magic = "softmetal-code-1";
constexpr std::size_t digest_size = sizeof(Sha256::Digest);
constexpr std::size_t trailer_size = 2 * sizeof(std::uint64_t) + digest_size + magic.size();

bool is_ours(const struct stat& status) {
  return status.st_uid == ::geteuid() && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

bool make_private_folder(const std::string& path) {
  std::error_code error;
  const std::filesystem::path folder(path);
  std::filesystem::create_directories(folder.parent_path(), error);
  if (::mkdir(path.c_str(), 0700) != 0 && errno != EEXIST) return false;
  struct stat status{};
  return ::lstat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode) && is_ours(status) &&
         ::access(path.c_str(), R_OK | W_OK | X_OK) == 0;
}

std::string temporary_base() {
  const char* base = std::getenv("TMPDIR");
  return base != nullptr && base[0] == '/' ? base : "/tmp";
}

std::string make_temporary(const std::string& parent) {
  std::string pattern = parent + "/metalscope-XXXXXX";
  return ::mkdtemp(pattern.data()) == nullptr ? std::string() : pattern;
}

bool read_all(int fd, std::string& content) {
  for (std::size_t done = 0; done < content.size();) {
    const ssize_t count = ::read(fd, content.data() + done, content.size() - done);
    if (count == 0 || (count < 0 && errno != EINTR)) return false;
    if (count > 0) done += static_cast<std::size_t>(count);
  }
  return true;
}

bool write_all(int fd, std::string_view content) {
  while (!content.empty()) {
    const ssize_t count = ::write(fd, content.data(), content.size());
    if (count < 0 && errno != EINTR) return false;
    if (count > 0) content.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

// `must_be_ours`: refuses links, other owners, files that others may write.
std::optional<std::string> read_checked(const std::string& path, bool must_be_ours) {
  const int flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | (must_be_ours ? O_NOFOLLOW : 0);
  const int fd = ::open(path.c_str(), flags);
  if (fd < 0) return std::nullopt;
  std::optional<std::string> content;
  struct stat status{};
  if (::fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && (!must_be_ours || is_ours(status))) {
    content.emplace(static_cast<std::size_t>(status.st_size), '\0');
    if (!read_all(fd, *content)) content.reset();
  }
  ::close(fd);
  return content;
}

std::uint64_t read_u64(std::string_view bytes) {
  std::uint64_t value = 0;
  std::memcpy(&value, bytes.data(), sizeof value);
  return value;
}

void append_u64(std::string& bytes, std::uint64_t value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

std::string_view as_text(const Sha256::Digest& digest) {
  return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}

// The notes of a sound object file.
std::optional<std::string> verify(std::string_view file) {
  if (file.size() < trailer_size || !file.ends_with(magic)) return std::nullopt;
  const std::string_view trailer = file.substr(file.size() - trailer_size);
  const std::uint64_t object_size = read_u64(trailer);
  const std::uint64_t notes_size = read_u64(trailer.substr(8));
  const std::size_t body = file.size() - trailer_size;
  if (object_size > body || notes_size != body - object_size) return std::nullopt;
  const Sha256::Digest digest = Sha256::of(file.substr(0, body + 16));
  if (trailer.substr(16, digest_size) != as_text(digest)) return std::nullopt;
  return std::string(file.substr(object_size, notes_size));
}

}  // namespace

TemporaryFolder::TemporaryFolder(const std::string& parent) : path_(make_temporary(parent)) {}

TemporaryFolder::~TemporaryFolder() {
  std::error_code error;
  if (!path_.empty()) std::filesystem::remove_all(path_, error);
}

std::string CodeCache::configured_folder() {
  const auto value = [](const char* name) {
    const char* text = std::getenv(name);
    return text == nullptr ? std::string() : std::string(text);
  };
  // A relative folder would move with the working directory.
  const auto absolute = [](const std::string& path) {
    std::error_code error;
    return std::filesystem::absolute(path, error).string();
  };
  if (const std::string folder = value("METALSCOPE_CACHE_DIR"); !folder.empty()) {
    return absolute(folder);
  }
  if (const std::string base = value("XDG_CACHE_HOME"); base.starts_with('/')) {
    return base + "/metalscope";
  }
  if (const std::string home = value("HOME"); home.starts_with('/')) {
    return home + "/.cache/metalscope";
  }
  return {};
}

CodeCache::CodeCache() : folder_(configured_folder()) {
  if (!folder_.empty() && make_private_folder(folder_)) return;
  folder_ = make_temporary(temporary_base());
  temporary_ = !folder_.empty();
}

CodeCache::~CodeCache() {
  std::error_code error;
  if (temporary_) std::filesystem::remove_all(folder_, error);
}

void CodeCache::ensure_folder() const {
  if (!folder_.empty()) make_private_folder(folder_);
}

std::optional<CachedObject> CodeCache::find(const std::string& key) const {
  const std::string path = folder_ + "/" + key;
  const std::optional<std::string> file = read_checked(path, true);
  if (!file) return std::nullopt;
  std::optional<std::string> notes = verify(*file);
  if (!notes) return std::nullopt;
  return CachedObject{path, std::move(*notes)};
}

std::optional<CachedObject> CodeCache::store(const std::string& key, std::string_view object,
                                             std::string_view notes) const {
  std::string file;
  file.reserve(object.size() + notes.size() + trailer_size);
  file += object;
  file += notes;
  append_u64(file, object.size());
  append_u64(file, notes.size());
  file += as_text(Sha256::of(file));
  file += magic;
  if (!store_file(key, file)) return std::nullopt;
  return CachedObject{folder_ + "/" + key, std::string(notes)};
}

bool CodeCache::store_file(const std::string& name, std::string_view content) const {
  std::string temporary = folder_ + "/new-XXXXXX";
  const int fd = ::mkostemp(temporary.data(), O_CLOEXEC);
  if (fd < 0) return false;
  const std::string path = folder_ + "/" + name;
  const bool written = write_all(fd, content);
  const bool closed = ::close(fd) == 0;
  if (written && closed && ::rename(temporary.c_str(), path.c_str()) == 0) return true;
  ::unlink(temporary.c_str());
  return false;
}

bool CodeCache::has_file(const std::string& name) const {
  struct stat status{};
  const std::string path = folder_ + "/" + name;
  return ::lstat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) && is_ours(status) &&
         status.st_size > 0;
}

std::optional<std::string> read_file(const std::string& path) { return read_checked(path, false); }

}  // namespace softmetal
