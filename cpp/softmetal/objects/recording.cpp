// recording.cpp: the storage of recorded commands.
#include "recording.hpp"

#include <cstring>
#include <new>

#include "device.hpp"

namespace softmetal {
namespace {

constexpr std::size_t chunk_size = 64 * 1024;
constexpr std::size_t value_alignment = 32;  // of MSL's widest vectors, long4 and ulong4

}  // namespace

ByteArena::~ByteArena() {
  for (std::byte* chunk : chunks_) the_device().engine.release(chunk, chunk_size);
}

void* ByteArena::store(const void* bytes, std::size_t length) {
  if (chunks_.empty() || chunk_size - used_ < length) {
    chunks_.reserve(chunks_.size() + 1);
    void* chunk = the_device().engine.allocate(chunk_size);
    if (chunk == nullptr) throw std::bad_alloc();
    chunks_.push_back(static_cast<std::byte*>(chunk));
    used_ = 0;
  }
  std::byte* place = chunks_.back() + used_;
  std::memcpy(place, bytes, length);
  used_ += (length + value_alignment - 1) / value_alignment * value_alignment;
  return place;
}

void ByteArena::reset() noexcept {
  while (chunks_.size() > 1) {
    the_device().engine.release(chunks_.back(), chunk_size);
    chunks_.pop_back();
  }
  used_ = 0;
}

void Recording::reset() noexcept {
  commands.clear();
  bindings.clear();
  passes.clear();
  signals.clear();
  waits.clear();
  bytes.reset();
  expected_cost = 0;
  for (ObjectBase* object : kept_) object->release();
  kept_.clear();
}

}  // namespace softmetal
