// process_info.cpp: NS::ProcessInfo, from Linux's own interfaces.
#include <sys/sysinfo.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "array.hpp"
#include "dictionary.hpp"
#include "string.hpp"

namespace softmetal {
namespace {

class ProcessInfoObject : public Implements<NS::ProcessInfo> {
 public:
  [[nodiscard]] const char* class_name() const noexcept override { return "NSProcessInfo"; }
};

std::vector<std::string> arguments() {
  std::vector<std::string> result;
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  for (std::string argument; std::getline(file, argument, '\0');) result.push_back(argument);
  return result;
}

std::string kernel_release() {
  utsname names{};
  return uname(&names) == 0 ? names.release : "0.0.0";
}

}  // namespace
}  // namespace softmetal

using softmetal::autoreleased_string;
using softmetal::Ref;
using softmetal::StringObject;

NS::ProcessInfo* NS::ProcessInfo::processInfo() {
  static auto* const info = new softmetal::ProcessInfoObject;
  return info->handle();
}

NS::Array* NS::ProcessInfo::arguments() const {
  std::vector<Ref<StringObject>> strings;
  for (auto& argument : softmetal::arguments()) {
    strings.push_back(softmetal::make<StringObject>(argument));
  }
  return softmetal::make_array(strings)->retain()->autorelease();
}

NS::Dictionary* NS::ProcessInfo::environment() const {
  auto result = softmetal::make<softmetal::DictionaryObject>();
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const auto equals = text.find('=');
    if (equals == std::string_view::npos) continue;
    auto name = softmetal::make<StringObject>(std::string(text.substr(0, equals)));
    auto value = softmetal::make<StringObject>(std::string(text.substr(equals + 1)));
    result->insert(name.get(), value.get());
  }
  result->retain();
  return result->autoreleased();
}

NS::String* NS::ProcessInfo::hostName() const {
  std::array<char, 256> name{};
  gethostname(name.data(), name.size() - 1);
  return autoreleased_string(name.data());
}

NS::String* NS::ProcessInfo::processName() const {
  const auto arguments = softmetal::arguments();
  const std::string path = arguments.empty() ? "" : arguments.front();
  return autoreleased_string(path.substr(path.find_last_of('/') + 1));
}

int NS::ProcessInfo::processIdentifier() const { return getpid(); }

NS::OperatingSystemVersion NS::ProcessInfo::operatingSystemVersion() const {
  OperatingSystemVersion version{};
  long major = 0;
  long minor = 0;
  long patch = 0;
  std::sscanf(softmetal::kernel_release().c_str(), "%ld.%ld.%ld", &major, &minor, &patch);
  version.majorVersion = major;
  version.minorVersion = minor;
  version.patchVersion = patch;
  return version;
}

NS::String* NS::ProcessInfo::operatingSystemVersionString() const {
  return autoreleased_string("Linux " + softmetal::kernel_release());
}

bool NS::ProcessInfo::isOperatingSystemAtLeastVersion(OperatingSystemVersion version) const {
  const OperatingSystemVersion own = operatingSystemVersion();
  const auto tuple = [](const OperatingSystemVersion& v) {
    return std::array<Integer, 3>{v.majorVersion, v.minorVersion, v.patchVersion};
  };
  return tuple(own) >= tuple(version);
}

NS::UInteger NS::ProcessInfo::processorCount() const {
  return static_cast<UInteger>(sysconf(_SC_NPROCESSORS_CONF));
}

NS::UInteger NS::ProcessInfo::activeProcessorCount() const {
  return static_cast<UInteger>(sysconf(_SC_NPROCESSORS_ONLN));
}

unsigned long long NS::ProcessInfo::physicalMemory() const {
  return static_cast<unsigned long long>(sysconf(_SC_PHYS_PAGES)) *
         static_cast<unsigned long long>(sysconf(_SC_PAGESIZE));
}

NS::TimeInterval NS::ProcessInfo::systemUptime() const {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}
