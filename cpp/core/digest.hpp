// digest.hpp: SHA-256 (FIPS 180-4), the key of everything that is cached by content.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace metalscope {

using Digest = std::array<std::uint8_t, 32>;

class Sha256 {
 public:
  void update(std::string_view bytes) noexcept;
  // Adds a field with its length, so that neighbouring fields cannot run into each other.
  void field(std::string_view bytes) noexcept;
  void field(std::uint64_t number) noexcept;
  [[nodiscard]] Digest finish() noexcept;

 private:
  void block(const std::uint8_t* data) noexcept;

  std::array<std::uint32_t, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<std::uint8_t, 64> pending_{};
  std::size_t pending_size_ = 0;
  std::uint64_t total_ = 0;  // bytes
};

[[nodiscard]] std::string to_hex(const Digest& digest);

// A digest is its own hash.
struct DigestHash {
  std::size_t operator()(const Digest& digest) const noexcept;
};

}  // namespace metalscope
