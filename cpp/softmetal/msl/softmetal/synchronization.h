// synchronization.h: <metal_compute>: barriers and fences (specification, sections 6.9 and 6.15.3).
// May use: host.h.
#pragma once

namespace metal {

enum class mem_flags : uint {
  mem_none = 0,
  mem_device = 1,
  mem_threadgroup = 2,
  mem_texture = 4,
  mem_threadgroup_imageblock = 8,
  mem_object_data = 16
};
SOFTMETAL_FUNC constexpr mem_flags operator|(mem_flags a, mem_flags b) {
  return mem_flags(uint(a) | uint(b));
}
SOFTMETAL_FUNC constexpr mem_flags operator&(mem_flags a, mem_flags b) {
  return mem_flags(uint(a) & uint(b));
}
SOFTMETAL_FUNC constexpr mem_flags& operator|=(mem_flags& a, mem_flags b) { return a = a | b; }

enum memory_order {
  memory_order_relaxed = __ATOMIC_RELAXED,
  memory_order_acquire = __ATOMIC_ACQUIRE,
  memory_order_release = __ATOMIC_RELEASE,
  memory_order_acq_rel = __ATOMIC_ACQ_REL,
  memory_order_seq_cst = __ATOMIC_SEQ_CST
};
enum thread_scope {
  thread_scope_thread,
  thread_scope_simdgroup,
  thread_scope_threadgroup,
  thread_scope_device,
  thread_scope_system
};

SOFTMETAL_FUNC void threadgroup_barrier(mem_flags flags, thread_scope = thread_scope_threadgroup) {
  detail::host().threadgroup_barrier(uint(flags));
}
SOFTMETAL_FUNC void simdgroup_barrier(mem_flags flags, thread_scope = thread_scope_simdgroup) {
  detail::host().simdgroup_barrier(uint(flags));
}
// Only memory is ordered: device memory is visible to all threads of the process.
SOFTMETAL_FUNC void atomic_thread_fence(mem_flags, memory_order = memory_order_seq_cst,
                                        thread_scope = thread_scope_device) {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

}  // namespace metal
