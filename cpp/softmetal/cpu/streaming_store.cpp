// streaming_store.cpp: see streaming_store.hpp.
#include "streaming_store.hpp"

#include <algorithm>
#include <cstring>

#if defined(__x86_64__)
#include <emmintrin.h>
#endif

namespace softmetal::cpu {

#if defined(__x86_64__)

namespace {

// Bytes up to the next cache line; whole lines are what write combining needs.
std::size_t to_line(const std::byte* to, std::size_t length) {
  return std::min(length, static_cast<std::size_t>(-reinterpret_cast<std::uintptr_t>(to) & 63));
}

}  // namespace

void streaming_copy(std::byte* to, const std::byte* from, std::size_t length) noexcept {
  const std::size_t head = to_line(to, length);
  std::memcpy(to, from, head);
  std::size_t at = head;
  for (; at + 64 <= length; at += 64) {
    const auto* source = reinterpret_cast<const __m128i*>(from + at);
    auto* target = reinterpret_cast<__m128i*>(to + at);
    const __m128i a = _mm_loadu_si128(source);
    const __m128i b = _mm_loadu_si128(source + 1);
    const __m128i c = _mm_loadu_si128(source + 2);
    const __m128i d = _mm_loadu_si128(source + 3);
    _mm_stream_si128(target, a);
    _mm_stream_si128(target + 1, b);
    _mm_stream_si128(target + 2, c);
    _mm_stream_si128(target + 3, d);
  }
  _mm_sfence();
  std::memcpy(to + at, from + at, length - at);
}

void streaming_fill(std::byte* to, std::uint8_t value, std::size_t length) noexcept {
  const std::size_t head = to_line(to, length);
  std::memset(to, value, head);
  const __m128i pattern = _mm_set1_epi8(static_cast<char>(value));
  std::size_t at = head;
  for (; at + 64 <= length; at += 64) {
    auto* target = reinterpret_cast<__m128i*>(to + at);
    for (int i = 0; i < 4; ++i) _mm_stream_si128(target + i, pattern);
  }
  _mm_sfence();
  std::memset(to + at, value, length - at);
}

#else

void streaming_copy(std::byte* to, const std::byte* from, std::size_t length) noexcept {
  std::memcpy(to, from, length);
}

void streaming_fill(std::byte* to, std::uint8_t value, std::size_t length) noexcept {
  std::memset(to, value, length);
}

#endif

}  // namespace softmetal::cpu
