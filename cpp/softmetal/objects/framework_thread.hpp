// framework_thread.hpp: threads of ours: how they are made, and the one that runs callbacks.
#pragma once

#include <functional>

namespace softmetal {

// Starts a detached thread with all asynchronous signals blocked: they are the host program's, and
// belong on threads of its own.
void start_thread(std::function<void()> body);

// Runs `job` on the process's callback thread, in order, inside an autorelease pool. An exception
// that leaves it is dropped: nobody could catch it, and it must not end the process.
void on_framework_thread(std::function<void()> job);

// Counts the forks between the first process and this one. Threads do not survive a fork, so what
// was made under another count cannot run any more.
[[nodiscard]] unsigned fork_generation() noexcept;

}  // namespace softmetal
