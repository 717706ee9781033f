// tracer.hpp: the event log. Each thread appends to a log of its own; sessions are windows over all
// of them. Knows nothing of Metal.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "chunk_list.hpp"
#include "metalscope/profile.hpp"
#include "trace.hpp"

namespace metalscope::trace {

using TrackId = std::uint32_t;

// One thread's part of the log.
struct ThreadLog {
  explicit ThreadLog(TrackId id) noexcept : track(id) {}
  const TrackId track;
  std::uint64_t correlation = 0;          // of the operation that the thread is launching; 0: none
  std::atomic<std::uint64_t> dropped{0};  // written by the thread alone
  ChunkList<Event, 1024> events;
  ChunkList<Operation, 256> operations;
};

// What an open session wants of the log.
struct Window {
  std::int64_t start = 0;
  std::uint64_t first_correlation = 0;  // device operations launched in it have a larger one
  std::uint64_t dropped_before = 0;     // of all threads, when it was opened
  std::size_t max_bytes = 0;
  std::uint64_t growth_limit = 0;  // of Tracer::grown_
};

// What a window held, sorted by start; operations by correlation.
struct Extract {
  std::vector<Event> events;
  std::vector<Operation> operations;
  std::vector<std::string> names;
  std::vector<Track> tracks;
  std::uint64_t dropped = 0;
};

class Tracer {
 public:
  // Made at first use, never destroyed: threads may end after static destructors have run.
  static Tracer& instance();

  NameId intern(std::string_view name);
  TrackId add_device_track();
  // Numbers device operations; only asked for while a session is open.
  [[nodiscard]] std::uint64_t next_correlation() noexcept {
    return correlation_.fetch_add(1, std::memory_order_relaxed) + 1;
  }

  // All append to the calling thread's log; the first with its track and correlation.
  void record_host(NameId name, EventKind kind, std::int64_t start, std::int64_t end) noexcept;
  void record(const Event& event) noexcept;
  void record(const Operation& operation) noexcept;

  // The calling thread's log, made at first use; null while the thread is ending.
  ThreadLog* thread_log() noexcept;

  // A window stays where it is until it is closed.
  Window* open(std::size_t max_bytes);
  void close(Window* window) noexcept;
  // The events between the window's start and `end`; at most its byte bound, the earliest ones.
  Extract extract(const Window& window, std::int64_t end);

 private:
  friend class ThreadLogOwner;
  Tracer() = default;
  void thread_ended(ThreadLog* log) noexcept;
  void append(ThreadLog& log, const Event& event) noexcept;
  bool may_grow(std::size_t bytes) noexcept;
  void update_limits() noexcept;
  [[nodiscard]] std::uint64_t dropped_by_threads() const noexcept;

  std::atomic<std::uint64_t> correlation_{0};
  std::atomic<std::uint64_t> grown_{0};         // bytes of all chunks ever made
  std::atomic<std::uint64_t> growth_limit_{0};  // the farthest of the open windows
  mutable std::mutex mutex_;                    // all below
  std::unordered_map<std::string, NameId> name_ids_;
  std::vector<std::string> names_{""};
  std::vector<Track> tracks_;
  std::uint32_t threads_ = 0;
  std::uint32_t queues_ = 0;
  std::vector<std::unique_ptr<ThreadLog>> logs_;
  std::vector<ThreadLog*> ended_;
  std::uint64_t dropped_by_ended_ = 0;
  std::vector<std::unique_ptr<Window>> windows_;
};

}  // namespace metalscope::trace
