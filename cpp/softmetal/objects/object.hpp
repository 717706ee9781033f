// object.hpp: what stands behind the public classes, and the way between the two.
//
// A public class (NS::String, MTL::Buffer, ...) is a handle: it has no members, is never
// constructed, and a pointer to it is the address of an implementation object. Implementation
// classes derive, singly, from ObjectBase (through Implements<Handle>), so that one
// reinterpret_cast in either direction is right whichever public base class the caller holds. The
// casts are here and nowhere else. A null handle answers every message with zero.
//
// May use: the Foundation headers, the standard library.
#pragma once

#include <Foundation/Foundation.hpp>
#include <atomic>
#include <functional>
#include <string>
#include <type_traits>
#include <utility>

namespace softmetal {

class ObjectBase {
 public:
  ObjectBase() noexcept = default;
  ObjectBase(const ObjectBase&) = delete;
  ObjectBase& operator=(const ObjectBase&) = delete;

  void retain() noexcept { references_.fetch_add(1, std::memory_order_relaxed); }
  void release() noexcept {
    if (references_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
  }
  [[nodiscard]] NS::UInteger retain_count() const noexcept {
    return references_.load(std::memory_order_relaxed);
  }
  // As for string literals: no number of releases ends it.
  void make_immortal() noexcept { references_.fetch_add(NS::UInteger{1} << 62); }

  [[nodiscard]] virtual bool equals(const ObjectBase& other) const { return this == &other; }
  [[nodiscard]] virtual NS::UInteger hash() const { return std::hash<const void*>{}(this); }
  [[nodiscard]] virtual std::string description() const;
  [[nodiscard]] virtual const char* class_name() const noexcept = 0;
  // +1. Right for immutable objects; descriptors make a new one.
  [[nodiscard]] virtual ObjectBase* copy() const {
    auto* self = const_cast<ObjectBase*>(this);
    self->retain();
    return self;
  }

 protected:
  virtual ~ObjectBase() = default;

 private:
  std::atomic<NS::UInteger> references_{1};
};

// Base of an implementation class: `class BufferObject : public Implements<MTL::Buffer>`.
template <class PublicClass, class Base = ObjectBase>
class Implements : public Base {
 public:
  using Handle = PublicClass;
  using Base::Base;

  [[nodiscard]] Handle* handle() const noexcept {
    return reinterpret_cast<Handle*>(const_cast<ObjectBase*>(static_cast<const ObjectBase*>(this)));
  }
  [[nodiscard]] Handle* autoreleased() const {
    runtime::autorelease(handle());
    return handle();
  }
};

template <class Implementation>
[[nodiscard]] Implementation* impl(const void* handle) noexcept {
  auto* base = reinterpret_cast<ObjectBase*>(const_cast<void*>(handle));
  return static_cast<Implementation*>(base);
}

// A strong reference to an implementation object. `Ref` shares, `Ref::adopt` takes over a +1.
template <class Implementation>
class Ref {
 public:
  Ref() noexcept = default;
  explicit Ref(Implementation* object) noexcept : object_(object) {
    if (object_ != nullptr) object_->retain();
  }
  Ref(const Ref& other) noexcept : Ref(other.object_) {}
  Ref(Ref&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Ref& operator=(Ref other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Ref() {
    if (object_ != nullptr) object_->release();
  }
  static Ref adopt(Implementation* object) noexcept {
    Ref result;
    result.object_ = object;
    return result;
  }

  [[nodiscard]] Implementation* get() const noexcept { return object_; }
  [[nodiscard]] Implementation* operator->() const noexcept { return object_; }
  [[nodiscard]] Implementation& operator*() const noexcept { return *object_; }
  explicit operator bool() const noexcept { return object_ != nullptr; }

 private:
  Implementation* object_ = nullptr;
};

template <class Implementation, class... Args>
[[nodiscard]] Ref<Implementation> make(Args&&... args) {
  return Ref<Implementation>::adopt(new Implementation(std::forward<Args>(args)...));
}

// ---- messages -----------------------------------------------------------------------------------

// The result of calling `action` with the implementation of `handle`; zero for null.
template <class Implementation, class Action>
auto send(const void* handle, Action&& action) {
  using Result = std::invoke_result_t<Action, Implementation&>;
  if constexpr (std::is_void_v<Result>) {
    if (handle != nullptr) std::forward<Action>(action)(*impl<Implementation>(handle));
  } else {
    if (handle == nullptr) return Result{};
    return std::forward<Action>(action)(*impl<Implementation>(handle));
  }
}

// For answers that need no object but its existence.
[[nodiscard]] inline bool exists(const void* handle) noexcept { return handle != nullptr; }

// A field, or what a member function without arguments returns; zero for null.
template <class Implementation, class Member>
auto get(const void* handle, Member Implementation::* member) {
  using Result = std::decay_t<std::invoke_result_t<decltype(member), Implementation&>>;
  if constexpr (std::is_void_v<Result>) {
    if (handle != nullptr) std::invoke(member, *impl<Implementation>(handle));
  } else {
    return handle == nullptr ? Result{}
                             : Result(std::invoke(member, *impl<Implementation>(handle)));
  }
}

// An object field: not retained for the caller.
template <class Implementation, class Public>
Public* get(const void* handle, NS::SharedPtr<Public> Implementation::* member) {
  return handle == nullptr ? nullptr : (impl<Implementation>(handle)->*member).get();
}

template <class Implementation, class Field, class Value>
void set(void* handle, Field Implementation::* field, Value value) {
  if (handle != nullptr) impl<Implementation>(handle)->*field = static_cast<Field>(value);
}

// An object field: retained.
template <class Implementation, class Public>
void set(void* handle, NS::SharedPtr<Public> Implementation::* field, const Public* value) {
  if (handle != nullptr) {
    impl<Implementation>(handle)->*field = NS::RetainPtr(const_cast<Public*>(value));
  }
}

}  // namespace softmetal
