// process.cpp: posix_spawn, three pipes, one poll loop.
#include "process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

extern char** environ;

namespace softmetal {
namespace {

constexpr std::size_t output_limit = std::size_t{64} << 20;

class FileDescriptor {
 public:
  FileDescriptor() = default;
  explicit FileDescriptor(int fd) noexcept : fd_(fd) {}
  FileDescriptor(FileDescriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~FileDescriptor() { reset(); }
  void reset() noexcept {
    if (fd_ >= 0) ::close(std::exchange(fd_, -1));
  }
  [[nodiscard]] int get() const noexcept { return fd_; }
  [[nodiscard]] bool is_open() const noexcept { return fd_ >= 0; }

 private:
  int fd_ = -1;
};

struct Channel {
  FileDescriptor ours;
  FileDescriptor theirs;
};

// A socket pair instead of a pipe for the input: send() can be told not to raise SIGPIPE.
bool open_input(Channel& channel) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return false;
  channel = {FileDescriptor(ends[0]), FileDescriptor(ends[1])};
  return ::fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0;
}

bool open_output(Channel& channel) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return false;
  channel = {FileDescriptor(ends[0]), FileDescriptor(ends[1])};
  return ::fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0;
}

// Reads what is there; false at end of file.
bool drain(int fd, std::string& text) {
  std::array<char, 65536> chunk;
  for (;;) {
    const ssize_t count = ::read(fd, chunk.data(), chunk.size());
    if (count > 0) {
      const std::size_t room = output_limit - std::min(output_limit, text.size());
      text.append(chunk.data(), std::min(room, static_cast<std::size_t>(count)));
    } else if (count == 0) {
      return false;
    } else if (errno != EINTR) {
      return errno == EAGAIN;
    }
  }
}

// Writes what fits; false when there is nothing more to write or nobody reads.
bool feed(int fd, std::string_view& input) {
  while (!input.empty()) {
    // poll() reports no event of a closed one.
    // NOLINTNEXTLINE(clang-analyzer-unix.StdCLibraryFunctions)
    const ssize_t count = ::send(fd, input.data(), input.size(), MSG_NOSIGNAL);
    if (count >= 0) {
      input.remove_prefix(static_cast<std::size_t>(count));
    } else if (errno != EINTR) {
      return errno == EAGAIN;
    }
  }
  return false;
}

int spawn(const std::vector<std::string>& arguments, const Channel& in, const Channel& out,
          const Channel& err, pid_t& pid) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in.theirs.get(), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, out.theirs.get(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, err.theirs.get(), STDERR_FILENO);
  // Signals that the calling thread blocks or the process ignores are the host program's business.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none;
  sigemptyset(&none);
  sigset_t defaults;
  sigemptyset(&defaults);
  sigaddset(&defaults, SIGPIPE);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  // A group of its own: Ctrl-C reaches the host program, which decides.
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  std::vector<char*> argv;
  argv.reserve(arguments.size() + 1);
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  const int status = ::posix_spawn(&pid, argv[0], &actions, &attributes, argv.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return status;
}

// Moves data until both outputs are closed or the deadline passes (false).
bool exchange(Channel& in, Channel& out, Channel& err, std::string_view input,
              ProcessResult& result, std::chrono::steady_clock::time_point deadline) {
  while (out.ours.is_open() || err.ours.is_open()) {
    if (in.ours.is_open() && input.empty()) in.ours.reset();
    std::array<pollfd, 3> watched{pollfd{out.ours.get(), POLLIN, 0},
                                  pollfd{err.ours.get(), POLLIN, 0},
                                  pollfd{in.ours.get(), POLLOUT, 0}};
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        deadline - std::chrono::steady_clock::now());
    if (left.count() <= 0) return false;
    if (::poll(watched.data(), watched.size(), static_cast<int>(left.count())) < 0) {
      if (errno == EINTR) continue;
      return false;
    }
    if (watched[0].revents != 0 && !drain(out.ours.get(), result.output)) out.ours.reset();
    if (watched[1].revents != 0 && !drain(err.ours.get(), result.messages)) err.ours.reset();
    if (watched[2].revents != 0 && !feed(in.ours.get(), input)) in.ours.reset();
  }
  return true;
}

// A host program may ignore SIGCHLD, and then no status is left for us: ECHILD counts as success.
int wait_for_exit(pid_t pid) {
  int status = 0;
  pid_t waited;
  do {
    waited = ::waitpid(pid, &status, 0);
  } while (waited < 0 && errno == EINTR);
  if (waited < 0) return 0;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

ProcessResult run_process(const std::vector<std::string>& arguments, std::string_view input,
                          std::chrono::milliseconds timeout) {
  ProcessResult result;
  Channel in;
  Channel out;
  Channel err;
  pid_t pid = -1;
  if (!open_input(in) || !open_output(out) || !open_output(err)) {
    result.error = std::string("cannot create a pipe: ") + std::strerror(errno);
    return result;
  }
  if (const int status = spawn(arguments, in, out, err, pid); status != 0) {
    result.error = "cannot run '" + arguments[0] + "': " + std::strerror(status);
    return result;
  }
  result.started = true;
  in.theirs.reset();
  out.theirs.reset();
  err.theirs.reset();
  const auto deadline = std::chrono::steady_clock::now() + timeout;
  if (!exchange(in, out, err, input, result, deadline)) {
    result.timed_out = true;
    ::kill(pid, SIGKILL);
  }
  result.exit_code = wait_for_exit(pid);
  return result;
}

}  // namespace softmetal
