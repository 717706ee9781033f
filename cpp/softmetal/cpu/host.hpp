// host.hpp: the engine's entry points for running kernels (abi::Host).
#pragma once

#include "softmetal_abi.h"

namespace softmetal::cpu {

extern const abi::Host host_table;

}  // namespace softmetal::cpu
