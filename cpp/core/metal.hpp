// metal.hpp: the seam. Everything that the core may use of Metal comes through here: Apple's
// metal-cpp on a Mac, the software device's headers of the same names elsewhere.
#pragma once

#include <Foundation/Foundation.hpp>  // IWYU pragma: export
#include <Metal/Metal.hpp>            // IWYU pragma: export
