// validation.hpp: misuse that Metal (or its validation layer) answers by aborting the process.
#pragma once

#include <sstream>
#include <stdexcept>
#include <string>

namespace softmetal {

// what() has Metal's own words where they are known.
class ValidationError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

template <class... Parts>
[[noreturn]] void fail_validation(const Parts&... parts) {
  std::ostringstream message;
  (message << ... << parts);
  throw ValidationError(message.str());
}

// The parts make up the message when `condition` does not hold. By const reference, which members
// of packed structures can be bound to.
template <class... Parts>
void require(bool condition, const Parts&... parts) {
  if (!condition) [[unlikely]] {
    fail_validation(parts...);
  }
}

}  // namespace softmetal
