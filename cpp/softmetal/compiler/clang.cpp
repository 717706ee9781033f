// clang.cpp: command lines.
#include "clang.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <system_error>

#include "embedded_file.hpp"
#include "sha256.hpp"

namespace softmetal {
namespace {

// A compiler that hangs is killed; one that works on a very large library is not.
constexpr std::chrono::minutes time_limit{10};

constexpr std::string_view root_header = "softmetal_root.h";
constexpr std::string_view root_text =
    "#define SOFTMETAL_PRECOMPILED\n"
    "#include \"softmetal_prelude.h\"\n#include \"softmetal_reflect.h\"\n";

// The options of math modes (MSL compiler: -fmetal-math-mode). Infinities and NaN stay testable in
// all of them, because programs rely on that in practice.
//
// Clang lets a program differ from its precompiled header in these options. Code of the header
// keeps what a `#pragma float_control` asked for and takes everything else from the program.
std::vector<std::string> math_flags(MathMode mode) {
  if (mode == MathMode::safe) return {"-ffp-contract=on"};
  return {"-ffp-contract=fast", "-fno-signed-zeros", "-fassociative-math", "-freciprocal-math",
          "-mrecip=none"};
}

// What softmetal_version.h depends on.
std::vector<std::string> program_macros(const CompileOptions& options) {
  std::vector<std::string> macros = {std::string("-DSOFTMETAL_FAST_MATH=") +
                                     (options.math_mode == MathMode::safe ? "0" : "1")};
  // MTL::LanguageVersion: major << 16 | minor; __METAL_VERSION__: 310 for 3.1.
  const unsigned given = options.language_version;
  const unsigned version = given == 0 ? 320 : (given >> 16) * 100 + (given & 0xffff) * 10;
  macros.push_back("-DSOFTMETAL_LANGUAGE_VERSION=" + std::to_string(version));
  return macros;
}

std::vector<std::string> language_flags() {
  return {"-x", "c++", "-std=c++20", "-nostdinc", "-nostdinc++",
          // MSL has no double: `1.0` is a float.
          "-cl-single-precision-constant",
          // half and bfloat round after each operation.
          "-Xclang", "-ffloat16-excess-precision=none", "-Xclang",
          "-fbfloat16-excess-precision=none",
          // Endless loops stay, type punning and integer wrap-around are common in MSL.
          "-fno-finite-loops", "-fno-strict-aliasing", "-fwrapv", "-fno-math-errno",
          "-fsigned-char", "-fno-threadsafe-statics", "-fdeclspec", "-fno-exceptions", "-fno-rtti",
          "-fno-char8_t", "-fno-trapping-math",
          // See fiber_flags(); here because a precompiled header fixes it. Calls are inlined in
          // kernels without barriers, so they lose nothing.
          "-fconvergent-functions",
          // Conversions to integers saturate; NaN gives 0.
          "-fno-strict-float-cast-overflow",
          // A fault must not need unwinding, and a kernel runs where signals use another stack.
          "-fno-asynchronous-unwind-tables", "-fno-stack-protector", "-fPIC", "-fvisibility=hidden",
          "-fno-builtin", "-O3", "-march=native"};
}

// The engine tells meetings of threads apart by the address of the call, and lets the lowest go
// first: calls must be neither merged nor duplicated, and lie in the order of the source. A fiber's
// stack ends at a guard page that no large frame may jump over.
std::vector<std::string> fiber_flags() {
  return {"-mllvm", "-disable-block-placement", "-mllvm", "-enable-tail-merge=0",
          "-fstack-clash-protection"};
}

// Warnings about what MSL allows, and about what our own edits bring in.
std::vector<std::string> warning_flags() {
  return {"-Wno-unknown-attributes",
          "-Wno-pass-failed",
          "-Wno-unknown-pragmas",
          "-Wno-duplicate-decl-specifier",
          "-Wno-undefined-inline",
          "-Wno-return-type-c-linkage",
          "-Wno-c99-designator",
          "-Wno-unused-command-line-argument",
          "-Wno-invalid-offsetof",
          "-Wno-unused-value",
          "-Wno-psabi",
          "-Wno-builtin-macro-redefined",
          "-Wno-macro-redefined",
          "-Wno-user-defined-literals",
          "-Wno-c++11-narrowing",
          "-fno-color-diagnostics",
          "-fno-caret-diagnostics"};
}

void append(std::vector<std::string>& list, const std::vector<std::string>& more) {
  list.insert(list.end(), more.begin(), more.end());
}

// One prelude serves all math modes. In fast mode, so that `#pragma float_control(precise, on)` in
// it is a change that is recorded.
std::vector<std::string> prelude_flags() {
  std::vector<std::string> flags = language_flags();
  append(flags, math_flags(MathMode::fast));
  append(flags, warning_flags());
  return flags;
}

}  // namespace

const std::string& msl_headers_identity() {
  static const std::string identity = [] {
    Sha256 hash;
    for (const EmbeddedFile& file : msl_headers) {
      hash.update_field(file.name);
      hash.update_field(file.text);
    }
    hash.update_field(root_text);
    return to_hex(hash.finish(), 16);
  }();
  return identity;
}

Clang::Clang(const Toolchain& toolchain, const CodeCache& cache, const CompileOptions& options)
    : toolchain_(toolchain), cache_(cache), options_(options) {
  append(flags_, language_flags());
  append(flags_, math_flags(options.math_mode));
  append(flags_, warning_flags());
  append(flags_, program_macros(options));
  headers_ = cache_.folder() + "/msl-" + msl_headers_identity();
  identity_ = identify(flags_);
  // The precompiled prelude holds absolute paths, hence the folder is part of its name.
  prelude_ = to_hex(Sha256::of(identify(prelude_flags()) + headers_), 16) + ".pch";
}

std::string Clang::identify(const std::vector<std::string>& flags) const {
  Sha256 hash;
  hash.update_field(toolchain_.identity);
  hash.update_field(cpu_identity());
  hash.update_field(msl_headers_identity());
  for (const std::string& flag : flags) hash.update_field(flag);
  return to_hex(hash.finish(), 16);
}

std::vector<std::string> Clang::common() const {
  std::vector<std::string> arguments = toolchain_.compiler;
  append(arguments, flags_);
  return arguments;
}

std::string Clang::write_headers() const {
  if (::access(headers_.c_str(), F_OK) == 0) return {};
  const TemporaryFolder made(cache_.folder());
  if (made.path().empty()) return "cannot write to " + cache_.folder();
  const auto write = [&made](std::string_view name, std::string_view text) {
    const std::filesystem::path path = std::filesystem::path(made.path()) / name;
    std::error_code error;
    std::filesystem::create_directories(path.parent_path(), error);
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "wbe"),
                                                               &std::fclose);
    return file && std::fwrite(text.data(), 1, text.size(), file.get()) == text.size() &&
           std::fflush(file.get()) == 0;
  };
  bool written = write(root_header, root_text);
  for (const EmbeddedFile& file : msl_headers) written = written && write(file.name, file.text);
  if (!written) return "cannot write the MSL headers to " + cache_.folder();
  // Another process may have been first; then its folder is as good.
  if (::rename(made.path().c_str(), headers_.c_str()) != 0 &&
      ::access(headers_.c_str(), F_OK) != 0) {
    return "cannot write the MSL headers to " + cache_.folder();
  }
  return {};
}

std::string Clang::prepare_prelude() {
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  if (std::string error = write_headers(); !error.empty()) return error;
  if (cache_.has_file(prelude_)) return {};
  const TemporaryFolder folder(cache_.folder());
  if (folder.path().empty()) return "cannot write to " + cache_.folder();
  const std::string output = folder.path() + "/prelude.pch";
  std::vector<std::string> arguments = toolchain_.compiler;
  append(arguments, prelude_flags());
  *std::find(arguments.begin(), arguments.end(), "c++") = "c++-header";
  append(arguments, {"-Xclang", "-fno-pch-timestamp", "-fpch-instantiate-templates", "-I", headers_,
                     headers_ + "/" + std::string(root_header), "-o", output});
  const ProcessResult result = run_process(arguments, {}, time_limit);
  if (!result.started) return result.error;
  if (!result.ok()) return "the MSL headers do not compile:\n" + result.messages;
  if (::rename(output.c_str(), (cache_.folder() + "/" + prelude_).c_str()) != 0) {
    return "cannot write to " + cache_.folder();
  }
  return {};
}

void Clang::forget_prelude() {
  ::unlink((cache_.folder() + "/" + prelude_).c_str());
  // Its source may be what is damaged: make that again too.
  std::error_code error;
  std::filesystem::remove_all(headers_, error);
}

ProcessResult Clang::preprocess(std::string_view source) const {
  std::vector<std::string> arguments = common();
  for (const auto& [name, value] : options_.macros) arguments.push_back("-D" + name + "=" + value);
  append(arguments, {"-E", "-I", headers_, "-include", headers_ + "/softmetal_version.h", "-"});
  return run_process(arguments, source, time_limit);
}

std::vector<std::string> Clang::with_prelude() const {
  std::vector<std::string> arguments = common();
  append(arguments, {"-include-pch", cache_.folder() + "/" + prelude_, "-I", headers_, "-include",
                     headers_ + "/softmetal/math_mode.h"});
  return arguments;
}

ProcessResult Clang::compile(std::string_view source, const std::string& output,
                             bool fibers) const {
  std::vector<std::string> arguments = with_prelude();
  if (fibers) append(arguments, fiber_flags());
  append(arguments, {"-c", "-o", output, "-"});
  return run_process(arguments, source, time_limit);
}

ProcessResult Clang::check(std::string_view source) const {
  std::vector<std::string> arguments = with_prelude();
  for (const auto& [name, value] : options_.macros) arguments.push_back("-D" + name + "=" + value);
  append(arguments, {"-fsyntax-only", "-"});
  return run_process(arguments, source, time_limit);
}

ProcessResult Clang::link(const std::string& object, const std::string& output) const {
  std::vector<std::string> arguments = toolchain_.linker;
  append(arguments, {object, "-o", output});
  return run_process(arguments, {}, time_limit);
}

}  // namespace softmetal
