// softmetal_abi.h: what compiled kernels and the engine agree on.
//
// Included by the engine (host compiler) and by every translation unit that the MSL compiler
// builds (clang, no standard headers), hence plain structures, built-in types, no includes.
// A change of any structure changes SOFTMETAL_ABI_VERSION: it is part of the code cache's key.
#pragma once

#define SOFTMETAL_ABI_VERSION 1

namespace softmetal::abi {

// Lanes of a SIMD-group; `Exchange` slots are this many, each wide enough for any MSL value.
inline constexpr unsigned simd_width = 32;
inline constexpr unsigned slot_size = 64;
inline constexpr unsigned max_buffers = 31;
inline constexpr unsigned max_threadgroup_arguments = 31;

// ---- what the engine offers to running kernels -------------------------------------------------

// The values that the lanes of one SIMD-group brought to the same call. It stays valid until the
// calling lane's next call that suspends it.
struct Exchange {
  unsigned active;             // bit per lane that takes part (at most 32 lanes)
  unsigned lane;               // the calling lane, 0..31
  const unsigned char* slots;  // lane i's value is at slots + i * slot_size
};

// Entry points of the engine. Only kernels compiled as fibers call the first three; each call
// suspends the calling thread until the others it waits for have arrived.
struct Host {
  // All threads of the threadgroup arrive (threads that returned count as arrived).
  void (*threadgroup_barrier)(unsigned mem_flags);
  void (*simdgroup_barrier)(unsigned mem_flags);
  // Every SIMD-group function is made of this: deposit `size` (0..slot_size) bytes, meet the active
  // lanes of the SIMD-group at this call site, see what they brought.
  const Exchange* (*simd_exchange)(const void* value, unsigned size);
  // Start of the running threadgroup's memory: the kernel's own variables first, then the
  // [[threadgroup(n)]] arguments. 16-byte aligned or better.
  void* (*threadgroup_memory)();
  // Ends the dispatch as failed; does not return. `what` is a static string.
  void (*fail)(const char* what);
};

// ---- what the engine hands to a kernel
// -----------------------------------------------------------

// One dispatch. All counts are in threads or threadgroups, x first.
struct Launch {
  void* buffers[max_buffers];                              // null where nothing is bound
  unsigned threadgroup_offset[max_threadgroup_arguments];  // bytes from threadgroup_memory()
  unsigned threads_per_grid[3];
  unsigned threads_per_threadgroup[3];  // of a full threadgroup
  unsigned threadgroups_per_grid[3];
};

// One threadgroup of it.
struct Group {
  unsigned position[3];  // threadgroup_position_in_grid
  unsigned size[3];      // its threads; smaller than threads_per_threadgroup at the grid's edges
};

// ---- what a compiled library tells the engine
// ------------------------------------------------------

enum class ArgumentKind : unsigned char { buffer, threadgroup, texture, sampler };
enum class Access : unsigned char { read_only, read_write, write_only };

// `data_type` holds a value of MTL::DataType (MTLDataType.hpp): Float 3, Struct 1, Pointer 60, ...
struct Argument {
  const char* name;
  ArgumentKind kind;
  Access access;
  bool present;        // false: switched off by its [[function_constant(f)]]
  unsigned index;      // [[buffer(n)]], [[threadgroup(n)]], ...
  unsigned data_type;  // of the pointee or referenced type
  unsigned data_size;  // bytes of it
  unsigned alignment;  // bytes
};

enum KernelFlags : unsigned {
  // Uses barriers or SIMD-group functions: one fiber per thread, through `run_thread`.
  kernel_needs_fibers = 1u,
  // Asks for nothing but grid positions and sizes: any range of grid threads may run as one piece,
  // threadgroups do not matter, through `run_flat`.
  kernel_is_flat = 2u,
};

// Exactly one of the run functions is set, as the flags say.
struct Kernel {
  const char* name;  // what MTL::Library calls it (host_name, or the function's own)
  unsigned flags;
  unsigned max_total_threads;        // [[max_total_threads_per_threadgroup(n)]], 0 if not given
  unsigned static_threadgroup_size;  // bytes of threadgroup variables in the body
  unsigned argument_count;
  const Argument* arguments;
  // Grid threads first..last-1 in x-major order (x fastest).
  void (*run_flat)(const Launch*, unsigned long first, unsigned long last);
  // All threads of one threadgroup, in loops.
  void (*run_group)(const Launch*, const Group*);
  // The thread with this thread_index_in_threadgroup; called on a fiber of its own.
  void (*run_thread)(const Launch*, const Group*, unsigned index);
};

// A [[function_constant(index)]] of the source.
struct FunctionConstant {
  const char* name;
  unsigned index;
  unsigned data_type;  // MTL::DataType
  unsigned data_size;
};

// The one exported symbol of a compiled library: `softmetal_library`.
struct Library {
  unsigned abi_version;
  unsigned kernel_count;
  const Kernel* kernels;
  unsigned constant_count;
  const FunctionConstant* constants;
  const Host** host;  // the loader stores the engine's table here before anything runs
};

}  // namespace softmetal::abi
