// stream.cpp: encoding into the open command buffer.
#include "stream.hpp"

#include "clock.hpp"
#include "guard.hpp"
#include "metalscope/error.hpp"
#include "text.hpp"
#include "tracer.hpp"

namespace metalscope::detail {

namespace {

std::atomic<std::uint64_t> batch_numbers{0};

MTL::Size to_metal(const Size& size) noexcept { return MTL::Size(size[0], size[1], size[2]); }

}  // namespace

Stream::Stream(std::shared_ptr<Device> device) : device_(std::move(device)) {
  MTL::Device* metal = device_->metal();
  queue_ =
      Owned(trace::call<"[MTLDevice newCommandQueue]">([&] { return metal->newCommandQueue(); }));
  finished_ =
      Owned(trace::call<"[MTLDevice newSharedEvent]">([&] { return metal->newSharedEvent(); }));
  if (!queue_ || !finished_) {
    throw OutOfMemoryError(
        "The device has no command queue left. End threads that have used "
        "metalscope, or share a stream between threads.");
  }
  descriptor_ = Owned(trace::call<"[MTLCommandBufferDescriptor init]">(
      [] { return MTL::CommandBufferDescriptor::alloc()->init(); }));
  // Batches hold what they use themselves, and failures are to name their encoder.
  trace::call<"[MTLCommandBufferDescriptor setRetainedReferences:]">(
      [&] { descriptor_->setRetainedReferences(false); });
  trace::call<"[MTLCommandBufferDescriptor setErrorOptions:]">(
      [&] { descriptor_->setErrorOptions(MTL::CommandBufferErrorOptionEncoderExecutionStatus); });
  track_ = trace::Tracer::instance().add_device_track();
}

Stream::~Stream() = default;

// How the operation being encoded is timed; all empty when nobody records.
struct Stream::Sampling {
  TimingMethod method = TimingMethod::undecided;
  TimedOperation* operation = nullptr;
  MTL::CounterSampleBuffer* buffer = nullptr;  // null: not sampled
  NS::UInteger first = 0;                      // of the two samples
};

Batch& Stream::open_batch() {
  if (open_ != nullptr && clock::now() - open_->opened_at > flush_rules.age) close_batch();
  if (open_ != nullptr) return *open_;
  collect_locked();
  std::unique_ptr<Batch> batch;
  if (spare_.empty()) {
    batch = std::make_unique<Batch>();
  } else {
    batch = std::move(spare_.back());
    spare_.pop_back();
  }
  batch->number = batch_numbers.fetch_add(1, std::memory_order_relaxed) + 1;
  batch->sequence = sequence_ + 1;
  batch->commands = Owned<MTL::CommandBuffer>::retain(
      trace::call<"[MTLCommandQueue commandBufferWithDescriptor:]">(
          [&] { return queue_->commandBuffer(descriptor_.get()); }));
  if (!batch->commands) {
    throw OutOfMemoryError("The device has no command buffer left; wait with synchronize() first.");
  }
  batch->opened_at = clock::now();
  ++sequence_;
  open_ = std::move(batch);
  return *open_;
}

void Stream::end_encoder() {
  Batch& batch = *open_;
  if (batch.compute) {
    trace::call<"[MTLComputeCommandEncoder endEncoding]">([&] { batch.compute->endEncoding(); });
    batch.compute.reset();
    batch.bound_kernel = nullptr;
  }
  if (batch.blit) {
    trace::call<"[MTLBlitCommandEncoder endEncoding]">([&] { batch.blit->endEncoding(); });
    batch.blit.reset();
  }
}

void Stream::close_batch() {
  if (open_ == nullptr) return;
  end_encoder();
  MTL::CommandBuffer* commands = open_->commands.get();
  trace::call<"[MTLCommandBuffer encodeSignalEvent:value:]">(
      [&] { commands->encodeSignalEvent(finished_.get(), open_->sequence); });
  in_flight_.push_back(std::move(open_));
  in_flight_count_.store(static_cast<std::uint32_t>(in_flight_.size()), std::memory_order_relaxed);
  trace::call<"[MTLCommandBuffer commit]">([&] { commands->commit(); });
}

MTL::ComputeCommandEncoder* Stream::compute_encoder(const Sampling& sampling) {
  Batch& batch = *open_;
  const bool own_pass =
      sampling.buffer != nullptr && sampling.method == TimingMethod::pass_boundaries;
  if (batch.compute && !own_pass) return batch.compute.get();
  end_encoder();
  MTL::ComputeCommandEncoder* encoder = nullptr;
  if (own_pass) {
    auto* pass = trace::call<"[MTLComputePassDescriptor computePassDescriptor]">(
        [] { return MTL::ComputePassDescriptor::computePassDescriptor(); });
    auto* attachment = pass->sampleBufferAttachments()->object(0);
    attachment->setSampleBuffer(sampling.buffer);
    attachment->setStartOfEncoderSampleIndex(sampling.first);
    attachment->setEndOfEncoderSampleIndex(sampling.first + 1);
    encoder = trace::call<"[MTLCommandBuffer computeCommandEncoderWithDescriptor:]">(
        [&] { return batch.commands->computeCommandEncoder(pass); });
  } else {
    encoder = trace::call<"[MTLCommandBuffer computeCommandEncoder]">(
        [&] { return batch.commands->computeCommandEncoder(); });
  }
  batch.compute = Owned<MTL::ComputeCommandEncoder>::retain(encoder);
  ++batch.encoders;
  return encoder;
}

MTL::BlitCommandEncoder* Stream::blit_encoder(const Sampling& sampling) {
  Batch& batch = *open_;
  const bool own_pass =
      sampling.buffer != nullptr && sampling.method == TimingMethod::pass_boundaries;
  if (batch.blit && !own_pass) return batch.blit.get();
  end_encoder();
  MTL::BlitCommandEncoder* encoder = nullptr;
  if (own_pass) {
    auto* pass = trace::call<"[MTLBlitPassDescriptor blitPassDescriptor]">(
        [] { return MTL::BlitPassDescriptor::blitPassDescriptor(); });
    auto* attachment = pass->sampleBufferAttachments()->object(0);
    attachment->setSampleBuffer(sampling.buffer);
    attachment->setStartOfEncoderSampleIndex(sampling.first);
    attachment->setEndOfEncoderSampleIndex(sampling.first + 1);
    encoder = trace::call<"[MTLCommandBuffer blitCommandEncoderWithDescriptor:]">(
        [&] { return batch.commands->blitCommandEncoder(pass); });
  } else {
    encoder = trace::call<"[MTLCommandBuffer blitCommandEncoder]">(
        [&] { return batch.commands->blitCommandEncoder(); });
  }
  batch.blit = Owned<MTL::BlitCommandEncoder>::retain(encoder);
  ++batch.encoders;
  return encoder;
}

Stream::Sampling Stream::begin_operation(EventKind kind, trace::NameId name) {
  Sampling sampling;
  sampling.method = device_->timing().method();
  if (sampling.method == TimingMethod::command_buffers) close_batch();
  Batch& batch = open_batch();
  TimedOperation& operation = batch.timed.emplace_back();
  operation.kind = kind;
  operation.name = name;
  operation.details.correlation = trace::Tracer::instance().next_correlation();
  sampling.operation = &operation;
  if (trace::ThreadLog* log = trace::Tracer::instance().thread_log()) {
    log->correlation = operation.details.correlation;
  }
  if (sampling.method == TimingMethod::command_buffers) return sampling;
  if (!batch.samples) batch.samples = device_->timing().acquire();
  if (!batch.samples) return sampling;
  operation.sampled = true;
  sampling.buffer = batch.samples->buffer;
  sampling.first = batch.samples->first + 2 * batch.sampled++;
  return sampling;
}

void Stream::end_operation(const Sampling& sampling) {
  Batch& batch = *open_;
  ++batch.operations;
  if (sampling.operation != nullptr) {
    if (sampling.method == TimingMethod::pass_boundaries) end_encoder();
    if (trace::ThreadLog* log = trace::Tracer::instance().thread_log()) log->correlation = 0;
  }
  if (batch.operations >= flush_rules.operations || batch.bytes >= flush_rules.bytes ||
      sampling.method == TimingMethod::command_buffers) {
    close_batch();
  }
}

void Stream::keep(const std::shared_ptr<Buffer>& buffer) {
  Batch& batch = *open_;
  if (!buffer->enters_batch(batch.number)) return;
  batch.buffers.push_back(buffer);
  batch.bytes += buffer->size();
}

void Stream::bind(MTL::ComputeCommandEncoder* encoder, const LaunchPlan& plan) {
  for (const Binding& binding : plan.bindings()) {
    if (binding.bytes != nullptr) {
      trace::call<"[MTLComputeCommandEncoder setBytes:length:atIndex:]">(
          [&] { encoder->setBytes(binding.bytes, binding.size, binding.index); });
      continue;
    }
    // Unbound arguments are unbound explicitly: an earlier launch may have bound the index.
    MTL::Buffer* metal = nullptr;
    if (binding.buffer != nullptr) {
      keep(*binding.buffer);
      metal = (*binding.buffer)->metal();
    }
    trace::call<"[MTLComputeCommandEncoder setBuffer:offset:atIndex:]">(
        [&] { encoder->setBuffer(metal, binding.offset, binding.index); });
  }
  for (const SizedMemory& memory : plan.memory()) {
    trace::call<"[MTLComputeCommandEncoder setThreadgroupMemoryLength:atIndex:]">(
        [&] { encoder->setThreadgroupMemoryLength(memory.bytes, memory.index); });
  }
}

namespace {

void describe_launch(Operation& details, const LaunchPlan& plan) {
  const Size threads = plan.threads();
  for (std::size_t i = 0; i < 3; ++i) {
    details.threads[i] = threads[i];
    details.threads_per_threadgroup[i] = plan.threads_per_threadgroup()[i];
  }
  details.threadgroup_memory = plan.threadgroup_memory();
}

// One half of an operation's pair of samples, where the device takes them at dispatch boundaries.
void take_sample(MTL::ComputeCommandEncoder* encoder, MTL::CounterSampleBuffer* buffer,
                 NS::UInteger index) {
  trace::call<"[MTLComputeCommandEncoder sampleCountersInBuffer:atSampleIndex:withBarrier:]">(
      [&] { encoder->sampleCountersInBuffer(buffer, index, true); });
}

void take_sample(MTL::BlitCommandEncoder* encoder, MTL::CounterSampleBuffer* buffer,
                 NS::UInteger index) {
  trace::call<"[MTLBlitCommandEncoder sampleCountersInBuffer:atSampleIndex:withBarrier:]">(
      [&] { encoder->sampleCountersInBuffer(buffer, index, true); });
}

}  // namespace

template <class Encoder, class Encode>
void Stream::encode_sampled(Encoder* encoder, const Sampling& sampling, Encode&& encode) {
  const bool sampled =
      sampling.buffer != nullptr && sampling.method == TimingMethod::dispatch_boundaries;
  if (sampled) take_sample(encoder, sampling.buffer, sampling.first);
  encode();
  if (sampled) take_sample(encoder, sampling.buffer, sampling.first + 1);
}

void Stream::launch(const std::shared_ptr<Kernel>& kernel, const LaunchPlan& plan) {
  throttle();
  const std::lock_guard lock(mutex_);
  Sampling sampling;
  if (trace::recording()) {
    sampling = begin_operation(EventKind::kernel, kernel->trace_name());
    describe_launch(sampling.operation->details, plan);
  } else {
    open_batch();
  }
  Batch& batch = *open_;
  MTL::ComputeCommandEncoder* encoder = compute_encoder(sampling);
  if (batch.bound_kernel != kernel.get()) {
    trace::call<"[MTLComputeCommandEncoder setComputePipelineState:]">(
        [&] { encoder->setComputePipelineState(kernel->pipeline()); });
    batch.bound_kernel = kernel.get();
    if (kernel->enters_batch(batch.number)) batch.kernels.push_back(kernel);
  }
  bind(encoder, plan);
  encode_sampled(encoder, sampling, [&] {
    const MTL::Size grid = to_metal(plan.grid());
    const MTL::Size group = to_metal(plan.threads_per_threadgroup());
    if (plan.in_threads()) {
      trace::call<"[MTLComputeCommandEncoder dispatchThreads:threadsPerThreadgroup:]">(
          [&] { encoder->dispatchThreads(grid, group); });
    } else {
      trace::call<"[MTLComputeCommandEncoder dispatchThreadgroups:threadsPerThreadgroup:]">(
          [&] { encoder->dispatchThreadgroups(grid, group); });
    }
  });
  batch.launched.push_back({kernel.get(), batch.encoders - 1});
  end_operation(sampling);
}

template <class Encode>
void Stream::transfer(EventKind kind, trace::StaticName& name, std::size_t bytes, Encode&& encode) {
  throttle();
  const std::lock_guard lock(mutex_);
  Sampling sampling;
  if (trace::recording()) {
    sampling = begin_operation(kind, name.id());
    sampling.operation->details.bytes = bytes;
  } else {
    open_batch();
  }
  MTL::BlitCommandEncoder* encoder = blit_encoder(sampling);
  encode_sampled(encoder, sampling, [&] { encode(encoder); });
  end_operation(sampling);
}

void Stream::copy(const std::shared_ptr<Buffer>& source, std::size_t source_offset,
                  const std::shared_ptr<Buffer>& destination, std::size_t destination_offset,
                  std::size_t bytes) {
  transfer(EventKind::copy, trace::static_name<"copy buffer">, bytes,
           [&](MTL::BlitCommandEncoder* encoder) {
             keep(source);
             keep(destination);
             trace::call<
                 "[MTLBlitCommandEncoder copyFromBuffer:sourceOffset:toBuffer:"
                 "destinationOffset:size:]">([&] {
               encoder->copyFromBuffer(source->metal(), source_offset, destination->metal(),
                                       destination_offset, bytes);
             });
           });
}

void Stream::fill(const std::shared_ptr<Buffer>& buffer, std::size_t offset, std::size_t bytes,
                  std::uint8_t value) {
  transfer(EventKind::fill, trace::static_name<"fill buffer">, bytes,
           [&](MTL::BlitCommandEncoder* encoder) {
             keep(buffer);
             trace::call<"[MTLBlitCommandEncoder fillBuffer:range:value:]">([&] {
               encoder->fillBuffer(buffer->metal(), NS::Range::Make(offset, bytes), value);
             });
           });
}

}  // namespace metalscope::detail
