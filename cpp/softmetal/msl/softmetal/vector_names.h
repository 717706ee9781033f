// vector_names.h: float4, packed_uchar3 and the like, in the global namespace and in metal.
// May use: vector.h, packed.h.
#pragma once

#define SOFTMETAL_VECTOR_NAMES(T) \
  typedef metal::vec<T, 2> T##2;  \
  typedef metal::vec<T, 3> T##3;  \
  typedef metal::vec<T, 4> T##4;  \
  namespace metal {               \
  using ::T##2;                   \
  using ::T##3;                   \
  using ::T##4;                   \
  }
#define SOFTMETAL_PACKED_NAMES(T)                \
  typedef metal::packed_vec<T, 2> packed_##T##2; \
  typedef metal::packed_vec<T, 3> packed_##T##3; \
  typedef metal::packed_vec<T, 4> packed_##T##4; \
  namespace metal {                              \
  using ::packed_##T##2;                         \
  using ::packed_##T##3;                         \
  using ::packed_##T##4;                         \
  }

SOFTMETAL_VECTOR_NAMES(bool)
SOFTMETAL_VECTOR_NAMES(char)
SOFTMETAL_VECTOR_NAMES(uchar)
SOFTMETAL_VECTOR_NAMES(short)
SOFTMETAL_VECTOR_NAMES(ushort)
SOFTMETAL_VECTOR_NAMES(int)
SOFTMETAL_VECTOR_NAMES(uint)
SOFTMETAL_VECTOR_NAMES(long)
SOFTMETAL_VECTOR_NAMES(ulong)
SOFTMETAL_VECTOR_NAMES(half)
SOFTMETAL_VECTOR_NAMES(bfloat)
SOFTMETAL_VECTOR_NAMES(float)

SOFTMETAL_PACKED_NAMES(bool)
SOFTMETAL_PACKED_NAMES(char)
SOFTMETAL_PACKED_NAMES(uchar)
SOFTMETAL_PACKED_NAMES(short)
SOFTMETAL_PACKED_NAMES(ushort)
SOFTMETAL_PACKED_NAMES(int)
SOFTMETAL_PACKED_NAMES(uint)
SOFTMETAL_PACKED_NAMES(long)
SOFTMETAL_PACKED_NAMES(ulong)
SOFTMETAL_PACKED_NAMES(half)
SOFTMETAL_PACKED_NAMES(bfloat)
SOFTMETAL_PACKED_NAMES(float)

#undef SOFTMETAL_PACKED_NAMES
#undef SOFTMETAL_VECTOR_NAMES
