// event.cpp: MTL::Event, MTL::SharedEvent and MTL::SharedEventListener.
#include "event.hpp"

#include <algorithm>
#include <utility>

#include "command_buffer.hpp"
#include "device.hpp"
#include "framework_thread.hpp"
#include "spin.hpp"
#include "validation.hpp"

namespace softmetal {

void EventObject::signal(std::uint64_t value) {
  std::vector<Notification> due;
  {
    const std::lock_guard lock(mutex_);
    if (value <= value_.load(std::memory_order_relaxed)) return;
    value_.store(value, std::memory_order_release);
    const auto later = std::ranges::stable_partition(
        notifications_, [&](const Notification& n) { return n.value > value; });
    std::ranges::move(later, std::back_inserter(due));
    notifications_.erase(later.begin(), later.end());
    risen_.notify_all();
  }
  for (Notification& notification : due) {
    on_framework_thread(
        [event = Ref<EventObject>(this), value, function = std::move(notification.function)] {
          function(event->handle(), value);
        });
  }
}

bool EventObject::wait(std::uint64_t value, Clock::time_point deadline) {
  if (reached(value)) return true;
  if (const auto buffer = signaler_of(value)) buffer->help();
  if (spin_until([&] { return reached(value); })) return true;
  std::unique_lock lock(mutex_);
  ++waiting_;
  const bool risen = risen_.wait_until(lock, deadline, [&] { return reached(value); });
  --waiting_;
  return risen;
}

void EventObject::wait_on_device(std::uint64_t value) {
  if (reached(value)) return;
  if (const auto buffer = signaler_of(value)) buffer->prompt();
  std::unique_lock lock(mutex_);
  ++waiting_;
  risen_.wait(lock, [&] { return reached(value); });
  --waiting_;
}

void EventObject::notify(std::uint64_t value, MTL::SharedEventNotificationFunction function) {
  {
    const std::lock_guard lock(mutex_);
    if (!reached(value)) {
      notifications_.push_back({value, std::move(function)});
      function = nullptr;
    }
  }
  if (function) {
    on_framework_thread([event = Ref<EventObject>(this), function = std::move(function)] {
      function(event->handle(), event->value());
    });
  } else if (const auto signaler = signaler_of(value)) {
    signaler->prompt();
  }
}

bool EventObject::add_signaler(CommandBufferObject& buffer, std::uint64_t value) {
  const std::lock_guard lock(mutex_);
  signalers_.push_back({&buffer, value});
  return waiting_ != 0 || !notifications_.empty();
}

void EventObject::remove_signaler(const CommandBufferObject& buffer) noexcept {
  const std::lock_guard lock(mutex_);
  std::erase_if(signalers_, [&](const Signaler& s) { return s.buffer == &buffer; });
}

Ref<CommandBufferObject> EventObject::signaler_of(std::uint64_t value) {
  const std::lock_guard lock(mutex_);
  const auto found =
      std::ranges::find_if(signalers_, [&](const Signaler& s) { return s.value >= value; });
  // Alive: it takes itself out of the list before it goes.
  return found == signalers_.end() ? Ref<CommandBufferObject>()
                                   : Ref<CommandBufferObject>(found->buffer);
}

namespace {

class ListenerObject : public Implements<MTL::SharedEventListener> {
 public:
  [[nodiscard]] const char* class_name() const noexcept override {
    return "MTLSharedEventListener";
  }
};

// The moment so many milliseconds from now, or the clock's last one.
EventObject::Clock::time_point after(std::uint64_t milliseconds) {
  using Clock = EventObject::Clock;
  const auto now = Clock::now();
  const auto left =
      std::chrono::duration_cast<std::chrono::milliseconds>(Clock::time_point::max() - now);
  if (milliseconds >= static_cast<std::uint64_t>(left.count())) return Clock::time_point::max();
  return now + std::chrono::milliseconds(milliseconds);
}

}  // namespace
}  // namespace softmetal

using softmetal::EventObject;
using softmetal::get;
using softmetal::ListenerObject;
using softmetal::send;

MTL::Event* MTL::Device::newEvent() { return newSharedEvent(); }

MTL::SharedEvent* MTL::Device::newSharedEvent() {
  return softmetal::exists(this) ? (new EventObject)->handle() : nullptr;
}

MTL::Device* MTL::Event::device() const { return softmetal::device_of(this); }

NS::String* MTL::Event::label() const { return get(this, &EventObject::label); }

void MTL::Event::setLabel(const NS::String* label) {
  softmetal::set(this, &EventObject::label, label);
}

void MTL::SharedEvent::notifyListener(const SharedEventListener* listener, uint64_t value,
                                      const SharedEventNotificationFunction& function) {
  send<EventObject>(this, [&](EventObject& self) {
    softmetal::require(listener != nullptr, "notifyListener: the listener is nil");
    self.notify(value, function);
  });
}

void MTL::SharedEvent::setSignaledValue(uint64_t signaledValue) {
  send<EventObject>(this, [&](EventObject& self) { self.signal(signaledValue); });
}

uint64_t MTL::SharedEvent::signaledValue() const { return get(this, &EventObject::value); }

bool MTL::SharedEvent::waitUntilSignaledValue(uint64_t value, uint64_t milliseconds) {
  return send<EventObject>(
      this, [&](EventObject& self) { return self.wait(value, softmetal::after(milliseconds)); });
}

MTL::SharedEventListener* MTL::SharedEventListener::alloc() {
  return (new ListenerObject)->handle();
}
dispatch_queue_t MTL::SharedEventListener::dispatchQueue() const { return nullptr; }
MTL::SharedEventListener* MTL::SharedEventListener::init() { return this; }
MTL::SharedEventListener* MTL::SharedEventListener::init(const dispatch_queue_t /*queue*/) {
  return this;
}
MTL::SharedEventListener* MTL::SharedEventListener::sharedListener() {
  static auto* const listener = new ListenerObject;
  return listener->handle();
}
