// trace.hpp: the instrumented line. Every call that the core makes across the seam is
//   trace::call<"[MTLCommandBuffer commit]">([&] { buffer->commit(); })
// which, with no session open, costs one relaxed load and a branch.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "clock.hpp"
#include "metalscope/profile.hpp"

namespace metalscope::trace {

// Number of open sessions; only the tracer writes it.
extern constinit std::atomic<std::uint32_t> open_sessions;

[[nodiscard]] inline bool recording() noexcept {
  return open_sessions.load(std::memory_order_relaxed) != 0;
}

// A name's number in the process-wide table; 0 is the empty name.
using NameId = std::uint32_t;
[[nodiscard]] NameId intern(const char* name);

// A name that lives in the program text, interned when it is first recorded.
class StaticName {
 public:
  explicit constexpr StaticName(const char* text) noexcept : text_(text) {}
  [[nodiscard]] NameId id() {
    const NameId known = id_.load(std::memory_order_relaxed);
    if (known != 0) [[likely]]
      return known;
    const NameId fresh = intern(text_);
    id_.store(fresh, std::memory_order_relaxed);
    return fresh;
  }

 private:
  const char* text_;
  std::atomic<NameId> id_{0};
};

template <std::size_t n>
struct Literal {
  char text[n];
  // NOLINTNEXTLINE(misc-explicit-constructor): a string literal is one
  consteval Literal(const char (&source)[n]) { std::copy_n(source, n, text); }
};

template <Literal literal>
inline constinit StaticName static_name{literal.text};

// Appends to the calling thread's log: an event of the host with the thread's track and current
// correlation.
void record_host(NameId name, EventKind kind, std::int64_t start, std::int64_t end) noexcept;

// Records the time from its construction to its end, also when that is an exception.
class Span {
 public:
  explicit Span(StaticName& name, EventKind kind = EventKind::host_call) noexcept
      : name_(name), kind_(kind), start_(clock::now()) {}
  ~Span() { record_host(name_.id(), kind_, start_, clock::now()); }
  Span(const Span&) = delete;
  Span& operator=(const Span&) = delete;

 private:
  StaticName& name_;
  EventKind kind_;
  std::int64_t start_;
};

template <Literal message, class Call>
[[gnu::always_inline]] inline decltype(auto) call(Call&& function) {
  if (!recording()) [[likely]]
    return std::forward<Call>(function)();
  const Span span(static_name<message>);
  return std::forward<Call>(function)();
}

}  // namespace metalscope::trace
