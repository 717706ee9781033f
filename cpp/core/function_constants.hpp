// function_constants.hpp: values for the function constants of a kernel.
#pragma once

#include <string>

#include "metal.hpp"
#include "metalscope/library.hpp"
#include "object.hpp"

namespace metalscope {

// The values as Metal takes them; empty when the kernel has no constants. Throws ArgumentError for
// a name the kernel does not have, a value outside its type, and a constant that the kernel needs
// and that has no value.
[[nodiscard]] Owned<MTL::FunctionConstantValues> constant_values(const MTL::Function* function,
                                                                 const std::string& kernel_name,
                                                                 const Constants& constants);

}  // namespace metalscope
