// lane_exchange.h: what SIMD-group and quad-group functions (specification, section 6.9.2) are made
// of. May use: host.h, vector.h, common.h.
//
// Each is one exchange: the lanes that reached this call see each other's values and compute their
// own result. Lanes that are not active take no part in reductions and scans; reading one gives the
// caller's own value (the specification leaves it undefined).
#pragma once

namespace metal {

namespace detail {

// What the active lanes brought; `mask` may narrow them to a quad-group.
template <class T>
struct lanes {
  const softmetal::abi::Exchange* exchange;
  uint active;
  uint lane;

  SOFTMETAL_MEMBER explicit lanes(const T& value)
      : exchange(host().simd_exchange(&value, sizeof(T))),
        active(exchange->active),
        lane(exchange->lane) {
    static_assert(sizeof(T) <= softmetal::abi::slot_size, "too large for a SIMD-group function");
  }
  SOFTMETAL_MEMBER T operator[](uint i) const {
    T value;
    __builtin_memcpy(&value, exchange->slots + i * softmetal::abi::slot_size, sizeof(T));
    return value;
  }
  SOFTMETAL_MEMBER bool has(uint i) const { return i < 32 && (active >> i & 1u); }
};

SOFTMETAL_FUNC uint first_lane(uint active) { return uint(__builtin_ctz(active)); }

template <class T, class F>
SOFTMETAL_FUNC T reduce(const lanes<T>& values, uint active, F combine) {
  T result = values[first_lane(active)];
  for (uint rest = active & (active - 1u); rest != 0; rest &= rest - 1u) {
    result = combine(result, values[first_lane(rest)]);
  }
  return result;
}

// The active lanes of `active` below the caller, combined; `start` where there are none.
template <class T, class F>
SOFTMETAL_FUNC T scan_below(const lanes<T>& values, uint active, T start, F combine) {
  T result = start;
  for (uint rest = active & ((1u << values.lane) - 1u); rest != 0; rest &= rest - 1u) {
    result = combine(result, values[first_lane(rest)]);
  }
  return result;
}

struct plus {
  template <class T>
  SOFTMETAL_MEMBER T operator()(T a, T b) const {
    return T(a + b);
  }
};
struct times {
  template <class T>
  SOFTMETAL_MEMBER T operator()(T a, T b) const {
    return T(a * b);
  }
};
struct smaller {
  template <class T>
  SOFTMETAL_MEMBER T operator()(T a, T b) const {
    return precise::min(a, b);
  }
};
struct larger {
  template <class T>
  SOFTMETAL_MEMBER T operator()(T a, T b) const {
    return precise::max(a, b);
  }
};
struct bit_and {
  template <class T>
  SOFTMETAL_MEMBER T operator()(T a, T b) const {
    return T(a & b);
  }
};
struct bit_or {
  template <class T>
  SOFTMETAL_MEMBER T operator()(T a, T b) const {
    return T(a | b);
  }
};
struct bit_xor {
  template <class T>
  SOFTMETAL_MEMBER T operator()(T a, T b) const {
    return T(a ^ b);
  }
};

// A group of consecutive lanes, 32 or 4, as a policy of the functions below.
template <uint Width>
struct lane_group {
  // The caller's group among the lanes of the SIMD-group.
  SOFTMETAL_MEMBER static uint base(uint lane) { return lane & ~(Width - 1u); }
  SOFTMETAL_MEMBER static uint within(uint active, uint lane) {
    return active & (Width == 32 ? ~0u : ((1u << (Width & 31u)) - 1u) << base(lane));
  }

  template <class T, class F>
  SOFTMETAL_MEMBER static T all_of(T value, F combine) {
    lanes<T> values(value);
    return reduce(values, within(values.active, values.lane), combine);
  }
  template <class T, class F>
  SOFTMETAL_MEMBER static T exclusive(T value, T start, F combine) {
    lanes<T> values(value);
    return scan_below(values, within(values.active, values.lane), start, combine);
  }
  template <class T, class F>
  SOFTMETAL_MEMBER static T inclusive(T value, T start, F combine) {
    return combine(exclusive(value, start, combine), value);
  }
  // The value of lane `i` of the group, if it is one and active; else `otherwise`.
  template <class T>
  SOFTMETAL_MEMBER static T read(const lanes<T>& values, uint i, T otherwise) {
    return i < Width && values.has(base(values.lane) + i) ? values[base(values.lane) + i]
                                                          : otherwise;
  }
  template <class T>
  SOFTMETAL_MEMBER static T shuffle(T value, uint i) {
    lanes<T> values(value);
    return read(values, i, value);
  }
  template <class T>
  SOFTMETAL_MEMBER static T shuffle_by(T value, int delta) {
    lanes<T> values(value);
    return read(values, values.lane % Width + uint(delta), value);
  }
  template <class T>
  SOFTMETAL_MEMBER static T shuffle_xor(T value, uint mask) {
    lanes<T> values(value);
    return read(values, values.lane % Width ^ mask, value);
  }
  template <class T>
  SOFTMETAL_MEMBER static T rotate_by(T value, int delta) {
    lanes<T> values(value);
    return read(values, (values.lane + uint(delta)) % Width, value);
  }
  template <class T>
  SOFTMETAL_MEMBER static T broadcast_first(T value) {
    lanes<T> values(value);
    return values[first_lane(within(values.active, values.lane))];
  }
  // Bits of the active lanes of the group whose predicate holds, moved down to bit 0.
  SOFTMETAL_MEMBER static uint ballot(bool predicate) {
    lanes<uchar> values(predicate);
    uint set = 0;
    for (uint rest = within(values.active, values.lane); rest != 0; rest &= rest - 1u) {
      uint i = first_lane(rest);
      set |= uint(values[i] & 1u) << i;
    }
    return set >> base(values.lane);
  }
  // The bits of all active lanes, and whether the caller is the lowest of them.
  SOFTMETAL_MEMBER static uint active_mask() {
    lanes<uchar> values(0);
    return within(values.active, values.lane) >> base(values.lane);
  }
  SOFTMETAL_MEMBER static bool is_first() {
    lanes<uchar> values(0);
    return first_lane(within(values.active, values.lane)) == values.lane;
  }
  // Lanes `delta` up or down, and from `fill` where that leaves the group (or a part of `modulo`
  // lanes of it): shift in the data of another SIMD-group.
  template <class T>
  SOFTMETAL_MEMBER static T fill_down(T value, T fill, uint delta, uint modulo) {
    struct both {
      T value, fill;
    };
    lanes<both> values(both{value, fill});
    uint own = values.lane % Width, part = own & ~(modulo - 1u), i = (own & (modulo - 1u)) + delta;
    uint source = base(values.lane) + part + (i & (modulo - 1u));
    if (!values.has(source)) return value;
    return i < modulo ? values[source].value : values[source].fill;
  }
  template <class T>
  SOFTMETAL_MEMBER static T fill_up(T value, T fill, uint delta, uint modulo) {
    struct both {
      T value, fill;
    };
    lanes<both> values(both{value, fill});
    uint own = values.lane % Width, part = own & ~(modulo - 1u), i = (own & (modulo - 1u)) - delta;
    uint source = base(values.lane) + part + (i & (modulo - 1u));
    if (!values.has(source)) return value;
    return i < modulo ? values[source].value : values[source].fill;
  }
};

// The result of a ballot. MSL: explicit conversions to and from an integer, all(), any().
template <class Integer, uint Width>
class vote {
 public:
  typedef Integer vote_t;
  vote() = default;
  SOFTMETAL_MEMBER explicit constexpr vote(vote_t bits) : bits_(bits) {}
  SOFTMETAL_MEMBER explicit constexpr operator vote_t() const { return bits_; }
  SOFTMETAL_MEMBER constexpr bool all() const { return (bits_ & full) == full; }
  SOFTMETAL_MEMBER constexpr bool any() const { return (bits_ & full) != 0; }

 private:
  static constexpr vote_t full = vote_t(~0ul >> (64 - Width));
  vote_t bits_;
};

}  // namespace detail

}  // namespace metal
