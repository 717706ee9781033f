// device_test.cpp: nothing is created before it is needed; what a device says of itself; forks.
#include <sys/wait.h>
#include <unistd.h>

#include <thread>

#include "support.hpp"

namespace metalscope::testing {
namespace {

// In a process of its own: ctest runs each test in one.
TEST(FreshProcess, SynchronizesAndProfilesWithoutCreatingAnything) {
  synchronize();
  device_synchronize();
  std::thread([] { device_synchronize(); }).join();
  Session session;
  device_synchronize();
  const Log log = session.end();
  EXPECT_TRUE(log.events().empty());
  // Opening the device would have been a host call.
  EXPECT_TRUE(log.names().empty());
  EXPECT_GE(log.end(), log.start());
}

TEST(Device, TellsItsLimits) {
  const Device device = Device::default_device();
  const DeviceInfo& info = device.info();
  EXPECT_FALSE(info.name.empty());
  EXPECT_GT(info.max_buffer_length, 0U);
  EXPECT_GT(info.max_threadgroup_memory, 0U);
  EXPECT_GE(info.max_threads_per_threadgroup[0], 1U);
  const std::vector<Device> all = Device::all();
  ASSERT_FALSE(all.empty());
  EXPECT_EQ(&all.front().info(), &info);
}

TEST(Device, IsRefusedInAForkedChild) {
  static_cast<void>(Buffer::allocate(16));
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    try {
      static_cast<void>(Buffer::allocate(16));
    } catch (const Error& e) {
      _exit(std::string(e.what()).find("spawn") != std::string::npos ? 0 : 2);
    }
    _exit(1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
  EXPECT_TRUE(Buffer::allocate(16));
}

}  // namespace
}  // namespace metalscope::testing
