// command_buffer.cpp: MTL::CommandBuffer.
#include "command_buffer.hpp"

#include <algorithm>

#include "array.hpp"
#include "command_queue.hpp"
#include "device.hpp"
#include "dictionary.hpp"
#include "encoder_info.hpp"
#include "error.hpp"
#include "string.hpp"
#include "validation.hpp"

namespace softmetal {

CommandBufferObject::CommandBufferObject(Ref<CommandQueueObject> on, bool retains,
                                         MTL::CommandBufferErrorOption errors)
    : queue(std::move(on)),
      retained_references(retains),
      error_options(errors),
      scheduler_(queue->scheduler),
      recording_(scheduler_->open()) {}

CommandBufferObject::~CommandBufferObject() {
  if (!scheduler_->in_own_process()) {
    // The scheduler's lock may have been held by a thread that is not here: the recording is
    // leaked. NOLINTNEXTLINE(bugprone-unused-return-value)
    static_cast<void>(recording_.release());
  } else if (recording_) {
    if (enqueued) scheduler_->abandon(*this);
    scheduler_->close(std::move(recording_));
  }
}

// ---- encoding -----------------------------------------------------------------------------------

void CommandBufferObject::require_encodable(const char* what) const {
  require(status() < MTL::CommandBufferStatusCommitted, what,
          ": the command buffer has already been committed");
  require(!encoder_open_, what, " with uncommitted encoder: call endEncoding first");
}

void CommandBufferObject::open_encoder(const char* what) {
  require_encodable(what);
  encoder_open_ = true;
}

void CommandBufferObject::add_handler(std::vector<MTL::HandlerFunction>& handlers, const char* kind,
                                      const MTL::HandlerFunction& function) {
  require(status() < MTL::CommandBufferStatusCommitted, kind,
          " handler provided after commit call");
  handlers.push_back(function);
}

void CommandBufferObject::add_event_command(const MTL::Event* event, std::uint64_t value,
                                            bool wait) {
  require_encodable(wait ? "encodeWaitForEvent:value:" : "encodeSignalEvent:value:");
  require(event != nullptr, wait ? "encodeWaitForEvent" : "encodeSignalEvent",
          ": event must not be nil");
  auto* object = impl<EventObject>(event);
  recording_->keep(object);
  if (wait) {
    recording_->waits.push_back({object, value});
    recording_->commands.emplace_back(WaitCommand{object, value});
  } else {
    recording_->signals.push_back({object, value});
    recording_->commands.emplace_back(SignalCommand{object, value});
  }
}

void CommandBufferObject::enqueue() {
  require(status() == MTL::CommandBufferStatusNotEnqueued,
          "enqueue: ", "the command buffer has already been enqueued or committed");
  scheduler_->enqueue(*this);
  status_.store(MTL::CommandBufferStatusEnqueued, std::memory_order_release);
}

void CommandBufferObject::commit() {
  require(status() < MTL::CommandBufferStatusCommitted,
          "commit an already committed command buffer");
  require(!encoder_open_, "commit command buffer with uncommitted encoder");
  scheduler_->prepare();
  status_.store(MTL::CommandBufferStatusCommitted, std::memory_order_release);
  bool prompt = !can_run_anywhere();
  for (const SignalCommand& signal : recording_->signals) {
    prompt |= signal.event->add_signaler(*this, signal.value);
  }
  scheduler_->commit(*this, prompt);
}

// ---- waiting ------------------------------------------------------------------------------------

void CommandBufferObject::wait_until_scheduled() {
  require(status() >= MTL::CommandBufferStatusCommitted,
          "waitUntilScheduled: the command buffer has not been committed");
  if (!scheduled()) scheduler_->wait_until_scheduled(*this);
}

void CommandBufferObject::wait_until_completed() {
  require(status() >= MTL::CommandBufferStatusCommitted,
          "waitUntilCompleted: the command buffer has not been committed");
  scheduler_->wait_until_finished(*this);
}

// ---- running ------------------------------------------------------------------------------------

bool CommandBufferObject::can_run_anywhere() const noexcept {
  return scheduled_handlers.empty() && completed_handlers.empty() &&
         std::ranges::all_of(recording_->waits, [](const WaitCommand& wait) {
           return wait.event->reached(wait.value);
         });
}

std::unique_ptr<Recording> CommandBufferObject::run() noexcept {
  Engine& engine = the_device().engine;
  constexpr double seconds = 1e-9;
  kernel_start.store(static_cast<double>(engine.timestamp()) * seconds);
  set_scheduled();
  kernel_end.store(static_cast<double>(engine.timestamp()) * seconds);

  const ExecutionResult result = execute(*recording_, engine);

  gpu_start.store(static_cast<double>(result.start) * seconds);
  gpu_end.store(static_cast<double>(result.end) * seconds);
  const bool failed = result.fault != Fault::none;
  if (failed) error = make_failure(result);
  remove_from_events();
  auto recording = std::move(recording_);
  recording->reset();
  status_.store(failed ? MTL::CommandBufferStatusError : MTL::CommandBufferStatusCompleted,
                std::memory_order_release);
  return recording;
}

void CommandBufferObject::set_scheduled() {
  status_.store(MTL::CommandBufferStatusScheduled, std::memory_order_release);
  if (!scheduled_handlers.empty()) call(scheduled_handlers);
  scheduler_->announce_scheduled();
}

// A handler's exception has nobody above it but our own thread, and the buffer's work is done: it
// is dropped, as one that leaves a block of Metal's would end the process.
void CommandBufferObject::call(std::vector<MTL::HandlerFunction>& handlers) noexcept {
  for (MTL::HandlerFunction& handler : handlers) {
    try {
      handler(handle());
    } catch (...) {
    }
    handler = nullptr;
  }
}

void CommandBufferObject::remove_from_events() noexcept {
  for (const SignalCommand& signal : recording_->signals) signal.event->remove_signaler(*this);
}

NS::SharedPtr<NS::Error> CommandBufferObject::make_failure(const ExecutionResult& result) const {
  auto failure = make_error(command_buffer_error_domain, static_cast<NS::Integer>(result.fault),
                            result.message);
  if ((error_options & MTL::CommandBufferErrorOptionEncoderExecutionStatus) != 0) {
    const auto infos = encoder_infos(recording_->passes, result.commands_done);
    auto* info = impl<DictionaryObject>(failure->userInfo());
    info->insert(impl<ObjectBase>(MTL::CommandBufferEncoderInfoErrorKey),
                 impl<ObjectBase>(infos.get()));
  }
  return failure;
}

namespace {

CFTimeInterval seconds(const void* handle, std::atomic<double> CommandBufferObject::* time) {
  return send<CommandBufferObject>(handle,
                                   [&](CommandBufferObject& self) { return (self.*time).load(); });
}

}  // namespace
}  // namespace softmetal

using softmetal::CommandBufferObject;
using softmetal::get;
using softmetal::send;

CFTimeInterval MTL::CommandBuffer::GPUEndTime() const {
  return softmetal::seconds(this, &CommandBufferObject::gpu_end);
}
CFTimeInterval MTL::CommandBuffer::GPUStartTime() const {
  return softmetal::seconds(this, &CommandBufferObject::gpu_start);
}
CFTimeInterval MTL::CommandBuffer::kernelEndTime() const {
  return softmetal::seconds(this, &CommandBufferObject::kernel_end);
}
CFTimeInterval MTL::CommandBuffer::kernelStartTime() const {
  return softmetal::seconds(this, &CommandBufferObject::kernel_start);
}

void MTL::CommandBuffer::addCompletedHandler(const HandlerFunction& function) {
  send<CommandBufferObject>(this, [&](CommandBufferObject& self) {
    self.add_handler(self.completed_handlers, "Completed", function);
  });
}

void MTL::CommandBuffer::addScheduledHandler(const HandlerFunction& function) {
  send<CommandBufferObject>(this, [&](CommandBufferObject& self) {
    self.add_handler(self.scheduled_handlers, "Scheduled", function);
  });
}

void MTL::CommandBuffer::encodeSignalEvent(const Event* event, uint64_t value) {
  send<CommandBufferObject>(
      this, [&](CommandBufferObject& self) { self.add_event_command(event, value, false); });
}

void MTL::CommandBuffer::encodeWait(const Event* event, uint64_t value) {
  send<CommandBufferObject>(
      this, [&](CommandBufferObject& self) { self.add_event_command(event, value, true); });
}

void MTL::CommandBuffer::enqueue() { get(this, &CommandBufferObject::enqueue); }

void MTL::CommandBuffer::commit() { get(this, &CommandBufferObject::commit); }

void MTL::CommandBuffer::waitUntilScheduled() {
  get(this, &CommandBufferObject::wait_until_scheduled);
}

void MTL::CommandBuffer::waitUntilCompleted() {
  get(this, &CommandBufferObject::wait_until_completed);
}

MTL::CommandBufferStatus MTL::CommandBuffer::status() const {
  return get(this, &CommandBufferObject::status);
}

NS::Error* MTL::CommandBuffer::error() const {
  return send<CommandBufferObject>(this, [](CommandBufferObject& self) {
    return self.status() == CommandBufferStatusError ? self.error.get() : nullptr;
  });
}

MTL::CommandBufferErrorOption MTL::CommandBuffer::errorOptions() const {
  return get(this, &CommandBufferObject::error_options);
}

MTL::CommandQueue* MTL::CommandBuffer::commandQueue() const {
  return send<CommandBufferObject>(this,
                                   [](CommandBufferObject& self) { return self.queue->handle(); });
}

MTL::Device* MTL::CommandBuffer::device() const { return softmetal::device_of(this); }

NS::String* MTL::CommandBuffer::label() const { return get(this, &CommandBufferObject::label); }

void MTL::CommandBuffer::setLabel(const NS::String* label) {
  softmetal::set(this, &CommandBufferObject::label, label);
}

void MTL::CommandBuffer::popDebugGroup() {}

void MTL::CommandBuffer::pushDebugGroup(const NS::String* /*string*/) {}

bool MTL::CommandBuffer::retainedReferences() const {
  return get(this, &CommandBufferObject::retained_references);
}
