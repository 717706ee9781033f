// MTLTypes.hpp: sizes and regions. The headers of this folder declare Apple's Metal classes with
// metal-cpp's names and signatures, for machines without Metal; cpp/softmetal/objects implements
// them. May use: Foundation of these headers, the standard library.
//
// Where Apple's driver or its validation layer would abort, these classes throw an exception
// derived from std::logic_error, with Metal's words in what().
#pragma once

#include "../Foundation/Foundation.hpp"

namespace MTL {

struct Origin {
  Origin() = default;
  Origin(NS::UInteger x, NS::UInteger y, NS::UInteger z) : x(x), y(y), z(z) {}
  static Origin Make(NS::UInteger x, NS::UInteger y, NS::UInteger z) { return {x, y, z}; }

  NS::UInteger x;
  NS::UInteger y;
  NS::UInteger z;
} _NS_PACKED;

struct Size {
  Size() = default;
  Size(NS::UInteger width, NS::UInteger height, NS::UInteger depth)
      : width(width), height(height), depth(depth) {}
  static Size Make(NS::UInteger width, NS::UInteger height, NS::UInteger depth) {
    return {width, height, depth};
  }

  NS::UInteger width;
  NS::UInteger height;
  NS::UInteger depth;
} _NS_PACKED;

struct Region {
  Region() = default;
  Region(NS::UInteger x, NS::UInteger width) : origin(x, 0, 0), size(width, 1, 1) {}
  Region(NS::UInteger x, NS::UInteger y, NS::UInteger width, NS::UInteger height)
      : origin(x, y, 0), size(width, height, 1) {}
  Region(NS::UInteger x, NS::UInteger y, NS::UInteger z, NS::UInteger width, NS::UInteger height,
         NS::UInteger depth)
      : origin(x, y, z), size(width, height, depth) {}
  static Region Make1D(NS::UInteger x, NS::UInteger width) { return {x, width}; }
  static Region Make2D(NS::UInteger x, NS::UInteger y, NS::UInteger width, NS::UInteger height) {
    return {x, y, width, height};
  }
  static Region Make3D(NS::UInteger x, NS::UInteger y, NS::UInteger z, NS::UInteger width,
                       NS::UInteger height, NS::UInteger depth) {
    return {x, y, z, width, height, depth};
  }

  MTL::Origin origin;
  MTL::Size size;
} _NS_PACKED;

struct ResourceID {
  uint64_t _impl;
} _NS_PACKED;

using GPUAddress = uint64_t;

}  // namespace MTL
