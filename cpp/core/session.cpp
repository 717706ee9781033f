// session.cpp: sessions, windows over the event log, and the logs they leave.
#include <memory>
#include <string>
#include <vector>

#include "clock.hpp"
#include "device.hpp"
#include "guard.hpp"
#include "metalscope/error.hpp"
#include "metalscope/profile.hpp"
#include "stream_registry.hpp"
#include "timing.hpp"
#include "tracer.hpp"

namespace metalscope {

struct Log::Data {
  std::int64_t start = 0;
  std::int64_t end = 0;
  trace::Extract extract;
  std::string timing_method;
  bool batching_changed = false;
};

std::int64_t Log::start() const noexcept { return data_->start; }
std::int64_t Log::end() const noexcept { return data_->end; }
std::span<const Event> Log::events() const noexcept { return data_->extract.events; }
std::span<const Operation> Log::operations() const noexcept { return data_->extract.operations; }
const std::vector<std::string>& Log::names() const noexcept { return data_->extract.names; }
const std::vector<Track>& Log::tracks() const noexcept { return data_->extract.tracks; }
std::uint64_t Log::dropped() const noexcept { return data_->extract.dropped; }
const std::string& Log::timing_method() const noexcept { return data_->timing_method; }
bool Log::batching_changed() const noexcept { return data_->batching_changed; }

struct Session::Impl {
  trace::Window* window = nullptr;

  Impl() = default;
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  ~Impl() {
    if (window != nullptr) trace::Tracer::instance().close(window);
  }
};

namespace {

// Outside of an entry when nothing has been created yet: a session creates nothing either.
void wait_for_all_streams() {
  if (StreamRegistry::instance().all().empty()) return;
  guard::entry([] { StreamRegistry::instance().wait_for_all(); });
}

}  // namespace

Session::Session(const SessionOptions& options) : impl_(std::make_unique<Impl>()) {
  if (options.max_bytes == 0) {
    throw ProfilerError("A session needs room for its events: max_bytes is 0.");
  }
  wait_for_all_streams();
  clock::refine();
  if (const auto device = detail::Device::default_device_if_open()) {
    // Decided before the clock starts, since it takes a moment.
    guard::entry([&] { static_cast<void>(device->timing().method()); });
  }
  impl_->window = trace::Tracer::instance().open(options.max_bytes);
}

Session::~Session() = default;
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;

Log Session::end() {
  if (impl_ == nullptr || impl_->window == nullptr) {
    throw ProfilerError("The session has ended already; its log was returned by the first end().");
  }
  wait_for_all_streams();
  const std::int64_t end = clock::now();
  trace::Tracer& tracer = trace::Tracer::instance();
  auto data = std::make_shared<Log::Data>();
  data->start = impl_->window->start;
  data->end = end;
  data->extract = tracer.extract(*impl_->window, end);
  tracer.close(std::exchange(impl_->window, nullptr));
  data->timing_method = "no device operation was timed";
  if (const auto device = detail::Device::default_device_if_open();
      device != nullptr && !data->extract.operations.empty()) {
    data->timing_method = device->timing().description();
    data->batching_changed = device->timing().changes_batching();
  }
  return Log(std::move(data));
}

std::int64_t now() noexcept { return clock::now(); }

}  // namespace metalscope
