// probe.hpp: the compiled MSL program of a test, and comparison in units in the last place. May
// use: dlfcn, the standard library.
#pragma once

#include <dlfcn.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace msl_test {

// The program that CMake compiled for this test; stays loaded.
class Probe {
 public:
  Probe() : handle_(dlopen(PROBE, RTLD_NOW | RTLD_LOCAL)) {
    if (handle_ == nullptr) throw std::runtime_error(dlerror());
  }
  template <class F>
  F* function(const std::string& name) const {
    void* symbol = dlsym(handle_, name.c_str());
    if (symbol == nullptr) throw std::runtime_error("the probe has no function " + name);
    return reinterpret_cast<F*>(symbol);
  }

 private:
  void* handle_;
};

inline const Probe& probe() {
  static const Probe loaded;
  return loaded;
}

// Distance of `value` from the exact `expected` in units of a float's last place there. 0 for two
// NaNs and for equal infinities; infinite where only one is.
inline double ulp_error(float value, double expected) {
  if (std::isnan(expected)) return std::isnan(value) ? 0 : INFINITY;
  if (std::isnan(value)) return INFINITY;
  float rounded = static_cast<float>(expected);
  if (std::isinf(rounded) || std::isinf(value)) return rounded == value ? 0 : INFINITY;
  int exponent = expected == 0 ? -126 : std::max(std::ilogb(expected), -126);
  return std::abs(static_cast<double>(value) - expected) / std::ldexp(1.0, exponent - 23);
}

// Floats of every magnitude and sign, at a distance of `stride` bit patterns, and the special ones.
inline std::vector<float> sample_floats(std::uint32_t stride) {
  std::vector<float> values = {0.0f,
                               -0.0f,
                               1.0f,
                               -1.0f,
                               0.5f,
                               -0.5f,
                               2.0f,
                               1e-45f,
                               -1e-45f,
                               std::numeric_limits<float>::min(),
                               std::numeric_limits<float>::max(),
                               std::numeric_limits<float>::lowest(),
                               std::numeric_limits<float>::infinity(),
                               -std::numeric_limits<float>::infinity(),
                               std::numeric_limits<float>::quiet_NaN()};
  for (std::uint64_t bits = 0; bits < (std::uint64_t{1} << 32); bits += stride) {
    values.push_back(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
  }
  return values;
}

}  // namespace msl_test
