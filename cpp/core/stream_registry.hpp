// stream_registry.hpp: all streams of the process, whoever uses them.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "stream.hpp"

namespace metalscope {

// Thread-safe. A stream stays here after its thread or its handles are gone, since it may have work
// left; once it is idle the next thread takes it over.
class StreamRegistry {
 public:
  // Never destroyed: threads may end after static destructors have run.
  static StreamRegistry& instance();

  // The calling thread's stream on the default device, made at the first call.
  const std::shared_ptr<detail::Stream>& current();
  // Null when the thread has none.
  [[nodiscard]] static std::shared_ptr<detail::Stream> current_if_any();
  [[nodiscard]] std::shared_ptr<detail::Stream> make(const std::shared_ptr<detail::Device>& device);
  [[nodiscard]] std::vector<std::shared_ptr<detail::Stream>> all() const;

  // Takes back what finished work held, on every stream that is not busy encoding.
  void collect_finished();
  // Waits for every stream. Failures stay with their streams. Throws Interrupted.
  void wait_for_all();

 private:
  StreamRegistry() = default;
  mutable std::mutex mutex_;
  std::vector<std::shared_ptr<detail::Stream>> streams_;
};

}  // namespace metalscope
