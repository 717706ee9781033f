// threadgroup_scheduler.cpp: see threadgroup_scheduler.hpp. Everything but `reserve` runs inside an
// escapable call: no locks, no allocations, no destructors.
#include "threadgroup_scheduler.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <functional>
#include <new>
#include <utility>

namespace softmetal::cpu {
namespace {

unsigned lane_mask(unsigned lanes) noexcept { return lanes >= 32 ? ~0u : (1u << lanes) - 1; }

// The sizes of MSL's scalars and vectors as single moves.
void deposit(unsigned char* slot, const void* value, unsigned size) noexcept {
  switch (size) {
    case 0:
      return;
    case 2:
      std::memcpy(slot, value, 2);
      return;
    case 4:
      std::memcpy(slot, value, 4);
      return;
    case 8:
      std::memcpy(slot, value, 8);
      return;
    case 16:
      std::memcpy(slot, value, 16);
      return;
    default:
      std::memcpy(slot, value, std::min(size, abi::slot_size));
  }
}

const void* lowest_site(const void* const* sites, unsigned lanes) noexcept {
  const void* lowest = sites[std::countr_zero(lanes)];
  for (; lanes != 0; lanes &= lanes - 1) {
    lowest = std::min(lowest, sites[std::countr_zero(lanes)], std::less<>());
  }
  return lowest;
}

}  // namespace

bool ThreadgroupScheduler::reserve(unsigned threads) noexcept {
  if (threads <= stacks_.count() && state_ != nullptr) return true;
  if (threads > max_threads) return false;
  if (state_ == nullptr) state_.reset(new (std::nothrow) State);
  if (state_ == nullptr || !stacks_.grow(threads)) return false;
  reset();
  return true;
}

void ThreadgroupScheduler::reset() noexcept {
  running_ = none;
  if (state_ == nullptr) return;
  state_->prepared.fill(false);
  free_count_ = 0;
  for (unsigned stack = stacks_.count(); stack-- > 0;) {
    state_->free[free_count_++] = static_cast<std::uint16_t>(stack);
  }
}

void ThreadgroupScheduler::run(const abi::Kernel& kernel, const abi::Launch& launch,
                               const abi::Group& group, void (*fiber_entry)()) {
  kernel_ = &kernel;
  launch_ = &launch;
  group_ = &group;
  fiber_entry_ = fiber_entry;
  const unsigned threads = group.size[0] * group.size[1] * group.size[2];
  simd_group_count_ = (threads + width - 1) / width;
  for (unsigned i = 0; i < simd_group_count_; ++i) {
    SimdGroup& simd_group = state_->simd_groups[i];
    simd_group.ready = lane_mask(threads - i * width);
    simd_group.started = 0;
    simd_group.meeting = 0;
    simd_group.barred = 0;
  }
  current_ = 0;
  barred_count_ = 0;
  caller_.adopt_current_thread();
  Context::switch_to(caller_, resume(next_thread()));
  running_ = none;
}

void ThreadgroupScheduler::run_fiber() {
  Context::entered();
  for (;;) {
    kernel_->run_thread(launch_, group_, running_);
    const std::uint16_t stack = state_->stack_of[running_];
    state_->free[free_count_++] = stack;
    Context& own = state_->contexts[stack];
    const unsigned next = next_thread();
    Context& to = next == none ? caller_ : resume(next);
    // A thread that starts takes the stack that became free last: this one.
    if (&to != &own) Context::switch_to(own, to);
  }
}

// The thread that runs next: of the current SIMD-group while it has one, then of the following
// ones; `none` when all have returned.
unsigned ThreadgroupScheduler::next_thread() noexcept {
  for (;;) {
    SimdGroup& simd_group = state_->simd_groups[current_];
    if (simd_group.ready != 0) {
      const auto lane = static_cast<unsigned>(std::countr_zero(simd_group.ready));
      simd_group.ready &= simd_group.ready - 1;
      return current_ * width + lane;
    }
    if (simd_group.meeting != 0) {
      meet(simd_group);
      continue;
    }
    if (++current_ < simd_group_count_) continue;
    if (barred_count_ == 0) return none;
    for (unsigned i = 0; i < simd_group_count_; ++i) {
      state_->simd_groups[i].ready = std::exchange(state_->simd_groups[i].barred, 0);
    }
    current_ = 0;
    barred_count_ = 0;
  }
}

// Makes `thread` the running one; its context, on a free stack if it has not started.
Context& ThreadgroupScheduler::resume(unsigned thread) noexcept {
  running_ = thread;
  SimdGroup& simd_group = state_->simd_groups[thread / width];
  const unsigned bit = 1u << thread % width;
  if ((simd_group.started & bit) != 0) return state_->contexts[state_->stack_of[thread]];
  simd_group.started |= bit;
  const std::uint16_t stack = state_->free[--free_count_];
  state_->stack_of[thread] = stack;
  Context& context = state_->contexts[stack];
  if (!state_->prepared[stack]) {
    state_->prepared[stack] = true;
    context.prepare(stacks_.bottom(stack), stacks_.size(stack), fiber_entry_);
  }
  return context;
}

void ThreadgroupScheduler::suspend(unsigned thread) {
  const unsigned next = next_thread();
  if (next == thread) return;
  Context& own = state_->contexts[state_->stack_of[thread]];
  Context::switch_to(own, resume(next));
}

void ThreadgroupScheduler::threadgroup_barrier() {
  const unsigned thread = running_;
  state_->simd_groups[thread / width].barred |= 1u << thread % width;
  ++barred_count_;
  suspend(thread);
}

const abi::Exchange* ThreadgroupScheduler::exchange(const void* site, const void* value,
                                                    unsigned size) {
  const unsigned thread = running_;
  const unsigned lane = thread % width;
  SimdGroup& simd_group = state_->simd_groups[thread / width];
  deposit(simd_group.slots[simd_group.filling].bytes + lane * abi::slot_size, value, size);
  simd_group.one_site =
      simd_group.meeting == 0 ||
      (simd_group.one_site && simd_group.sites[std::countr_zero(simd_group.meeting)] == site);
  simd_group.meeting |= 1u << lane;
  simd_group.sites[lane] = site;
  suspend(thread);
  // Every lane that met resumes before the next exchange of the SIMD-group.
  simd_group.exchanges[lane] = {simd_group.active, lane,
                                simd_group.slots[simd_group.filling ^ 1].bytes};
  return &simd_group.exchanges[lane];
}

// No lane can run: the lanes at the lowest site have met. Whoever still waits has deposited into
// the slots that now hold this exchange, so its value moves to the others.
void ThreadgroupScheduler::meet(SimdGroup& simd_group) noexcept {
  unsigned met = simd_group.meeting;
  if (!simd_group.one_site) {
    const void* site = lowest_site(simd_group.sites, simd_group.meeting);
    for (unsigned rest = simd_group.meeting; rest != 0; rest &= rest - 1) {
      if (simd_group.sites[std::countr_zero(rest)] != site) met &= ~(rest & -rest);
    }
    for (unsigned rest = simd_group.meeting & ~met; rest != 0; rest &= rest - 1) {
      const auto offset = static_cast<unsigned>(std::countr_zero(rest)) * abi::slot_size;
      std::memcpy(simd_group.slots[simd_group.filling ^ 1].bytes + offset,
                  simd_group.slots[simd_group.filling].bytes + offset, abi::slot_size);
    }
  }
  simd_group.filling ^= 1;
  simd_group.active = met;
  simd_group.ready = met;
  simd_group.meeting &= ~met;
}

}  // namespace softmetal::cpu
