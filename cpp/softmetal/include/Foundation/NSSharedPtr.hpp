// NSSharedPtr.hpp: a smart pointer over retain and release.
#pragma once

#include <cstddef>
#include <type_traits>

namespace NS {

template <class _Class>
class SharedPtr {
  template <class _Other>
  using IfConvertible = std::enable_if_t<std::is_convertible_v<_Other*, _Class*>>;

 public:
  SharedPtr() : object_(nullptr) {}
  ~SharedPtr() { object_->release(); }
  SharedPtr(std::nullptr_t) noexcept : object_(nullptr) {}

  SharedPtr(const SharedPtr& other) noexcept : object_(other.object_->retain()) {}
  template <class _Other>
  SharedPtr(const SharedPtr<_Other>& other, IfConvertible<_Other>* = nullptr) noexcept
      : object_(other.get()->retain()) {}
  SharedPtr(SharedPtr&& other) noexcept : object_(other.object_) { other.object_ = nullptr; }
  template <class _Other>
  SharedPtr(SharedPtr<_Other>&& other, IfConvertible<_Other>* = nullptr) noexcept
      : object_(other.get()) {
    other.detach();
  }

  SharedPtr& operator=(const SharedPtr& other) { return adopt(other.object_->retain()); }
  template <class _Other>
  std::enable_if_t<std::is_convertible_v<_Other*, _Class*>, SharedPtr&> operator=(
      const SharedPtr<_Other>& other) {
    return adopt(other.get()->retain());
  }
  SharedPtr& operator=(SharedPtr&& other) {
    if (this != &other) {
      adopt(other.object_);
      other.object_ = nullptr;
    }
    return *this;
  }
  template <class _Other>
  std::enable_if_t<std::is_convertible_v<_Other*, _Class*>, SharedPtr&> operator=(
      SharedPtr<_Other>&& other) {
    adopt(other.get());
    other.detach();
    return *this;
  }

  _Class* get() const { return object_; }
  _Class* operator->() const { return object_; }
  explicit operator bool() const { return object_ != nullptr; }

  void reset() { adopt(nullptr); }
  // Forgets the object without releasing it.
  void detach() { object_ = nullptr; }

  template <class _Other>
  friend SharedPtr<_Other> RetainPtr(_Other* ptr);
  template <class _Other>
  friend SharedPtr<_Other> TransferPtr(_Other* ptr);

 private:
  // Takes over one reference to `object`.
  SharedPtr& adopt(_Class* object) {
    _Class* previous = object_;
    object_ = object;
    previous->release();
    return *this;
  }

  _Class* object_;
};

// Shares an object: +1.
template <class _Class>
SharedPtr<_Class> RetainPtr(_Class* pObject) {
  SharedPtr<_Class> result;
  result.object_ = pObject->retain();
  return result;
}

// Takes over the caller's reference, as given by alloc, new, copy and Create.
template <class _Class>
SharedPtr<_Class> TransferPtr(_Class* pObject) {
  SharedPtr<_Class> result;
  result.object_ = pObject;
  return result;
}

template <class _Class, class _Other>
bool operator==(const SharedPtr<_Class>& left, const SharedPtr<_Other>& right) {
  return left.get() == right.get();
}

template <class _Class, class _Other>
bool operator!=(const SharedPtr<_Class>& left, const SharedPtr<_Other>& right) {
  return left.get() != right.get();
}

}  // namespace NS
