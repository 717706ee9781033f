// stream.cpp: waits, copies and fills on the calling thread's stream.
#include "metalscope/stream.hpp"

#include "bind.hpp"
#include "buffer.hpp"
#include "waiting.hpp"

namespace metalscope::python {
namespace {

void copy_bytes(const py::object& source, std::size_t source_offset, const py::object& destination,
                std::size_t destination_offset, std::size_t nbytes) {
  const Buffer& from = buffer_argument(source.ptr(), "source");
  const Buffer& to = buffer_argument(destination.ptr(), "destination");
  Stream::current().copy(from, source_offset, to, destination_offset, nbytes);
}

void fill_bytes(const py::object& buffer, std::size_t offset, std::size_t nbytes,
                std::uint8_t value) {
  Stream::current().fill(buffer_argument(buffer.ptr(), "buffer"), offset, nbytes, value);
}

}  // namespace

void bind_stream(py::module_& module) {
  module.def("copy", &copy_bytes, py::arg("source"), py::arg("source_offset"),
             py::arg("destination"), py::arg("destination_offset"), py::arg("nbytes"));
  module.def("fill", &fill_bytes, py::arg("buffer"), py::arg("offset"), py::arg("nbytes"),
             py::arg("value"));
  module.def(
      "synchronize", [] { without_gil([] { synchronize(); }); },
      "Waits until all work of the calling thread's stream is done. Raises CommandBufferError for\n"
      "the first failure since the last wait.");
  module.def(
      "device_synchronize", [] { without_gil([] { device_synchronize(); }); },
      "Waits until all work of all threads is done. Raises CommandBufferError for the first "
      "failure\nsince the last wait. Creates nothing.");
}

}  // namespace metalscope::python
