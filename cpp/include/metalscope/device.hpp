// device.hpp: the GPUs of this machine, or the software Metal device where there is none.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace metalscope {

namespace detail {
class Device;
}

// What a device says of itself. Sizes in bytes.
struct DeviceInfo {
  std::string name;
  std::string architecture;
  std::uint64_t registry_id = 0;
  bool unified_memory = false;
  std::uint64_t max_buffer_length = 0;
  std::uint64_t recommended_working_set = 0;
  std::uint64_t max_threadgroup_memory = 0;
  std::uint32_t max_threads_per_threadgroup[3] = {};
  bool samples_dispatch_boundaries = false;  // counters around each dispatch
  bool samples_stage_boundaries = false;     // counters around each pass
};

// Bytes and counts of this process's buffers on one device.
struct MemoryStats {
  std::uint64_t live_bytes = 0;    // in buffers that somebody holds
  std::uint64_t peak_bytes = 0;    // highest value of live_bytes
  std::uint64_t pooled_bytes = 0;  // kept for reuse
  std::uint64_t live_buffers = 0;
  std::uint64_t allocations = 0;  // ever made
};

// A handle; copying it copies the handle. Thread-safe.
class Device {
 public:
  // The system's default device, opened at the first call. Throws Error when there is none.
  static Device default_device();
  static std::vector<Device> all();

  [[nodiscard]] const DeviceInfo& info() const noexcept;
  [[nodiscard]] MemoryStats memory() const;
  // Gives pooled memory back to the system.
  void empty_cache();

  explicit Device(std::shared_ptr<detail::Device> impl) noexcept : impl_(std::move(impl)) {}
  [[nodiscard]] detail::Device& impl() const noexcept { return *impl_; }
  [[nodiscard]] const std::shared_ptr<detail::Device>& shared_impl() const noexcept {
    return impl_;
  }

 private:
  std::shared_ptr<detail::Device> impl_;
};

}  // namespace metalscope
