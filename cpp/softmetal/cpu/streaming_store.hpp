// streaming_store.hpp: copies and fills that write around the caches.
#pragma once

#include <cstddef>
#include <cstdint>

namespace softmetal::cpu {

// Where the processor has no such stores these are memcpy and memset.
void streaming_copy(std::byte* to, const std::byte* from, std::size_t length) noexcept;
void streaming_fill(std::byte* to, std::uint8_t value, std::size_t length) noexcept;

}  // namespace softmetal::cpu
