// fault_message.hpp: what a command buffer's error says about a kernel that ended early.
#pragma once

#include "device_memory.hpp"
#include "work.hpp"

namespace softmetal::cpu {

// `chunk` is in grid threads for flat kernels; for others worker.group is where it happened.
Outcome explain_kernel_fault(const Dispatch& dispatch, const DeviceMemory& memory,
                             const Worker& worker, Chunk chunk);

// Whether `address` lies just outside of the calling thread's own stack.
bool overflowed_thread_stack(const void* address);

}  // namespace softmetal::cpu
