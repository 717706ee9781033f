// stack_annotation.hpp: tells AddressSanitizer and ThreadSanitizer about our stack switches. All of
// it is empty in a build without them.
#pragma once

#include <cstddef>

#include "sanitizers.hpp"

namespace softmetal::cpu {

// What the sanitizers know of one stack.
class StackAnnotation {
 public:
  // A stack that nothing runs on yet; what an abandoned flow left on it is forgotten.
  void prepare([[maybe_unused]] void* bottom, [[maybe_unused]] std::size_t size) {
#if SOFTMETAL_ASAN
    bottom_ = bottom;
    size_ = size;
    fake_stack_ = nullptr;
    __asan_unpoison_memory_region(bottom, size);
#endif
#if SOFTMETAL_TSAN
    if (fiber_ != nullptr) __tsan_destroy_fiber(fiber_);
    fiber_ = __tsan_create_fiber(0);
#endif
  }

  void adopt_current_thread() {
#if SOFTMETAL_ASAN
    find_thread_stack();
#endif
#if SOFTMETAL_TSAN
    fiber_ = __tsan_get_current_fiber();
#endif
  }

  // First thing on a new stack.
  static void entered() {
#if SOFTMETAL_ASAN
    __sanitizer_finish_switch_fiber(nullptr, nullptr, nullptr);
#endif
  }

  void before_switch([[maybe_unused]] StackAnnotation& to) {
#if SOFTMETAL_ASAN
    __sanitizer_start_switch_fiber(&fake_stack_, to.bottom_, to.size_);
#endif
#if SOFTMETAL_TSAN
    __tsan_switch_to_fiber(to.fiber_, 0);
#endif
  }

  void after_switch() {
#if SOFTMETAL_ASAN
    __sanitizer_finish_switch_fiber(fake_stack_, nullptr, nullptr);
#endif
  }

  // The running flow, on whatever stack, is about to jump to this stack for good.
  void before_escape() {
#if SOFTMETAL_ASAN
    __asan_handle_no_return();
    __sanitizer_start_switch_fiber(nullptr, bottom_, size_);
#endif
  }

  // On this stack again after the jump.
  void after_escape() {
#if SOFTMETAL_ASAN
    __sanitizer_finish_switch_fiber(fake_stack_, nullptr, nullptr);
    __asan_handle_no_return();
#endif
  }

 private:
#if SOFTMETAL_ASAN
  void find_thread_stack();

  void* fake_stack_ = nullptr;
  const void* bottom_ = nullptr;
  std::size_t size_ = 0;
#endif
#if SOFTMETAL_TSAN
  void* fiber_ = nullptr;
#endif
};

}  // namespace softmetal::cpu
