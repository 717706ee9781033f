// NSAutoreleasePool.hpp: scopes of autoreleased objects, per thread, nested.
#pragma once

#include "NSObject.hpp"

namespace NS {

// init makes the pool the innermost of its thread; release or drain ends it and those inside it,
// releases what they hold, and must happen on the same thread.
class AutoreleasePool : public Object {
 public:
  static AutoreleasePool* alloc();
  AutoreleasePool* init();
  void drain();
  // To the innermost pool of the calling thread, as in Foundation.
  void addObject(Object* pObject);
  // Writes the calling thread's pools to standard error.
  static void showPools();
};

}  // namespace NS
