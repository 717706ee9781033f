// NSObjCRuntime.hpp: results of comparisons and searches.
#pragma once

#include "NSTypes.hpp"

namespace NS {

enum ComparisonResult : Integer { OrderedAscending = -1, OrderedSame, OrderedDescending };

inline constexpr Integer NotFound = IntegerMax;

}  // namespace NS
