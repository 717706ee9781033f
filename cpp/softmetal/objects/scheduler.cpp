// scheduler.cpp: the order, the executor thread and the waits of one queue.
#include "scheduler.hpp"

#include <algorithm>
#include <chrono>

#include "autorelease_pool.hpp"
#include "command_buffer.hpp"
#include "framework_thread.hpp"
#include "spin.hpp"
#include "validation.hpp"

namespace softmetal {
namespace {

// Committed work that takes longer than this is worth waking the executor for, which costs 7 µs
// here and some tens there; less of it can wait for the end of a nap.
constexpr double wake_above = 25e3;  // nanoseconds
// A waiting thread runs what takes less than this itself. It has nothing better to do; but a wait
// with a time limit, or one to be interrupted, should not last much longer than it was meant to.
constexpr double help_below = 2e6;  // nanoseconds

constexpr auto nap = std::chrono::microseconds(500);
constexpr int naps = 40;  // before sleeping for good

}  // namespace

Scheduler::Scheduler(std::size_t capacity)
    : capacity_(capacity), fork_generation_(softmetal::fork_generation()) {}

bool Scheduler::in_own_process() const noexcept {
  return fork_generation_ == softmetal::fork_generation();
}

void Scheduler::require_own_process() const {
  require(in_own_process(),
          "this command queue was made before fork(): a child process has to make Metal objects "
          "of its own (or be spawned instead of forked)");
}

// ---- places -------------------------------------------------------------------------------------

std::unique_ptr<Recording> Scheduler::open() {
  require_own_process();
  Lock lock(mutex_);
  while (open_ == capacity_) {
    if (ready() && cheap(*order_.front())) {
      run_front(lock);
    } else {
      wake(true);
      freed_.wait(lock);
    }
  }
  ++open_;
  if (spare_.empty()) return std::make_unique<Recording>();
  auto recording = std::move(spare_.back());
  spare_.pop_back();
  return recording;
}

void Scheduler::close(std::unique_ptr<Recording> recording) noexcept {
  recording->reset();
  const Lock lock(mutex_);
  --open_;
  if (spare_.size() < capacity_) spare_.push_back(std::move(recording));
  freed_.notify_one();
}

// ---- order --------------------------------------------------------------------------------------

void Scheduler::enqueue(CommandBufferObject& buffer) {
  const Lock lock(mutex_);
  order_.push_back(&buffer);
  buffer.enqueued = true;
}

void Scheduler::prepare() {
  require_own_process();
  const Lock lock(mutex_);
  if (executor_ == Executor::none) start_executor();
}

void Scheduler::commit(CommandBufferObject& buffer, bool prompt) {
  const Lock lock(mutex_);
  if (!buffer.enqueued) order_.push_back(&buffer);
  buffer.enqueued = true;
  buffer.committed = true;
  buffer.retain();
  deferred_cost_ += buffer.expected_cost();
  commits_.fetch_add(1, std::memory_order_release);
  wake(prompt || deferred_cost_ > wake_above);
}

void Scheduler::abandon(const CommandBufferObject& buffer) noexcept {
  const Lock lock(mutex_);
  std::erase(order_, &buffer);
  if (ready()) wake(true);
}

bool Scheduler::ready() const noexcept {
  return !running_ && !order_.empty() && order_.front()->committed;
}

bool Scheduler::cheap(const CommandBufferObject& until) const noexcept {
  double cost = 0;
  for (const CommandBufferObject* buffer : order_) {
    if (!buffer->committed || !buffer->can_run_anywhere()) return false;
    cost += buffer->expected_cost();
    if (buffer == &until) break;
  }
  return cost < help_below;
}

void Scheduler::run_front(Lock& lock) {
  CommandBufferObject& buffer = *order_.front();
  running_ = true;
  deferred_cost_ = 0;
  lock.unlock();
  auto recording = buffer.run();
  lock.lock();
  order_.pop_front();
  running_ = false;
  --open_;
  spare_.push_back(std::move(recording));
  freed_.notify_one();
  finish(buffer, lock);
}

void Scheduler::finish(CommandBufferObject& buffer, Lock& lock) {
  if (buffer.has_completed_handlers()) {
    // Without holding the queue: a handler may use it, and wait for it.
    lock.unlock();
    buffer.call_completed_handlers();
    lock.lock();
  }
  buffer.set_finished();
  done_.notify_all();
  lock.unlock();
  buffer.release();
  lock.lock();
}

// ---- the executor -------------------------------------------------------------------------------

void Scheduler::start_executor() {
  start_thread([self = shared_from_this()] { self->execute_forever(); });
  executor_ = Executor::awake;
}

void Scheduler::execute_forever() noexcept {
  Lock lock(mutex_);
  executor_id_ = std::this_thread::get_id();
  while (true) {
    if (ready()) {
      const PoolScope pool;
      run_front(lock);
    } else if (shut_down_) {
      return;
    } else {
      idle(lock);
    }
  }
}

void Scheduler::idle(Lock& lock) {
  const auto something_to_do = [this] { return ready() || shut_down_; };
  const unsigned seen = commits_.load(std::memory_order_relaxed);
  lock.unlock();
  spin_until([&] { return commits_.load(std::memory_order_acquire) != seen; });
  lock.lock();
  executor_ = Executor::napping;
  for (int i = 0; i < naps && !something_to_do(); ++i) {
    const unsigned before = commits_.load(std::memory_order_relaxed);
    work_.wait_for(lock, nap, something_to_do);
    if (commits_.load(std::memory_order_relaxed) != before) i = 0;
  }
  if (!something_to_do()) {
    executor_ = Executor::asleep;
    work_.wait(lock, something_to_do);
  }
  executor_ = Executor::awake;
}

// With the lock held.
void Scheduler::wake(bool also_from_nap) noexcept {
  if (executor_ == Executor::asleep || (executor_ == Executor::napping && also_from_nap)) {
    work_.notify_one();
  }
}

void Scheduler::prompt() {
  const Lock lock(mutex_);
  wake(true);
}

void Scheduler::shut_down() noexcept {
  const Lock lock(mutex_);
  shut_down_ = true;
  wake(true);
}

// ---- waits --------------------------------------------------------------------------------------

void Scheduler::help(const CommandBufferObject& buffer) {
  require_own_process();
  Lock lock(mutex_);
  // The executor waits here only inside a handler, where nobody else would run the queue for it.
  const bool executor = std::this_thread::get_id() == executor_id_;
  while (!buffer.executed() && ready() && (executor || cheap(buffer))) run_front(lock);
  if (!buffer.executed() || ready()) wake(true);
}

void Scheduler::wait_until_scheduled(const CommandBufferObject& buffer) {
  help(buffer);
  Lock lock(mutex_);
  done_.wait(lock, [&] { return buffer.scheduled(); });
}

void Scheduler::wait_until_finished(const CommandBufferObject& buffer) {
  if (buffer.finished()) return;
  help(buffer);
  if (spin_until([&] { return buffer.finished(); })) return;
  Lock lock(mutex_);
  done_.wait(lock, [&] { return buffer.finished(); });
}

void Scheduler::announce_scheduled() {
  const Lock lock(mutex_);
  done_.notify_all();
}

}  // namespace softmetal
