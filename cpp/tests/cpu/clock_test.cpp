// The engine's clock: CLOCK_MONOTONIC, never backwards, across threads.
#include "clock.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <ctime>
#include <thread>
#include <vector>

namespace softmetal::cpu {
namespace {

std::uint64_t system_time() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000u +
         static_cast<std::uint64_t>(time.tv_nsec);
}

// How far now() lies outside of two readings of the system's clock around it; the best of a few, as
// a reading may be interrupted.
std::int64_t disagreement() {
  std::int64_t best = INT64_MAX;
  for (int i = 0; i < 20; ++i) {
    const auto before = static_cast<std::int64_t>(system_time());
    const auto time = static_cast<std::int64_t>(now());
    const auto after = static_cast<std::int64_t>(system_time());
    best = std::min(best, std::max({before - time, time - after, std::int64_t{0}}));
  }
  return best;
}

TEST(Clock, AgreesWithTheSystem) {
  for (int round = 0; round < 60; ++round) {
    ASSERT_LE(disagreement(), 1000) << "ns, round " << round;
    std::this_thread::sleep_for(std::chrono::milliseconds(round < 30 ? 1 : 25));
  }
}

TEST(Clock, NeverGoesBackOnOneThread) {
  std::uint64_t latest = now();
  const std::uint64_t end = latest + 400'000'000;
  while (latest < end) {
    const std::uint64_t time = now();
    ASSERT_GE(time, latest);
    latest = time;
  }
}

TEST(Clock, NeverGoesBackAcrossThreads) {
  std::atomic<std::uint64_t> latest = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; ++t) {
    threads.emplace_back([&latest] {
      for (int i = 0; i < 200000; ++i) {
        const std::uint64_t seen = latest.load();
        const std::uint64_t time = now();
        ASSERT_GE(time, seen);
        std::uint64_t current = seen;
        while (current < time && !latest.compare_exchange_weak(current, time)) {
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace softmetal::cpu
