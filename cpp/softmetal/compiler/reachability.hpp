// reachability.hpp: what a kernel's code may use, by name: barriers, function constants.
#pragma once

#include <vector>

#include "discovery.hpp"

namespace softmetal {

struct KernelUses {
  bool needs_fibers = false;           // barriers, SIMD-group or quad-group functions
  std::vector<std::size_t> constants;  // indices into SourceModel::constants, ascending
};

// One entry per kernel. Conservative: an identifier reaches every declaration of that name, with
// all of its tokens, whatever scope or overload it means; operators are always reachable.
[[nodiscard]] std::vector<KernelUses> find_uses(Tokens tokens, const SourceModel& model);

// True for the name of a SIMD-group or quad-group function (barriers are none) where it is called
// or named.
[[nodiscard]] bool is_lane_exchange(Tokens tokens, std::size_t index);

}  // namespace softmetal
