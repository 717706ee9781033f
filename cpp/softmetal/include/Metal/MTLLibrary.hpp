// MTLLibrary.hpp: compiled MSL and the functions in it.
#pragma once

#include <functional>

#include "MTLDataType.hpp"
#include "MTLFunctionDescriptor.hpp"
#include "MTLTypes.hpp"

namespace MTL {

class Device;
class Function;
class FunctionConstantValues;

enum FunctionType : NS::UInteger {
  FunctionTypeVertex = 1,
  FunctionTypeFragment = 2,
  FunctionTypeKernel = 3,
  FunctionTypeVisible = 5,
  FunctionTypeIntersection = 6,
  FunctionTypeMesh = 7,
  FunctionTypeObject = 8,
};

enum LanguageVersion : NS::UInteger {
  LanguageVersion1_0 = 0x10000,
  LanguageVersion1_1 = 0x10001,
  LanguageVersion1_2 = 0x10002,
  LanguageVersion2_0 = 0x20000,
  LanguageVersion2_1 = 0x20001,
  LanguageVersion2_2 = 0x20002,
  LanguageVersion2_3 = 0x20003,
  LanguageVersion2_4 = 0x20004,
  LanguageVersion3_0 = 0x30000,
  LanguageVersion3_1 = 0x30001,
  LanguageVersion3_2 = 0x30002,
  LanguageVersion4_0 = 0x40000,
};

enum LibraryType : NS::Integer { LibraryTypeExecutable = 0, LibraryTypeDynamic = 1 };

enum LibraryOptimizationLevel : NS::Integer {
  LibraryOptimizationLevelDefault = 0,
  LibraryOptimizationLevelSize = 1,
};

enum CompileSymbolVisibility : NS::Integer {
  CompileSymbolVisibilityDefault = 0,
  CompileSymbolVisibilityHidden = 1,
};

enum MathMode : NS::Integer { MathModeSafe = 0, MathModeRelaxed = 1, MathModeFast = 2 };

enum MathFloatingPointFunctions : NS::Integer {
  MathFloatingPointFunctionsFast = 0,
  MathFloatingPointFunctionsPrecise = 1,
};

// Codes of the domain "MTLLibraryErrorDomain".
enum LibraryError : NS::UInteger {
  LibraryErrorUnsupported = 1,
  LibraryErrorInternal = 2,
  LibraryErrorCompileFailure = 3,
  LibraryErrorCompileWarning = 4,
  LibraryErrorFunctionNotFound = 5,
  LibraryErrorFileNotFound = 6,
};

using FunctionCompletionHandlerFunction =
    std::function<void(MTL::Function* pFunction, NS::Error* pError)>;

class FunctionConstant : public NS::Referencing<FunctionConstant> {
 public:
  static FunctionConstant* alloc();
  NS::UInteger index() const;
  FunctionConstant* init();
  NS::String* name() const;
  // Whether the function cannot do without a value.
  bool required() const;
  DataType type() const;
};

class Function : public NS::Referencing<Function> {
 public:
  Device* device() const;
  // The constants that the function uses, by name.
  NS::Dictionary* functionConstantsDictionary() const;
  FunctionType functionType() const;
  NS::String* label() const;
  NS::String* name() const;
  FunctionOptions options() const;
  void setLabel(const NS::String* label);
};

class CompileOptions : public NS::Copying<CompileOptions> {
 public:
  static CompileOptions* alloc();
  bool allowReferencingUndefinedSymbols() const;
  CompileSymbolVisibility compileSymbolVisibility() const;
  bool enableLogging() const;
  bool fastMathEnabled() const;
  CompileOptions* init();
  NS::String* installName() const;
  LanguageVersion languageVersion() const;
  NS::Array* libraries() const;
  LibraryType libraryType() const;
  MathFloatingPointFunctions mathFloatingPointFunctions() const;
  MathMode mathMode() const;
  NS::UInteger maxTotalThreadsPerThreadgroup() const;
  LibraryOptimizationLevel optimizationLevel() const;
  NS::Dictionary* preprocessorMacros() const;
  bool preserveInvariance() const;
  Size requiredThreadsPerThreadgroup() const;
  void setAllowReferencingUndefinedSymbols(bool allowReferencingUndefinedSymbols);
  void setCompileSymbolVisibility(MTL::CompileSymbolVisibility compileSymbolVisibility);
  void setEnableLogging(bool enableLogging);
  // The older spelling of mathMode: fast, or safe.
  void setFastMathEnabled(bool fastMathEnabled);
  void setInstallName(const NS::String* installName);
  void setLanguageVersion(MTL::LanguageVersion languageVersion);
  void setLibraries(const NS::Array* libraries);
  void setLibraryType(MTL::LibraryType libraryType);
  void setMathFloatingPointFunctions(MTL::MathFloatingPointFunctions mathFloatingPointFunctions);
  void setMathMode(MTL::MathMode mathMode);
  void setMaxTotalThreadsPerThreadgroup(NS::UInteger maxTotalThreadsPerThreadgroup);
  void setOptimizationLevel(MTL::LibraryOptimizationLevel optimizationLevel);
  // Names to NS::String or NS::Number.
  void setPreprocessorMacros(const NS::Dictionary* preprocessorMacros);
  void setPreserveInvariance(bool preserveInvariance);
  void setRequiredThreadsPerThreadgroup(MTL::Size requiredThreadsPerThreadgroup);
};

class Library : public NS::Referencing<Library> {
 public:
  Device* device() const;
  NS::Array* functionNames() const;
  NS::String* installName() const;
  NS::String* label() const;
  // Null when there is none of that name.
  Function* newFunction(const NS::String* functionName);
  Function* newFunction(const NS::String* name, const MTL::FunctionConstantValues* constantValues,
                        NS::Error** error);
  Function* newFunction(const MTL::FunctionDescriptor* descriptor, NS::Error** error);
#ifdef __BLOCKS__
  void newFunction(const NS::String* name, const MTL::FunctionConstantValues* constantValues,
                   void (^completionHandler)(MTL::Function*, NS::Error*)) {
    newFunction(
        name, constantValues,
        FunctionCompletionHandlerFunction(softmetal::runtime::RetainedBlock(completionHandler)));
  }
  void newFunction(const MTL::FunctionDescriptor* descriptor,
                   void (^completionHandler)(MTL::Function*, NS::Error*)) {
    newFunction(descriptor, FunctionCompletionHandlerFunction(
                                softmetal::runtime::RetainedBlock(completionHandler)));
  }
#endif
  void newFunction(const NS::String* pFunctionName,
                   const MTL::FunctionConstantValues* pConstantValues,
                   const MTL::FunctionCompletionHandlerFunction& completionHandler);
  void newFunction(const MTL::FunctionDescriptor* pDescriptor,
                   const MTL::FunctionCompletionHandlerFunction& completionHandler);
  void setLabel(const NS::String* label);
  LibraryType type() const;
};

}  // namespace MTL
