// MTLResource.hpp: what all memory of a device has in common.
#pragma once

#include "../Foundation/Foundation.hpp"

namespace MTL {

class Device;

enum PurgeableState : NS::UInteger {
  PurgeableStateKeepCurrent = 1,
  PurgeableStateNonVolatile = 2,
  PurgeableStateVolatile = 3,
  PurgeableStateEmpty = 4,
};

enum CPUCacheMode : NS::UInteger {
  CPUCacheModeDefaultCache = 0,
  CPUCacheModeWriteCombined = 1,
};

enum StorageMode : NS::UInteger {
  StorageModeShared = 0,
  StorageModeManaged = 1,
  StorageModePrivate = 2,
  StorageModeMemoryless = 3,
};

enum HazardTrackingMode : NS::UInteger {
  HazardTrackingModeDefault = 0,
  HazardTrackingModeUntracked = 1,
  HazardTrackingModeTracked = 2,
};

using ResourceOptions = NS::UInteger;
enum : ResourceOptions {
  ResourceCPUCacheModeDefaultCache = 0,
  ResourceCPUCacheModeWriteCombined = 1,
  ResourceStorageModeShared = 0,
  ResourceStorageModeManaged = 1 << 4,
  ResourceStorageModePrivate = 1 << 5,
  ResourceStorageModeMemoryless = 1 << 5,
  ResourceHazardTrackingModeDefault = 0,
  ResourceHazardTrackingModeUntracked = 1 << 8,
  ResourceHazardTrackingModeTracked = 1 << 9,
  ResourceOptionCPUCacheModeDefault = 0,
  ResourceOptionCPUCacheModeWriteCombined = 1,
};

class Allocation : public NS::Referencing<Allocation> {
 public:
  NS::UInteger allocatedSize() const;  // bytes
};

class Resource : public NS::Referencing<Resource, Allocation> {
 public:
  NS::UInteger allocatedSize() const;  // bytes, whole pages
  CPUCacheMode cpuCacheMode() const;
  Device* device() const;
  HazardTrackingMode hazardTrackingMode() const;
  NS::String* label() const;
  ResourceOptions resourceOptions() const;
  void setLabel(const NS::String* label);
  // Memory is never purged here: volatile contents survive, until they are given up as empty.
  PurgeableState setPurgeableState(MTL::PurgeableState state);
  StorageMode storageMode() const;
};

}  // namespace MTL
