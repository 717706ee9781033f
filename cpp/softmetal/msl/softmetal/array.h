// array.h: metal::array<T, N> (specification, section 2.13). May use: traits.h.
#pragma once

namespace metal {

template <class T, size_t N>
struct array {
  typedef T value_type;
  typedef T* iterator;
  typedef const T* const_iterator;

  T elements[N == 0 ? 1 : N];

  SOFTMETAL_MEMBER constexpr T& operator[](size_t i) { return elements[i]; }
  SOFTMETAL_MEMBER constexpr const T& operator[](size_t i) const { return elements[i]; }
  SOFTMETAL_MEMBER constexpr T* data() { return elements; }
  SOFTMETAL_MEMBER constexpr const T* data() const { return elements; }
  SOFTMETAL_MEMBER constexpr T* begin() { return elements; }
  SOFTMETAL_MEMBER constexpr T* end() { return elements + N; }
  SOFTMETAL_MEMBER constexpr const T* begin() const { return elements; }
  SOFTMETAL_MEMBER constexpr const T* end() const { return elements + N; }
  SOFTMETAL_MEMBER constexpr T& front() { return elements[0]; }
  SOFTMETAL_MEMBER constexpr const T& front() const { return elements[0]; }
  SOFTMETAL_MEMBER constexpr T& back() { return elements[N - 1]; }
  SOFTMETAL_MEMBER constexpr const T& back() const { return elements[N - 1]; }
  SOFTMETAL_MEMBER static constexpr size_t size() { return N; }
  SOFTMETAL_MEMBER static constexpr size_t max_size() { return N; }
  SOFTMETAL_MEMBER static constexpr bool empty() { return N == 0; }
};

template <class T, class... More>
array(T, More...) -> array<T, 1 + sizeof...(More)>;

// A view of an array whose length is not part of its type.
template <class T>
struct array_ref {
  const T* elements;
  size_t count;

  SOFTMETAL_MEMBER constexpr const T& operator[](size_t i) const { return elements[i]; }
  SOFTMETAL_MEMBER constexpr size_t size() const { return count; }
  SOFTMETAL_MEMBER constexpr bool empty() const { return count == 0; }
  SOFTMETAL_MEMBER constexpr const T* data() const { return elements; }
};

}  // namespace metal
