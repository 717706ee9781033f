// bulk_work.cpp: see bulk_work.hpp.
#include "bulk_work.hpp"

#include <cstring>

#include "machine.hpp"
#include "streaming_store.hpp"

namespace softmetal::cpu {
namespace {

// Nanoseconds per byte until measured: shorter lengths than a megabyte stay with the caller.
constinit std::atomic<float> copy_cost = 0.03F;
constinit std::atomic<float> fill_cost = 0.03F;

bool overlap(const void* a, const void* b, std::size_t length) {
  const auto first = reinterpret_cast<std::uintptr_t>(a);
  const auto second = reinterpret_cast<std::uintptr_t>(b);
  return (first > second ? first - second : second - first) < length;
}

}  // namespace

BulkWork::BulkWork(void* destination, const void* source, std::uint8_t value,
                   std::size_t length) noexcept
    : destination_(static_cast<std::byte*>(destination)),
      source_(static_cast<const std::byte*>(source)),
      value_(value),
      length_(length) {
  static const std::size_t cache = last_level_cache();
  overlapping_ = source != nullptr && overlap(destination, source, length);
  streaming_ = length > cache && !overlapping_;
}

std::uint64_t BulkWork::granule() const noexcept {
  return overlapping_ ? length_ : std::uint64_t{64} << 10;
}

std::atomic<float>& BulkWork::unit_cost() noexcept {
  return source_ != nullptr ? copy_cost : fill_cost;
}

void BulkWork::execute(Worker& /*worker*/, Chunk chunk) {
  std::byte* to = destination_ + chunk.first;
  const std::size_t length = chunk.last - chunk.first;
  if (source_ == nullptr) {
    streaming_ ? streaming_fill(to, value_, length)
               : static_cast<void>(std::memset(to, value_, length));
  } else if (overlapping_) {
    std::memmove(to, source_ + chunk.first, length);
  } else {
    const std::byte* from = source_ + chunk.first;
    streaming_ ? streaming_copy(to, from, length)
               : static_cast<void>(std::memcpy(to, from, length));
  }
}

Outcome BulkWork::explain(const Worker& worker, Chunk /*chunk*/) const {
  const char* what = source_ != nullptr ? "copy" : "fill";
  if (worker.fault.kind == FaultRecord::Kind::timeout) {
    return {Fault::timeout, std::string(what) + ": did not finish within the watchdog's limit"};
  }
  return {Fault::page_fault, std::string(what) + " of " + std::to_string(length_) +
                                 " bytes: its memory is not accessible to the end"};
}

}  // namespace softmetal::cpu
