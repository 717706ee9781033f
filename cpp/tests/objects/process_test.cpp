// process_test.cpp: forks, and ends of the process with work in flight.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>

#include "fixture.hpp"

// ThreadSanitizer ends children that make threads, unless told not to.
extern "C" [[gnu::visibility("default")]] const char* __tsan_default_options() {
  return "die_after_fork=0";
}

namespace softmetal::testing {
namespace {

using ProcessTest = MetalTest;

// Runs `body` in a forked child and returns its wait status.
template <class Body>
int in_child(Body&& body) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(20);  // a child that hangs dies, and fails the test
    body();
    std::_Exit(99);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return status;
}

// First, before this process has threads: their thread-local memory is lost in a child, and a leak
// checker there would say so.
TEST_F(ProcessTest, ExitDoesNotWaitForWorkInFlight) {
  const int status = in_child([&] {
    const auto own = NS::TransferPtr(device->newCommandQueue());
    const auto wait = pipeline("wait_flag");
    const auto flag = buffer();
    auto* commands = own->commandBuffer();
    auto* encoder = commands->computeCommandEncoder();
    encoder->setComputePipelineState(wait.get());
    encoder->setBuffer(flag.get(), 0, 0);
    encoder->setBuffer(flag.get(), 4, 1);
    encoder->dispatchThreads(MTL::Size(1, 1, 1), MTL::Size(1, 1, 1));
    encoder->endEncoding();
    commands->commit();
    std::exit(0);
  });
  ASSERT_TRUE(WIFEXITED(status)) << status;
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

TEST_F(ProcessTest, AChildIsToldToMakeItsOwnQueue) {
  const auto add = pipeline("add_one");
  warm_up(add.get());
  const auto memory = buffer();
  auto* open = queue->commandBuffer();
  const int status = in_child([&] {
    try {
      queue->commandBuffer();
      std::_Exit(1);
    } catch (const std::logic_error&) {
    }
    try {
      open->commit();
      std::_Exit(2);
    } catch (const std::logic_error&) {
    }
    const auto own = NS::TransferPtr(device->newCommandQueue());
    auto* commands = own->commandBuffer();
    encode(commands, add.get(), memory.get());
    commands->commit();
    commands->waitUntilCompleted();
    queue.reset();  // does not wait for a thread that is not here
    std::_Exit(data(memory)[0] == 1 ? 0 : 3);
  });
  ASSERT_TRUE(WIFEXITED(status)) << status;
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

}  // namespace
}  // namespace softmetal::testing
