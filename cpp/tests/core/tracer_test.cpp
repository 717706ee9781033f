// tracer_test.cpp: the event log by itself: threads, windows, bounds, names.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "clock.hpp"
#include "trace.hpp"
#include "tracer.hpp"

namespace metalscope::trace {
namespace {

TEST(Clock, IsMonotonicAndKeepsNanoseconds) {
  const std::int64_t start = clock::now();
  const auto reference = std::chrono::steady_clock::now();
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  const std::int64_t elapsed = clock::now() - start;
  const std::int64_t expected = std::chrono::duration_cast<std::chrono::nanoseconds>(
                                    std::chrono::steady_clock::now() - reference)
                                    .count();
  EXPECT_LE(elapsed, expected + expected / 100);
  clock::refine();
  std::int64_t previous = clock::now();
  for (int i = 0; i < 100'000; ++i) {
    const std::int64_t now = clock::now();
    ASSERT_GE(now, previous);
    previous = now;
  }
}

TEST(Call, RecordsOnlyWhileAWindowIsOpen) {
  EXPECT_EQ((call<"[Test outside]">([] { return 1; })), 1);
  Tracer& tracer = Tracer::instance();
  Window* window = tracer.open(1 << 20);
  EXPECT_EQ((call<"[Test inside]">([] { return 2; })), 2);
  EXPECT_THROW(call<"[Test throws]">([] { throw 1; }), int);
  const Extract extract = tracer.extract(*window, clock::now());
  tracer.close(window);
  EXPECT_EQ(extract.names, (std::vector<std::string>{"[Test inside]", "[Test throws]"}));
  ASSERT_EQ(extract.events.size(), 2U);
  EXPECT_EQ(extract.tracks.size(), 1U);
}

TEST(Window, HoldsTheEventsOfAllThreadsAlsoOfEndedOnes) {
  Tracer& tracer = Tracer::instance();
  Window* window = tracer.open(64 << 20);
  constexpr int threads = 4;
  constexpr int events = 5000;  // several chunks
  std::vector<std::thread> workers;
  for (int t = 0; t < threads; ++t) {
    workers.emplace_back([] {
      for (int i = 0; i < events; ++i) call<"[Test work]">([] {});
    });
  }
  // A reader at the same time sees a part, never garbage.
  for (int i = 0; i < 20; ++i) {
    for (const Event& event : tracer.extract(*window, clock::now()).events) {
      ASSERT_LE(event.start, event.end);
    }
  }
  for (std::thread& worker : workers) worker.join();
  const Extract extract = tracer.extract(*window, clock::now());
  tracer.close(window);
  EXPECT_EQ(extract.events.size(), static_cast<std::size_t>(threads * events));
  EXPECT_EQ(extract.tracks.size(), static_cast<std::size_t>(threads));
  EXPECT_EQ(extract.dropped, 0U);
  EXPECT_TRUE(std::ranges::is_sorted(extract.events, {}, &Event::start));
}

TEST(Window, CountsEveryEventPastTheBound) {
  Tracer& tracer = Tracer::instance();
  constexpr std::size_t events = 10'000;
  Window* window = tracer.open(1000 * sizeof(Event));
  for (std::size_t i = 0; i < events; ++i) call<"[Test many]">([] {});
  const Extract extract = tracer.extract(*window, clock::now());
  tracer.close(window);
  EXPECT_EQ(extract.events.size(), 1000U);
  EXPECT_EQ(extract.events.size() + extract.dropped, events);
}

TEST(Window, AfterAFullOneHasRoomAgain) {
  Tracer& tracer = Tracer::instance();
  for (int round = 0; round < 50; ++round) {
    Window* window = tracer.open(100 * sizeof(Event));
    for (int i = 0; i < 3000; ++i) call<"[Test round]">([] {});
    const Extract extract = tracer.extract(*window, clock::now());
    tracer.close(window);
    ASSERT_EQ(extract.events.size(), 100U);
    ASSERT_EQ(extract.dropped, 2900U);
  }
}

TEST(Names, AreInternedOnce) {
  Tracer& tracer = Tracer::instance();
  const NameId id = tracer.intern("a name");
  EXPECT_EQ(tracer.intern(std::string("a ") + "name"), id);
  EXPECT_NE(tracer.intern("another"), id);
}

}  // namespace
}  // namespace metalscope::trace
