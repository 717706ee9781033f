// dispatch.cpp: a launch, checked against the kernel's signature and laid out for encoding.
#include "dispatch.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <string>

#include "metalscope/error.hpp"
#include "number.hpp"
#include "text.hpp"

namespace metalscope {
namespace {

using Kind = ArgumentError::Kind;

// setBytes takes no more (Metal feature set tables).
constexpr std::size_t max_inline_bytes = 4096;
constexpr std::uint32_t memory_alignment = 16;
constexpr std::uint32_t preferred_threads = 256;

// "x: const float*, n: float*"
std::string signature(std::span<const ArgumentInfo> arguments) {
  std::string text;
  for (const ArgumentInfo& argument : arguments) {
    if (!text.empty()) text += ", ";
    text += argument.name + ": " + (argument.writable ? "" : "const ") + name_of(argument.element);
    if (argument.writable) text += "*";
  }
  return text;
}

// "Argument 2 'y' of kernel 'saxpy'"
std::string named(const detail::Kernel& kernel, std::size_t position) {
  return "Argument " + std::to_string(position + 1) + " '" +
         kernel.bound_arguments()[position].name + "' of kernel '" + kernel.name() + "'";
}

class ArgumentSubject final : public Subject {
 public:
  ArgumentSubject(const detail::Kernel& kernel, std::size_t position) noexcept
      : kernel_(kernel), position_(position) {}
  [[nodiscard]] std::string text() const override { return named(kernel_, position_); }

 private:
  const detail::Kernel& kernel_;
  std::size_t position_;
};

[[noreturn]] void wrong_count(const detail::Kernel& kernel, std::size_t given) {
  const auto expected = kernel.bound_arguments();
  throw ArgumentError("Kernel '" + kernel.name() + "' takes " +
                          counted(expected.size(), "argument") +
                          (expected.empty() ? "" : " (" + signature(expected) + ")") + ", and " +
                          std::to_string(given) + (given == 1 ? " was" : " were") + " given.",
                      Kind::type);
}

// The padding of structures and 3-vectors aside, elements are compared by their scalars.
bool fits(ScalarType given, ScalarType expected) noexcept {
  return given == ScalarType::unknown || expected == ScalarType::unknown ||
         expected == ScalarType::structure || given == ScalarType::structure || given == expected;
}

void check_buffer(const detail::Kernel& kernel, std::size_t position, const Argument& argument) {
  const ArgumentInfo& info = kernel.bound_arguments()[position];
  if (argument.buffer == nullptr || !*argument.buffer) {
    throw ArgumentError(named(kernel, position) + " is an empty buffer handle.", Kind::type);
  }
  const detail::Buffer& buffer = *argument.buffer->impl();
  if (buffer.device() != kernel.device()) {
    throw ArgumentError(named(kernel, position) +
                        " lies on another device than the kernel; copy it "
                        "over first.");
  }
  if (info.writable && !argument.writable) {
    throw ArgumentError(named(kernel, position) +
                        " is written by the kernel, and the array given is "
                        "read-only; pass a writable copy of it.");
  }
  if (!fits(argument.element, info.element.scalar)) {
    ElementType given;
    given.scalar = argument.element;
    throw ArgumentError(named(kernel, position) + " has elements of type " + name_of(info.element) +
                            ", and the array given has " + name_of(given) +
                            "; convert the array to the kernel's type.",
                        Kind::type);
  }
  if (argument.offset > buffer.size()) {
    throw ArgumentError(named(kernel, position) + " starts at byte " + grouped(argument.offset) +
                        " of a buffer of " + grouped(buffer.size()) + " bytes.");
  }
  if (argument.offset % info.element.alignment != 0) {
    throw ArgumentError(named(kernel, position) + " starts at byte " + grouped(argument.offset) +
                        " of its buffer, and " + name_of(info.element) + " needs a multiple of " +
                        std::to_string(info.element.alignment) + "; pass a copy of the array.");
  }
}

}  // namespace

LaunchPlan::LaunchPlan(const detail::Kernel& kernel, std::span<const Argument> arguments,
                       const Grid& grid, std::span<const ThreadgroupMemory> memory) {
  bind(kernel, arguments);
  shape(kernel, grid);
  size_memory(kernel, memory);
}

void LaunchPlan::bind(const detail::Kernel& kernel, std::span<const Argument> arguments) {
  const std::span<const ArgumentInfo> expected = kernel.bound_arguments();
  if (arguments.size() != expected.size() || expected.size() > max_bindings) {
    wrong_count(kernel, arguments.size());
  }
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const ArgumentInfo& info = expected[i];
    const Argument& argument = arguments[i];
    Binding& binding = bindings_[binding_count_++] = {
        .index = info.index, .buffer = nullptr, .offset = 0, .bytes = nullptr, .size = 0};
    if (argument.kind == Argument::Kind::unbound) continue;
    if (argument.kind == Argument::Kind::buffer) {
      check_buffer(kernel, i, argument);
      // An empty range has nothing to bind: an access to it fails like one to an unbound argument.
      if (argument.offset == argument.buffer->size()) continue;
      binding.buffer = &argument.buffer->impl();
      binding.offset = argument.offset;
      continue;
    }
    if (info.writable) {
      throw ArgumentError(named(kernel, i) +
                              " is a buffer that the kernel writes, and a value was "
                              "given; pass an array.",
                          Kind::type);
    }
    if (argument.kind == Argument::Kind::bytes) {
      bind_bytes(kernel, binding, argument.bytes);
      continue;
    }
    if (info.element.size > value_bytes) {
      throw ArgumentError(named(kernel, i) + " is a structure of " + grouped(info.element.size) +
                              " bytes; give its bytes (or a NumPy record) instead of numbers.",
                          Kind::type);
    }
    std::byte* value = values_[i].data();
    const std::span<const Number> numbers =
        argument.kind == Argument::Kind::number ? std::span(&argument.number, 1) : argument.numbers;
    encode_numbers(numbers, info.element, value, ArgumentSubject(kernel, i));
    binding.bytes = value;
    binding.size = info.element.size;
  }
}

void LaunchPlan::bind_bytes(const detail::Kernel& kernel, Binding& binding,
                            std::span<const std::byte> bytes) {
  const std::size_t position = binding_count_ - 1;
  const ElementType& element = kernel.bound_arguments()[position].element;
  if (bytes.size() != element.size) {
    throw ArgumentError(named(kernel, position) + " takes a " + name_of(element) + " of " +
                        counted(element.size, "byte") + ", and " + grouped(bytes.size()) +
                        (bytes.size() == 1 ? " was" : " were") +
                        " given; mind the padding that MSL puts between and after members.");
  }
  if (bytes.size() <= max_inline_bytes) {
    binding.bytes = bytes.data();
    binding.size = bytes.size();
    return;
  }
  auto buffer = detail::Buffer::allocate(bytes.size(), StorageMode::shared, kernel.device());
  std::memcpy(buffer->contents(), bytes.data(), bytes.size());
  if (large_values_.empty()) large_values_.reserve(max_bindings);  // bindings point into it
  binding.buffer = &large_values_.emplace_back(std::move(buffer));
}

namespace {

std::string shown(const Size& size) {
  return "(" + std::to_string(size[0]) + ", " + std::to_string(size[1]) + ", " +
         std::to_string(size[2]) + ")";
}

bool has_zero(const Size& size) noexcept { return std::ranges::find(size, 0U) != size.end(); }

void check_group(const detail::Kernel& kernel, const Size& group) {
  if (has_zero(group)) {
    throw ArgumentError("threads_per_threadgroup " + shown(group) + " of kernel '" + kernel.name() +
                        "' has a zero; every dimension needs at least 1.");
  }
  const auto& longest = kernel.device()->info().max_threads_per_threadgroup;
  for (std::size_t i = 0; i < 3; ++i) {
    if (group[i] > longest[i]) {
      throw ArgumentError("threads_per_threadgroup " + shown(group) + " of kernel '" +
                          kernel.name() + "' is larger than the device allows, " +
                          shown({longest[0], longest[1], longest[2]}) + ".");
    }
  }
  const std::uint64_t total = std::uint64_t{group[0]} * group[1] * group[2];
  if (total > kernel.max_total_threads()) {
    throw ArgumentError("threads_per_threadgroup " + shown(group) + " has " + grouped(total) +
                        " threads, and kernel '" + kernel.name() + "' allows at most " +
                        grouped(kernel.max_total_threads()) +
                        " per threadgroup; use smaller threadgroups.");
  }
}

}  // namespace

void LaunchPlan::shape(const detail::Kernel& kernel, const Grid& grid) {
  if (grid.threads.has_value() == grid.groups.has_value()) {
    throw ArgumentError("A launch of kernel '" + kernel.name() +
                            "' needs the size of its grid: either `threads` or `groups`" +
                            (grid.threads ? ", not both." : "."),
                        Kind::type);
  }
  if (grid.groups && !grid.threads_per_threadgroup) {
    throw ArgumentError("A launch of kernel '" + kernel.name() +
                            "' by `groups` needs `threads_per_threadgroup`; or give the grid in "
                            "`threads`, and the threadgroups are chosen.",
                        Kind::type);
  }
  in_threads_ = grid.threads.has_value();
  grid_ = in_threads_ ? *grid.threads : *grid.groups;
  empty_ = has_zero(grid_);
  if (grid.threads_per_threadgroup) {
    group_ = *grid.threads_per_threadgroup;
    check_group(kernel, group_);
  } else {
    group_ = choose_group(grid_, kernel.execution_width(), kernel.max_total_threads());
  }
  if (in_threads_) return;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::uint64_t threads = std::uint64_t{grid_[i]} * group_[i];
    if (threads > std::numeric_limits<std::uint32_t>::max()) {
      throw ArgumentError("The grid of kernel '" + kernel.name() + "', " + shown(grid_) +
                          " threadgroups of " + shown(group_) +
                          " threads, has more than 2^32 - 1 "
                          "threads in a dimension; launch it in parts.");
    }
  }
}

Size LaunchPlan::threads() const noexcept {
  if (in_threads_) return grid_;
  return {grid_[0] * group_[0], grid_[1] * group_[1], grid_[2] * group_[2]};
}

Size choose_group(const Size& grid, std::uint32_t execution_width,
                  std::uint32_t max_total_threads) noexcept {
  const std::uint32_t budget =
      std::bit_floor(std::max(std::min(max_total_threads, preferred_threads), 1U));
  const auto fit = [](std::uint32_t extent, std::uint32_t most) {
    return extent >= most ? most : std::bit_ceil(std::max(extent, 1U));
  };
  // First a SIMD-group along x, then y and z, then what is left goes to x again.
  const std::uint32_t width =
      fit(grid[0], std::min(std::bit_floor(std::max(execution_width, 1U)), budget));
  const std::uint32_t y = fit(grid[1], budget / width);
  const std::uint32_t z = fit(grid[2], budget / width / y);
  const std::uint32_t x = fit(grid[0], budget / y / z);
  return {x, y, z};
}

namespace {

std::string plural_memory(std::span<const ArgumentInfo> arguments) {
  std::string text;
  for (const ArgumentInfo& argument : arguments) {
    if (!text.empty()) text += ", ";
    text += "'" + argument.name + "' at index " + std::to_string(argument.index);
  }
  return text;
}

}  // namespace

void LaunchPlan::size_memory(const detail::Kernel& kernel,
                             std::span<const ThreadgroupMemory> memory) {
  const std::span<const ArgumentInfo> expected = kernel.threadgroup_arguments();
  std::uint64_t total = kernel.static_memory();
  for (const ThreadgroupMemory& given : memory) {
    const auto info = std::ranges::find(expected, given.index, &ArgumentInfo::index);
    if (info == expected.end()) {
      throw ArgumentError(
          "threadgroup_memory names index " + std::to_string(given.index) + ", and kernel '" +
          kernel.name() + "' has " +
          (expected.empty() ? "no threadgroup arguments." : plural_memory(expected) + "."));
    }
    if (given.bytes == 0) {
      throw ArgumentError("threadgroup_memory for '" + info->name + "' of kernel '" +
                          kernel.name() +
                          "' is 0 bytes; give the bytes that one threadgroup needs.");
    }
    for (const SizedMemory& earlier : this->memory()) {
      if (earlier.index == given.index) {
        throw ArgumentError("threadgroup_memory sizes index " + std::to_string(given.index) +
                            " of kernel '" + kernel.name() + "' twice.");
      }
    }
    const std::uint64_t rounded =
        (std::uint64_t{given.bytes} + memory_alignment - 1) / memory_alignment * memory_alignment;
    total += rounded;
    memory_[memory_count_++] = {given.index, static_cast<std::uint32_t>(rounded)};
  }
  if (memory_count_ < expected.size()) {
    const auto missing = std::ranges::find_if(expected, [&](const ArgumentInfo& info) {
      return std::ranges::find(this->memory(), info.index, &SizedMemory::index) ==
             this->memory().end();
    });
    throw ArgumentError("Kernel '" + kernel.name() + "' needs threadgroup memory for '" +
                        missing->name + "': pass threadgroup_memory={" +
                        std::to_string(missing->index) + ": bytes}.");
  }
  const std::uint64_t most = kernel.device()->info().max_threadgroup_memory;
  if (total > most) {
    throw ArgumentError("Kernel '" + kernel.name() + "' would use " + grouped(total) +
                        " bytes of threadgroup memory, and the device has " + grouped(most) +
                        " per threadgroup.");
  }
  total_memory_ = static_cast<std::uint32_t>(total);
}

}  // namespace metalscope
