// MTLFence.hpp: orders passes that share untracked resources.
#pragma once

#include "../Foundation/Foundation.hpp"

namespace MTL {

class Device;

class Fence : public NS::Referencing<Fence> {
 public:
  Device* device() const;
  NS::String* label() const;
  void setLabel(const NS::String* label);
};

}  // namespace MTL
