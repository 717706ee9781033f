// guard.mm: the guard's pool on a Mac. Its twin elsewhere is guard.cpp.
#include "guard.hpp"

#include <exception>
#include <new>
#include <string>

#include "clock.hpp"
#include "metal.hpp"
#include "metalscope/error.hpp"
#include "trace.hpp"

namespace metalscope::guard {
namespace {

// The pool is a statement of the language here; its two ends are recorded as the messages they are.
void record_pool(trace::StaticName& name, std::int64_t start) {
  trace::record_host(name.id(), EventKind::host_call, start, clock::now());
}

}  // namespace

void with_pool(void (*body)(void*), void* context) {
  const bool recorded = trace::recording();  // latched: both ends or none
  std::exception_ptr failure;  // an exception that leaves @autoreleasepool would not drain it
  std::string refusal;
  std::int64_t start = recorded ? clock::now() : 0;
  @autoreleasepool {
    if (recorded) record_pool(trace::static_name<"[NSAutoreleasePool init]">, start);
    try {
      @try {
        body(context);
      } @catch (id exception) {
        const auto* object = static_cast<const NS::Object*>(static_cast<const void*>(exception));
        const char* text = object->description()->utf8String();
        refusal = text != nullptr ? text : "unknown exception";
      }
    } catch (...) {
      failure = std::current_exception();
    }
    if (recorded) start = clock::now();
  }
  if (recorded) record_pool(trace::static_name<"[NSAutoreleasePool drain]">, start);
  if (!refusal.empty()) throw Error("Metal refused the call: " + refusal);
  if (failure == nullptr) return;
  try {
    std::rethrow_exception(failure);
  } catch (const std::bad_alloc&) {
    throw OutOfMemoryError("Host memory ran out.");
  }
}

}  // namespace metalscope::guard
