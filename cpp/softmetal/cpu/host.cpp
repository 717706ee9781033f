// host.cpp: see host.hpp. All of it runs on the stack of a kernel thread, inside an escapable call.
#include "host.hpp"

#include "worker.hpp"

namespace softmetal::cpu {
namespace {

void fail(const char* what) {
  Worker& worker = *Worker::current();
  worker.fault = {.kind = FaultRecord::Kind::failure, .what = what};
  worker.abandon();
}

ThreadgroupScheduler& scheduler() {
  Worker& worker = *Worker::current();
  if (!worker.scheduler.running()) {
    fail("a kernel that does not run as fibers called a barrier or a SIMD-group function");
  }
  return worker.scheduler;
}

void threadgroup_barrier(unsigned /*mem_flags*/) { scheduler().threadgroup_barrier(); }

void simdgroup_barrier(unsigned /*mem_flags*/) {
  scheduler().exchange(__builtin_return_address(0), nullptr, 0);
}

const abi::Exchange* simd_exchange(const void* value, unsigned size) {
  return scheduler().exchange(__builtin_return_address(0), value, size);
}

void* threadgroup_memory() { return Worker::current()->arena.memory(); }

}  // namespace

const abi::Host host_table = {threadgroup_barrier, simdgroup_barrier, simd_exchange,
                              threadgroup_memory, fail};

}  // namespace softmetal::cpu
