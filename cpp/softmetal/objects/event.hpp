// event.hpp: the implementation of MTL::Event and MTL::SharedEvent.
#pragma once

#include <Metal/MTLEvent.hpp>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <vector>

#include "object.hpp"

namespace softmetal {

class CommandBufferObject;

// A value that only rises. Waiting threads know which committed command buffers are going to
// signal it, so that they can see to it that those run. Its lock is a leaf: nothing else is locked
// while it is held.
class EventObject : public Implements<MTL::SharedEvent> {
 public:
  using Clock = std::chrono::steady_clock;

  [[nodiscard]] const char* class_name() const noexcept override { return "SoftMetalEvent"; }

  [[nodiscard]] std::uint64_t value() const noexcept {
    return value_.load(std::memory_order_acquire);
  }
  [[nodiscard]] bool reached(std::uint64_t value) const noexcept { return this->value() >= value; }

  // A value below the current one has no effect.
  void signal(std::uint64_t value);
  // A host thread's wait; it runs the work that leads to the signal itself when that is cheap.
  // False when the deadline passed first.
  bool wait(std::uint64_t value, Clock::time_point deadline);
  // A queue's wait, without end.
  void wait_on_device(std::uint64_t value);
  // `function` is called on the framework thread.
  void notify(std::uint64_t value, MTL::SharedEventNotificationFunction function);

  // `buffer` has been committed and is going to signal `value`. True when somebody waits for it
  // already. To be removed before the buffer goes.
  bool add_signaler(CommandBufferObject& buffer, std::uint64_t value);
  void remove_signaler(const CommandBufferObject& buffer) noexcept;

  NS::SharedPtr<NS::String> label;

 private:
  struct Signaler {
    CommandBufferObject* buffer;
    std::uint64_t value;
  };
  struct Notification {
    std::uint64_t value;
    MTL::SharedEventNotificationFunction function;
  };

  // The first committed command buffer that brings the event to `value`; null when there is none.
  Ref<CommandBufferObject> signaler_of(std::uint64_t value);

  std::atomic<std::uint64_t> value_{0};  // written under the lock
  std::mutex mutex_;
  std::condition_variable risen_;
  unsigned waiting_ = 0;
  std::vector<Signaler> signalers_;  // in order of commit
  std::vector<Notification> notifications_;
};

}  // namespace softmetal
