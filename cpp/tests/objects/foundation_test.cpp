// foundation_test.cpp: NS objects: ownership, pools, null, values.
#include <gtest/gtest.h>

#include <Foundation/Foundation.hpp>
#include <cstring>
#include <stdexcept>
#include <string>
#include <thread>

namespace {

class FoundationTest : public ::testing::Test {
 protected:
  FoundationTest() : pool_(NS::AutoreleasePool::alloc()->init()) {}
  ~FoundationTest() override { pool_->release(); }

 private:
  NS::AutoreleasePool* pool_;
};

// Null that the compiler does not see through: it warns of messages to a null that it knows.
template <class T>
T* null_of() {
  static T* volatile null = nullptr;
  return null;
}

NS::String* text(const char* utf8) { return NS::String::string(utf8, NS::UTF8StringEncoding); }

TEST_F(FoundationTest, MessagesToNullDoNothing) {
  auto* string = null_of<NS::String>();
  auto* array = null_of<NS::Array>();
  auto* error = null_of<NS::Error>();
  EXPECT_EQ(string->length(), 0u);
  EXPECT_EQ(string->utf8String(), nullptr);
  EXPECT_EQ(string->retain(), nullptr);
  string->release();
  EXPECT_EQ(array->object(3), nullptr);
  EXPECT_EQ(error->localizedDescription(), nullptr);
  EXPECT_EQ(error->userInfo()->count(), 0u);
  NS::SharedPtr<NS::String> shared;
  EXPECT_FALSE(shared);
}

TEST_F(FoundationTest, PoolsReleaseWhatWasAutoreleased) {
  auto* string = NS::String::alloc()->init("kept", NS::UTF8StringEncoding);
  auto* outer = NS::AutoreleasePool::alloc()->init();
  string->retain()->autorelease();
  auto* inner = NS::AutoreleasePool::alloc()->init();
  string->retain()->autorelease();
  EXPECT_EQ(string->retainCount(), 3u);
  inner->drain();
  EXPECT_EQ(string->retainCount(), 2u);
  outer->release();
  EXPECT_EQ(string->retainCount(), 1u);
  string->release();
}

TEST_F(FoundationTest, AnOuterPoolEndsTheInnerOnes) {
  auto* string = NS::String::alloc()->init("kept", NS::UTF8StringEncoding);
  auto* outer = NS::AutoreleasePool::alloc()->init();
  auto* inner = NS::AutoreleasePool::alloc()->init();
  string->retain()->autorelease();
  outer->release();
  EXPECT_EQ(string->retainCount(), 1u);
  inner->release();
  string->release();
}

TEST_F(FoundationTest, PoolsAreOfTheirThread) {
  auto* string = NS::String::alloc()->init("kept", NS::UTF8StringEncoding);
  std::thread([&] {
    auto* pool = NS::AutoreleasePool::alloc()->init();
    string->retain()->autorelease();
    pool->release();
  }).join();
  EXPECT_EQ(string->retainCount(), 1u);
  string->release();
}

TEST_F(FoundationTest, SharedPointersCount) {
  const auto first = NS::TransferPtr(NS::String::alloc()->init("x", NS::UTF8StringEncoding));
  EXPECT_EQ(first->retainCount(), 1u);
  {
    NS::SharedPtr<NS::Object> second = first;
    EXPECT_EQ(first->retainCount(), 2u);
    NS::SharedPtr<NS::Object> third = std::move(second);
    EXPECT_EQ(first->retainCount(), 2u);
    third = third;
    third = NS::RetainPtr(first.get());
    EXPECT_EQ(first->retainCount(), 2u);
  }
  EXPECT_EQ(first->retainCount(), 1u);
}

TEST_F(FoundationTest, StringLengthsAreInUtf16Units) {
  EXPECT_EQ(text("abc")->length(), 3u);
  EXPECT_EQ(text("\u00b5s")->length(), 2u);
  EXPECT_EQ(text("\U0001F600")->length(), 2u);
  EXPECT_EQ(text("\U0001F600")->character(0), 0xD83D);
  EXPECT_EQ(text("\u00b5s")->lengthOfBytes(NS::UTF8StringEncoding), 3u);
  EXPECT_THROW(text("abc")->character(3), std::logic_error);
}

TEST_F(FoundationTest, InvalidTextGivesNull) {
  EXPECT_EQ(text("\xff"), nullptr);
  EXPECT_EQ(text("\xc0\x80"), nullptr);
  EXPECT_EQ(text("\xed\xa0\x80"), nullptr);
  EXPECT_EQ(NS::String::string("\xe4", NS::ASCIIStringEncoding), nullptr);
  EXPECT_STREQ(NS::String::string("\xe4", NS::ISOLatin1StringEncoding)->utf8String(), "\u00e4");
}

TEST_F(FoundationTest, StringsCompareAndSearch) {
  EXPECT_TRUE(text("abc")->isEqualToString(text("abc")));
  EXPECT_FALSE(text("abc")->isEqualToString(nullptr));
  EXPECT_EQ(text("abc")->hash(), text("abc")->hash());
  EXPECT_EQ(text("ABC")->caseInsensitiveCompare(text("abd")), NS::OrderedAscending);
  EXPECT_EQ(text("banana")->rangeOfString(text("an"), NS::LiteralSearch).location, 1u);
  EXPECT_EQ(text("banana")->rangeOfString(text("an"), NS::BackwardsSearch).location, 3u);
  EXPECT_EQ(text("banana")->rangeOfString(text("AN"), NS::CaseInsensitiveSearch).location, 1u);
  EXPECT_EQ(text("banana")->rangeOfString(text("x"), 0).location,
            static_cast<NS::UInteger>(NS::NotFound));
  EXPECT_STREQ(text("a")->stringByAppendingString(text("b"))->utf8String(), "ab");
}

TEST_F(FoundationTest, LiteralsAreImmortal) {
  auto* literal = MTLSTR("literal");
  for (int i = 0; i < 10; ++i) literal->release();
  EXPECT_STREQ(literal->utf8String(), "literal");
}

TEST_F(FoundationTest, ArraysRetainAndCheckIndices) {
  auto* string = NS::String::alloc()->init("x", NS::UTF8StringEncoding);
  const NS::Object* objects[] = {string, text("y")};
  auto* array = NS::Array::alloc()->init(objects, 2);
  EXPECT_EQ(string->retainCount(), 2u);
  EXPECT_EQ(array->object<NS::String>(0), string);
  EXPECT_THROW(array->object(2), std::logic_error);
  auto* walk = array->objectEnumerator();
  EXPECT_EQ(walk->nextObject(), string);
  EXPECT_EQ(walk->allObjects()->count(), 1u);
  EXPECT_EQ(walk->nextObject(), nullptr);
  array->release();
  string->release();
}

TEST_F(FoundationTest, DictionariesFindByEquality) {
  const NS::Object* values[] = {NS::Number::number(1), NS::Number::number(2)};
  const NS::Object* keys[] = {text("one"), text("two")};
  auto* dictionary = NS::Dictionary::dictionary(values, keys, 2);
  EXPECT_EQ(dictionary->count(), 2u);
  EXPECT_EQ(dictionary->object<NS::Number>(text("two"))->intValue(), 2);
  EXPECT_EQ(dictionary->object(text("three")), nullptr);
  EXPECT_EQ(dictionary->keyEnumerator<NS::String>()->allObjects()->count(), 2u);
}

TEST_F(FoundationTest, NumbersConvertAndCompare) {
  EXPECT_EQ(NS::Number::number(-1)->longLongValue(), -1);
  EXPECT_EQ(NS::Number::number(~0ull)->unsignedLongLongValue(), ~0ull);
  EXPECT_EQ(NS::Number::number(1e30)->intValue(), INT32_MAX);
  EXPECT_EQ(NS::Number::number(2.75f)->intValue(), 2);
  EXPECT_EQ(NS::Number::number(-1)->compare(NS::Number::number(~0ull)), NS::OrderedAscending);
  EXPECT_TRUE(NS::Number::number(2)->isEqualToNumber(NS::Number::number(2.0)));
  EXPECT_STREQ(NS::Number::number(true)->stringValue()->utf8String(), "1");
  EXPECT_STREQ(NS::Number::number(0.5)->stringValue()->utf8String(), "0.5");
  EXPECT_STREQ(NS::Number::number('\1')->objCType(), "c");
}

TEST_F(FoundationTest, ValuesHoldBytes) {
  const double number = 3.5;
  double copy = 0;
  NS::Value::value(&number, "d")->getValue(&copy, sizeof copy);
  EXPECT_EQ(copy, number);
  EXPECT_EQ(NS::Value::value(&number)->pointerValue(), &number);
}

TEST_F(FoundationTest, ErrorsDescribeThemselves) {
  auto* info = NS::Dictionary::dictionary(text("what went wrong"), NS::LocalizedDescriptionKey);
  auto* error = NS::Error::error(text("Domain"), 7, info);
  EXPECT_EQ(error->code(), 7);
  EXPECT_STREQ(error->localizedDescription()->utf8String(), "what went wrong");
  auto* bare = NS::Error::error(text("Domain"), 7, nullptr);
  EXPECT_NE(std::string(bare->localizedDescription()->utf8String()).find("Domain error 7"),
            std::string::npos);
  EXPECT_EQ(bare->localizedFailureReason(), nullptr);
}

TEST_F(FoundationTest, UrlsAndProcess) {
  EXPECT_STREQ(NS::URL::fileURLWithPath(text("/tmp/x"))->fileSystemRepresentation(), "/tmp/x");
  auto* web = NS::URL::alloc()->init(text("https://example.org"))->autorelease();
  EXPECT_EQ(web->fileSystemRepresentation(), nullptr);
  auto* process = NS::ProcessInfo::processInfo();
  EXPECT_GT(process->processorCount(), 0u);
  EXPECT_GT(process->physicalMemory(), 0u);
  EXPECT_GT(process->arguments()->count(), 0u);
  EXPECT_NE(process->environment()->object(text("PATH")), nullptr);
}

}  // namespace
