// stack_annotation.cpp: see stack_annotation.hpp.
#include "stack_annotation.hpp"

#if SOFTMETAL_ASAN

#include <pthread.h>

namespace softmetal::cpu {

void StackAnnotation::find_thread_stack() {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
  void* bottom = nullptr;
  pthread_attr_getstack(&attributes, &bottom, &size_);
  bottom_ = bottom;
  pthread_attr_destroy(&attributes);
}

}  // namespace softmetal::cpu

#endif
