// chunk_list.hpp: an append-only log of one writer thread that another thread reads while it grows.
// No locks: a writer only ever touches its last chunk, a reader frees only chunks before it.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>

#include "clock.hpp"

namespace metalscope::trace {

template <class T, std::size_t capacity>
class ChunkList {
 public:
  static constexpr std::size_t chunk_bytes = capacity * sizeof(T);

  ChunkList() = default;
  ChunkList(const ChunkList&) = delete;
  ChunkList& operator=(const ChunkList&) = delete;
  ~ChunkList() {
    for (Chunk* chunk = first_.load(std::memory_order_acquire); chunk != nullptr;) {
      Chunk* next = chunk->next.load(std::memory_order_acquire);
      delete chunk;
      chunk = next;
    }
  }

  // The writer's. False when a new chunk was needed and `may_grow()` refused it.
  template <class MayGrow>
  bool append(const T& item, MayGrow&& may_grow) noexcept {
    std::uint32_t count = last_ != nullptr ? last_->count.load(std::memory_order_relaxed) : 0;
    if (last_ == nullptr || count == capacity) {
      if (!may_grow() || !grow()) return false;
      count = 0;
    }
    last_->items[count] = item;
    last_->count.store(count + 1, std::memory_order_release);
    return true;
  }

  // The reader's (one at a time): every item appended so far.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (const Chunk* chunk = first_.load(std::memory_order_acquire); chunk != nullptr;
         chunk = chunk->next.load(std::memory_order_acquire)) {
      const std::uint32_t count = chunk->count.load(std::memory_order_acquire);
      for (std::uint32_t i = 0; i < count; ++i) visit(chunk->items[i]);
    }
  }

  // The reader's: how many that are, at least.
  [[nodiscard]] std::size_t size() const noexcept {
    std::size_t sum = 0;
    for (const Chunk* chunk = first_.load(std::memory_order_acquire); chunk != nullptr;
         chunk = chunk->next.load(std::memory_order_acquire)) {
      sum += chunk->count.load(std::memory_order_acquire);
    }
    return sum;
  }

  // The reader's: frees the chunks that were full before `time`. The last one stays with the
  // writer.
  void trim(std::int64_t time) noexcept {
    Chunk* chunk = first_.load(std::memory_order_acquire);
    while (chunk != nullptr) {
      Chunk* next = chunk->next.load(std::memory_order_acquire);
      if (next == nullptr || chunk->full_since >= time) break;
      first_.store(next, std::memory_order_release);
      delete chunk;
      chunk = next;
    }
  }

 private:
  struct Chunk {
    std::atomic<std::uint32_t> count{0};
    std::int64_t full_since = 0;  // written before `next` is published
    std::atomic<Chunk*> next{nullptr};
    std::array<T, capacity> items;
  };

  bool grow() noexcept {
    auto* chunk = new (std::nothrow) Chunk;
    if (chunk == nullptr) return false;
    if (last_ == nullptr) {
      first_.store(chunk, std::memory_order_release);
    } else {
      last_->full_since = clock::now();
      last_->next.store(chunk, std::memory_order_release);
    }
    last_ = chunk;
    return true;
  }

  std::atomic<Chunk*> first_{nullptr};
  Chunk* last_ = nullptr;  // the writer's
};

}  // namespace metalscope::trace
