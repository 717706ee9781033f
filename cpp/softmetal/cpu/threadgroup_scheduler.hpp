// threadgroup_scheduler.hpp: runs the threads of one threadgroup as fibers of one worker.
//
// Threads are numbered by thread_index_in_threadgroup; 32 consecutive ones are a SIMD-group. A
// SIMD-group runs until each of its lanes waits or has returned, then the next one does.
//
// - Lanes that wait in a SIMD-group function at one call site meet once no lane of the SIMD-group
//   can run. If lanes wait at different sites, those at the lowest code address go first: on a GPU
//   too the lanes that are behind catch up before the code joins again.
// - A threadgroup barrier opens when every thread waits at a barrier or has returned; which barrier
//   does not matter. So no program can deadlock on barriers.
//
// A fiber is bound to its stack, not to a thread: when a thread returns, the next one that has not
// started runs on the same stack without a switch, and stacks stay set up from group to group.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "context.hpp"
#include "softmetal_abi.h"
#include "stack_pool.hpp"

namespace softmetal::cpu {

class ThreadgroupScheduler {
 public:
  static constexpr unsigned max_threads = StackPool::max_stacks;

  // Makes stacks for a threadgroup of `threads`; false when the system refuses.
  bool reserve(unsigned threads) noexcept;

  // Runs all threads of the group; returns when they have returned. Needs `reserve`. `fiber_entry`
  // is called once on each new stack and must call `run_fiber` of this object.
  void run(const abi::Kernel& kernel, const abi::Launch& launch, const abi::Group& group,
           void (*fiber_entry)());
  [[noreturn]] void run_fiber();

  // After `run` was left by an escape: forgets the abandoned threads.
  void reset() noexcept;
  [[nodiscard]] bool running() const noexcept { return running_ != none; }
  [[nodiscard]] bool overflowed(const void* address) const noexcept {
    return stacks_.guards(address);
  }
  // The adopted stack that `run` was called on.
  Context& caller() noexcept { return caller_; }

  // Called by the running thread.
  void threadgroup_barrier();
  // `site` is the address that the kernel's call returns to.
  const abi::Exchange* exchange(const void* site, const void* value, unsigned size);

 private:
  static constexpr unsigned none = ~0u;
  static constexpr unsigned width = abi::simd_width;

  struct Slots {
    alignas(64) unsigned char bytes[width * abi::slot_size];
  };
  // All masks have a bit per lane.
  struct SimdGroup {
    unsigned ready = 0;    // may run: not started, or what it waited for has happened
    unsigned started = 0;  // has a stack
    unsigned meeting = 0;  // waits in an exchange
    unsigned barred = 0;   // waits at a threadgroup barrier
    unsigned active = 0;   // took part in the last exchange
    unsigned filling = 0;  // the slots that lanes deposit into; the others hold the last exchange
    bool one_site = true;  // all of `meeting` wait at the same site
    const void* sites[width] = {};
    abi::Exchange exchanges[width] = {};
    Slots slots[2];
  };
  struct State {
    std::array<SimdGroup, max_threads / width> simd_groups;
    std::array<Context, max_threads> contexts;  // by stack
    std::array<bool, max_threads> prepared{};   // by stack
    std::array<std::uint16_t, max_threads> free{};
    std::array<std::uint16_t, max_threads> stack_of{};  // by thread
  };

  unsigned next_thread() noexcept;
  Context& resume(unsigned thread) noexcept;
  void suspend(unsigned thread);
  static void meet(SimdGroup& simd_group) noexcept;

  std::unique_ptr<State> state_;
  StackPool stacks_;
  unsigned free_count_ = 0;
  unsigned running_ = none;
  unsigned current_ = 0;  // SIMD-group that runs
  unsigned simd_group_count_ = 0;
  unsigned barred_count_ = 0;
  const abi::Kernel* kernel_ = nullptr;
  const abi::Launch* launch_ = nullptr;
  const abi::Group* group_ = nullptr;
  void (*fiber_entry_)() = nullptr;
  Context caller_;
};

}  // namespace softmetal::cpu
