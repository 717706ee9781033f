// machine.hpp: what this machine offers: processor, processors allowed, memory allowed, caches.
#pragma once

#include <cstddef>
#include <string>

namespace softmetal::cpu {

// Of the processor, as it calls itself; "unknown processor" where it does not.
std::string processor_name();
// "x86_64 avx2", "aarch64 neon": the instruction set and its widest vectors.
std::string processor_architecture();
// Processors this process may use: its affinity, bounded by the control group's quota; at least 1.
unsigned usable_processors();
// Bytes this process may use: physical memory, bounded by the control group's limit.
std::size_t usable_memory();
// Bytes of the last-level cache; 32 MiB where the system does not tell.
std::size_t last_level_cache();

}  // namespace softmetal::cpu
