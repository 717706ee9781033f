// autorelease_pool.cpp: NS::AutoreleasePool. One stack of objects per thread; a pool is a height of
// it, so that autorelease is a push and an empty pool costs nothing.
#include "autorelease_pool.hpp"

#include <cstddef>
#include <cstdio>
#include <vector>

#include "object.hpp"

namespace softmetal {
namespace {

class PoolStack {
 public:
  // The new pool's depth, from 1.
  std::size_t push() {
    bases_.push_back(objects_.size());
    return bases_.size();
  }

  // Ends the pool of that depth and all inside it. What the released objects autorelease on their
  // way out goes too.
  void pop(std::size_t depth) noexcept {
    while (bases_.size() >= depth) {
      while (objects_.size() > bases_.back()) {
        ObjectBase* object = objects_.back();
        objects_.pop_back();
        object->release();
      }
      bases_.pop_back();
    }
  }

  void add(ObjectBase* object) {
    if (bases_.empty()) {
#ifndef NDEBUG
      std::fprintf(stderr, "softmetal: %s autoreleased with no pool in place: it leaks\n",
                   object->description().c_str());
#endif
      return;
    }
    objects_.push_back(object);
  }

  void show() const {
    std::size_t end = objects_.size();
    for (std::size_t pool = bases_.size(); pool-- > 0; end = bases_[pool]) {
      std::fprintf(stderr, "autorelease pool %zu: %zu objects\n", pool + 1, end - bases_[pool]);
    }
  }

  ~PoolStack() {
    if (!bases_.empty()) pop(1);
  }

 private:
  std::vector<ObjectBase*> objects_;
  std::vector<std::size_t> bases_;  // height of `objects_` when each pool began
};

PoolStack& pools() {
  thread_local PoolStack stack;
  return stack;
}

class PoolObject : public Implements<NS::AutoreleasePool> {
 public:
  [[nodiscard]] const char* class_name() const noexcept override { return "NSAutoreleasePool"; }
  void begin() {
    if (depth_ == 0) depth_ = pools().push();
  }

 protected:
  ~PoolObject() override {
    if (depth_ != 0) pools().pop(depth_);
  }

 private:
  std::size_t depth_ = 0;  // 0 before init
};

}  // namespace

void runtime::autorelease(const void* object) {
  if (object != nullptr) pools().add(impl<ObjectBase>(object));
}

}  // namespace softmetal

using softmetal::PoolObject;
using softmetal::send;

NS::AutoreleasePool* NS::AutoreleasePool::alloc() { return (new PoolObject)->handle(); }

NS::AutoreleasePool* NS::AutoreleasePool::init() {
  send<PoolObject>(this, [](PoolObject& self) { self.begin(); });
  return this;
}

void NS::AutoreleasePool::drain() { release(); }

void NS::AutoreleasePool::addObject(Object* pObject) { pObject->autorelease(); }

void NS::AutoreleasePool::showPools() { softmetal::pools().show(); }
