// device.hpp: a GPU and what belongs to it.
#pragma once

#include <memory>
#include <vector>

#include "buffer_pool.hpp"
#include "metal.hpp"
#include "metalscope/device.hpp"
#include "object.hpp"

namespace metalscope {

class DeviceTiming;
class LibraryCache;
class PipelineCache;

namespace detail {

class Device {
 public:
  explicit Device(Owned<MTL::Device> metal);
  ~Device();
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  // The default device; opened at the first call, never closed: handles may outlive any static.
  static const std::shared_ptr<Device>& default_device();
  // Null when nobody has opened it yet.
  static std::shared_ptr<Device> default_device_if_open() noexcept;
  static std::vector<std::shared_ptr<Device>> all();

  [[nodiscard]] MTL::Device* metal() const noexcept { return metal_.get(); }
  [[nodiscard]] const DeviceInfo& info() const noexcept { return info_; }
  [[nodiscard]] BufferPool& pool() noexcept { return *pool_; }
  [[nodiscard]] LibraryCache& libraries() noexcept { return *libraries_; }
  [[nodiscard]] PipelineCache& pipelines() noexcept { return *pipelines_; }
  [[nodiscard]] DeviceTiming& timing() noexcept { return *timing_; }

 private:
  Owned<MTL::Device> metal_;
  DeviceInfo info_;
  std::unique_ptr<BufferPool> pool_;
  std::unique_ptr<LibraryCache> libraries_;
  std::unique_ptr<PipelineCache> pipelines_;
  std::unique_ptr<DeviceTiming> timing_;
};

}  // namespace detail
}  // namespace metalscope
