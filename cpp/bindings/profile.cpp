// profile.cpp: profile sessions and what they recorded.
#include "metalscope/profile.hpp"

#include <pybind11/stl.h>

#include <memory>
#include <optional>

#include "bind.hpp"
#include "waiting.hpp"

namespace metalscope::python {
namespace {

// A read-only export of records of a log; shares the log's data.
struct Records {
  Log log;
  const void* data;
  std::size_t bytes;

  template <class T>
  static Records of(const Log& log, std::span<const T> records) {
    return {log, records.data(), records.size_bytes()};
  }
};

int export_records(PyObject* self, Py_buffer* view, int flags) {
  return guarded(-1, [&] {
    static char nothing = 0;
    const auto& records = py::cast<const Records&>(py::handle(self));
    auto* data = records.bytes == 0 ? &nothing : const_cast<void*>(records.data);
    return PyBuffer_FillInfo(view, self, data, static_cast<Py_ssize_t>(records.bytes), 1, flags);
  });
}

py::object view_of(Records records) {
  const py::object owner = py::cast(std::move(records));
  return py::reinterpret_steal<py::object>(checked(PyMemoryView_FromObject(owner.ptr())).release());
}

py::list tracks_of(const Log& self) {
  py::list tracks;
  for (const Track& track : self.tracks()) {
    tracks.append(py::make_tuple(track.name, track.device));
  }
  return tracks;
}

// A session whose Python object outlives it.
class SessionHandle {
 public:
  explicit SessionHandle(std::size_t max_bytes) {
    before_device_use();
    session_ = without_gil(
        [&] { return std::make_unique<Session>(SessionOptions{.max_bytes = max_bytes}); });
  }
  Log end() {
    if (!session_) {
      throw ProfilerError("the session was closed; open another one");
    }
    // Held here too, so that close() from another thread does not end it under the wait.
    const std::shared_ptr<Session> session = session_;
    return without_gil([&] { return session->end(); });
  }
  void close() { session_.reset(); }

 private:
  std::shared_ptr<Session> session_;
};

}  // namespace

void bind_profile(py::module_& module) {
  py::class_<Records> records(module, "Records", py::custom_type_setup([](PyHeapTypeObject* type) {
                                type->as_buffer.bf_getbuffer = export_records;
                                type->ht_type.tp_as_buffer = &type->as_buffer;
                              }));
  py::class_<Log>(module, "Log", "What a session recorded.")
      .def_property_readonly(
          "events", [](const Log& self) { return view_of(Records::of(self, self.events())); })
      .def_property_readonly(
          "operations",
          [](const Log& self) { return view_of(Records::of(self, self.operations())); })
      .def_property_readonly("names", &Log::names)
      .def_property_readonly("tracks", &tracks_of)
      .def_property_readonly("start", &Log::start)
      .def_property_readonly("end", &Log::end)
      .def_property_readonly("dropped", &Log::dropped)
      .def_property_readonly("timing_method", &Log::timing_method)
      .def_property_readonly("batching_changed", &Log::batching_changed);
  py::class_<SessionHandle>(module, "Session", "A window over the event log.")
      .def(py::init<std::size_t>(), py::arg("max_bytes") = SessionOptions().max_bytes)
      .def("end", &SessionHandle::end)
      .def("close", &SessionHandle::close);
  module.def("now", &now);
}

}  // namespace metalscope::python
