// reduce.metal: sums, products, extrema and the like along one dimension.
//
// Each thread takes a run of elements and leaves one partial result; where that is more than one
// per output, the same kernel reduces the partial results. No barriers: a second launch is cheaper
// than they are, on a GPU for the sizes that need it and on a CPU always. LANES independent
// accumulators per thread shorten the chains of roundings and fill the vector units.
//
// Macros that come first: NAME, REDUCTION (a structure below), INPUT and OUTPUT (element types),
// ACCUMULATOR, LOAD(v) and STORE(v) (conversions), LANES, and COLUMNS or not.
#include <metal_stdlib>
using namespace metal;

struct Sum {
  // -0 is the neutral element: 0 would turn a sum of -0 into 0.
  template <typename T>
  static T identity() {
    return T(-0.0f);
  }
  template <typename T>
  static T combine(T a, T b) {
    return a + b;
  }
};

struct Product {
  template <typename T>
  static T identity() {
    return T(1);
  }
  template <typename T>
  static T combine(T a, T b) {
    return a * b;
  }
};

// NaN wins, as in NumPy.
struct Maximum {
  template <typename T>
  static T identity() {
    return LOWEST;
  }
  template <typename T>
  static T combine(T a, T b) {
    return a >= b || a != a ? a : b;
  }
};

struct Minimum {
  template <typename T>
  static T identity() {
    return HIGHEST;
  }
  template <typename T>
  static T combine(T a, T b) {
    return a <= b || a != a ? a : b;
  }
};

struct Any {
  template <typename T>
  static T identity() {
    return T(false);
  }
  template <typename T>
  static T combine(T a, T b) {
    return a || b;
  }
};

struct All {
  template <typename T>
  static T identity() {
    return T(true);
  }
  template <typename T>
  static T combine(T a, T b) {
    return a && b;
  }
};

// In elements. `length` elements are reduced, in `parts` runs of at most `run`.
struct Access {
  long offset;
  long outer_stride;  // from one output (rows), or row of outputs (columns), to the next
  long stride;        // from one reduced element to the next (columns; 1 for rows)
  ulong length;
  ulong run;
  ulong width;  // adjacent outputs (columns)
};

#if !defined(COLUMNS)

// The reduced elements are adjacent. Grid: parts, outputs.
kernel void NAME(device const INPUT* x [[buffer(0)]], device OUTPUT* out [[buffer(1)]],
                 constant Access& access [[buffer(2)]], uint2 p [[thread_position_in_grid]],
                 uint2 grid [[threads_per_grid]]) {
  device const INPUT* row = x + access.offset + long(p.y) * access.outer_stride;
  const ulong first = ulong(p.x) * access.run;
  const ulong last = min(first + access.run, access.length);
  ACCUMULATOR lanes[LANES];
  for (uint k = 0; k < LANES; ++k) {
    lanes[k] = REDUCTION::identity<ACCUMULATOR>();
  }
  ulong i = first;
  for (; i + LANES <= last; i += LANES) {
    for (uint k = 0; k < LANES; ++k) {
      lanes[k] = REDUCTION::combine(lanes[k], ACCUMULATOR(LOAD(row[i + k])));
    }
  }
  for (uint width = LANES / 2; width > 0; width /= 2) {
    for (uint k = 0; k < width; ++k) {
      lanes[k] = REDUCTION::combine(lanes[k], lanes[k + width]);
    }
  }
  ACCUMULATOR result = lanes[0];
  for (; i < last; ++i) {
    result = REDUCTION::combine(result, ACCUMULATOR(LOAD(row[i])));
  }
  out[ulong(p.y) * grid.x + p.x] = STORE(result);
}

#else

// The outputs are adjacent, and each thread makes LANES of them. Grid: blocks of outputs, parts,
// rows of outputs.
kernel void NAME(device const INPUT* x [[buffer(0)]], device OUTPUT* out [[buffer(1)]],
                 constant Access& access [[buffer(2)]], uint3 p [[thread_position_in_grid]],
                 uint3 grid [[threads_per_grid]]) {
  const ulong column = ulong(p.x) * LANES;
  const ulong first = ulong(p.y) * access.run;
  const ulong last = min(first + access.run, access.length);
  device const INPUT* from = x + access.offset + long(p.z) * access.outer_stride +
                             long(first) * access.stride + long(column);
  device OUTPUT* to = out + (ulong(p.z) * grid.y + p.y) * access.width + column;
  ACCUMULATOR lanes[LANES];
  for (uint k = 0; k < LANES; ++k) {
    lanes[k] = REDUCTION::identity<ACCUMULATOR>();
  }
  if (column + LANES <= access.width) {
    for (ulong i = first; i < last; ++i, from += access.stride) {
      for (uint k = 0; k < LANES; ++k) {
        lanes[k] = REDUCTION::combine(lanes[k], ACCUMULATOR(LOAD(from[k])));
      }
    }
    for (uint k = 0; k < LANES; ++k) {
      to[k] = STORE(lanes[k]);
    }
    return;
  }
  const uint rest = uint(access.width - column);
  for (ulong i = first; i < last; ++i, from += access.stride) {
    for (uint k = 0; k < LANES; ++k) {
      if (k < rest) {
        lanes[k] = REDUCTION::combine(lanes[k], ACCUMULATOR(LOAD(from[k])));
      }
    }
  }
  for (uint k = 0; k < LANES; ++k) {
    if (k < rest) {
      to[k] = STORE(lanes[k]);
    }
  }
}

#endif
