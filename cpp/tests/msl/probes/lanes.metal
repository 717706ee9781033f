// SIMD-group and quad-group functions, one exchange each: the test plays the lanes.
#include <metal_stdlib>
using namespace metal;

#define EXPORT extern "C" __attribute__((visibility("default")))

EXPORT void set_host(const softmetal::abi::Host* host) { softmetal_host = host; }

#define LANE_FUNCTION(name, T, expression)          \
  EXPORT void name(const void* in, void* out) {     \
    [[maybe_unused]] T x = *static_cast<const T*>(in); \
    *static_cast<T*>(out) = expression;             \
  }

// The numeric ones on int and float; shuffles on larger types too.
#define NUMERIC(group, T)                                                                      \
  LANE_FUNCTION(group##_sum_##T, T, group##_sum(x))                                            \
  LANE_FUNCTION(group##_product_##T, T, group##_product(x))                                    \
  LANE_FUNCTION(group##_min_##T, T, group##_min(x))                                            \
  LANE_FUNCTION(group##_max_##T, T, group##_max(x))                                            \
  LANE_FUNCTION(group##_prefix_exclusive_sum_##T, T, group##_prefix_exclusive_sum(x))          \
  LANE_FUNCTION(group##_prefix_inclusive_sum_##T, T, group##_prefix_inclusive_sum(x))          \
  LANE_FUNCTION(group##_prefix_exclusive_product_##T, T, group##_prefix_exclusive_product(x))  \
  LANE_FUNCTION(group##_prefix_inclusive_product_##T, T, group##_prefix_inclusive_product(x))
#define SHUFFLES(group, T)                                                                     \
  LANE_FUNCTION(group##_broadcast_##T, T, group##_broadcast(x, 2))                             \
  LANE_FUNCTION(group##_broadcast_first_##T, T, group##_broadcast_first(x))                    \
  LANE_FUNCTION(group##_shuffle_##T, T, group##_shuffle(x, 3))                                 \
  LANE_FUNCTION(group##_shuffle_down_##T, T, group##_shuffle_down(x, 2))                       \
  LANE_FUNCTION(group##_shuffle_up_##T, T, group##_shuffle_up(x, 2))                           \
  LANE_FUNCTION(group##_shuffle_xor_##T, T, group##_shuffle_xor(x, 3))                         \
  LANE_FUNCTION(group##_shuffle_rotate_down_##T, T, group##_shuffle_rotate_down(x, 3))         \
  LANE_FUNCTION(group##_shuffle_rotate_up_##T, T, group##_shuffle_rotate_up(x, 3))             \
  LANE_FUNCTION(group##_shuffle_and_fill_down_##T, T, group##_shuffle_and_fill_down(x, T(x + T(100)), 3)) \
  LANE_FUNCTION(group##_shuffle_and_fill_up_##T, T, group##_shuffle_and_fill_up(x, T(x + T(100)), 3))

#define GROUP(group)                                                                    \
  NUMERIC(group, int)                                                                   \
  NUMERIC(group, float)                                                                 \
  SHUFFLES(group, int)                                                                  \
  SHUFFLES(group, half)                                                                 \
  SHUFFLES(group, ulong4)                                                               \
  LANE_FUNCTION(group##_and_int, int, group##_and(x))                                   \
  LANE_FUNCTION(group##_or_int, int, group##_or(x))                                     \
  LANE_FUNCTION(group##_xor_int, int, group##_xor(x))                                   \
  LANE_FUNCTION(group##_all_int, int, group##_all(x > 1))                               \
  LANE_FUNCTION(group##_any_int, int, group##_any(x > 20))                              \
  LANE_FUNCTION(group##_is_first_int, int, group##_is_first())                          \
  LANE_FUNCTION(group##_ballot_int, int, int(group##_vote::vote_t(group##_ballot(x & 1)))) \
  LANE_FUNCTION(group##_active_threads_mask_int, int,                                   \
                int(group##_vote::vote_t(group##_active_threads_mask())))
GROUP(simd)
GROUP(quad)

// The window of 8 lanes that shuffle_and_fill is restricted to by its modulo.
LANE_FUNCTION(fill_down_modulo_8, int, simd_shuffle_and_fill_down(x, x + 100, 3, 8))
LANE_FUNCTION(votes, int, int(simd_ballot(true).all()) + 2 * int(simd_vote(0).any()))

EXPORT void barriers() {
  threadgroup_barrier(mem_flags::mem_threadgroup | mem_flags::mem_device);
  simdgroup_barrier(mem_flags::mem_none);
}
EXPORT void barrier_found_by_argument() { threadgroup_barrier(metal::mem_flags::mem_device); }

// ---- simdgroup_matrix: one exchange per call, so that the test can play the lanes ------------------

struct Elements {
  simdgroup_float8x8 a, b, c;
};
EXPORT void matrix_load(const float* source, simdgroup_float8x8* out) {
  simdgroup_load(*out, source, 10, ulong2(1, 2));
}
EXPORT void matrix_load_transposed(const float* source, simdgroup_float8x8* out) {
  simdgroup_load(*out, source, 8, 0, true);
}
EXPORT void matrix_store(const simdgroup_float8x8* in, float* destination) {
  simdgroup_store(*in, destination, 8);
}
EXPORT void matrix_multiply(const Elements* in, simdgroup_float8x8* out) {
  simdgroup_multiply_accumulate(*out, in->a, in->b, in->c);
}
EXPORT void matrix_diagonal(const void*, simdgroup_half8x8* out) { *out = simdgroup_half8x8(2.0h); }
