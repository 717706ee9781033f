// sha256.cpp: SHA-256 as FIPS 180-4 section 6.2 defines it.
#include "sha256.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace softmetal {
namespace {

// First 32 bits of the fractional parts of the cube roots of the first 64 primes.
constexpr std::array<std::uint32_t, 64> round_constants{
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

constexpr std::uint32_t big_endian(const std::uint8_t* bytes) noexcept {
  return std::uint32_t{bytes[0]} << 24 | std::uint32_t{bytes[1]} << 16 |
         std::uint32_t{bytes[2]} << 8 | std::uint32_t{bytes[3]};
}

}  // namespace

void Sha256::compress(const std::uint8_t* block) noexcept {
  std::array<std::uint32_t, 64> schedule;
  for (std::size_t i = 0; i < 16; ++i) schedule[i] = big_endian(block + 4 * i);
  for (std::size_t i = 16; i < 64; ++i) {
    const std::uint32_t a = schedule[i - 15];
    const std::uint32_t b = schedule[i - 2];
    schedule[i] = schedule[i - 16] + (std::rotr(a, 7) ^ std::rotr(a, 18) ^ (a >> 3)) +
                  schedule[i - 7] + (std::rotr(b, 17) ^ std::rotr(b, 19) ^ (b >> 10));
  }
  auto [a, b, c, d, e, f, g, h] = state_;
  for (std::size_t i = 0; i < 64; ++i) {
    const std::uint32_t t1 = h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) +
                             ((e & f) ^ (~e & g)) + round_constants[i] + schedule[i];
    const std::uint32_t t2 =
        (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
  }
  const std::array<std::uint32_t, 8> added{a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < 8; ++i) state_[i] += added[i];
}

void Sha256::update(std::string_view bytes) noexcept {
  length_ += bytes.size();
  if (used_ > 0) {
    const std::size_t taken = std::min(bytes.size(), block_.size() - used_);
    std::memcpy(block_.data() + used_, bytes.data(), taken);
    used_ += taken;
    bytes.remove_prefix(taken);
    if (used_ < block_.size()) return;
    compress(block_.data());
    used_ = 0;
  }
  for (; bytes.size() >= block_.size(); bytes.remove_prefix(block_.size())) {
    compress(reinterpret_cast<const std::uint8_t*>(bytes.data()));
  }
  if (!bytes.empty()) std::memcpy(block_.data(), bytes.data(), bytes.size());
  used_ = bytes.size();
}

void Sha256::update_field(std::string_view bytes) noexcept {
  const std::uint64_t size = bytes.size();
  std::array<char, sizeof size> prefix;
  std::memcpy(prefix.data(), &size, sizeof size);
  update({prefix.data(), prefix.size()});
  update(bytes);
}

Sha256::Digest Sha256::finish() noexcept {
  const std::uint64_t bits = length_ * 8;
  static constexpr char padding[64] = {'\x80'};
  update({padding, (used_ < 56 ? 56 : 120) - used_});
  std::array<char, 8> suffix;
  for (std::size_t i = 0; i < 8; ++i) suffix[i] = static_cast<char>(bits >> (56 - 8 * i));
  update({suffix.data(), suffix.size()});
  Digest digest;
  for (std::size_t i = 0; i < digest.size(); ++i) {
    digest[i] = static_cast<std::uint8_t>(state_[i / 4] >> (24 - 8 * (i % 4)));
  }
  return digest;
}

Sha256::Digest Sha256::of(std::string_view bytes) noexcept {
  Sha256 hash;
  hash.update(bytes);
  return hash.finish();
}

std::string to_hex(const Sha256::Digest& digest, std::size_t bytes) {
  static constexpr char digits[] = "0123456789abcdef";
  std::string text;
  text.reserve(2 * bytes);
  for (std::size_t i = 0; i < bytes; ++i) {
    text += digits[digest[i] >> 4];
    text += digits[digest[i] & 15];
  }
  return text;
}

}  // namespace softmetal
