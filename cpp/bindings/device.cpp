// device.cpp: the devices of the machine.
#include "metalscope/device.hpp"

#include <pybind11/stl.h>

#include "bind.hpp"
#include "waiting.hpp"

namespace metalscope::python {
namespace {

template <auto member>
auto info_of(const Device& self) {
  return self.info().*member;
}

py::tuple max_threads_per_threadgroup(const Device& self) {
  const auto& sizes = self.info().max_threads_per_threadgroup;
  return py::make_tuple(sizes[0], sizes[1], sizes[2]);
}

py::dict memory(const Device& self) {
  const MemoryStats stats = self.memory();
  py::dict figures;
  figures["live_bytes"] = stats.live_bytes;
  figures["peak_bytes"] = stats.peak_bytes;
  figures["pooled_bytes"] = stats.pooled_bytes;
  figures["live_buffers"] = stats.live_buffers;
  figures["allocations"] = stats.allocations;
  return figures;
}

std::vector<Device> all_devices() {
  before_device_use();
  return without_gil([] { return Device::all(); });
}

Device default_device() {
  before_device_use();
  return without_gil([] { return Device::default_device(); });
}

}  // namespace

void bind_device(py::module_& module) {
  py::class_<Device> device(module, "Device",
                            "A GPU of this machine, or the software device (MTLDevice).");
  device.attr("__module__") = "metalscope";
  device.def_property_readonly("name", &info_of<&DeviceInfo::name>)
      .def_property_readonly("architecture", &info_of<&DeviceInfo::architecture>)
      .def_property_readonly("registry_id", &info_of<&DeviceInfo::registry_id>)
      .def_property_readonly("unified_memory", &info_of<&DeviceInfo::unified_memory>)
      .def_property_readonly("max_buffer_length", &info_of<&DeviceInfo::max_buffer_length>)
      .def_property_readonly("recommended_working_set",
                             &info_of<&DeviceInfo::recommended_working_set>)
      .def_property_readonly("max_threadgroup_memory",
                             &info_of<&DeviceInfo::max_threadgroup_memory>)
      .def_property_readonly("max_threads_per_threadgroup", &max_threads_per_threadgroup)
      .def_property_readonly("samples_dispatch_boundaries",
                             &info_of<&DeviceInfo::samples_dispatch_boundaries>)
      .def_property_readonly("samples_stage_boundaries",
                             &info_of<&DeviceInfo::samples_stage_boundaries>)
      .def("memory", &memory,
           "Bytes and counts of this process's buffers: live_bytes, peak_bytes, pooled_bytes,\n"
           "live_buffers, allocations.")
      .def(
          "empty_cache", [](Device& self) { without_gil([&] { self.empty_cache(); }); },
          "Gives pooled memory back to the system.")
      .def("__repr__",
           [](const Device& self) { return "<metalscope.Device: " + self.info().name + ">"; });
  module.def("devices", &all_devices);
  module.def("default_device", &default_device);
}

}  // namespace metalscope::python
