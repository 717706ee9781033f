// tracer.cpp: the event log: interning, recording, windows.
#include "tracer.hpp"

#include <algorithm>
#include <limits>

namespace metalscope::trace {

constinit std::atomic<std::uint32_t> open_sessions{0};

namespace {

// Plain pointers, so that they can be looked at after the thread's destructors have run.
constinit thread_local ThreadLog* current_log = nullptr;
constinit thread_local bool thread_is_ending = false;

bool is_device_operation(EventKind kind) noexcept {
  return kind == EventKind::kernel || kind == EventKind::copy || kind == EventKind::fill;
}

bool belongs(const Event& event, const Window& window, std::int64_t end) noexcept {
  if (is_device_operation(event.kind)) return event.correlation > window.first_correlation;
  return event.start >= window.start && event.end <= end;
}

// Rewrites `id` to a number of the extract's own, giving it one when it is new.
class Renumbering {
 public:
  explicit Renumbering(std::size_t count) : local_(count, unknown) {}
  template <class Item>
  void apply(std::uint32_t& id, const std::vector<Item>& all, std::vector<Item>& used) {
    std::uint32_t& local = local_[id];
    if (local == unknown) {
      local = static_cast<std::uint32_t>(used.size());
      used.push_back(all[id]);
    }
    id = local;
  }

 private:
  static constexpr std::uint32_t unknown = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> local_;
};

}  // namespace

// Tells the tracer when its thread ends.
class ThreadLogOwner {
 public:
  ThreadLogOwner() = default;
  ThreadLogOwner(const ThreadLogOwner&) = delete;
  ThreadLogOwner& operator=(const ThreadLogOwner&) = delete;
  ~ThreadLogOwner() {
    thread_is_ending = true;
    if (current_log != nullptr)
      Tracer::instance().thread_ended(std::exchange(current_log, nullptr));
  }
  void touch() const noexcept {}
};

Tracer& Tracer::instance() {
  static auto* tracer = new Tracer;
  return *tracer;
}

NameId intern(const char* name) { return Tracer::instance().intern(name); }

NameId Tracer::intern(std::string_view name) {
  const std::lock_guard lock(mutex_);
  const auto [entry, fresh] =
      name_ids_.try_emplace(std::string(name), static_cast<NameId>(names_.size()));
  if (fresh) names_.emplace_back(name);
  return entry->second;
}

TrackId Tracer::add_device_track() {
  const std::lock_guard lock(mutex_);
  tracks_.push_back({"queue " + std::to_string(++queues_), true});
  return static_cast<TrackId>(tracks_.size() - 1);
}

ThreadLog* Tracer::thread_log() noexcept {
  if (current_log != nullptr) [[likely]]
    return current_log;
  if (thread_is_ending) return nullptr;
  thread_local ThreadLogOwner owner;
  owner.touch();
  try {
    const std::lock_guard lock(mutex_);
    const auto track = static_cast<TrackId>(tracks_.size());
    tracks_.push_back({"thread " + std::to_string(++threads_), false});
    current_log = logs_.emplace_back(std::make_unique<ThreadLog>(track)).get();
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
  return current_log;
}

void Tracer::thread_ended(ThreadLog* log) noexcept {
  const std::lock_guard lock(mutex_);
  if (windows_.empty()) {
    dropped_by_ended_ += log->dropped.load(std::memory_order_relaxed);
    std::erase_if(logs_, [log](const auto& owned) { return owned.get() == log; });
  } else {
    ended_.push_back(log);
  }
}

bool Tracer::may_grow(std::size_t bytes) noexcept {
  if (grown_.load(std::memory_order_relaxed) >= growth_limit_.load(std::memory_order_relaxed)) {
    return false;
  }
  grown_.fetch_add(bytes, std::memory_order_relaxed);
  return true;
}

void Tracer::append(ThreadLog& log, const Event& event) noexcept {
  if (!log.events.append(event, [&] { return may_grow(decltype(log.events)::chunk_bytes); })) {
    log.dropped.store(log.dropped.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  }
}

void Tracer::record(const Event& event) noexcept {
  if (ThreadLog* log = thread_log()) append(*log, event);
}

void Tracer::record(const Operation& operation) noexcept {
  ThreadLog* log = thread_log();
  if (log == nullptr) return;
  // An operation without its details is still an event.
  log->operations.append(operation,
                         [&] { return may_grow(decltype(log->operations)::chunk_bytes); });
}

void Tracer::record_host(NameId name, EventKind kind, std::int64_t start,
                         std::int64_t end) noexcept {
  ThreadLog* log = thread_log();
  if (log == nullptr) return;
  append(*log, Event{.start = start,
                     .end = end,
                     .correlation = log->correlation,
                     .name = name,
                     .track = log->track,
                     .kind = kind,
                     .flags = 0,
                     .reserved0 = 0,
                     .reserved1 = 0});
}

void record_host(NameId name, EventKind kind, std::int64_t start, std::int64_t end) noexcept {
  Tracer::instance().record_host(name, kind, start, end);
}

std::uint64_t Tracer::dropped_by_threads() const noexcept {
  std::uint64_t sum = dropped_by_ended_;
  for (const auto& log : logs_) sum += log->dropped.load(std::memory_order_relaxed);
  return sum;
}

Window* Tracer::open(std::size_t max_bytes) {
  const std::lock_guard lock(mutex_);
  auto window = std::make_unique<Window>();
  window->max_bytes = max_bytes;
  window->first_correlation = correlation_.load(std::memory_order_relaxed);
  window->dropped_before = dropped_by_threads();
  window->growth_limit = grown_.load(std::memory_order_relaxed) + max_bytes;
  Window* result = windows_.emplace_back(std::move(window)).get();
  update_limits();
  open_sessions.fetch_add(1, std::memory_order_relaxed);
  result->start = clock::now();
  return result;
}

void Tracer::close(Window* window) noexcept {
  const std::lock_guard lock(mutex_);
  std::erase_if(windows_, [window](const auto& owned) { return owned.get() == window; });
  open_sessions.fetch_sub(1, std::memory_order_relaxed);
  update_limits();
  std::int64_t oldest = std::numeric_limits<std::int64_t>::max();
  for (const auto& open : windows_) oldest = std::min(oldest, open->start);
  for (const auto& log : logs_) {
    log->events.trim(oldest);
    log->operations.trim(oldest);
  }
  if (!windows_.empty()) return;
  for (const ThreadLog* log : ended_) {
    dropped_by_ended_ += log->dropped.load(std::memory_order_relaxed);
    std::erase_if(logs_, [log](const auto& owned) { return owned.get() == log; });
  }
  ended_.clear();
}

void Tracer::update_limits() noexcept {
  std::uint64_t limit = 0;
  for (const auto& window : windows_) limit = std::max(limit, window->growth_limit);
  growth_limit_.store(limit, std::memory_order_relaxed);
}

Extract Tracer::extract(const Window& window, std::int64_t end) {
  const std::lock_guard lock(mutex_);
  Extract result;
  std::size_t most = 0;
  for (const auto& log : logs_) most += log->events.size();
  result.events.reserve(most);
  for (const auto& log : logs_) {
    log->events.for_each([&](const Event& event) {
      if (belongs(event, window, end)) result.events.push_back(event);
    });
    log->operations.for_each([&](const Operation& operation) {
      if (operation.correlation > window.first_correlation) result.operations.push_back(operation);
    });
  }
  result.dropped = dropped_by_threads() - window.dropped_before;

  // By start; of those that start together the enclosing one first.
  const auto earlier = [](const Event& a, const Event& b) {
    if (a.start != b.start) return a.start < b.start;
    if (a.end != b.end) return a.end > b.end;
    return a.correlation < b.correlation;
  };
  if (!std::ranges::is_sorted(result.events, earlier)) std::ranges::sort(result.events, earlier);
  std::size_t bytes = 0;
  std::size_t kept = 0;
  for (; kept < result.events.size(); ++kept) {
    bytes += sizeof(Event);
    if (is_device_operation(result.events[kept].kind)) bytes += sizeof(Operation);
    if (bytes > window.max_bytes) break;
  }
  result.dropped += result.events.size() - kept;
  result.events.resize(kept);

  std::vector<std::uint64_t> launched;
  for (const Event& event : result.events) {
    if (is_device_operation(event.kind)) launched.push_back(event.correlation);
  }
  std::ranges::sort(launched);
  std::erase_if(result.operations, [&](const Operation& operation) {
    return !std::ranges::binary_search(launched, operation.correlation);
  });
  std::ranges::sort(result.operations, {}, &Operation::correlation);

  Renumbering names(names_.size());
  Renumbering tracks(tracks_.size());
  for (Event& event : result.events) {
    names.apply(event.name, names_, result.names);
    tracks.apply(event.track, tracks_, result.tracks);
  }
  return result;
}

}  // namespace metalscope::trace
