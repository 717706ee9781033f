// metal_library_test.cpp: libraries, functions, constants, pipelines, reflection.
#include <atomic>
#include <future>

#include "fixture.hpp"

namespace softmetal::testing {
namespace {

using LibraryTest = MetalTest;

bool contains(const NS::String* text, const char* words) {
  return std::string(text->utf8String()).find(words) != std::string::npos;
}

TEST_F(LibraryTest, FailureGivesTheCompilersWords) {
  NS::Error* error = nullptr;
  EXPECT_EQ(device->newLibrary(MTLSTR("#error"), nullptr, &error), nullptr);
  ASSERT_NE(error, nullptr);
  EXPECT_TRUE(error->domain()->isEqualToString(MTLSTR("MTLLibraryErrorDomain")));
  EXPECT_EQ(error->code(), static_cast<NS::Integer>(MTL::LibraryErrorCompileFailure));
  EXPECT_TRUE(contains(error->localizedDescription(), "program_source:1:2: error"));
  EXPECT_EQ(device->newLibrary(MTLSTR("#error"), nullptr, error_out()), nullptr);
}

TEST_F(LibraryTest, WarningsGiveLibraryAndError) {
  NS::Error* error = nullptr;
  const auto warned = NS::TransferPtr(device->newLibrary(MTLSTR("#warning"), nullptr, &error));
  EXPECT_TRUE(warned);
  ASSERT_NE(error, nullptr);
  EXPECT_EQ(error->code(), static_cast<NS::Integer>(MTL::LibraryErrorCompileWarning));
}

TEST_F(LibraryTest, CompiledLibrariesAndDefaultLibraryAreNotThere) {
  NS::Error* error = nullptr;
  EXPECT_EQ(device->newDefaultLibrary(), nullptr);
  EXPECT_EQ(device->newLibrary(MTLSTR("x.metallib"), &error), nullptr);
  EXPECT_EQ(error->code(), static_cast<NS::Integer>(MTL::LibraryErrorUnsupported));
}

TEST_F(LibraryTest, OptionsReachTheEngine) {
  const auto options = NS::TransferPtr(MTL::CompileOptions::alloc()->init());
  EXPECT_EQ(options->mathMode(), MTL::MathModeFast);
  options->setFastMathEnabled(false);
  EXPECT_EQ(options->mathMode(), MTL::MathModeSafe);
  options->setLanguageVersion(MTL::LanguageVersion3_1);
  options->setPreprocessorMacros(NS::Dictionary::dictionary(NS::Number::number(4), MTLSTR("N")));
  const auto built = NS::TransferPtr(device->newLibrary(MTLSTR("x"), options.get(), error_out()));
  const auto seen = fake_engine().last_options();
  EXPECT_EQ(seen.math_mode, softmetal::MathMode::safe);
  EXPECT_EQ(seen.language_version, 0x30001u);
  ASSERT_EQ(seen.macros.size(), 1u);
  EXPECT_EQ(seen.macros[0], (std::pair<std::string, std::string>("N", "4")));
}

TEST_F(LibraryTest, FunctionsAreFoundByName) {
  EXPECT_EQ(library->functionNames()->count(), 8u);
  EXPECT_EQ(library->newFunction(MTLSTR("missing")), nullptr);
  const auto function = NS::TransferPtr(library->newFunction(MTLSTR("add_one")));
  EXPECT_STREQ(function->name()->utf8String(), "add_one");
  EXPECT_EQ(function->functionType(), MTL::FunctionTypeKernel);
  EXPECT_EQ(function->functionConstantsDictionary()->count(), 0u);
  NS::Error* error = nullptr;
  EXPECT_EQ(library->newFunction(MTLSTR("missing"), nullptr, &error), nullptr);
  EXPECT_EQ(error->code(), static_cast<NS::Integer>(MTL::LibraryErrorFunctionNotFound));
}

TEST_F(LibraryTest, ConstantsAreDescribed) {
  const auto function = NS::TransferPtr(library->newFunction(MTLSTR("scaled")));
  auto* constant =
      function->functionConstantsDictionary()->object<MTL::FunctionConstant>(MTLSTR("scale"));
  ASSERT_NE(constant, nullptr);
  EXPECT_EQ(constant->index(), 3u);
  EXPECT_EQ(constant->type(), MTL::DataTypeUInt);
  EXPECT_TRUE(constant->required());
}

TEST_F(LibraryTest, ConstantWithoutValueIsNamed) {
  NS::Error* error = nullptr;
  const auto none = NS::TransferPtr(MTL::FunctionConstantValues::alloc()->init());
  EXPECT_EQ(library->newFunction(MTLSTR("scaled"), none.get(), &error), nullptr);
  EXPECT_TRUE(contains(error->localizedDescription(), "'scale'"));
  const auto plain = NS::TransferPtr(library->newFunction(MTLSTR("scaled")));
  error = nullptr;
  EXPECT_EQ(device->newComputePipelineState(plain.get(), &error), nullptr);
  EXPECT_TRUE(contains(error->localizedDescription(), "'scale'"));
}

TEST_F(LibraryTest, ConstantOfTheWrongTypeIsNamed) {
  const auto values = NS::TransferPtr(MTL::FunctionConstantValues::alloc()->init());
  const float wrong = 2;
  values->setConstantValue(&wrong, MTL::DataTypeFloat, MTLSTR("scale"));
  NS::Error* error = nullptr;
  EXPECT_EQ(library->newFunction(MTLSTR("scaled"), values.get(), &error), nullptr);
  EXPECT_TRUE(contains(error->localizedDescription(), "has type uint, its value has type float"));
}

TEST_F(LibraryTest, ConstantsSpecialiseByNameIndexAndRange) {
  const unsigned five[] = {9, 5};
  for (int form = 0; form < 3; ++form) {
    const auto values = NS::TransferPtr(MTL::FunctionConstantValues::alloc()->init());
    if (form == 0) values->setConstantValue(&five[1], MTL::DataTypeUInt, MTLSTR("scale"));
    if (form == 1) values->setConstantValue(&five[1], MTL::DataTypeUInt, NS::UInteger{3});
    if (form == 2) values->setConstantValues(five, MTL::DataTypeUInt, NS::Range(2, 2));
    const auto function =
        NS::TransferPtr(library->newFunction(MTLSTR("scaled"), values.get(), error_out()));
    const auto scaled =
        NS::TransferPtr(device->newComputePipelineState(function.get(), error_out()));
    const auto memory = buffer();
    auto* commands = queue->commandBuffer();
    encode(commands, scaled.get(), memory.get());
    commands->commit();
    commands->waitUntilCompleted();
    EXPECT_EQ(data(memory)[0], 5u) << form;
  }
}

TEST_F(LibraryTest, TexturesCannotBecomePipelines) {
  const auto function = NS::TransferPtr(library->newFunction(MTLSTR("picture")));
  NS::Error* error = nullptr;
  EXPECT_EQ(device->newComputePipelineState(function.get(), &error), nullptr);
  EXPECT_TRUE(contains(error->localizedDescription(), "texture"));
}

TEST_F(LibraryTest, ReflectionDescribesTheArguments) {
  const auto function = NS::TransferPtr(library->newFunction(MTLSTR("scratch")));
  MTL::ComputePipelineReflection* reflection = nullptr;
  const auto pipeline = NS::TransferPtr(device->newComputePipelineState(
      function.get(), MTL::PipelineOptionBindingInfo, &reflection, error_out()));
  ASSERT_NE(reflection, nullptr);
  ASSERT_EQ(reflection->bindings()->count(), 2u);
  auto* memory = reflection->bindings()->object<MTL::BufferBinding>(0);
  EXPECT_STREQ(memory->name()->utf8String(), "data");
  EXPECT_EQ(memory->type(), MTL::BindingTypeBuffer);
  EXPECT_EQ(memory->access(), MTL::BindingAccessReadWrite);
  EXPECT_EQ(memory->bufferDataType(), MTL::DataTypeUInt);
  EXPECT_EQ(memory->bufferDataSize(), 4u);
  EXPECT_EQ(memory->bufferPointerType()->elementType(), MTL::DataTypeUInt);
  EXPECT_TRUE(memory->isUsed());
  auto* scratch = reflection->bindings()->object<MTL::ThreadgroupBinding>(1);
  EXPECT_EQ(scratch->type(), MTL::BindingTypeThreadgroupMemory);
  EXPECT_EQ(scratch->threadgroupMemoryDataSize(), 4u);
  auto* argument = reflection->arguments()->object<MTL::Argument>(0);
  EXPECT_EQ(argument->type(), MTL::ArgumentTypeBuffer);
  EXPECT_EQ(argument->bufferDataSize(), 4u);
}

TEST_F(LibraryTest, PipelinesKnowTheirLimits) {
  const auto small = pipeline("small");
  EXPECT_EQ(small->maxTotalThreadsPerThreadgroup(), 64u);
  EXPECT_EQ(small->threadExecutionWidth(), 32u);
  const auto descriptor = NS::TransferPtr(MTL::ComputePipelineDescriptor::alloc()->init());
  const auto function = NS::TransferPtr(library->newFunction(MTLSTR("small")));
  descriptor->setComputeFunction(function.get());
  descriptor->setLabel(MTLSTR("mine"));
  descriptor->setMaxTotalThreadsPerThreadgroup(32);
  const auto built = NS::TransferPtr(device->newComputePipelineState(
      descriptor.get(), MTL::PipelineOptionNone, nullptr, error_out()));
  EXPECT_EQ(built->maxTotalThreadsPerThreadgroup(), 32u);
  EXPECT_STREQ(built->label()->utf8String(), "mine");
  descriptor->setMaxTotalThreadsPerThreadgroup(65);
  NS::Error* error = nullptr;
  EXPECT_EQ(
      device->newComputePipelineState(descriptor.get(), MTL::PipelineOptionNone, nullptr, &error),
      nullptr);
  EXPECT_NE(error, nullptr);
}

TEST_F(LibraryTest, AsynchronousFormsAnswerOnAnotherThread) {
  std::promise<std::thread::id> compiled;
  device->newLibrary(MTLSTR("x"), nullptr, [&](MTL::Library* made, NS::Error* error) {
    EXPECT_NE(made, nullptr);
    EXPECT_EQ(error, nullptr);
    compiled.set_value(std::this_thread::get_id());
  });
  EXPECT_NE(compiled.get_future().get(), std::this_thread::get_id());
  std::promise<NS::UInteger> width;
  const auto function = NS::TransferPtr(library->newFunction(MTLSTR("add_one")));
  device->newComputePipelineState(function.get(), [&](MTL::ComputePipelineState* made, NS::Error*) {
    width.set_value(made->threadExecutionWidth());
  });
  EXPECT_EQ(width.get_future().get(), 32u);
}

}  // namespace
}  // namespace softmetal::testing
