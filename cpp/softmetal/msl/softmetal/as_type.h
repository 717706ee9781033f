// as_type.h: reinterpretation of bits (specification, section 2.20). A keyword of MSL, hence known
// in every namespace. May use: vector.h.
#pragma once

template <class To, class From>
SOFTMETAL_FUNC constexpr To as_type(From value) {
  static_assert(sizeof(To) == sizeof(From), "as_type needs types of the same size");
  return __builtin_bit_cast(To, value);
}
namespace metal {
using ::as_type;
}
