// code_cache_test.cpp: only sound files of our own are taken from the code cache.
#include "code_cache.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "process.hpp"
#include "sha256.hpp"

namespace softmetal {
namespace {

class CodeCacheTest : public testing::Test {
 protected:
  CodeCacheTest() : folder_("/tmp") {
    ::setenv("METALSCOPE_CACHE_DIR", (folder_.path() + "/cache").c_str(), 1);
  }
  ~CodeCacheTest() override { ::unsetenv("METALSCOPE_CACHE_DIR"); }
  TemporaryFolder folder_;
};

TEST_F(CodeCacheTest, GivesBackWhatWasStored) {
  const CodeCache cache;
  const std::string object("\0binary\xff", 8);
  ASSERT_TRUE(cache.store("key", object, "notes"));
  const auto found = cache.find("key");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->notes, "notes");
  EXPECT_TRUE(read_file(found->path)->starts_with(object));
  EXPECT_FALSE(cache.find("other"));
  struct stat status{};
  ::stat(cache.folder().c_str(), &status);
  EXPECT_EQ(status.st_mode & 0777, 0700U);
}

TEST_F(CodeCacheTest, RefusesEveryChangedByte) {
  const CodeCache cache;
  const auto stored = cache.store("key", "object", "notes");
  ASSERT_TRUE(stored);
  const std::string sound = *read_file(stored->path);
  for (std::size_t i = 0; i < sound.size(); ++i) {
    std::string damaged = sound;
    damaged[i] ^= 1;
    std::ofstream(stored->path, std::ios::binary) << damaged;
    EXPECT_FALSE(cache.find("key")) << "byte " << i;
  }
  for (std::size_t size = 0; size < sound.size(); ++size) {
    std::ofstream(stored->path, std::ios::binary) << sound.substr(0, size);
    EXPECT_FALSE(cache.find("key")) << size << " bytes";
  }
  ASSERT_TRUE(cache.store("key", "object", "notes"));
  EXPECT_TRUE(cache.find("key"));
}

TEST_F(CodeCacheTest, RefusesFilesThatOthersMayWriteAndLinks) {
  const CodeCache cache;
  const auto stored = cache.store("key", "object", "");
  ASSERT_TRUE(stored);
  ASSERT_EQ(::chmod(stored->path.c_str(), 0622), 0);
  EXPECT_FALSE(cache.find("key"));
  ASSERT_EQ(::chmod(stored->path.c_str(), 0600), 0);
  EXPECT_TRUE(cache.find("key"));
  ASSERT_EQ(::symlink(stored->path.c_str(), (cache.folder() + "/link").c_str()), 0);
  EXPECT_FALSE(cache.find("link"));
}

TEST_F(CodeCacheTest, UsesATemporaryFolderWhenTheConfiguredOneCannotBeUsed) {
  std::ofstream(folder_.path() + "/cache") << "a file";
  std::string temporary;
  {
    const CodeCache cache;
    ASSERT_TRUE(cache.usable());
    temporary = cache.folder();
    EXPECT_NE(temporary, folder_.path() + "/cache");
    EXPECT_TRUE(cache.store("key", "object", ""));
  }
  EXPECT_FALSE(std::filesystem::exists(temporary));
}

// FIPS 180-4 examples, and a message longer than one block.
TEST(Sha256, GivesTheStandardsDigests) {
  EXPECT_EQ(to_hex(Sha256::of("abc")),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(to_hex(Sha256::of("")),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  Sha256 pieces;
  for (int i = 0; i < 1000000; ++i) pieces.update("a");
  EXPECT_EQ(to_hex(pieces.finish()),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Process, CapturesBothOutputsAndTheExitCode) {
  const std::string input(1 << 20, 'x');
  const ProcessResult result =
      run_process({"/bin/sh", "-c", "cat; echo oops >&2; exit 3"}, input, std::chrono::seconds(30));
  EXPECT_TRUE(result.started);
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_EQ(result.output, input);
  EXPECT_EQ(result.messages, "oops\n");
}

TEST(Process, SurvivesAChildThatReadsNothing) {
  const std::string input(1 << 20, 'x');
  EXPECT_TRUE(run_process({"/bin/sh", "-c", "exit 0"}, input, std::chrono::seconds(30)).ok());
}

TEST(Process, StopsWhatTakesTooLong) {
  const ProcessResult result =
      run_process({"/bin/sh", "-c", "exec sleep 60"}, {}, std::chrono::milliseconds(50));
  EXPECT_TRUE(result.timed_out);
  EXPECT_FALSE(result.ok());
}

TEST(Process, SaysWhyItDidNotStart) {
  const ProcessResult result = run_process({"/nowhere/clang"}, {}, std::chrono::seconds(1));
  EXPECT_FALSE(result.started);
  EXPECT_NE(result.error.find("/nowhere/clang"), std::string::npos);
}

}  // namespace
}  // namespace softmetal
