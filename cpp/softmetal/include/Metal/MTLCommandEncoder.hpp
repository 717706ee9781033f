// MTLCommandEncoder.hpp: what all encoders share.
#pragma once

#include "../Foundation/Foundation.hpp"

namespace MTL {

class Device;

using ResourceUsage = NS::UInteger;
enum : ResourceUsage {
  ResourceUsageRead = 1,
  ResourceUsageWrite = 1 << 1,
  ResourceUsageSample = 1 << 2,
};

using BarrierScope = NS::UInteger;
enum : BarrierScope {
  BarrierScopeBuffers = 1,
  BarrierScopeTextures = 1 << 1,
  BarrierScopeRenderTargets = 1 << 2,
};

class CommandEncoder : public NS::Referencing<CommandEncoder> {
 public:
  Device* device() const;
  // Nothing may be encoded afterwards. Required before release.
  void endEncoding();
  void insertDebugSignpost(const NS::String* string);
  NS::String* label() const;
  void popDebugGroup();
  void pushDebugGroup(const NS::String* string);
  void setLabel(const NS::String* label);
};

}  // namespace MTL
