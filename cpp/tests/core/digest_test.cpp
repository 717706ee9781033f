// digest_test.cpp: SHA-256 against the examples of FIPS 180-4, and the cache that is keyed by it.
#include "digest.hpp"

#include <gtest/gtest.h>

#include "lru_cache.hpp"

namespace metalscope {
namespace {

std::string hash_of(std::string_view text) {
  Sha256 hash;
  hash.update(text);
  return to_hex(hash.finish());
}

TEST(Sha256, EqualsTheStandardsExamples) {
  EXPECT_EQ(hash_of(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(hash_of("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(hash_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(hash_of(std::string(1'000'000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, DoesNotDependOnHowTheBytesArrive) {
  const std::string text(300, 'x');
  Sha256 pieces;
  for (std::size_t i = 0; i < text.size(); i += 7)
    pieces.update(std::string_view(text).substr(i, 7));
  EXPECT_EQ(to_hex(pieces.finish()), hash_of(text));
}

TEST(Sha256, FieldsDoNotRunIntoEachOther) {
  Sha256 a;
  a.field("ab");
  a.field("c");
  Sha256 b;
  b.field("a");
  b.field("bc");
  EXPECT_NE(a.finish(), b.finish());
}

TEST(LruCache, ForgetsTheLeastRecentlyUsed) {
  LruCache<int> cache(2);
  const Digest one{1};
  const Digest two{2};
  const Digest three{3};
  cache.insert(one, std::make_shared<int>(1));
  cache.insert(two, std::make_shared<int>(2));
  EXPECT_EQ(*cache.find(one), 1);
  cache.insert(three, std::make_shared<int>(3));
  EXPECT_EQ(cache.find(two), nullptr);
  EXPECT_EQ(*cache.find(one), 1);
  EXPECT_EQ(*cache.insert(one, std::make_shared<int>(9)), 1);
  EXPECT_EQ(cache.size(), 2U);
}

}  // namespace
}  // namespace metalscope
