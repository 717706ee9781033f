// bulk_work.hpp: copies and fills as work for the pool.
#pragma once

#include <cstddef>
#include <cstdint>

#include "work.hpp"

namespace softmetal::cpu {

// Copies when `source` is given, otherwise fills with `value`. Ranges that overlap are copied as if
// through a third place, by one thread.
class BulkWork final : public Work {
 public:
  BulkWork(void* destination, const void* source, std::uint8_t value, std::size_t length) noexcept;

  [[nodiscard]] std::uint64_t units() const noexcept override { return length_; }
  [[nodiscard]] std::uint64_t granule() const noexcept override;
  [[nodiscard]] std::uint64_t first_chunk() const noexcept override { return length_; }
  std::atomic<float>& unit_cost() noexcept override;
  void execute(Worker& worker, Chunk chunk) override;
  [[nodiscard]] Outcome explain(const Worker& worker, Chunk chunk) const override;

 private:
  std::byte* destination_;
  const std::byte* source_;
  std::uint8_t value_;
  std::size_t length_;
  bool overlapping_;
  bool streaming_;  // past the caches: the destination is not worth a place in them
};

}  // namespace softmetal::cpu
