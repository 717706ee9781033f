// softmetal_reflect.h: what the generated part of a compiled MSL source is made of: reflection of
// parameter types, binding of arguments, loops over threads. The generated code (wrappers.cpp of
// the compiler) names a kernel's function; its types come from C++ itself. May use:
// softmetal_prelude.h.
#pragma once

#include "softmetal_library.h"
#include "softmetal_prelude.h"

namespace metal {
template <class T, int Columns, int Rows>
struct matrix;
}  // namespace metal

namespace softmetal::reflect {

// ---- types -------------------------------------------------------------------------------------

template <class F, unsigned I>
struct ParameterOf;
template <class R, class P, class... Rest, unsigned I>
struct ParameterOf<R (*)(P, Rest...), I> : ParameterOf<R (*)(Rest...), I - 1> {};
template <class R, class P, class... Rest>
struct ParameterOf<R (*)(P, Rest...), 0> {
  using Type = P;
};

// What a pointer or reference parameter refers to.
template <class P>
struct Referred {
  static constexpr bool is_pointer = false;
  static constexpr bool is_reference = false;
  using Type = P;
};
template <class T>
struct Referred<T*> {
  static constexpr bool is_pointer = true;
  static constexpr bool is_reference = false;
  using Type = T;
};
template <class T>
struct Referred<T* const> : Referred<T*> {};
template <class T>
struct Referred<T&> {
  static constexpr bool is_pointer = false;
  static constexpr bool is_reference = true;
  using Type = T;
};

template <class T>
struct Unqualified {
  using Type = T;
  static constexpr bool is_const = false;
};
template <class T>
struct Unqualified<const T> {
  using Type = T;
  static constexpr bool is_const = true;
};
template <class T>
struct Unqualified<volatile T> : Unqualified<T> {};
template <class T>
struct Unqualified<const volatile T> : Unqualified<const T> {};

// MTL::DataType: scalars; vectors follow their scalar; matrices start at a base of their own.
template <class T>
inline constexpr unsigned data_type = 1;  // Struct
template <>
inline constexpr unsigned data_type<void> = 0;
template <>
inline constexpr unsigned data_type<float> = 3;
template <>
inline constexpr unsigned data_type<half> = 16;
template <>
inline constexpr unsigned data_type<int> = 29;
template <>
inline constexpr unsigned data_type<unsigned int> = 33;
template <>
inline constexpr unsigned data_type<short> = 37;
template <>
inline constexpr unsigned data_type<unsigned short> = 41;
template <>
inline constexpr unsigned data_type<char> = 45;
template <>
inline constexpr unsigned data_type<signed char> = 45;
template <>
inline constexpr unsigned data_type<unsigned char> = 49;
template <>
inline constexpr unsigned data_type<bool> = 53;
template <>
inline constexpr unsigned data_type<long> = 81;
template <>
inline constexpr unsigned data_type<long long> = 81;
template <>
inline constexpr unsigned data_type<unsigned long> = 85;
template <>
inline constexpr unsigned data_type<unsigned long long> = 85;
template <>
inline constexpr unsigned data_type<bfloat> = 121;
template <class T>
inline constexpr unsigned data_type<T*> = 60;
template <class T, auto N>
inline constexpr unsigned data_type<T[N]> = 2;
template <class T, auto N>
inline constexpr unsigned data_type<metal::vec<T, N>> = data_type<T> + (N - 1);
template <class T, auto N>
inline constexpr unsigned data_type<metal::packed_vec<T, N>> = data_type<T> + (N - 1);
template <class T, auto C, auto R>
inline constexpr unsigned data_type<metal::matrix<T, C, R>> =
    data_type<T> + 4 + (C - 2) * 3 + (R - 2);
template <class T>
inline constexpr unsigned data_type<metal::atomic<T>> = data_type<T>;

template <class T>
inline constexpr unsigned size_of = sizeof(T);
template <>
inline constexpr unsigned size_of<void> = 1;
template <class T>
inline constexpr unsigned alignment_of = alignof(T);
template <>
inline constexpr unsigned alignment_of<void> = 1;

// What a buffer or threadgroup argument may be.
template <class P>
inline constexpr bool is_bindable = Referred<P>::is_pointer || Referred<P>::is_reference;

// What a position or size may be.
template <class T>
inline constexpr bool is_position = __is_integral(T);
template <class T>
inline constexpr bool is_position<const T> = is_position<T>;
template <class T, auto N>
inline constexpr bool is_position<metal::vec<T, N>> = __is_integral(T) && N < 4;

// ---- reflection --------------------------------------------------------------------------------

template <class P>
constexpr abi::Argument argument(const char* name, abi::ArgumentKind kind, unsigned index,
                                 bool present) {
  using Pointee = Unqualified<typename Referred<P>::Type>;
  using T = typename Pointee::Type;
  return {name,
          kind,
          Pointee::is_const ? abi::Access::read_only : abi::Access::read_write,
          present,
          index,
          data_type<T>,
          size_of<T>,
          alignment_of<T>};
}

// Argument slots: those with an attribute as it says, the others the lowest free ones in order.
inline constexpr unsigned unnumbered = ~0u;

template <unsigned N>
struct Slots {
  unsigned values[N == 0 ? 1 : N];
};

template <unsigned N>
constexpr Slots<N> number(Slots<N> given) {
  unsigned next = 0;
  for (unsigned i = 0; i < N; ++i) {
    if (given.values[i] != unnumbered) continue;
    for (bool taken = true; taken; next += taken) {
      taken = false;
      for (unsigned k = 0; k < N; ++k) taken |= given.values[k] == next;
    }
    given.values[i] = next++;
  }
  return given;
}

// ---- binding -----------------------------------------------------------------------------------

// A buffer argument of a kernel that runs in loops. Small constants are copied once, so that no
// store through another pointer makes the loop load them again; unbound ones read as zero.
template <class P>
struct Buffer {
  using T = typename Referred<P>::Type;
  T* pointer;
  explicit Buffer(void* bound) : pointer(static_cast<T*>(bound)) {}
  P get() const {
    if constexpr (Referred<P>::is_reference) {
      return *pointer;
    } else {
      return pointer;
    }
  }
};

template <class T>
inline constexpr bool is_copied = false;
template <class T>
  requires(sizeof(T) <= 1024)
inline constexpr bool is_copied<const T> = __is_trivially_copyable(T);

template <class T>
  requires is_copied<T>
struct Buffer<T&> {
  using Value = typename Unqualified<T>::Type;
  alignas(Value) unsigned char bytes[sizeof(Value)];
  explicit Buffer(const void* bound) {
    if (bound != nullptr) {
      __builtin_memcpy(bytes, bound, sizeof bytes);
    } else {
      __builtin_memset(bytes, 0, sizeof bytes);
    }
  }
  T& get() const { return *reinterpret_cast<T*>(bytes); }
};

// The same for one thread on a fiber: nothing is copied.
template <class P>
inline P direct(void* bound) {
  if constexpr (Referred<P>::is_reference) {
    return *static_cast<typename Referred<P>::Type*>(bound);
  } else {
    return static_cast<P>(bound);
  }
}

template <class P>
inline P threadgroup_argument(unsigned offset) {
  return direct<P>(static_cast<char*>(softmetal_host->threadgroup_memory()) + offset);
}

// Stands for an argument that an assertion has refused.
template <class P>
P unsupported();

// ---- threadgroup variables ---------------------------------------------------------------------

template <class Tag>
inline unsigned threadgroup_size = 0;

inline unsigned reserve(unsigned& size, unsigned bytes, unsigned alignment) {
  const unsigned offset = (size + alignment - 1) / alignment * alignment;
  size = offset + bytes;
  return offset;
}

// The `Number`th declaration of threadgroup variables in the kernel that `Tag` stands for. Its
// place is reserved by an initialiser when the library is loaded.
template <class Tag, unsigned Number, class T>
struct ThreadgroupVariables {
  static unsigned offset;
  static T& get() {
    return *reinterpret_cast<T*>(static_cast<char*>(softmetal_host->threadgroup_memory()) + offset);
  }
};
template <class Tag, unsigned Number, class T>
unsigned ThreadgroupVariables<Tag, Number, T>::offset =
    reserve(threadgroup_size<Tag>, sizeof(T), alignof(T));

// ---- threads -----------------------------------------------------------------------------------

struct Triple {
  unsigned x, y, z;
};
constexpr Triple triple(const unsigned (&values)[3]) { return {values[0], values[1], values[2]}; }
constexpr unsigned product(const unsigned (&values)[3]) {
  return values[0] * values[1] * values[2];
}

// A position or size as the parameter's own type: a scalar takes x.
template <class P>
struct Convert {
  static P from(Triple value) { return static_cast<P>(value.x); }
};
template <class T>
struct Convert<metal::vec<T, 2>> {
  static metal::vec<T, 2> from(Triple value) {
    return metal::vec<T, 2>(static_cast<T>(value.x), static_cast<T>(value.y));
  }
};
template <class T>
struct Convert<metal::vec<T, 3>> {
  static metal::vec<T, 3> from(Triple value) {
    return metal::vec<T, 3>(static_cast<T>(value.x), static_cast<T>(value.y),
                            static_cast<T>(value.z));
  }
};
template <class P>
inline P convert(Triple value) {
  return Convert<typename Unqualified<P>::Type>::from(value);
}
template <class P>
inline P convert(unsigned value) {
  return convert<P>(Triple{value, 1, 1});
}

// A thread known by its place in the grid alone.
struct GridThread {
  const abi::Launch& launch;
  Triple position;

  Triple thread_position_in_grid() const { return position; }
  Triple threads_per_grid() const { return triple(launch.threads_per_grid); }
  Triple grid_size() const { return triple(launch.threads_per_grid); }
  Triple grid_origin() const { return {0, 0, 0}; }
  Triple threadgroups_per_grid() const { return triple(launch.threadgroups_per_grid); }
  Triple dispatch_threads_per_threadgroup() const { return triple(launch.threads_per_threadgroup); }
};

// A thread known by its threadgroup and its place in it.
struct GroupThread {
  const abi::Launch& launch;
  const abi::Group& group;
  Triple position;
  unsigned index;  // x fastest

  Triple thread_position_in_threadgroup() const { return position; }
  unsigned thread_index_in_threadgroup() const { return index; }
  Triple threadgroup_position_in_grid() const { return triple(group.position); }
  Triple threads_per_threadgroup() const { return triple(group.size); }
  Triple thread_position_in_grid() const {
    return {group.position[0] * launch.threads_per_threadgroup[0] + position.x,
            group.position[1] * launch.threads_per_threadgroup[1] + position.y,
            group.position[2] * launch.threads_per_threadgroup[2] + position.z};
  }
  Triple threads_per_grid() const { return triple(launch.threads_per_grid); }
  Triple grid_size() const { return triple(launch.threads_per_grid); }
  Triple grid_origin() const { return {0, 0, 0}; }
  Triple threadgroups_per_grid() const { return triple(launch.threadgroups_per_grid); }
  Triple dispatch_threads_per_threadgroup() const { return triple(launch.threads_per_threadgroup); }

  static constexpr unsigned groups_of(unsigned threads, unsigned width) {
    return (threads + width - 1) / width;
  }
  unsigned thread_index_in_simdgroup() const { return index % abi::simd_width; }
  unsigned simdgroup_index_in_threadgroup() const { return index / abi::simd_width; }
  unsigned threads_per_simdgroup() const { return abi::simd_width; }
  unsigned thread_execution_width() const { return abi::simd_width; }
  unsigned simdgroups_per_threadgroup() const {
    return groups_of(product(group.size), abi::simd_width);
  }
  unsigned dispatch_simdgroups_per_threadgroup() const {
    return groups_of(product(launch.threads_per_threadgroup), abi::simd_width);
  }
  unsigned thread_index_in_quadgroup() const { return index % 4; }
  unsigned quadgroup_index_in_threadgroup() const { return index / 4; }
  unsigned threads_per_quadgroup() const { return 4; }
  unsigned quadgroups_per_threadgroup() const { return groups_of(product(group.size), 4); }
  unsigned dispatch_quadgroups_per_threadgroup() const {
    return groups_of(product(launch.threads_per_threadgroup), 4);
  }
};

// ---- loops -------------------------------------------------------------------------------------

// Calls body(GridThread) for grid threads first..last-1, row by row.
template <class Body>
[[gnu::always_inline]] inline void for_grid_threads(const abi::Launch& launch, unsigned long first,
                                                    unsigned long last, const Body& body) {
  const unsigned long width = launch.threads_per_grid[0];
  const unsigned long height = launch.threads_per_grid[1];
  while (first < last) {
    const unsigned long row = first / width;
    const auto begin = static_cast<unsigned>(first % width);
    const unsigned long left = last - first;
    const unsigned end =
        left < width - begin ? static_cast<unsigned>(begin + left) : static_cast<unsigned>(width);
    const auto y = static_cast<unsigned>(row % height);
    const auto z = static_cast<unsigned>(row / height);
#pragma clang loop vectorize(assume_safety)
    for (unsigned x = begin; x < end; ++x) {
      body(GridThread{launch, {x, y, z}});
    }
    first += end - begin;
  }
}

// Calls body(GroupThread) for all threads of one threadgroup.
template <class Body>
[[gnu::always_inline]] inline void for_group_threads(const abi::Launch& launch,
                                                     const abi::Group& group, const Body& body) {
  const unsigned width = group.size[0];
  unsigned row = 0;
  for (unsigned z = 0; z < group.size[2]; ++z) {
    for (unsigned y = 0; y < group.size[1]; ++y, row += width) {
#pragma clang loop vectorize(assume_safety)
      for (unsigned x = 0; x < width; ++x) {
        body(GroupThread{launch, group, {x, y, z}, row + x});
      }
    }
  }
}

[[gnu::always_inline]] inline GroupThread group_thread(const abi::Launch& launch,
                                                       const abi::Group& group, unsigned index) {
  const unsigned row = index / group.size[0];
  return {launch, group, {index % group.size[0], row % group.size[1], row / group.size[1]}, index};
}

}  // namespace softmetal::reflect

// ---- function constants ------------------------------------------------------------------------

namespace softmetal::given {

// A value that the host gave, for the constant of this name, or, without a name, of this index.
struct Value {
  const char* name;
  unsigned index;
  unsigned size;
  unsigned char bytes[32];
};

constexpr bool same(const char* a, const char* b) {
  while (*a != 0 && *a == *b) ++a, ++b;
  return *a == *b;
}

template <class Values>
constexpr const Value* find(const Values& values, const char* name, unsigned index) {
  for (const Value& value : values) {
    const bool found = value.name != nullptr ? same(value.name, name) : value.index == index;
    if (found && value.size != 0) return &value;
  }
  return nullptr;
}

template <class T>
struct Bytes {
  unsigned char bytes[sizeof(T)];
};

template <class T, class Values>
constexpr T value_of(const Values& values, const char* name, unsigned index) {
  const Value* found = find(values, name, index);
  if (found == nullptr) return T{};
  Bytes<T> bytes{};
  for (unsigned i = 0; i < sizeof(T) && i < found->size; ++i) bytes.bytes[i] = found->bytes[i];
  return __builtin_bit_cast(T, bytes);
}

}  // namespace softmetal::given
