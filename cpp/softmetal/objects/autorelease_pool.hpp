// autorelease_pool.hpp: a pool scope for our own threads.
#pragma once

#include <Foundation/Foundation.hpp>

namespace softmetal {

class PoolScope {
 public:
  PoolScope() : pool_(NS::AutoreleasePool::alloc()->init()) {}
  ~PoolScope() { pool_->release(); }
  PoolScope(const PoolScope&) = delete;
  PoolScope& operator=(const PoolScope&) = delete;

 private:
  NS::AutoreleasePool* pool_;
};

}  // namespace softmetal
