// sha256.hpp: SHA-256 (FIPS 180-4), the content key and checksum of the code cache.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace softmetal {

class Sha256 {
 public:
  using Digest = std::array<std::uint8_t, 32>;

  // Feeds raw bytes.
  void update(std::string_view bytes) noexcept;
  // Feeds a length and then the bytes, so that ("ab", "c") and ("a", "bc") differ.
  void update_field(std::string_view bytes) noexcept;
  [[nodiscard]] Digest finish() noexcept;

  [[nodiscard]] static Digest of(std::string_view bytes) noexcept;

 private:
  void compress(const std::uint8_t* block) noexcept;

  std::array<std::uint32_t, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<std::uint8_t, 64> block_{};
  std::size_t used_ = 0;
  std::uint64_t length_ = 0;
};

// Lower-case hexadecimal of the first `bytes` bytes.
[[nodiscard]] std::string to_hex(const Sha256::Digest& digest, std::size_t bytes = 32);

}  // namespace softmetal
