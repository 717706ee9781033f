// group_functions.h: the functions that SIMD-groups and quad-groups have in common. Included once
// for each, with
//   SOFTMETAL_NAME(x)   simd_x or quad_x
//   SOFTMETAL_WIDTH     the number of lanes
// May use: simdgroup.h.

namespace metal {

// ---- reductions and scans (sum, product of numbers; and, or, xor of integers)
// -----------------------

#define SOFTMETAL_REDUCTION(name, combine)                                \
  template <class T>                                                      \
  SOFTMETAL_FUNC T SOFTMETAL_NAME(name)(T value) {                        \
    return detail::lane_group<SOFTMETAL_WIDTH>::all_of(value, combine()); \
  }
SOFTMETAL_REDUCTION(sum, detail::plus)
SOFTMETAL_REDUCTION(product, detail::times)
SOFTMETAL_REDUCTION(min, detail::smaller)
SOFTMETAL_REDUCTION(max, detail::larger)
SOFTMETAL_REDUCTION(and, detail::bit_and)
SOFTMETAL_REDUCTION(or, detail::bit_or)
SOFTMETAL_REDUCTION(xor, detail::bit_xor)
#undef SOFTMETAL_REDUCTION

#define SOFTMETAL_SCAN(name, start, combine)                                           \
  template <class T>                                                                   \
  SOFTMETAL_FUNC T SOFTMETAL_NAME(prefix_exclusive_##name)(T value) {                  \
    return detail::lane_group<SOFTMETAL_WIDTH>::exclusive(value, T(start), combine()); \
  }                                                                                    \
  template <class T>                                                                   \
  SOFTMETAL_FUNC T SOFTMETAL_NAME(prefix_inclusive_##name)(T value) {                  \
    return detail::lane_group<SOFTMETAL_WIDTH>::inclusive(value, T(start), combine()); \
  }
SOFTMETAL_SCAN(sum, 0, detail::plus)
SOFTMETAL_SCAN(product, 1, detail::times)
#undef SOFTMETAL_SCAN

// ---- shuffles
// --------------------------------------------------------------------------------------

template <class T>
SOFTMETAL_FUNC T SOFTMETAL_NAME(shuffle)(T value, ushort lane) {
  return detail::lane_group<SOFTMETAL_WIDTH>::shuffle(value, lane);
}
template <class T>
SOFTMETAL_FUNC T SOFTMETAL_NAME(broadcast)(T value, ushort lane) {
  return detail::lane_group<SOFTMETAL_WIDTH>::shuffle(value, lane);
}
template <class T>
SOFTMETAL_FUNC T SOFTMETAL_NAME(broadcast_first)(T value) {
  return detail::lane_group<SOFTMETAL_WIDTH>::broadcast_first(value);
}
// Down: from the lane `delta` above; up: from the lane `delta` below. No wrapping.
template <class T>
SOFTMETAL_FUNC T SOFTMETAL_NAME(shuffle_down)(T value, ushort delta) {
  return detail::lane_group<SOFTMETAL_WIDTH>::shuffle_by(value, delta);
}
template <class T>
SOFTMETAL_FUNC T SOFTMETAL_NAME(shuffle_up)(T value, ushort delta) {
  return detail::lane_group<SOFTMETAL_WIDTH>::shuffle_by(value, -int(delta));
}
template <class T>
SOFTMETAL_FUNC T SOFTMETAL_NAME(shuffle_xor)(T value, ushort mask) {
  return detail::lane_group<SOFTMETAL_WIDTH>::shuffle_xor(value, mask);
}
template <class T>
SOFTMETAL_FUNC T SOFTMETAL_NAME(shuffle_rotate_down)(T value, ushort delta) {
  return detail::lane_group<SOFTMETAL_WIDTH>::rotate_by(value, delta);
}
template <class T>
SOFTMETAL_FUNC T SOFTMETAL_NAME(shuffle_rotate_up)(T value, ushort delta) {
  return detail::lane_group<SOFTMETAL_WIDTH>::rotate_by(value, -int(delta));
}
template <class T>
SOFTMETAL_FUNC T SOFTMETAL_NAME(shuffle_and_fill_down)(T value, T fill, ushort delta,
                                                       ushort modulo = SOFTMETAL_WIDTH) {
  return detail::lane_group<SOFTMETAL_WIDTH>::fill_down(value, fill, delta, modulo);
}
template <class T>
SOFTMETAL_FUNC T SOFTMETAL_NAME(shuffle_and_fill_up)(T value, T fill, ushort delta,
                                                     ushort modulo = SOFTMETAL_WIDTH) {
  return detail::lane_group<SOFTMETAL_WIDTH>::fill_up(value, fill, delta, modulo);
}

// ---- votes
// -----------------------------------------------------------------------------------------

SOFTMETAL_FUNC SOFTMETAL_NAME(vote) SOFTMETAL_NAME(ballot)(bool predicate) {
  return SOFTMETAL_NAME(vote)(detail::lane_group<SOFTMETAL_WIDTH>::ballot(predicate));
}
SOFTMETAL_FUNC SOFTMETAL_NAME(vote) SOFTMETAL_NAME(active_threads_mask)() {
  return SOFTMETAL_NAME(vote)(detail::lane_group<SOFTMETAL_WIDTH>::active_mask());
}
SOFTMETAL_FUNC bool SOFTMETAL_NAME(all)(bool predicate) {
  return detail::lane_group<SOFTMETAL_WIDTH>::ballot(!predicate) == 0;
}
SOFTMETAL_FUNC bool SOFTMETAL_NAME(any)(bool predicate) {
  return detail::lane_group<SOFTMETAL_WIDTH>::ballot(predicate) != 0;
}
SOFTMETAL_FUNC bool SOFTMETAL_NAME(is_first)() {
  return detail::lane_group<SOFTMETAL_WIDTH>::is_first();
}
// Helper threads exist in fragment functions only.
SOFTMETAL_FUNC bool SOFTMETAL_NAME(is_helper_thread)() { return false; }

}  // namespace metal

#undef SOFTMETAL_NAME
#undef SOFTMETAL_WIDTH
