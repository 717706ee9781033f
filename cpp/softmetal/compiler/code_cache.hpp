// code_cache.hpp: the user's folder of compiled kernels. A file in it is loaded into this process,
// so only files that are provably ours are: right owner, not writable by others, right checksum.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace softmetal {

// A private folder under `parent`, removed with its contents at the end of the scope.
class TemporaryFolder {
 public:
  explicit TemporaryFolder(const std::string& parent);
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  // Empty when it could not be made.
  [[nodiscard]] const std::string& path() const noexcept { return path_; }

 private:
  std::string path_;
};

// A verified object file, and the text that was stored with it.
struct CachedObject {
  std::string path;
  std::string notes;
};

// Thread-safe; other processes may use the same folder at the same time.
class CodeCache {
 public:
  // METALSCOPE_CACHE_DIR, else $XDG_CACHE_HOME/metalscope, else ~/.cache/metalscope; a temporary
  // folder of this process when that one cannot be used.
  CodeCache();
  ~CodeCache();
  CodeCache(const CodeCache&) = delete;
  CodeCache& operator=(const CodeCache&) = delete;

  // What the environment names; empty when it names nothing.
  [[nodiscard]] static std::string configured_folder();

  // Makes the folder again if somebody removed it while the process ran.
  void ensure_folder() const;
  [[nodiscard]] bool usable() const noexcept { return !folder_.empty(); }
  // Where everything lies; ends without a slash. Mode 0700.
  [[nodiscard]] const std::string& folder() const noexcept { return folder_; }

  // The object stored under `key` (a file name), if it is there and sound.
  [[nodiscard]] std::optional<CachedObject> find(const std::string& key) const;
  // Stores `object` with `notes`, atomically; a file already there is replaced.
  [[nodiscard]] std::optional<CachedObject> store(const std::string& key, std::string_view object,
                                                  std::string_view notes) const;
  // Stores a plain file (no checksum) at a path relative to the folder, atomically.
  [[nodiscard]] bool store_file(const std::string& name, std::string_view content) const;
  // True when the file under `name` is ours (owner, mode) and not empty.
  [[nodiscard]] bool has_file(const std::string& name) const;

 private:
  std::string folder_;
  bool temporary_ = false;
};

// The whole file, or nothing.
[[nodiscard]] std::optional<std::string> read_file(const std::string& path);

}  // namespace softmetal
