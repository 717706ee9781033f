// softmetal_library.h: what the MSL compiler's loader reads of a library beyond softmetal_abi.h.
// Included by both sides, like that file.
#pragma once

#include "softmetal_abi.h"

namespace softmetal::abi {

struct KernelDetails {
  // Bytes of the kernel's threadgroup variables; computed by initialisers while the library is
  // loaded, hence a pointer.
  const unsigned* threadgroup_size;
  const unsigned* constants;  // indices of the function constants that its code reaches
  unsigned constant_count;
};

// What the symbol `softmetal_library` of a library made by the MSL compiler is.
struct LibraryDetails {
  Library library;
  Kernel* kernels;  // those of `library`; the loader completes them
  const KernelDetails* details;
};

}  // namespace softmetal::abi
