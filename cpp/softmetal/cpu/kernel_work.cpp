// kernel_work.cpp: see kernel_work.hpp.
#include "kernel_work.hpp"

#include <algorithm>
#include <string>

#include "fault_message.hpp"
#include "job.hpp"

namespace softmetal::cpu {
namespace {

std::uint64_t product(const unsigned (&extent)[3]) {
  return std::uint64_t{extent[0]} * extent[1] * extent[2];
}

// A grid that cannot be counted is far from one that could be run.
bool countable(const std::array<unsigned, 3>& extent) {
  return double{1} * extent[0] * extent[1] * extent[2] < 0x1p62;
}

// Of threadgroup arguments: the largest that an MSL type has (long4).
constexpr unsigned argument_alignment = 32;

unsigned align(unsigned bytes, unsigned alignment) {
  return (bytes + alignment - 1) / alignment * alignment;
}

// Bytes of threadgroup memory as Metal counts them: the kernel's own variables, then the arguments
// in steps of 16 bytes.
std::uint64_t threadgroup_bytes(const Dispatch& dispatch) {
  std::uint64_t bytes = dispatch.kernel->static_threadgroup_size;
  for (const unsigned length : dispatch.threadgroup_lengths) {
    if (length > 0) bytes = (bytes + 15) / 16 * 16 + length;
  }
  return bytes;
}

}  // namespace

std::optional<Outcome> KernelWork::refuse(const Dispatch& dispatch) {
  if (dispatch.kernel == nullptr) return Outcome{Fault::internal, "the dispatch has no kernel"};
  const abi::Kernel& kernel = *dispatch.kernel;
  const auto refused = [&kernel](const std::string& why) {
    return Outcome{Fault::invalid_resource, std::string("kernel \"") + kernel.name + "\": " + why};
  };
  const std::array<unsigned, 3>& group = dispatch.threads_per_threadgroup;
  if (!countable(dispatch.threads_per_grid) || !countable(group)) {
    return refused("the grid has more threads than can be counted");
  }
  const std::uint64_t threads = std::uint64_t{group[0]} * group[1] * group[2];
  const unsigned limit = kernel.max_total_threads > 0
                             ? std::min(kernel.max_total_threads, ThreadgroupScheduler::max_threads)
                             : ThreadgroupScheduler::max_threads;
  if (threads == 0) return refused("the threadgroup size has a zero");
  if (threads > limit) {
    return refused("a threadgroup of " + std::to_string(threads) +
                   " threads is over the kernel's limit of " + std::to_string(limit));
  }
  const std::uint64_t bytes = threadgroup_bytes(dispatch);
  if (bytes > ThreadgroupArena::size) {
    return refused(std::to_string(bytes) + " bytes of threadgroup memory are over the limit of " +
                   std::to_string(ThreadgroupArena::size));
  }
  return std::nullopt;
}

KernelWork::KernelWork(const Dispatch& dispatch, const DeviceMemory& memory,
                       std::atomic<float>& unit_cost)
    : dispatch_(dispatch), kernel_(*dispatch.kernel), memory_(memory), unit_cost_(unit_cost) {
  std::ranges::copy(dispatch.buffers, launch_.buffers);
  unsigned offset = kernel_.static_threadgroup_size;
  for (unsigned i = 0; i < abi::max_threadgroup_arguments; ++i) {
    offset = align(offset, argument_alignment);
    launch_.threadgroup_offset[i] = offset;
    offset += dispatch.threadgroup_lengths[i];
  }
  for (unsigned i = 0; i < 3; ++i) {
    const unsigned grid = dispatch.threads_per_grid[i];
    const unsigned group = dispatch.threads_per_threadgroup[i];
    launch_.threads_per_grid[i] = grid;
    launch_.threads_per_threadgroup[i] = group;
    launch_.threadgroups_per_grid[i] = grid / group + (grid % group != 0 ? 1 : 0);
  }
  units_ = flat() ? product(launch_.threads_per_grid) : product(launch_.threadgroups_per_grid);
}

// Flat chunks begin at whole vectors and, for elements of 4 bytes, at other pages' lines.
std::uint64_t KernelWork::granule() const noexcept { return flat() ? 64 : 1; }

// Every threadgroup counts as progress, a flat chunk only as a whole.
std::uint64_t KernelWork::first_chunk() const noexcept { return flat() ? 1024 : ~std::uint64_t{0}; }

Outcome KernelWork::prepare(Worker& worker) {
  const unsigned threads = launch_.threads_per_threadgroup[0] * launch_.threads_per_threadgroup[1] *
                           launch_.threads_per_threadgroup[2];
  if (!worker.arena.prepare() || (fibers() && !worker.scheduler.reserve(threads))) {
    return {Fault::out_of_memory, std::string("kernel \"") + kernel_.name +
                                      "\": no host memory for the stacks of its threads"};
  }
  return {};
}

void KernelWork::execute(Worker& worker, Chunk chunk) {
  if (flat()) {
    kernel_.run_flat(&launch_, chunk.first, chunk.last);
  } else {
    execute_groups(worker, chunk);
  }
}

void KernelWork::execute_groups(Worker& worker, Chunk chunk) {
  const unsigned (&groups)[3] = launch_.threadgroups_per_grid;
  abi::Group& group = worker.group;
  group.position[0] = static_cast<unsigned>(chunk.first % groups[0]);
  group.position[1] = static_cast<unsigned>(chunk.first / groups[0] % groups[1]);
  group.position[2] = static_cast<unsigned>(chunk.first / groups[0] / groups[1]);
  const Job& job = *worker.job.load(std::memory_order_relaxed);
  for (std::uint64_t left = chunk.last - chunk.first; left > 0; --left) {
    if (job.stopped.load(std::memory_order_relaxed)) return;
    for (unsigned i = 0; i < 3; ++i) {
      group.size[i] = std::min(
          launch_.threads_per_threadgroup[i],
          launch_.threads_per_grid[i] - group.position[i] * launch_.threads_per_threadgroup[i]);
    }
    if (fibers()) {
      worker.scheduler.run(kernel_, launch_, group,
                           [] { Worker::current()->scheduler.run_fiber(); });
    } else {
      kernel_.run_group(&launch_, &group);
    }
    worker.count_progress();
    if (++group.position[0] == groups[0]) {
      group.position[0] = 0;
      if (++group.position[1] == groups[1]) {
        group.position[1] = 0;
        ++group.position[2];
      }
    }
  }
}

Outcome KernelWork::explain(const Worker& worker, Chunk chunk) const {
  return explain_kernel_fault(dispatch_, memory_, worker, chunk);
}

}  // namespace softmetal::cpu
