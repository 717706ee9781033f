// scheduler.hpp: runs the command buffers of one queue, in the order in which they were enqueued.
//
// Whoever runs the queue (its executor thread, or a thread that waits for it) holds `running_`; so
// there is one at a time. The executor is made at the first commit. After work it spins for a
// moment, then naps: it looks for work every half millisecond, and only after a while without any
// does it sleep until it is woken. So a program that commits small work and waits for it runs that
// work itself and wakes nobody, while work that nobody waits for still gets done.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "recording.hpp"

namespace softmetal {

class CommandBufferObject;

class Scheduler : public std::enable_shared_from_this<Scheduler> {
 public:
  explicit Scheduler(std::size_t capacity);

  // A place among the unfinished command buffers, and what to record into. Blocks while all places
  // are taken.
  [[nodiscard]] std::unique_ptr<Recording> open();
  // Gives both back, unused.
  void close(std::unique_ptr<Recording> recording) noexcept;

  // Fixes the buffer's place in the order.
  void enqueue(CommandBufferObject& buffer);
  // Makes the executor if there is none yet. Raises in a child process.
  void prepare();
  // Hands it over, after `prepare`; retained until it has run. `prompt`: it is not to wait for the
  // executor's nap.
  void commit(CommandBufferObject& buffer, bool prompt);
  // Takes an enqueued buffer that will never be committed out of the order.
  void abandon(const CommandBufferObject& buffer) noexcept;

  // Runs what is committed up to and including `buffer` on this thread, if that is cheap and
  // nobody else is at it.
  void help(const CommandBufferObject& buffer);
  // Sees to it that the executor does not oversleep.
  void prompt();
  void wait_until_scheduled(const CommandBufferObject& buffer);
  // After the completion handlers.
  void wait_until_finished(const CommandBufferObject& buffer);

  // `buffer` has become scheduled.
  void announce_scheduled();

  // No command buffer is left and none will come.
  void shut_down() noexcept;

  // Raises in a child process: threads do not survive a fork.
  void require_own_process() const;
  [[nodiscard]] bool in_own_process() const noexcept;

 private:
  using Lock = std::unique_lock<std::mutex>;
  enum class Executor { none, awake, napping, asleep };

  void start_executor();
  void execute_forever() noexcept;
  void idle(Lock& lock);
  void wake(bool also_from_nap) noexcept;
  [[nodiscard]] bool ready() const noexcept;
  [[nodiscard]] bool cheap(const CommandBufferObject& until) const noexcept;
  void run_front(Lock& lock);
  void finish(CommandBufferObject& buffer, Lock& lock);

  const std::size_t capacity_;
  const unsigned fork_generation_;

  std::mutex mutex_;
  std::condition_variable work_;            // the executor waits here
  std::condition_variable done_;            // waits for scheduled and finished buffers
  std::condition_variable freed_;           // waits for a place
  std::deque<CommandBufferObject*> order_;  // enqueued, not yet run
  std::vector<std::unique_ptr<Recording>> spare_;
  std::size_t open_ = 0;      // command buffers made and not yet run
  double deferred_cost_ = 0;  // nanoseconds of committed work that nobody was woken for
  bool running_ = false;
  bool shut_down_ = false;
  Executor executor_ = Executor::none;
  std::thread::id executor_id_;
  std::atomic<unsigned> commits_{0};  // for the executor to spin on
};

}  // namespace softmetal
