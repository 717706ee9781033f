// stream_registry.cpp: all streams of the process, and the public face of streams.
#include "stream_registry.hpp"

#include "guard.hpp"
#include "metalscope/error.hpp"
#include "text.hpp"

namespace metalscope {
namespace {

thread_local std::shared_ptr<detail::Stream> current_stream;

}  // namespace

StreamRegistry& StreamRegistry::instance() {
  static auto* registry = new StreamRegistry;
  return *registry;
}

const std::shared_ptr<detail::Stream>& StreamRegistry::current() {
  if (current_stream == nullptr) current_stream = make(detail::Device::default_device());
  return current_stream;
}

std::shared_ptr<detail::Stream> StreamRegistry::current_if_any() { return current_stream; }

std::shared_ptr<detail::Stream> StreamRegistry::make(
    const std::shared_ptr<detail::Device>& device) {
  const std::lock_guard lock(mutex_);
  for (const auto& stream : streams_) {
    // Held by nobody else, and nobody else can get at it while the lock is held.
    if (stream.use_count() == 1 && stream->device() == device) {
      stream->flush();
      if (stream->is_idle()) return stream;
    }
  }
  return streams_.emplace_back(std::make_shared<detail::Stream>(device));
}

std::vector<std::shared_ptr<detail::Stream>> StreamRegistry::all() const {
  const std::lock_guard lock(mutex_);
  return streams_;
}

void StreamRegistry::collect_finished() {
  for (const auto& stream : all()) stream->collect();
}

void StreamRegistry::wait_for_all() {
  const auto streams = all();
  for (const auto& stream : streams) stream->flush();
  for (const auto& stream : streams) stream->wait();
}

namespace {

void check_range(const Buffer& buffer, std::size_t offset, std::size_t bytes, const char* what) {
  if (!buffer) throw ArgumentError(std::string(what) + " is an empty buffer handle.");
  if (offset > buffer.size() || bytes > buffer.size() - offset) {
    throw ArgumentError(std::string(what) + " has " + counted(buffer.size(), "byte") + "; bytes " +
                        grouped(offset) + " to " + grouped(offset + bytes) + " do not lie in it.");
  }
}

void check_device(const detail::Stream& stream, const std::shared_ptr<detail::Device>& device) {
  if (stream.device() != device) {
    throw ArgumentError(
        "The work belongs to another device than the stream; make a stream on that "
        "device.");
  }
}

}  // namespace

Stream Stream::current() {
  return guard::entry([] { return Stream(StreamRegistry::instance().current()); });
}

Stream Stream::make(const Device& device) {
  return guard::entry(
      [&] { return Stream(StreamRegistry::instance().make(device.shared_impl())); });
}

void Stream::launch(const Kernel& kernel, std::span<const Argument> arguments, const Grid& grid,
                    std::span<const ThreadgroupMemory> threadgroup_memory) {
  guard::entry([&] {
    check_device(*impl_, kernel.impl()->device());
    const LaunchPlan plan(*kernel.impl(), arguments, grid, threadgroup_memory);
    if (!plan.is_empty()) impl_->launch(kernel.impl(), plan);
  });
}

void Stream::copy(const Buffer& source, std::size_t source_offset, const Buffer& destination,
                  std::size_t destination_offset, std::size_t bytes) {
  guard::entry([&] {
    check_range(source, source_offset, bytes, "The source");
    check_range(destination, destination_offset, bytes, "The destination");
    if (bytes == 0) return;
    check_device(*impl_, source.impl()->device());
    check_device(*impl_, destination.impl()->device());
    const bool overlap = source.impl() == destination.impl() &&
                         source_offset < destination_offset + bytes &&
                         destination_offset < source_offset + bytes;
    if (overlap) {
      throw ArgumentError(
          "Source and destination of a copy overlap in one buffer; copy through a "
          "buffer in between.");
    }
    impl_->copy(source.impl(), source_offset, destination.impl(), destination_offset, bytes);
  });
}

void Stream::fill(const Buffer& buffer, std::size_t offset, std::size_t bytes, std::uint8_t value) {
  guard::entry([&] {
    check_range(buffer, offset, bytes, "The buffer");
    if (bytes == 0) return;
    check_device(*impl_, buffer.impl()->device());
    impl_->fill(buffer.impl(), offset, bytes, value);
  });
}

void Stream::flush() {
  guard::entry([&] { impl_->flush(); });
}

void Stream::synchronize() {
  guard::entry([&] {
    impl_->wait();
    impl_->throw_failure();
  });
}

void synchronize() {
  const auto stream = StreamRegistry::current_if_any();
  if (stream == nullptr) return;
  Stream(stream).synchronize();
}

void device_synchronize() {
  const auto streams = StreamRegistry::instance().all();
  if (streams.empty()) return;
  guard::entry([&] {
    StreamRegistry::instance().wait_for_all();
    for (const auto& stream : streams) stream->throw_failure();
  });
}

}  // namespace metalscope
