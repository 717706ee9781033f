// command_buffer.hpp: the implementation of MTL::CommandBuffer.
#pragma once

#include <Metal/MTLCommandBuffer.hpp>
#include <atomic>
#include <cstddef>
#include <memory>
#include <vector>

#include "object.hpp"
#include "recording.hpp"
#include "scheduler.hpp"

namespace softmetal {

class CommandQueueObject;
class EncoderObject;

class CommandBufferObject : public Implements<MTL::CommandBuffer> {
 public:
  CommandBufferObject(Ref<CommandQueueObject> on, bool retains,
                      MTL::CommandBufferErrorOption errors);
  [[nodiscard]] const char* class_name() const noexcept override {
    return "SoftMetalCommandBuffer";
  }

  // ---- encoding: one thread at a time, before commit ----

  // Raises when nothing may be encoded: committed, or another encoder is open.
  void require_encodable(const char* what) const;
  void open_encoder(const char* what);
  void close_encoder() noexcept { encoder_open_ = false; }
  [[nodiscard]] Recording& recording() noexcept { return *recording_; }
  // Keeps a resource until completion, unless references are not retained.
  void keep_resource(ObjectBase* object) {
    if (retained_references) recording_->keep(object);
  }
  void add_handler(std::vector<MTL::HandlerFunction>& handlers, const char* kind,
                   const MTL::HandlerFunction& function);
  void add_event_command(const MTL::Event* event, std::uint64_t value, bool wait);
  void enqueue();
  void commit();

  // ---- waiting ----

  void help() { scheduler_->help(*this); }
  void prompt() { scheduler_->prompt(); }
  void wait_until_scheduled();
  void wait_until_completed();

  [[nodiscard]] MTL::CommandBufferStatus status() const noexcept {
    return status_.load(std::memory_order_acquire);
  }
  [[nodiscard]] bool scheduled() const noexcept {
    return status() >= MTL::CommandBufferStatusScheduled;
  }
  [[nodiscard]] bool executed() const noexcept {
    return status() >= MTL::CommandBufferStatusCompleted;
  }
  // Executed, and its completion handlers have returned.
  [[nodiscard]] bool finished() const noexcept { return finished_.load(std::memory_order_acquire); }

  // ---- for the scheduler ----

  // Runs the commands and lets go of what they used. Returns the emptied recording.
  [[nodiscard]] std::unique_ptr<Recording> run() noexcept;
  // Whether a waiting thread may run it: it calls no handlers, and blocks on no event.
  [[nodiscard]] bool can_run_anywhere() const noexcept;
  [[nodiscard]] double expected_cost() const noexcept { return recording_->expected_cost; }
  [[nodiscard]] bool has_completed_handlers() const noexcept { return !completed_handlers.empty(); }
  void call_completed_handlers() noexcept { call(completed_handlers); }
  void set_finished() noexcept { finished_.store(true, std::memory_order_release); }

  bool enqueued = false;   // guarded by the scheduler's lock once committed
  bool committed = false;  // guarded by the scheduler's lock

  const Ref<CommandQueueObject> queue;
  const bool retained_references;
  const MTL::CommandBufferErrorOption error_options;
  NS::SharedPtr<NS::String> label;
  NS::SharedPtr<NS::Error> error;  // set before the status becomes Error
  std::vector<MTL::HandlerFunction> scheduled_handlers;
  std::vector<MTL::HandlerFunction> completed_handlers;
  // Host seconds; 0 until known.
  std::atomic<double> gpu_start{0};
  std::atomic<double> gpu_end{0};
  std::atomic<double> kernel_start{0};
  std::atomic<double> kernel_end{0};

 protected:
  ~CommandBufferObject() override;

 private:
  void set_scheduled();
  void call(std::vector<MTL::HandlerFunction>& handlers) noexcept;
  void remove_from_events() noexcept;
  [[nodiscard]] NS::SharedPtr<NS::Error> make_failure(const ExecutionResult& result) const;

  const std::shared_ptr<Scheduler> scheduler_;
  std::unique_ptr<Recording> recording_;  // gone when it has run
  bool encoder_open_ = false;
  std::atomic<MTL::CommandBufferStatus> status_{MTL::CommandBufferStatusNotEnqueued};
  std::atomic<bool> finished_{false};
};

}  // namespace softmetal
