// NSObject.hpp: reference counting and the root class.
//
// Ownership as in Foundation: alloc, new, copy, mutableCopy and Create give +1, everything else is
// autoreleased. Objects are thread-safe where Metal's are; counts are atomic.
#pragma once

#include "NSPrivate.hpp"
#include "NSTypes.hpp"

namespace NS {

class Object;
class String;

// Gives a class its reference counting, typed.
template <class _Class, class _Base = Object>
class Referencing : public _Base {
 public:
  _Class* retain() {
    softmetal::runtime::retain(this);
    return static_cast<_Class*>(this);
  }
  void release() { softmetal::runtime::release(this); }
  _Class* autorelease() {
    softmetal::runtime::autorelease(this);
    return static_cast<_Class*>(this);
  }
  UInteger retainCount() const { return softmetal::runtime::retain_count(this); }
};

template <class _Class, class _Base = Object>
class Copying : public Referencing<_Class, _Base> {
 public:
  // +1; immutable objects return themselves.
  _Class* copy() const { return static_cast<_Class*>(softmetal::runtime::copy(this)); }
};

template <class _Class, class _Base = Object>
class SecureCoding : public Referencing<_Class, _Base> {};

class Object : public Referencing<Object, softmetal::runtime::Root> {
 public:
  UInteger hash() const;
  bool isEqual(const Object* pObject) const;
  String* description() const;
  String* debugDescription() const;

 private:
  Object() = delete;
  Object(const Object&) = delete;
  ~Object() = delete;
  Object& operator=(const Object&) = delete;
};

}  // namespace NS
