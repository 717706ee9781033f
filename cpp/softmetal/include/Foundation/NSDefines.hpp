// NSDefines.hpp: what the other headers of this folder need from the compiler. The headers here
// declare Apple's Foundation classes with metal-cpp's names and signatures, for machines without
// Foundation; cpp/softmetal/objects implements them. May use: the standard library.
//
// Messages to null return zero, so every target that includes these headers is compiled with
// -fno-delete-null-pointer-checks (the CMake target carries it). NS_PRIVATE_IMPLEMENTATION,
// MTL_PRIVATE_IMPLEMENTATION and CA_PRIVATE_IMPLEMENTATION mean nothing here.
#pragma once

#define _NS_PACKED __attribute__((packed))
