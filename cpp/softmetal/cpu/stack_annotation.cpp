// stack_annotation.cpp: see stack_annotation.hpp.
#include "stack_annotation.hpp"

#include <pthread.h>

namespace softmetal::cpu {

void StackAnnotation::adopt_current_thread() {
#if SOFTMETAL_ASAN
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
    void* bottom = nullptr;
    pthread_attr_getstack(&attributes, &bottom, &size_);
    bottom_ = bottom;
    pthread_attr_destroy(&attributes);
  }
#endif
#if SOFTMETAL_TSAN
  fiber_ = __tsan_get_current_fiber();
#endif
}

}  // namespace softmetal::cpu
