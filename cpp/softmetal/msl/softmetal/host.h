// host.h: the engine's entry points, as the loader stored them. May use: softmetal_abi.h.
#pragma once

// The library table of the program carries the address of this variable.
static const softmetal::abi::Host* softmetal_host;

namespace metal::detail {
SOFTMETAL_FUNC const softmetal::abi::Host& host() { return *softmetal_host; }
}  // namespace metal::detail
