// convergence.hpp: where the threads of a SIMD-group come together again in loops.
#pragma once

#include "discovery.hpp"
#include "edits.hpp"

namespace softmetal {

// Threads that wait in different SIMD-group functions go on by the order of the code, so that those
// inside a branch catch up with those behind it. In a loop that order is a circle: a thread that is
// early would start the next round instead of waiting. So loops that need it get a meeting at the
// end of each round, reached by `continue` too (GPUs reconverge there as well).
void keep_loops_together(Tokens tokens, const SourceModel& model, Edits& edits);

}  // namespace softmetal
