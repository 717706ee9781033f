// context_portable.cpp: context switches through ucontext, for machines without assembly of ours.
// See context.hpp.
#include "context.hpp"

#ifdef SOFTMETAL_PORTABLE_CONTEXT

namespace softmetal::cpu {

void Context::prepare(void* bottom, std::size_t size, void (*entry)()) {
  annotation_.prepare(bottom, size);
  getcontext(&context_);
  context_.uc_stack.ss_sp = bottom;
  context_.uc_stack.ss_size = size;
  context_.uc_link = nullptr;
  makecontext(&context_, entry, 0);
}

bool Escape::call(void (*function)(void*), void* argument) {
  if (sigsetjmp(target_, 0) != 0) return false;
  function(argument);
  return true;
}

void Escape::leave() { siglongjmp(target_, 1); }

}  // namespace softmetal::cpu

#endif
