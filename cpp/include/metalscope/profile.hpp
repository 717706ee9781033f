// profile.hpp: profile sessions and the event log.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace metalscope {

enum class EventKind : std::uint8_t {
  host_call,  // an Objective-C message of metalscope's to Metal
  kernel,
  copy,
  fill,
  range,
  mark,
  compile,
  alloc,
  free,
  wait,
};

enum EventFlags : std::uint8_t {
  event_failed = 1,   // the command buffer it belongs to failed
  event_untimed = 2,  // start and end could not be had; both are 0
};

// One record of the log; 40 bytes.
struct Event {
  std::int64_t start;  // nanoseconds of the process's monotonic clock
  std::int64_t end;
  std::uint64_t correlation;  // joins a launch with what the device did for it; 0: none
  std::uint32_t name;         // index into Log::names()
  std::uint32_t track;        // index into Log::tracks()
  EventKind kind;
  std::uint8_t flags;
  std::uint16_t reserved0;
  std::uint32_t reserved1;
};
static_assert(sizeof(Event) == 40);

// What only device operations have.
struct Operation {
  std::uint64_t correlation;
  std::uint64_t bytes;       // copied or filled; 0 for kernels whose traffic is unknown
  std::uint32_t threads[3];  // grid, in threads
  std::uint32_t threads_per_threadgroup[3];
  std::uint32_t threadgroup_memory;  // bytes, static and dynamic
  std::uint32_t reserved;
};
static_assert(sizeof(Operation) == 48);

// Where events happened: a host thread or a device queue.
struct Track {
  std::string name;
  bool device = false;
};

// What a session recorded: immutable, contiguous, ordered by start. Copies share it.
class Log {
 public:
  struct Data;
  explicit Log(std::shared_ptr<const Data> data) noexcept : data_(std::move(data)) {}

  [[nodiscard]] std::int64_t start() const noexcept;  // the session's window, nanoseconds
  [[nodiscard]] std::int64_t end() const noexcept;
  [[nodiscard]] std::span<const Event> events() const noexcept;
  [[nodiscard]] std::span<const Operation> operations() const noexcept;  // by correlation
  [[nodiscard]] const std::vector<std::string>& names() const noexcept;
  [[nodiscard]] const std::vector<Track>& tracks() const noexcept;
  [[nodiscard]] std::uint64_t dropped() const noexcept;  // events past the byte bound
  // How device times were taken, in words; whether that changed the program's batching.
  [[nodiscard]] const std::string& timing_method() const noexcept;
  [[nodiscard]] bool batching_changed() const noexcept;

 private:
  std::shared_ptr<const Data> data_;
};

struct SessionOptions {
  std::size_t max_bytes = std::size_t{256} << 20;  // of events; past it they are counted as dropped
};

// A window over the event log. Sessions may nest, overlap, and run on several threads.
class Session {
 public:
  // Waits for all streams, then starts the clock.
  explicit Session(const SessionOptions& options = {});
  // Ends an open session and discards what it holds; does not wait.
  ~Session();
  Session(Session&&) noexcept;
  Session& operator=(Session&&) noexcept;

  // Waits for all streams, stops the clock, merges. A failed command buffer does not throw here: it
  // is in the log, marked failed, and stays pending for the stream's next wait. Throws Interrupted
  // (the session stays open), ProfilerError when called twice.
  Log end();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// The clock of the log: nanoseconds, monotonic.
[[nodiscard]] std::int64_t now() noexcept;

}  // namespace metalscope
