// object.hpp: ownership of Metal objects.
#pragma once

#include <utility>

#include "guard.hpp"
#include "trace.hpp"

namespace metalscope {

// Owns one reference of an NS or MTL object, or nothing. Never sends a message to nil.
template <class T>
class Owned {
 public:
  Owned() noexcept = default;
  // Takes over a reference: what new, alloc and copy return.
  explicit Owned(T* object) noexcept : object_(object) {}
  // Adds a reference: for what is autoreleased.
  static Owned retain(T* object) {
    if (object != nullptr) trace::call<"[NSObject retain]">([&] { object->retain(); });
    return Owned(object);
  }
  Owned(Owned&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Owned& operator=(Owned&& other) noexcept {
    if (this != &other) {
      reset();
      object_ = std::exchange(other.object_, nullptr);
    }
    return *this;
  }
  Owned(const Owned&) = delete;
  Owned& operator=(const Owned&) = delete;
  ~Owned() { reset(); }

  void reset() noexcept {
    T* object = std::exchange(object_, nullptr);
    // What a forked child inherited belongs to the parent.
    if (object == nullptr || guard::is_forked_child()) return;
    trace::call<"[NSObject release]">([&] { object->release(); });
  }
  [[nodiscard]] T* get() const noexcept { return object_; }
  T* operator->() const noexcept { return object_; }
  explicit operator bool() const noexcept { return object_ != nullptr; }

 private:
  T* object_ = nullptr;
};

}  // namespace metalscope
