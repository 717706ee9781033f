// fault_message.cpp: see fault_message.hpp.
#include "fault_message.hpp"

#include <pthread.h>

#include <algorithm>
#include <cstdio>
#include <limits>
#include <string>

namespace softmetal::cpu {
namespace {

std::string hexadecimal(const void* address) {
  char text[2 + 2 * sizeof(void*) + 1];
  std::snprintf(text, sizeof text, "%p", address);
  return text;
}

std::string place(const abi::Kernel& kernel, const Worker& worker, Chunk chunk) {
  if ((kernel.flags & abi::kernel_is_flat) != 0) {
    return "in one of the grid's threads " + std::to_string(chunk.first) + " to " +
           std::to_string(chunk.last - 1);
  }
  const unsigned (&position)[3] = worker.group.position;
  return "in threadgroup (" + std::to_string(position[0]) + ", " + std::to_string(position[1]) +
         ", " + std::to_string(position[2]) + ")";
}

// "[[buffer(2)]] 'values'", with the name the source gives it where known.
std::string buffer_name(const abi::Kernel& kernel, unsigned index) {
  std::string name = "[[buffer(";
  name.append(std::to_string(index)).append(")]]");
  for (unsigned i = 0; i < kernel.argument_count; ++i) {
    const abi::Argument& argument = kernel.arguments[i];
    if (argument.kind == abi::ArgumentKind::buffer && argument.index == index) {
      return name + " '" + argument.name + "'";
    }
  }
  return name;
}

// An argument of the kernel with nothing bound: the likely reason for an address near zero.
std::string unbound_buffer(const Dispatch& dispatch) {
  const abi::Kernel& kernel = *dispatch.kernel;
  for (unsigned i = 0; i < kernel.argument_count; ++i) {
    const abi::Argument& argument = kernel.arguments[i];
    if (argument.kind == abi::ArgumentKind::buffer && argument.present &&
        argument.index < abi::max_buffers && dispatch.buffers[argument.index] == nullptr) {
      return buffer_name(kernel, argument.index);
    }
  }
  return {};
}

// "4096 bytes past the end of [[buffer(0)]] 'x' (8192 bytes)" for the nearest bound buffer, if one
// is near enough to be what the kernel meant: within reach of a 32-bit index.
std::string nearest_buffer(const Dispatch& dispatch, const DeviceMemory& memory,
                           const void* fault) {
  constexpr std::uint64_t reach = std::uint64_t{1} << 36;
  const auto address = reinterpret_cast<std::uintptr_t>(fault);
  std::uint64_t nearest = reach;
  std::string text;
  for (unsigned i = 0; i < abi::max_buffers; ++i) {
    if (dispatch.buffers[i] == nullptr) continue;
    const auto block = memory.find(dispatch.buffers[i]);
    if (!block) continue;
    const std::uintptr_t end = block->begin + block->length;
    const bool past = address >= block->begin;
    const std::uint64_t distance = past ? address - std::min(address, end) : block->begin - address;
    if (distance >= nearest) continue;
    nearest = distance;
    text = std::to_string(distance) + (past ? " bytes past the end of " : " bytes before ") +
           buffer_name(*dispatch.kernel, i) + " (" + std::to_string(block->length) + " bytes)";
  }
  return text;
}

Outcome explain_access(const Dispatch& dispatch, const DeviceMemory& memory, const Worker& worker,
                       const std::string& where) {
  const FaultRecord& fault = worker.fault;
  if (!fault.address_known) {
    return {Fault::page_fault, where + ": access to an address outside of the address space"};
  }
  if (worker.scheduler.overflowed(fault.address) || overflowed_thread_stack(fault.address)) {
    return {Fault::stack_overflow, where + ": the thread's private variables overflow its stack"};
  }
  std::string text = where + ": " + (fault.write ? "write to " : "access to ") +
                     "invalid address " + hexadecimal(fault.address);
  constexpr std::uintptr_t null_reach = 65536;
  if (reinterpret_cast<std::uintptr_t>(fault.address) < null_reach) {
    const std::string unbound = unbound_buffer(dispatch);
    if (!unbound.empty()) text += "; nothing is bound to " + unbound;
  } else if (const std::string near = nearest_buffer(dispatch, memory, fault.address);
             !near.empty()) {
    text += ", " + near;
  }
  return {Fault::page_fault, text};
}

}  // namespace

bool overflowed_thread_stack(const void* address) {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return false;
  void* lowest = nullptr;
  std::size_t size = 0;
  pthread_attr_getstack(&attributes, &lowest, &size);
  pthread_attr_destroy(&attributes);
  // The guard below a stack, and the lowest pages, where the system refuses to grow it further.
  constexpr std::uintptr_t below = 1 << 20;
  constexpr std::uintptr_t above = 65536;
  const auto bottom = reinterpret_cast<std::uintptr_t>(lowest);
  const auto place = reinterpret_cast<std::uintptr_t>(address);
  return place >= bottom - below && place < bottom + above;
}

Outcome explain_kernel_fault(const Dispatch& dispatch, const DeviceMemory& memory,
                             const Worker& worker, Chunk chunk) {
  const FaultRecord& fault = worker.fault;
  const std::string where = std::string("kernel \"") + dispatch.kernel->name + "\", " +
                            place(*dispatch.kernel, worker, chunk);
  switch (fault.kind) {
    case FaultRecord::Kind::access:
      return explain_access(dispatch, memory, worker, where);
    case FaultRecord::Kind::trap:
      return {Fault::internal,
              where + ": the kernel trapped (reached code that cannot be reached)"};
    case FaultRecord::Kind::arithmetic:
      return {Fault::internal, where + ": the kernel raised an arithmetic exception"};
    case FaultRecord::Kind::timeout:
      return {Fault::timeout,
              where +
                  ": no threadgroup finished within the watchdog's limit (METALSCOPE_WATCHDOG "
                  "sets it in seconds, 0 switches it off)"};
    case FaultRecord::Kind::failure:
      return {Fault::internal, where + ": " + fault.what};
    case FaultRecord::Kind::none:
      break;
  }
  return {Fault::internal, where + ": ended for an unknown reason"};
}

}  // namespace softmetal::cpu
