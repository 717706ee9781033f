// SIMD-group and quad-group functions with a host table that plays the engine: each lane's call
// runs twice, first to leave its value, then to see everybody's. Results are compared with plain
// loops.
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <functional>

#include "probe.hpp"
#include "softmetal_abi.h"

namespace {

using msl_test::probe;
namespace abi = softmetal::abi;

constexpr unsigned lane_count = abi::simd_width;

// The SIMD-group that the fake exchange plays.
struct Group {
  unsigned active = 0;
  unsigned lane = 0;
  unsigned calls = 0;
  alignas(64) std::array<unsigned char, lane_count * abi::slot_size> slots{};
  abi::Exchange seen{};
  std::vector<unsigned> barriers;
};
Group group;

const abi::Exchange* exchange(const void* value, unsigned size) {
  EXPECT_LE(size, abi::slot_size);
  std::memcpy(group.slots.data() + group.lane * abi::slot_size, value, size);
  ++group.calls;
  group.seen = {group.active, group.lane, group.slots.data()};
  return &group.seen;
}

const abi::Host host = {[](unsigned flags) { group.barriers.push_back(flags); },
                        [](unsigned flags) { group.barriers.push_back(100 + flags); }, exchange,
                        nullptr, nullptr};

class Lanes : public testing::Test {
 protected:
  Lanes() { probe().function<void(const abi::Host*)>("set_host")(&host); }

  // The results of `name` for each active lane; inactive ones keep T{}.
  template <class T>
  std::array<T, lane_count> run(const std::string& name, unsigned active,
                                const std::array<T, lane_count>& in) {
    auto call = probe().function<void(const void*, void*)>(name);
    std::array<T, lane_count> out{};
    group.active = active;
    group.slots.fill(0xee);  // what an inactive lane left behind must not be seen
    for (int pass = 0; pass < 2; ++pass) {
      for (unsigned i = 0; i < lane_count; ++i) {
        if ((active >> i & 1) == 0) continue;
        group.lane = i;
        group.calls = 0;
        call(&in[i], &out[i]);
        EXPECT_EQ(group.calls, 1u) << name;
      }
    }
    return out;
  }

  // Compares every active lane with `expected(lane, active lanes of its group in order)`.
  template <class T>
  void expect(const std::string& function, unsigned width,
              const std::function<T(unsigned lane, const std::vector<unsigned>& members)>& expected,
              const std::array<T, lane_count>& in) {
    for (unsigned active : {0xffffffffu, 0x0000ffffu, 0x80000001u, 0xa5a5f00fu, 0x00000010u}) {
      SCOPED_TRACE(testing::Message() << function << ", active " << std::hex << active);
      std::array<T, lane_count> out = run(function, active, in);
      for (unsigned lane = 0; lane < lane_count; ++lane) {
        if ((active >> lane & 1) == 0) continue;
        std::vector<unsigned> members;
        for (unsigned i = lane / width * width; i < (lane / width + 1) * width; ++i) {
          if (active >> i & 1) members.push_back(i);
        }
        EXPECT_EQ(out[lane], expected(lane, members)) << "lane " << lane;
      }
    }
  }

  struct Kind {
    const char* name;
    unsigned width;
  };
  static constexpr Kind kinds[] = {{"simd", 32}, {"quad", 4}};
};

template <class T>
std::array<T, lane_count> values() {
  std::array<T, lane_count> v{};
  for (unsigned i = 0; i < lane_count; ++i) v[i] = static_cast<T>((i * 7 + 3) % 29 + 1);
  return v;
}

template <class T>
struct Reduction {
  const char* name;
  T start;
  std::function<T(T, T)> combine;
};

template <class T>
std::vector<Reduction<T>> reductions() {
  return {{"sum", 0, [](T a, T b) { return a + b; }},
          {"product", 1,
           [](T a, T b) {
             if constexpr (std::is_integral_v<T>) {
               return static_cast<T>(static_cast<unsigned>(a) * static_cast<unsigned>(b));
             } else {
               return a * b;
             }
           }},
          {"min", 1000, [](T a, T b) { return std::min(a, b); }},
          {"max", -1000, [](T a, T b) { return std::max(a, b); }}};
}

template <class T>
class Numeric : public Lanes {};
using NumericTypes = testing::Types<int, float>;
TYPED_TEST_SUITE(Numeric, NumericTypes);

TYPED_TEST(Numeric, ReductionsAndScans) {
  using T = TypeParam;
  std::string suffix = std::is_same_v<T, int> ? "_int" : "_float";
  auto in = values<T>();
  for (auto [group_name, width] : this->kinds) {
    std::string prefix = std::string(group_name) + "_";
    for (const Reduction<T>& r : reductions<T>()) {
      this->template expect<T>(
          prefix + r.name + suffix, width,
          [&](unsigned, const std::vector<unsigned>& members) {
            T result = in[members[0]];
            for (std::size_t i = 1; i < members.size(); ++i) {
              result = r.combine(result, in[members[i]]);
            }
            return result;
          },
          in);
      if (r.start > 1 || r.start < 0) continue;  // no scans of minima and maxima
      for (bool inclusive : {false, true}) {
        this->template expect<T>(
            prefix + (inclusive ? "prefix_inclusive_" : "prefix_exclusive_") + r.name + suffix,
            width,
            [&](unsigned lane, const std::vector<unsigned>& members) {
              T result = r.start;
              for (unsigned i : members) {
                if (i < lane || (inclusive && i == lane)) result = r.combine(result, in[i]);
              }
              return result;
            },
            in);
      }
    }
  }
}

// 64 bits of a value: large enough to tell lanes apart in each type below.
struct alignas(32) Ulong4 {
  std::uint64_t v[4];
  bool operator==(const Ulong4&) const = default;
};
void PrintTo(const Ulong4& u, std::ostream* out) { *out << u.v[0]; }
template <class T>
T make(unsigned i);
template <>
int make(unsigned i) {
  return static_cast<int>(i);
}
template <>
Ulong4 make(unsigned i) {
  return {{i, i, i, i}};
}
template <>
std::uint16_t make(unsigned i) {  // a half: i as an integer below 2048
  if (i == 0) return 0;
  unsigned exponent = 31 - static_cast<unsigned>(__builtin_clz(i));
  return static_cast<std::uint16_t>((exponent + 15) << 10 | ((i << (10 - exponent)) & 1023));
}

template <class T>
class Shuffles : public Lanes {};
using ShuffleTypes = testing::Types<int, std::uint16_t, Ulong4>;
TYPED_TEST_SUITE(Shuffles, ShuffleTypes);

TYPED_TEST(Shuffles, ReadTheRightLane) {
  using T = TypeParam;
  std::string suffix = std::is_same_v<T, int>      ? "_int"
                       : std::is_same_v<T, Ulong4> ? "_ulong4"
                                                   : "_half";
  std::array<T, lane_count> in{};
  for (unsigned i = 0; i < lane_count; ++i) in[i] = make<T>(i + 1);
  for (auto [group_name, width_] : this->kinds) {
    unsigned width = width_;
    std::string prefix = std::string(group_name) + "_";
    // The lane of the group that each function reads; outside of it, the caller's own.
    using Source = std::function<int(int own)>;
    int w = static_cast<int>(width);
    for (const auto& [name, source] : std::vector<std::pair<std::string, Source>>{
             {"broadcast", [](int) { return 2; }},
             {"shuffle", [](int) { return 3; }},
             {"shuffle_down", [](int own) { return own + 2; }},
             {"shuffle_up", [](int own) { return own - 2; }},
             {"shuffle_xor", [](int own) { return own ^ 3; }},
             {"shuffle_rotate_down", [w](int own) { return (own + 3) % w; }},
             {"shuffle_rotate_up", [w](int own) { return (own + w - 3) % w; }}}) {
      this->template expect<T>(
          prefix + name + suffix, width,
          [&](unsigned lane, const std::vector<unsigned>& members) {
            int base = static_cast<int>(lane / width * width);
            int from = source(static_cast<int>(lane) - base);
            for (unsigned i : members) {
              if (static_cast<int>(i) - base == from) return in[i];
            }
            return in[lane];
          },
          in);
    }
    this->template expect<T>(
        prefix + "broadcast_first" + suffix, width,
        [&](unsigned, const std::vector<unsigned>& members) { return in[members[0]]; }, in);
    // What moves in comes from the fill data (value + 100) of the lane as far from the other end.
    for (int direction : {1, -1}) {
      this->template expect<T>(
          prefix + (direction > 0 ? "shuffle_and_fill_down" : "shuffle_and_fill_up") + suffix,
          width,
          [&](unsigned lane, const std::vector<unsigned>& members) {
            int base = static_cast<int>(lane / width * width);
            int from = static_cast<int>(lane) - base + 3 * direction;
            unsigned source = static_cast<unsigned>(base + (from + w) % w);
            bool there = std::find(members.begin(), members.end(), source) != members.end();
            if (!there) return in[lane];
            return from >= 0 && from < w ? in[source] : make<T>(source + 101);
          },
          in);
    }
  }
}

TEST_F(Lanes, VotesAndMasks) {
  auto in = values<int>();
  for (auto [group_name, width_] : kinds) {
    unsigned width = width_;
    std::string prefix = std::string(group_name) + "_";
    auto over = [&](auto f) {
      return
          [&, f](unsigned lane, const std::vector<unsigned>& members) { return f(lane, members); };
    };
    auto bits = [&](const std::vector<unsigned>& members, auto predicate) {
      unsigned set = 0;
      for (unsigned i : members) set |= unsigned{predicate(in[i])} << (i % width);
      return static_cast<int>(set);
    };
    expect<int>(prefix + "ballot_int", width, over([&](unsigned, const auto& members) {
                  return bits(members, [](int x) { return (x & 1) != 0; });
                }),
                in);
    expect<int>(prefix + "active_threads_mask_int", width, over([&](unsigned, const auto& members) {
                  return bits(members, [](int) { return true; });
                }),
                in);
    expect<int>(prefix + "is_first_int", width, over([&](unsigned lane, const auto& members) {
                  return static_cast<int>(members[0] == lane);
                }),
                in);
    expect<int>(prefix + "all_int", width, over([&](unsigned, const auto& members) {
                  return static_cast<int>(bits(members, [](int x) { return x <= 1; }) == 0);
                }),
                in);
    expect<int>(prefix + "any_int", width, over([&](unsigned, const auto& members) {
                  return static_cast<int>(bits(members, [](int x) { return x > 20; }) != 0);
                }),
                in);
    for (auto [name, combine] : {std::pair{"and_int", +[](int a, int b) { return a & b; }},
                                 std::pair{"or_int", +[](int a, int b) { return a | b; }},
                                 std::pair{"xor_int", +[](int a, int b) { return a ^ b; }}}) {
      expect<int>(prefix + name, width, over([&, f = combine](unsigned, const auto& members) {
                    int result = in[members[0]];
                    for (std::size_t i = 1; i < members.size(); ++i)
                      result = f(result, in[members[i]]);
                    return result;
                  }),
                  in);
    }
  }
  EXPECT_EQ(run("votes", 0xffffffff, in)[5], 1);
  EXPECT_EQ(run("votes", 0x7fffffff, in)[5], 0);
}

TEST_F(Lanes, FillIsRestrictedToItsWindow) {
  auto in = values<int>();
  auto out = run("fill_down_modulo_8", 0xffffffff, in);
  for (unsigned lane = 0; lane < lane_count; ++lane) {
    unsigned window = lane / 8 * 8, from = lane % 8 + 3;
    EXPECT_EQ(out[lane], from < 8 ? in[window + from] : in[window + from - 8] + 100) << lane;
  }
}

TEST_F(Lanes, BarriersReachTheHost) {
  group.barriers.clear();
  probe().function<void()>("barriers")();
  probe().function<void()>("barrier_found_by_argument")();
  EXPECT_EQ(group.barriers, (std::vector<unsigned>{3, 100, 1}));
}

// ---- simdgroup_matrix
// ----------------------------------------------------------------------------

using Matrix = std::array<float, 64>;  // rows
struct alignas(8) Pair {
  float v[2];
};
struct Elements {
  Pair a, b, c;
};

// Where lane `lane` keeps its first element, as Apple's GPUs do.
unsigned row_of(unsigned lane) { return ((lane / 4) & 4) + (lane / 2) % 4; }
unsigned column_of(unsigned lane) { return ((lane / 4) & 2) * 2 + (lane % 2) * 2; }
Pair piece(const Matrix& m, unsigned lane) {
  std::size_t first = row_of(lane) * 8 + column_of(lane);
  return {{m[first], m[first + 1]}};
}

class SimdgroupMatrix : public Lanes {
 protected:
  // Calls `name` for each lane, twice, with what `in` and `out` give for it.
  template <class In, class Out>
  void call_all(const char* name, In in, Out out) {
    auto call = probe().function<void(const void*, void*)>(name);
    group.active = 0xffffffff;
    for (int pass = 0; pass < 2; ++pass) {
      for (group.lane = 0; group.lane < lane_count; ++group.lane) {
        call(in(group.lane), out(group.lane));
      }
    }
  }
  static Matrix counted(float scale) {
    Matrix m{};
    for (std::size_t i = 0; i < 64; ++i) m[i] = scale * static_cast<float>(i * 5 % 13);
    return m;
  }
};

TEST_F(SimdgroupMatrix, LoadsAndStoresItsLayout) {
  std::vector<float> memory(10 * 10);
  for (std::size_t i = 0; i < memory.size(); ++i) memory[i] = static_cast<float>(i);
  std::array<Pair, lane_count> held{};
  call_all(
      "matrix_load", [&](unsigned) { return memory.data(); },
      [&](unsigned lane) { return &held[lane]; });
  for (unsigned lane = 0; lane < lane_count; ++lane) {
    float first = static_cast<float>((row_of(lane) + 2) * 10 + column_of(lane) + 1);
    EXPECT_EQ(held[lane].v[0], first);
    EXPECT_EQ(held[lane].v[1], first + 1);
  }
  Matrix m = counted(1), stored{};
  for (unsigned lane = 0; lane < lane_count; ++lane) held[lane] = piece(m, lane);
  call_all(
      "matrix_store", [&](unsigned lane) { return &held[lane]; },
      [&](unsigned) { return stored.data(); });
  EXPECT_EQ(stored, m);
  call_all(
      "matrix_load_transposed", [&](unsigned) { return m.data(); },
      [&](unsigned lane) { return &held[lane]; });
  for (unsigned lane = 0; lane < lane_count; ++lane) {
    EXPECT_EQ(held[lane].v[1], m[(column_of(lane) + 1) * 8 + row_of(lane)]);
  }
}

TEST_F(SimdgroupMatrix, MultipliesAndAccumulates) {
  Matrix a = counted(1), b = counted(0.5f), c = counted(3);
  std::array<Elements, lane_count> in{};
  std::array<Pair, lane_count> out{};
  for (unsigned lane = 0; lane < lane_count; ++lane) {
    in[lane] = {piece(a, lane), piece(b, lane), piece(c, lane)};
  }
  call_all(
      "matrix_multiply", [&](unsigned lane) { return &in[lane]; },
      [&](unsigned lane) { return &out[lane]; });
  for (unsigned lane = 0; lane < lane_count; ++lane) {
    for (unsigned i = 0; i < 2; ++i) {
      unsigned row = row_of(lane), column = column_of(lane) + i;
      float expected = c[row * 8 + column];
      for (unsigned k = 0; k < 8; ++k) expected += a[row * 8 + k] * b[k * 8 + column];
      EXPECT_EQ(out[lane].v[i], expected);  // exact: small multiples of 1/2
    }
  }
}

TEST_F(SimdgroupMatrix, HasADiagonal) {
  std::array<std::array<std::uint16_t, 2>, lane_count> out{};
  call_all(
      "matrix_diagonal", [](unsigned) { return nullptr; },
      [&](unsigned lane) { return &out[lane]; });
  for (unsigned lane = 0; lane < lane_count; ++lane) {
    for (unsigned i = 0; i < 2; ++i) {
      EXPECT_EQ(out[lane][i], row_of(lane) == column_of(lane) + i ? 0x4000 : 0);
    }
  }
}

}  // namespace
