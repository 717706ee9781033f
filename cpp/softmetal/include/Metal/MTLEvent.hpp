// MTLEvent.hpp: values that only rise, signaled and waited for by queues and, when shared, by the
// host.
#pragma once

#include <functional>

#include "../Foundation/Foundation.hpp"

namespace MTL {

class Device;
class SharedEvent;

using SharedEventNotificationFunction =
    std::function<void(SharedEvent* pEvent, std::uint64_t value)>;

class Event : public NS::Referencing<Event> {
 public:
  Device* device() const;
  NS::String* label() const;
  void setLabel(const NS::String* label);
};

// Whose thread notifications run on: one framework thread serves all listeners.
class SharedEventListener : public NS::Referencing<SharedEventListener> {
 public:
  static SharedEventListener* alloc();
  dispatch_queue_t dispatchQueue() const;  // null
  SharedEventListener* init();
  SharedEventListener* init(const dispatch_queue_t dispatchQueue);
  static SharedEventListener* sharedListener();
};

class SharedEvent : public NS::Referencing<SharedEvent, Event> {
 public:
#ifdef __BLOCKS__
  using SharedEventNotificationBlock = void (^)(SharedEvent* pEvent, std::uint64_t value);
  void notifyListener(const MTL::SharedEventListener* listener, uint64_t value,
                      const SharedEventNotificationBlock block) {
    notifyListener(listener, value,
                   SharedEventNotificationFunction(softmetal::runtime::RetainedBlock(block)));
  }
#endif
  // Once, when the event has reached `value`; at once when it has already.
  void notifyListener(const MTL::SharedEventListener* listener, uint64_t value,
                      const MTL::SharedEventNotificationFunction& function);
  // A value below the current one has no effect.
  void setSignaledValue(uint64_t signaledValue);
  uint64_t signaledValue() const;
  // False when the time is over first.
  bool waitUntilSignaledValue(uint64_t value, uint64_t milliseconds);
};

}  // namespace MTL
