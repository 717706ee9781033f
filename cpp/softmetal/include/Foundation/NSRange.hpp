// NSRange.hpp: a half-open range of indices.
#pragma once

#include "NSTypes.hpp"

namespace NS {

struct Range {
  static Range Make(UInteger loc, UInteger len) { return {loc, len}; }

  Range(UInteger loc, UInteger len) : location(loc), length(len) {}

  bool Equal(const Range& range) const {
    return location == range.location && length == range.length;
  }
  bool LocationInRange(UInteger loc) const { return loc >= location && loc - location < length; }
  UInteger Max() const { return location + length; }

  UInteger location;
  UInteger length;
} _NS_PACKED;

}  // namespace NS
