// MTLVersion.hpp: which metal-cpp these headers follow.
#pragma once

#define METALCPP_VERSION_MAJOR 370
#define METALCPP_VERSION_MINOR 63
#define METALCPP_VERSION_PATCH 1
