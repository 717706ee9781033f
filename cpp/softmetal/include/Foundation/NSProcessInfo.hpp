// NSProcessInfo.hpp: the running process and its machine.
#pragma once

#include "NSObject.hpp"

namespace NS {

class ProcessInfo : public Referencing<ProcessInfo> {
 public:
  static ProcessInfo* processInfo();
  class Array* arguments() const;
  class Dictionary* environment() const;
  class String* hostName() const;
  class String* processName() const;
  int processIdentifier() const;
  OperatingSystemVersion operatingSystemVersion() const;
  class String* operatingSystemVersionString() const;
  bool isOperatingSystemAtLeastVersion(OperatingSystemVersion version) const;
  UInteger processorCount() const;
  UInteger activeProcessorCount() const;
  unsigned long long physicalMemory() const;  // bytes
  TimeInterval systemUptime() const;
};

}  // namespace NS
