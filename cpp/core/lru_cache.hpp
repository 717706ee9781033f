// lru_cache.hpp: values by content digest, the least recently used going first.
#pragma once

#include <cstddef>
#include <list>
#include <memory>
#include <unordered_map>
#include <utility>

#include "digest.hpp"

namespace metalscope {

// Not thread-safe.
template <class Value>
class LruCache {
 public:
  explicit LruCache(std::size_t capacity) noexcept : capacity_(capacity) {}

  [[nodiscard]] std::shared_ptr<Value> find(const Digest& key) {
    const auto found = index_.find(key);
    if (found == index_.end()) return nullptr;
    entries_.splice(entries_.begin(), entries_, found->second);
    return found->second->second;
  }

  // Keeps and returns what is already there under that key, if anything is.
  std::shared_ptr<Value> insert(const Digest& key, std::shared_ptr<Value> value) {
    if (auto present = find(key)) return present;
    entries_.emplace_front(key, std::move(value));
    index_.emplace(key, entries_.begin());
    if (entries_.size() > capacity_) {
      index_.erase(entries_.back().first);
      entries_.pop_back();
    }
    return entries_.front().second;
  }

  [[nodiscard]] std::size_t size() const noexcept { return entries_.size(); }

 private:
  using Entries = std::list<std::pair<Digest, std::shared_ptr<Value>>>;
  std::size_t capacity_;
  Entries entries_;  // most recently used first
  std::unordered_map<Digest, typename Entries::iterator, DigestHash> index_;
};

}  // namespace metalscope
