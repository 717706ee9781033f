// NSPrivate.hpp: the messages that every object answers, for the templates of these headers.
//
// `object` is what a public pointer points to, or null; null is answered with nothing. Implemented
// in cpp/softmetal/objects/object.cpp.
#pragma once

#include "NSTypes.hpp"

namespace softmetal::runtime {

void retain(const void* object) noexcept;
void release(const void* object) noexcept;
void autorelease(const void* object);
[[nodiscard]] NS::UInteger retain_count(const void* object) noexcept;
[[nodiscard]] void* copy(const void* object);       // +1
[[nodiscard]] void* next_object(void* enumerator);  // not retained
[[nodiscard]] void* all_objects(void* enumerator);  // NS::Array*, autoreleased
[[nodiscard]] void* object_at(const void* array, NS::UInteger index);
[[nodiscard]] void* object_for(const void* dictionary, const void* key);
[[nodiscard]] void* key_enumerator(const void* dictionary);  // autoreleased
[[nodiscard]] void* constant_string(const char* utf8);       // immortal

// Root of all public classes: they have no members and no constructors, only messages.
struct Root {};

#ifdef __BLOCKS__
extern "C" void* _Block_copy(const void* block);
extern "C" void _Block_release(const void* block);

// A block, held as long as the function object that calls it.
template <class Result, class... Args>
class RetainedBlock {
 public:
  using Block = Result (^)(Args...);
  explicit RetainedBlock(Block block) : block_(reinterpret_cast<Block>(_Block_copy(block))) {}
  RetainedBlock(const RetainedBlock& other) : RetainedBlock(other.block_) {}
  RetainedBlock& operator=(const RetainedBlock&) = delete;
  ~RetainedBlock() { _Block_release(block_); }
  Result operator()(Args... args) const { return block_(args...); }

 private:
  Block block_;
};
template <class Result, class... Args>
RetainedBlock(Result (^)(Args...)) -> RetainedBlock<Result, Args...>;
#endif

}  // namespace softmetal::runtime
