// context.hpp: stack switching and the jump out of a fault, in a few nanoseconds.
//
// A context is a suspended flow of control with its own stack. Switching saves what the platform's
// calling convention says a callee keeps, nothing else: no signal mask, no floating-point control
// words (kernels do not change them). x86-64 and aarch64 use assembly (context_assembly.cpp),
// everything else, or a build with SOFTMETAL_PORTABLE_CONTEXT, uses ucontext and siglongjmp
// (context_portable.cpp), at about 150 ns a switch.
#pragma once

#include <cstddef>

#include "stack_annotation.hpp"

#if !defined(SOFTMETAL_PORTABLE_CONTEXT) && !defined(__x86_64__) && !defined(__aarch64__)
#define SOFTMETAL_PORTABLE_CONTEXT 1
#endif

#ifdef SOFTMETAL_PORTABLE_CONTEXT
#include <setjmp.h>
#include <ucontext.h>
#endif

#ifndef SOFTMETAL_PORTABLE_CONTEXT
// Stores the stack pointer to *save and goes on where `target` was stored.
extern "C" __attribute__((visibility("hidden"))) void softmetal_context_switch(void** save,
                                                                               void* target);
#endif

namespace softmetal::cpu {

class Context {
 public:
  // Makes this a context that, when first switched to, calls `entry` on the given stack. `entry`
  // must call `entered()` first and never return. `bottom` is the lowest address.
  void prepare(void* bottom, std::size_t size, void (*entry)());

  // Makes this the context of the calling thread's own stack, to be switched back to.
  void adopt_current_thread() { annotation_.adopt_current_thread(); }

  // First call on a new stack.
  static void entered() { StackAnnotation::entered(); }

  // Suspends the running flow in `from`, and goes on in `to`.
  static void switch_to(Context& from, Context& to) {
    from.annotation_.before_switch(to.annotation_);
#ifdef SOFTMETAL_PORTABLE_CONTEXT
    swapcontext(&from.context_, &to.context_);
#else
    softmetal_context_switch(&from.stack_pointer_, to.stack_pointer_);
#endif
    from.annotation_.after_switch();
  }

  // Around a jump (see `Escape`) from whatever stack runs to this adopted thread's own.
  void before_escape() { annotation_.before_escape(); }
  void after_escape() { annotation_.after_escape(); }

 private:
#ifdef SOFTMETAL_PORTABLE_CONTEXT
  ucontext_t context_{};
#else
  void* stack_pointer_ = nullptr;
#endif
  [[no_unique_address]] StackAnnotation annotation_;
};

// A call that can be left from anywhere below it, from another stack or a signal handler included.
// Destructors of the frames in between do not run, so those frames must own nothing.
class Escape {
 public:
  // Calls function(argument); false when it was left through `leave`.
  bool call(void (*function)(void*), void* argument);
  // Ends the running `call`. Only while one runs, on the thread that runs it.
  [[noreturn]] void leave();

 private:
#ifdef SOFTMETAL_PORTABLE_CONTEXT
  sigjmp_buf target_;
#else
  void* stack_pointer_ = nullptr;
#endif
};

}  // namespace softmetal::cpu
