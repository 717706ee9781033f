// process.hpp: runs a compiler process to its end. May use: POSIX, the standard library.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace softmetal {

struct ProcessResult {
  bool started = false;    // false: `error` says why
  bool timed_out = false;  // it was killed
  int exit_code = -1;      // 128 + signal number when a signal ended it
  std::string output;      // standard output
  std::string messages;    // standard error
  std::string error;

  [[nodiscard]] bool ok() const noexcept { return started && !timed_out && exit_code == 0; }
};

// Runs `arguments[0]` (a path; no shell, no search) with `input` as its standard input. Captures
// both outputs, each up to 64 MiB. Thread-safe; interrupted waits go on.
[[nodiscard]] ProcessResult run_process(const std::vector<std::string>& arguments,
                                        std::string_view input, std::chrono::milliseconds timeout);

}  // namespace softmetal
