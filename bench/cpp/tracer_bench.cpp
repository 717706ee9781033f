// tracer_bench.cpp: nanoseconds per instrumented call, with no profile session open and with one.
//
//   cmake -S . -B build -DMETALSCOPE_BUILD_BENCH=ON && cmake --build build --target tracer_bench
//   build/bench/cpp/tracer_bench
//
// The same loop is timed bare, so that the difference is what instrumenting costs; minimum and
// median over the rounds. With a session open the log's pages are touched by a first round, as they
// are in a program that runs for a while. Uses the core's own trace.hpp.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

#include "metalscope/profile.hpp"
#include "trace.hpp"

namespace {

constexpr int calls = 100'000;
constexpr int rounds = 31;

// Work that the compiler can neither drop nor merge: one dependent register operation.
inline void step(unsigned long& state) { asm volatile("add $1, %0" : "+r"(state)); }

void bare(unsigned long& state) {
  for (int i = 0; i < calls; ++i) step(state);
}

void instrumented(unsigned long& state) {
  for (int i = 0; i < calls; ++i)
    metalscope::trace::call<"[MTLBench call]">([&state] { step(state); });
}

// What no stamped interval can go below: its two clock readings.
void two_readings(unsigned long& state) {
  for (int i = 0; i < calls; ++i) {
    state += static_cast<unsigned long>(metalscope::now());
    state += static_cast<unsigned long>(metalscope::now());
  }
  asm volatile("" : : "r"(state));
}

double nanoseconds_per_call(void (*loop)(unsigned long&)) {
  unsigned long state = 0;
  const auto start = std::chrono::steady_clock::now();
  loop(state);
  const std::chrono::duration<double, std::nano> taken = std::chrono::steady_clock::now() - start;
  return taken.count() / calls;
}

struct Figures {
  double minimum;
  double median;
};

Figures measure(void (*loop)(unsigned long&)) {
  std::vector<double> figures;
  for (int round = 0; round < rounds; ++round) figures.push_back(nanoseconds_per_call(loop));
  std::sort(figures.begin(), figures.end());
  return {figures.front(), figures[figures.size() / 2]};
}

void print(const char* name, const Figures& figures, const Figures& baseline) {
  std::printf("%-24s %8.2f %8.2f %14.2f\n", name, figures.minimum, figures.median,
              figures.median - baseline.median);
}

}  // namespace

int main() {
  const Figures loop = measure(bare);
  const Figures readings = measure(two_readings);
  const Figures off = measure(instrumented);
  metalscope::Session session({.max_bytes = std::size_t{1} << 30});
  const Figures on = measure(instrumented);
  const metalscope::Log log = session.end();
  std::printf("%-24s %8s %8s %14s\n", "ns per call", "min", "median", "median - bare");
  print("bare loop", loop, loop);
  print("two clock readings", readings, loop);
  print("no session open", off, loop);
  print("a session open", on, loop);
  std::printf("%zu events recorded, %lu dropped\n", log.events().size(),
              static_cast<unsigned long>(log.dropped()));
  return log.events().size() == static_cast<std::size_t>(calls) * rounds ? 0 : 1;
}
