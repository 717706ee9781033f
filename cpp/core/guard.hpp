// guard.hpp: what every outermost entry into the core goes through: one autorelease pool, foreign
// exceptions (NSException on a Mac, the software device's) turned into Error, a clear refusal in a
// forked child, and, once no lock is held any more, the callbacks of wrapped memory.
#pragma once

#include <functional>
#include <optional>
#include <type_traits>
#include <utility>

namespace metalscope::guard {

// Runs `body(context)` inside an autorelease pool. guard.mm or guard.cpp.
void with_pool(void (*body)(void*), void* context);

// Runs `body(context)` as an entry: with_pool and the rest, unless the thread is inside one
// already.
void enter(void (*body)(void*), void* context);

// From now on a child of fork() is refused: neither a device nor its threads survive a fork.
void forbid_fork();
// True in a child of fork() that inherited a device.
[[nodiscard]] bool is_forked_child() noexcept;

// Calls `callback` with no lock of the core's held: at once, or when the outermost entry ends.
void call_later(std::function<void()> callback);

template <class Function>
auto entry(Function&& function) -> std::invoke_result_t<Function> {
  using Result = std::invoke_result_t<Function>;
  if constexpr (std::is_void_v<Result>) {
    enter([](void* f) { (*static_cast<std::remove_reference_t<Function>*>(f))(); },
          const_cast<void*>(static_cast<const void*>(&function)));
  } else {
    std::optional<Result> result;
    auto body = [&] { result.emplace(function()); };
    enter([](void* f) { (*static_cast<decltype(body)*>(f))(); }, &body);
    return std::move(*result);  // NOLINT(bugprone-unchecked-optional-access): enter() ran or threw
  }
}

}  // namespace metalscope::guard
