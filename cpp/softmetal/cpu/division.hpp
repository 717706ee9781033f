// division.hpp: integer divisions that the processor refuses.
#pragma once

#include <ucontext.h>

namespace softmetal::cpu {

// On x86-64 a division by zero, or one whose quotient does not fit, raises SIGFPE; on a GPU it
// gives some value. Completes the division that `context` stands at and moves on to the next
// instruction:
//   x / 0 = 0, x % 0 = x (as aarch64 does), INT_MIN / -1 = INT_MIN, INT_MIN % -1 = 0 (wrapping).
// False if it is no division; always so on processors that do not trap.
bool finish_division(ucontext_t& context) noexcept;

}  // namespace softmetal::cpu
