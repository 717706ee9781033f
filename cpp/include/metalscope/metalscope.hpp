// metalscope.hpp: the whole embedding API.
#pragma once

#include "metalscope/buffer.hpp"        // IWYU pragma: export
#include "metalscope/device.hpp"        // IWYU pragma: export
#include "metalscope/element_type.hpp"  // IWYU pragma: export
#include "metalscope/error.hpp"         // IWYU pragma: export
#include "metalscope/library.hpp"       // IWYU pragma: export
#include "metalscope/profile.hpp"       // IWYU pragma: export
#include "metalscope/stream.hpp"        // IWYU pragma: export
