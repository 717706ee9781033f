// context_assembly.cpp: context switches for x86-64 and aarch64 (ELF). See context.hpp.
#include "context.hpp"

#ifndef SOFTMETAL_PORTABLE_CONTEXT

#include <cstdint>
#include <cstring>

extern "C" {
// Stores the stack pointer to *save, calls function(argument), returns 1; 0 if left by the escape.
int softmetal_escape_call(void** save, void (*function)(void*), void* argument)
    __attribute__((visibility("hidden")));
[[noreturn]] void softmetal_escape_leave(void* target) __attribute__((visibility("hidden")));
}

#if defined(__x86_64__)

// The escape restores the floating-point control words too: a signal handler runs with defaults.
asm(R"(
    .text
    .p2align 4
    .hidden softmetal_context_switch
    .globl softmetal_context_switch
    .type softmetal_context_switch, @function
softmetal_context_switch:
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    movq %rsp, (%rdi)
    movq %rsi, %rsp
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    ret
    .size softmetal_context_switch, . - softmetal_context_switch

    .p2align 4
    .hidden softmetal_escape_call
    .globl softmetal_escape_call
    .type softmetal_escape_call, @function
softmetal_escape_call:
    .cfi_startproc
    pushq %rbp
    .cfi_def_cfa_offset 16
    .cfi_offset %rbp, -16
    movq %rsp, %rbp
    .cfi_def_cfa_register %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    subq $8, %rsp
    stmxcsr (%rsp)
    fnstcw 4(%rsp)
    movq %rsp, (%rdi)
    movq %rdx, %rdi
    callq *%rsi
    movl $1, %eax
.Lsoftmetal_escape_return:
    addq $8, %rsp
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    .cfi_def_cfa %rsp, 8
    ret
    .cfi_endproc
    .size softmetal_escape_call, . - softmetal_escape_call

    .p2align 4
    .hidden softmetal_escape_leave
    .globl softmetal_escape_leave
    .type softmetal_escape_leave, @function
softmetal_escape_leave:
    movq %rdi, %rsp
    cld
    ldmxcsr (%rsp)
    fldcw 4(%rsp)
    xorl %eax, %eax
    jmp .Lsoftmetal_escape_return
    .size softmetal_escape_leave, . - softmetal_escape_leave
)");

namespace {

// The frame that softmetal_context_switch pops: six registers, then `entry` as return address.
// Above it a null return address, so that `entry` starts with the alignment a call gives it.
void* initial_frame(void* bottom, std::size_t size, void (*entry)()) {
  auto top = (reinterpret_cast<std::uintptr_t>(bottom) + size) & ~std::uintptr_t{63};
  auto* frame = reinterpret_cast<void**>(top) - 8;
  std::memset(frame, 0, 8 * sizeof(void*));
  frame[6] = reinterpret_cast<void*>(entry);
  return frame;
}

}  // namespace

#elif defined(__aarch64__)

asm(R"(
    .text
    .p2align 4
    .hidden softmetal_context_switch
    .globl softmetal_context_switch
    .type softmetal_context_switch, %function
softmetal_context_switch:
    sub sp, sp, #160
    stp x19, x20, [sp, #0]
    stp x21, x22, [sp, #16]
    stp x23, x24, [sp, #32]
    stp x25, x26, [sp, #48]
    stp x27, x28, [sp, #64]
    stp x29, x30, [sp, #80]
    stp d8, d9, [sp, #96]
    stp d10, d11, [sp, #112]
    stp d12, d13, [sp, #128]
    stp d14, d15, [sp, #144]
    mov x9, sp
    str x9, [x0]
    mov sp, x1
    ldp x19, x20, [sp, #0]
    ldp x21, x22, [sp, #16]
    ldp x23, x24, [sp, #32]
    ldp x25, x26, [sp, #48]
    ldp x27, x28, [sp, #64]
    ldp x29, x30, [sp, #80]
    ldp d8, d9, [sp, #96]
    ldp d10, d11, [sp, #112]
    ldp d12, d13, [sp, #128]
    ldp d14, d15, [sp, #144]
    add sp, sp, #160
    ret
    .size softmetal_context_switch, . - softmetal_context_switch

    .p2align 4
    .hidden softmetal_escape_call
    .globl softmetal_escape_call
    .type softmetal_escape_call, %function
softmetal_escape_call:
    sub sp, sp, #176
    stp x19, x20, [sp, #0]
    stp x21, x22, [sp, #16]
    stp x23, x24, [sp, #32]
    stp x25, x26, [sp, #48]
    stp x27, x28, [sp, #64]
    stp x29, x30, [sp, #80]
    stp d8, d9, [sp, #96]
    stp d10, d11, [sp, #112]
    stp d12, d13, [sp, #128]
    stp d14, d15, [sp, #144]
    mrs x9, fpcr
    str x9, [sp, #160]
    mov x9, sp
    str x9, [x0]
    mov x0, x2
    blr x1
    mov w0, #1
.Lsoftmetal_escape_return:
    ldp x19, x20, [sp, #0]
    ldp x21, x22, [sp, #16]
    ldp x23, x24, [sp, #32]
    ldp x25, x26, [sp, #48]
    ldp x27, x28, [sp, #64]
    ldp x29, x30, [sp, #80]
    ldp d8, d9, [sp, #96]
    ldp d10, d11, [sp, #112]
    ldp d12, d13, [sp, #128]
    ldp d14, d15, [sp, #144]
    add sp, sp, #176
    ret
    .size softmetal_escape_call, . - softmetal_escape_call

    .p2align 4
    .hidden softmetal_escape_leave
    .globl softmetal_escape_leave
    .type softmetal_escape_leave, %function
softmetal_escape_leave:
    mov sp, x0
    ldr x9, [sp, #160]
    msr fpcr, x9
    mov w0, #0
    b .Lsoftmetal_escape_return
    .size softmetal_escape_leave, . - softmetal_escape_leave
)");

namespace {

// The frame that softmetal_context_switch pops; x30, at 88 bytes, is where it returns to.
void* initial_frame(void* bottom, std::size_t size, void (*entry)()) {
  auto top = (reinterpret_cast<std::uintptr_t>(bottom) + size) & ~std::uintptr_t{63};
  auto* frame = reinterpret_cast<void**>(top) - 20;
  std::memset(frame, 0, 20 * sizeof(void*));
  frame[11] = reinterpret_cast<void*>(entry);
  return frame;
}

}  // namespace

#endif

namespace softmetal::cpu {

void Context::prepare(void* bottom, std::size_t size, void (*entry)()) {
  annotation_.prepare(bottom, size);
  stack_pointer_ = initial_frame(bottom, size, entry);
}

bool Escape::call(void (*function)(void*), void* argument) {
  return softmetal_escape_call(&stack_pointer_, function, argument) != 0;
}

void Escape::leave() { softmetal_escape_leave(stack_pointer_); }

}  // namespace softmetal::cpu

#endif
