// Signal handlers of others, before and after ours; fork.
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csetjmp>
#include <csignal>
#include <cstdlib>

#include "test_engine.hpp"

namespace softmetal::test {
namespace {

constexpr std::size_t page = 4096;
volatile std::sig_atomic_t foreign_calls = 0;
char* guarded = nullptr;

// Makes the page accessible: the fault's instruction then succeeds.
void mend(int /*signal*/, siginfo_t* info, void* /*context*/) {
  foreign_calls = foreign_calls + 1;
  if (info->si_addr != guarded) _exit(3);
  mprotect(guarded, page, PROT_READ | PROT_WRITE);
}

void install_mend() {
  struct sigaction action{};
  action.sa_sigaction = mend;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGSEGV, &action, nullptr);
}

void touch_guarded() {
  mprotect(guarded, page, PROT_NONE);
  *static_cast<volatile char*>(guarded) = 1;
}

void fault_in_device_code() {
  usleep(1);  // handlers are looked at when a run does not follow the one before at once
  const abi::Kernel kernel = group_kernel([](const abi::Launch* launch, const abi::Group*) {
    *static_cast<volatile int*>(launch->buffers[0]) = 1;
  });
  EXPECT_EQ(engine().run(dispatch_of(kernel, {8, 1, 1}, {1, 1, 1}, {})).fault, Fault::page_fault);
}

TEST(Handlers, ForeignFaultsGoToTheForeignHandler) {
  guarded = static_cast<char*>(mmap(nullptr, page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  install_mend();  // before ours
  fault_in_device_code();
  EXPECT_EQ(foreign_calls, 0);
  touch_guarded();
  EXPECT_EQ(foreign_calls, 1);

  install_mend();  // after ours: the next run puts ours back on top
  touch_guarded();
  EXPECT_EQ(foreign_calls, 2);
  fault_in_device_code();
  EXPECT_EQ(foreign_calls, 2);
  touch_guarded();
  EXPECT_EQ(foreign_calls, 3);
}

sigjmp_buf escape;

TEST(Handlers, AForeignHandlerMayJumpAway) {
  struct sigaction action{};
  action.sa_handler = [](int) { siglongjmp(escape, 1); };
  sigaction(SIGSEGV, &action, nullptr);
  guarded = static_cast<char*>(mmap(nullptr, page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  static int round = 0;  // not in a register that the jump restores
  for (; round < 20; ++round) {
    fault_in_device_code();
    if (sigsetjmp(escape, 1) == 0) {
      touch_guarded();
      FAIL() << "the fault was not delivered";
    }
    sigset_t blocked;
    pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
    EXPECT_EQ(sigismember(&blocked, SIGSEGV), 0);
  }
}

// Prints, restores what it replaced, and raises the signal again: as Python's faulthandler does.
struct sigaction replaced{};

void report_and_raise(int signal) {
  const char text[] = "reported\n";
  if (write(STDERR_FILENO, text, sizeof text - 1) < 0) _exit(4);
  sigaction(signal, &replaced, nullptr);
  raise(signal);
}

void install_reporter() {
  struct sigaction action{};
  action.sa_handler = report_and_raise;
  action.sa_flags = SA_NODEFER;
  sigaction(SIGSEGV, &action, &replaced);
}

volatile std::uintptr_t nowhere = 16;

void crash() { *reinterpret_cast<volatile int*>(nowhere) = 1; }

TEST(HandlersDeathTest, CrashesOutsideOfDeviceCodeStayCrashes) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_EXIT(
      {
        signal(SIGSEGV, SIG_DFL);
        fault_in_device_code();
        crash();
      },
      testing::KilledBySignal(SIGSEGV), "");
  EXPECT_EXIT(
      {
        signal(SIGSEGV, SIG_DFL);
        install_reporter();
        fault_in_device_code();
        crash();
      },
      testing::KilledBySignal(SIGSEGV), "^reported\n$");
  EXPECT_EXIT(
      {
        signal(SIGSEGV, SIG_DFL);
        fault_in_device_code();
        install_reporter();
        fault_in_device_code();
        crash();
      },
      testing::KilledBySignal(SIGSEGV), "^reported\n$");
}

// A handler that has been switched off and returns at once: the crash must not go on for ever.
TEST(HandlersDeathTest, AHandlerThatDoesNothingDoesNotHideACrash) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_EXIT(
      {
        signal(SIGSEGV, [](int) {});
        fault_in_device_code();
        crash();
      },
      testing::KilledBySignal(SIGSEGV), "");
}

void busy_iota(const abi::Launch* launch, unsigned long first, unsigned long last) {
  for (unsigned long i = first; i < last; ++i) {
    volatile unsigned sum = 0;
    for (unsigned j = 0; j < 3000; ++j) sum = sum + j;
    buffer<unsigned>(launch, 0)[i] = static_cast<unsigned>(i);
  }
}

bool iota_is_right() {
  const abi::Kernel kernel = flat_kernel(busy_iota);
  const DeviceArray<unsigned> values(3000);
  if (!engine().run(dispatch_of(kernel, {3000, 1, 1}, {1, 1, 1}, {values.data()})).ok()) {
    return false;
  }
  for (unsigned i = 0; i < 3000; ++i) {
    if (values[i] != i) return false;
  }
  return true;
}

TEST(Fork, TheChildRunsKernelsToo) {
  EXPECT_TRUE(iota_is_right());
  EXPECT_TRUE(iota_is_right());  // with the pool's threads
  for (int round = 0; round < 5; ++round) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      const bool right = iota_is_right() && iota_is_right();
      fault_in_device_code();
      _exit(right && !testing::Test::HasFailure() ? 0 : 1);
    }
    EXPECT_TRUE(iota_is_right());
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  }
}

}  // namespace
}  // namespace softmetal::test
