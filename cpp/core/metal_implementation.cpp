// metal_implementation.cpp: the one translation unit that defines metal-cpp's selectors and
// constants (a no-op against the software device's headers).
#define NS_PRIVATE_IMPLEMENTATION
#define MTL_PRIVATE_IMPLEMENTATION
#include "metal.hpp"
