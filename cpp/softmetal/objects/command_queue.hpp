// command_queue.hpp: the implementation of MTL::CommandQueue.
#pragma once

#include <Metal/MTLCommandQueue.hpp>
#include <memory>

#include "object.hpp"
#include "scheduler.hpp"

namespace softmetal {

class CommandQueueObject : public Implements<MTL::CommandQueue> {
 public:
  explicit CommandQueueObject(std::size_t capacity)
      : scheduler(std::make_shared<Scheduler>(capacity)) {}
  [[nodiscard]] const char* class_name() const noexcept override { return "SoftMetalCommandQueue"; }

  const std::shared_ptr<Scheduler> scheduler;  // shared with its executor thread
  NS::SharedPtr<NS::String> label;

 protected:
  ~CommandQueueObject() override {
    if (scheduler->in_own_process()) scheduler->shut_down();
  }
};

}  // namespace softmetal
