// atomic.h: <metal_atomic> (specification, section 6.15). May use: synchronization.h.
//
// An atomic<T> has the size and alignment of T, so that plain buffers can be viewed as atomics.
#pragma once

namespace metal {

template <class T>
struct atomic {
  static_assert(sizeof(T) <= 8, "atomic types have at most 64 bits");
  alignas(sizeof(T)) T value;
};
template <class T>
using _atomic = atomic<T>;

typedef atomic<int> atomic_int;
typedef atomic<uint> atomic_uint;
typedef atomic<bool> atomic_bool;
typedef atomic<float> atomic_float;
typedef atomic<long> atomic_long;
typedef atomic<ulong> atomic_ulong;

// An object is passed as `volatile atomic<T>*`, values as T exactly.
template <class T>
SOFTMETAL_FUNC T atomic_load_explicit(const volatile atomic<T>* object, memory_order order,
                                      thread_scope = thread_scope_device) {
  T value;
  __atomic_load(&object->value, &value, order);
  return value;
}
template <class T>
SOFTMETAL_FUNC void atomic_store_explicit(volatile atomic<T>* object, type_identity_t<T> value,
                                          memory_order order, thread_scope = thread_scope_device) {
  __atomic_store(&object->value, &value, order);
}
template <class T>
SOFTMETAL_FUNC T atomic_exchange_explicit(volatile atomic<T>* object, type_identity_t<T> value,
                                          memory_order order, thread_scope = thread_scope_device) {
  T old;
  __atomic_exchange(&object->value, &value, &old, order);
  return old;
}
template <class T>
SOFTMETAL_FUNC bool atomic_compare_exchange_weak_explicit(volatile atomic<T>* object, T* expected,
                                                          type_identity_t<T> value,
                                                          memory_order success,
                                                          memory_order failure,
                                                          thread_scope = thread_scope_device) {
  return __atomic_compare_exchange(&object->value, expected, &value, true, success, failure);
}
template <class T>
SOFTMETAL_FUNC bool atomic_compare_exchange_strong_explicit(volatile atomic<T>* object, T* expected,
                                                            type_identity_t<T> value,
                                                            memory_order success,
                                                            memory_order failure,
                                                            thread_scope = thread_scope_device) {
  return __atomic_compare_exchange(&object->value, expected, &value, false, success, failure);
}

// fetch_op: the value before. For float `add` and `sub` only, as in Metal.
#define SOFTMETAL_ATOMIC_FETCH(op)                                                            \
  template <class T>                                                                          \
  SOFTMETAL_FUNC T atomic_fetch_##op##_explicit(volatile atomic<T>* object,                   \
                                                type_identity_t<T> value, memory_order order, \
                                                thread_scope = thread_scope_device) {         \
    return __atomic_fetch_##op(&object->value, value, order);                                 \
  }
SOFTMETAL_ATOMIC_FETCH(add)
SOFTMETAL_ATOMIC_FETCH(sub)
SOFTMETAL_ATOMIC_FETCH(min)
SOFTMETAL_ATOMIC_FETCH(max)
SOFTMETAL_ATOMIC_FETCH(and)
SOFTMETAL_ATOMIC_FETCH(or)
SOFTMETAL_ATOMIC_FETCH(xor)
#undef SOFTMETAL_ATOMIC_FETCH

// The 64-bit forms that return nothing.
#define SOFTMETAL_ATOMIC_MODIFY(op)                                                      \
  SOFTMETAL_FUNC void atomic_##op##_explicit(volatile atomic_ulong* object, ulong value, \
                                             memory_order order,                         \
                                             thread_scope = thread_scope_device) {       \
    __atomic_fetch_##op(&object->value, value, order);                                   \
  }
SOFTMETAL_ATOMIC_MODIFY(min)
SOFTMETAL_ATOMIC_MODIFY(max)
#undef SOFTMETAL_ATOMIC_MODIFY

}  // namespace metal
