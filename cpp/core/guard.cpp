// guard.cpp: the guard's pool off the Mac. Its twin for macOS is guard.mm.
#include "guard.hpp"

#include <exception>
#include <new>
#include <string>

#include "metal.hpp"
#include "metalscope/error.hpp"
#include "trace.hpp"

namespace metalscope::guard {
namespace {

class Pool {
 public:
  Pool()
      : pool_(trace::call<"[NSAutoreleasePool init]">(
            [] { return NS::AutoreleasePool::alloc()->init(); })) {}
  ~Pool() {
    trace::call<"[NSAutoreleasePool drain]">([this] { pool_->release(); });
  }
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

 private:
  NS::AutoreleasePool* pool_;
};

}  // namespace

void with_pool(void (*body)(void*), void* context) {
  const Pool pool;
  try {
    body(context);
  } catch (const Error&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw OutOfMemoryError("Host memory ran out.");
  } catch (const std::exception& e) {
    // The software device throws where Metal's validation would abort.
    throw Error(std::string("Metal refused the call: ") + e.what());
  }
}

}  // namespace metalscope::guard
