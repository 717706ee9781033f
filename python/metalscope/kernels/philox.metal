// philox.metal: random numbers from a counter, so that any thread makes its own without the others.
//
// Philox 4x32-10 (Salmon, Moraes, Dror, Shaw: "Parallel random numbers: as easy as 1, 2, 3", 2011).
// Block `counter + i` under a key gives four words; thread i makes the elements of block i. Macros
// that come first: NAME, OUTPUT (element type of the result), one of UNIFORM, NORMAL, NARROW, WIDE,
// and for UNIFORM BITS, the significand's length.
#include <metal_stdlib>
using namespace metal;

struct Words {
  uint w[4];
};

inline Words philox(ulong counter, ulong key) {
  uint c0 = uint(counter);
  uint c1 = uint(counter >> 32);
  uint c2 = 0;
  uint c3 = 0;
  uint k0 = uint(key);
  uint k1 = uint(key >> 32);
  for (int round = 0; round < 10; ++round) {
    const ulong even = ulong(c0) * 0xD2511F53ul;
    const ulong odd = ulong(c2) * 0xCD9E8D57ul;
    c0 = uint(odd >> 32) ^ c1 ^ k0;
    c2 = uint(even >> 32) ^ c3 ^ k1;
    c1 = uint(odd);
    c3 = uint(even);
    k0 += 0x9E3779B9u;
    k1 += 0xBB67AE85u;
  }
  return Words{{c0, c1, c2, c3}};
}

#if defined(UNIFORM)

// Multiples of 2^-BITS in [0, 1).
kernel void NAME(constant ulong& key [[buffer(0)]], constant ulong& counter [[buffer(1)]],
                 constant ulong& size [[buffer(2)]], device OUTPUT* out [[buffer(3)]],
                 uint i [[thread_position_in_grid]]) {
  const Words words = philox(counter + i, key);
  const ulong first = ulong(i) * 4;
  for (uint k = 0; k < 4; ++k) {
    if (first + k < size) {
      out[first + k] = OUTPUT(float(words.w[k] >> (32 - BITS)) * (1.0f / float(1u << BITS)));
    }
  }
}

#elif defined(NORMAL)

// Box and Muller: two words give two independent numbers. The radius' word lies in (0, 1], so the
// logarithm is finite.
kernel void NAME(constant ulong& key [[buffer(0)]], constant ulong& counter [[buffer(1)]],
                 constant ulong& size [[buffer(2)]], device OUTPUT* out [[buffer(3)]],
                 uint i [[thread_position_in_grid]]) {
  const Words words = philox(counter + i, key);
  const ulong first = ulong(i) * 4;
  for (uint k = 0; k < 4; k += 2) {
    const float u = (float(words.w[k]) + 0.5f) * 0x1p-32f;
    const float radius = sqrt(-2.0f * log(u));
    const float angle = float(words.w[k + 1]) * (6.283185307179586f * 0x1p-32f);
    if (first + k < size) {
      out[first + k] = OUTPUT(radius * cos(angle));
    }
    if (first + k + 1 < size) {
      out[first + k + 1] = OUTPUT(radius * sin(angle));
    }
  }
}

#elif defined(NARROW)

// Integers in [low, low + range), range <= 2^32: the upper half of a 64-bit number times the range,
// which favours none by more than 2^-32. Two per block.
kernel void NAME(constant ulong& key [[buffer(0)]], constant ulong& counter [[buffer(1)]],
                 constant ulong& size [[buffer(2)]], constant ulong& low [[buffer(3)]],
                 constant ulong& range [[buffer(4)]], device OUTPUT* out [[buffer(5)]],
                 uint i [[thread_position_in_grid]]) {
  const Words words = philox(counter + i, key);
  const ulong first = ulong(i) * 2;
  for (uint k = 0; k < 2; ++k) {
    const ulong lower = (ulong(words.w[2 * k]) * range) >> 32;
    const ulong offset = (ulong(words.w[2 * k + 1]) * range + lower) >> 32;
    if (first + k < size) {
      out[first + k] = OUTPUT(low + offset);
    }
  }
}

#elif defined(WIDE)

// The upper 64 of the 128 bits of a product.
inline ulong high_product(ulong a, ulong b) {
  const ulong a0 = a & 0xFFFFFFFFul;
  const ulong a1 = a >> 32;
  const ulong b0 = b & 0xFFFFFFFFul;
  const ulong b1 = b >> 32;
  const ulong middle = a1 * b0 + ((a0 * b0) >> 32);
  const ulong other = a0 * b1 + (middle & 0xFFFFFFFFul);
  return a1 * b1 + (middle >> 32) + (other >> 32);
}

// The same for any range, from 128 bits; a range of 0 stands for 2^64. One per block.
kernel void NAME(constant ulong& key [[buffer(0)]], constant ulong& counter [[buffer(1)]],
                 constant ulong& size [[buffer(2)]], constant ulong& low [[buffer(3)]],
                 constant ulong& range [[buffer(4)]], device OUTPUT* out [[buffer(5)]],
                 uint i [[thread_position_in_grid]]) {
  const Words words = philox(counter + i, key);
  const ulong lower = ulong(words.w[1]) << 32 | words.w[0];
  const ulong upper = ulong(words.w[3]) << 32 | words.w[2];
  const ulong carried = upper * range + high_product(lower, range);
  const ulong offset = high_product(upper, range) + (carried < upper * range ? 1 : 0);
  if (i < size) {
    out[i] = OUTPUT(low + (range == 0 ? upper : offset));
  }
}

#endif
