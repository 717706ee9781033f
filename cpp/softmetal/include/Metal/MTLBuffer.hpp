// MTLBuffer.hpp: linear memory.
#pragma once

#include "MTLResource.hpp"
#include "MTLTypes.hpp"

namespace MTL {

class Buffer : public NS::Referencing<Buffer, Resource> {
 public:
  void addDebugMarker(const NS::String* marker, NS::Range range);
  // Null for private storage.
  void* contents();
  // For managed storage; raises past the end.
  void didModifyRange(NS::Range range);
  GPUAddress gpuAddress() const;
  NS::UInteger length() const;  // bytes, as asked for
  void removeAllDebugMarkers();
};

}  // namespace MTL
