// swizzles.hpp: the vector swizzles that a source names, as C++ that declares them.
#pragma once

#include <string>

#include "token.hpp"

namespace softmetal {

// Completes the vector classes of the precompiled prelude (swizzle.h of the MSL library), on one
// line. Every identifier that could be a swizzle counts as one.
[[nodiscard]] std::string generate_swizzles(Tokens tokens);

}  // namespace softmetal
