// machine.cpp: see machine.hpp. Reads /proc and /sys, both versions of control groups.
#include "machine.hpp"

#include <sched.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <sstream>
#include <string_view>
#include <vector>

namespace softmetal::cpu {
namespace {

struct ControlGroup {
  std::string memory;  // folders, the process's own group first, its ancestors after it
  std::string cpu;
  bool unified = false;
};

// Where this process's control groups are mounted. Inside a container the path of /proc/self/cgroup
// often does not exist below the mount; the mount's root then is the container's own group.
ControlGroup own_control_group() {
  ControlGroup group{"/sys/fs/cgroup/memory", "/sys/fs/cgroup/cpu", false};
  std::ifstream lines("/proc/self/cgroup");
  for (std::string line; std::getline(lines, line);) {
    const auto first = line.find(':');
    const auto second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string controllers = ',' + line.substr(first + 1, second - first - 1) + ',';
    const std::string path = line.substr(second + 1);
    if (controllers == ",,") {
      if (std::ifstream("/sys/fs/cgroup/cgroup.controllers")) {
        return {"/sys/fs/cgroup" + path, "/sys/fs/cgroup" + path, true};
      }
    } else if (controllers.find(",memory,") != std::string::npos) {
      group.memory += path;
    } else if (controllers.find(",cpu,") != std::string::npos) {
      group.cpu += path;
    }
  }
  return group;
}

// The smallest number that `file` holds in `folder` or an ancestor below /sys/fs/cgroup; "max" and
// absent files do not bound.
std::size_t smallest_limit(std::string folder, const std::string& file) {
  std::size_t limit = std::numeric_limits<std::size_t>::max();
  while (folder.size() >= std::string_view("/sys/fs/cgroup").size()) {
    std::size_t value = 0;
    if (std::ifstream(folder + "/" + file) >> value && value > 0) limit = std::min(limit, value);
    const auto slash = folder.rfind('/');
    if (slash == std::string::npos) break;
    folder.resize(slash);
  }
  return limit;
}

// Processors' worth of time that the control group allows.
double processor_quota() {
  const ControlGroup group = own_control_group();
  double quota = 0;
  double period = 0;
  if (group.unified) {
    std::ifstream(group.cpu + "/cpu.max") >> quota >> period;
  } else {
    std::ifstream(group.cpu + "/cpu.cfs_quota_us") >> quota;
    std::ifstream(group.cpu + "/cpu.cfs_period_us") >> period;
  }
  return quota > 0 && period > 0 ? quota / period : std::numeric_limits<double>::infinity();
}

}  // namespace

std::string processor_name() {
  std::ifstream lines("/proc/cpuinfo");
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("model name") && !line.starts_with("Model")) continue;
    const auto colon = line.find(':');
    if (colon == std::string::npos) continue;
    const auto start = line.find_first_not_of(" \t", colon + 1);
    if (start != std::string::npos) return line.substr(start);
  }
  return "unknown processor";
}

std::string processor_architecture() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512f")) return "x86_64 avx512";
  if (__builtin_cpu_supports("avx2")) return "x86_64 avx2";
  if (__builtin_cpu_supports("avx")) return "x86_64 avx";
  return "x86_64 sse2";
#elif defined(__aarch64__)
  return "aarch64 neon";
#else
  utsname system{};
  return uname(&system) == 0 ? system.machine : "unknown";
#endif
}

unsigned usable_processors() {
  unsigned count = 1;
  // More processors than the fixed set holds: ask with larger ones.
  for (int size = CPU_SETSIZE; size <= (1 << 20); size *= 4) {
    std::vector<unsigned char> bytes(CPU_ALLOC_SIZE(size));
    auto* set = reinterpret_cast<cpu_set_t*>(bytes.data());
    if (sched_getaffinity(0, bytes.size(), set) != 0) continue;
    count = static_cast<unsigned>(CPU_COUNT_S(bytes.size(), set));
    break;
  }
  const double quota = std::ceil(processor_quota());
  if (quota < count) count = static_cast<unsigned>(quota);
  return std::max(count, 1u);
}

std::size_t usable_memory() {
  const auto pages = static_cast<std::size_t>(std::max(sysconf(_SC_PHYS_PAGES), 0l));
  const std::size_t physical = pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const ControlGroup group = own_control_group();
  return std::min(physical, smallest_limit(group.memory,
                                           group.unified ? "memory.max" : "memory.limit_in_bytes"));
}

std::size_t last_level_cache() {
#ifdef _SC_LEVEL3_CACHE_SIZE
  const long size = sysconf(_SC_LEVEL3_CACHE_SIZE);
  if (size > 0) return static_cast<std::size_t>(size);
#endif
  return std::size_t{32} << 20;
}

}  // namespace softmetal::cpu
