// data.cpp: NS::Data, NS::Date and NS::URL.
#include "data.hpp"

#include <chrono>
#include <filesystem>
#include <string>
#include <system_error>

#include "string.hpp"

namespace softmetal {
namespace {

class DateObject : public Implements<NS::Date> {
 public:
  using Clock = std::chrono::system_clock;
  explicit DateObject(Clock::time_point point) : time(point) {}
  [[nodiscard]] const char* class_name() const noexcept override { return "NSDate"; }
  [[nodiscard]] bool equals(const ObjectBase& other) const override {
    const auto* date = dynamic_cast<const DateObject*>(&other);
    return date != nullptr && date->time == time;
  }
  [[nodiscard]] NS::UInteger hash() const override {
    return static_cast<NS::UInteger>(time.time_since_epoch().count());
  }

  Clock::time_point time;
};

class UrlObject : public Implements<NS::URL> {
 public:
  [[nodiscard]] const char* class_name() const noexcept override { return "NSURL"; }
  [[nodiscard]] bool equals(const ObjectBase& other) const override {
    const auto* url = dynamic_cast<const UrlObject*>(&other);
    return url != nullptr && url->text == text;
  }
  [[nodiscard]] NS::UInteger hash() const override { return std::hash<std::string>{}(text); }
  [[nodiscard]] std::string description() const override { return text; }

  // Relative paths are taken from the current folder now, not when the URL is used.
  void set_path(std::string_view new_path) {
    std::error_code failed;
    const auto absolute = std::filesystem::absolute(new_path, failed);
    path = failed ? std::string(new_path) : absolute.string();
    text = "file://" + path;
    is_file = true;
  }
  void set_text(std::string_view new_text) {
    constexpr std::string_view scheme = "file://";
    text = new_text;
    is_file = new_text.starts_with(scheme);
    if (is_file) path = new_text.substr(scheme.size());
  }

  std::string text;
  std::string path;
  bool is_file = false;
};

}  // namespace
}  // namespace softmetal

using softmetal::DataObject;
using softmetal::DateObject;
using softmetal::send;
using softmetal::UrlObject;

void* NS::Data::mutableBytes() const {
  return send<DataObject>(this, [](DataObject& self) -> void* { return self.bytes.data(); });
}

NS::UInteger NS::Data::length() const {
  return send<DataObject>(this, [](DataObject& self) { return self.bytes.size(); });
}

NS::Date* NS::Date::dateWithTimeIntervalSinceNow(TimeInterval secs) {
  using Clock = DateObject::Clock;
  const auto offset =
      std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(secs));
  return (new DateObject(Clock::now() + offset))->autoreleased();
}

NS::URL* NS::URL::fileURLWithPath(const String* pPath) {
  return alloc()->initFileURLWithPath(pPath)->autorelease();
}

NS::URL* NS::URL::alloc() { return (new UrlObject)->handle(); }

NS::URL* NS::URL::init() { return this; }

NS::URL* NS::URL::init(const String* pString) {
  send<UrlObject>(this, [&](UrlObject& self) { self.set_text(softmetal::view(pString)); });
  return this;
}

NS::URL* NS::URL::initFileURLWithPath(const String* pPath) {
  send<UrlObject>(this, [&](UrlObject& self) { self.set_path(softmetal::view(pPath)); });
  return this;
}

const char* NS::URL::fileSystemRepresentation() const {
  return send<UrlObject>(
      this, [](UrlObject& self) { return self.is_file ? self.path.c_str() : nullptr; });
}
