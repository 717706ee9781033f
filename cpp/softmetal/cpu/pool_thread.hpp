// pool_thread.hpp: starts the engine's own threads.
#pragma once

#include <functional>

namespace softmetal::cpu {

// Starts a detached thread that takes no signals but those that its own code raises and the
// watchdog's; false when the system has none left. `name` is what debuggers and `top` show.
bool start_pool_thread(const char* name, std::function<void()> body) noexcept;

}  // namespace softmetal::cpu
