// reflection.cpp: what Metal says of a kernel's arguments.
#include "reflection.hpp"

#include <algorithm>
#include <array>

#include "text.hpp"
#include "trace.hpp"

namespace metalscope {
namespace {

// A scalar and its vectors of 2, 3 and 4 have consecutive numbers.
struct Family {
  MTL::DataType first;
  ScalarType scalar;
};
constexpr std::array families{Family{MTL::DataTypeFloat, ScalarType::float32},
                              Family{MTL::DataTypeHalf, ScalarType::float16},
                              Family{MTL::DataTypeBFloat, ScalarType::bfloat16},
                              Family{MTL::DataTypeInt, ScalarType::int32},
                              Family{MTL::DataTypeUInt, ScalarType::uint32},
                              Family{MTL::DataTypeShort, ScalarType::int16},
                              Family{MTL::DataTypeUShort, ScalarType::uint16},
                              Family{MTL::DataTypeChar, ScalarType::int8},
                              Family{MTL::DataTypeUChar, ScalarType::uint8},
                              Family{MTL::DataTypeBool, ScalarType::bool_},
                              Family{MTL::DataTypeLong, ScalarType::int64},
                              Family{MTL::DataTypeULong, ScalarType::uint64}};

// Matrices 2x2, 2x3, ... 4x4 (columns, then rows) are consecutive too.
constexpr std::array matrices{Family{MTL::DataTypeFloat2x2, ScalarType::float32},
                              Family{MTL::DataTypeHalf2x2, ScalarType::float16}};

}  // namespace

std::optional<ElementType> element_of(MTL::DataType type, std::size_t bytes,
                                      std::size_t alignment) noexcept {
  ElementType element;
  element.size = static_cast<std::uint32_t>(bytes);
  element.alignment = static_cast<std::uint32_t>(std::max<std::size_t>(alignment, 1));
  for (const Family& family : families) {
    if (type < family.first || type > family.first + 3) continue;
    element.scalar = family.scalar;
    element.rows = static_cast<std::uint8_t>(type - family.first + 1);
    return element;
  }
  for (const Family& family : matrices) {
    if (type < family.first || type > family.first + 8) continue;
    element.scalar = family.scalar;
    element.columns = static_cast<std::uint8_t>(2 + (type - family.first) / 3);
    element.rows = static_cast<std::uint8_t>(2 + (type - family.first) % 3);
    return element;
  }
  if (type == MTL::DataTypeStruct || type == MTL::DataTypePointer || type == MTL::DataTypeArray) {
    element.scalar = ScalarType::structure;
    return element;
  }
  return std::nullopt;
}

std::size_t data_type_size(MTL::DataType type) noexcept {
  const auto element = element_of(type, 0, 1);
  if (!element) return 0;
  const std::size_t rows = element->rows == 3 ? 4 : element->rows;  // float3 is padded to 16 bytes
  return size_of(element->scalar) * rows * element->columns;
}

namespace {

ArgumentInfo buffer_argument(const MTL::BufferBinding* binding, ArgumentInfo info) {
  info.kind = ArgumentInfo::Kind::buffer;
  const MTL::DataType type =
      trace::call<"[MTLBufferBinding bufferDataType]">([&] { return binding->bufferDataType(); });
  const std::size_t bytes =
      trace::call<"[MTLBufferBinding bufferDataSize]">([&] { return binding->bufferDataSize(); });
  const std::size_t alignment =
      trace::call<"[MTLBufferBinding bufferAlignment]">([&] { return binding->bufferAlignment(); });
  info.element = element_of(type, bytes, alignment).value_or(ElementType{});
  info.element.size = static_cast<std::uint32_t>(bytes);
  return info;
}

ArgumentInfo threadgroup_argument(const MTL::ThreadgroupBinding* binding, ArgumentInfo info) {
  info.kind = ArgumentInfo::Kind::threadgroup;
  info.element.size =
      static_cast<std::uint32_t>(trace::call<"[MTLThreadgroupBinding threadgroupMemoryDataSize]">(
          [&] { return binding->threadgroupMemoryDataSize(); }));
  info.element.alignment =
      static_cast<std::uint32_t>(trace::call<"[MTLThreadgroupBinding threadgroupMemoryAlignment]">(
          [&] { return binding->threadgroupMemoryAlignment(); }));
  return info;
}

ArgumentInfo argument_of(const MTL::Binding* binding) {
  ArgumentInfo info;
  info.name = from_ns(trace::call<"[MTLBinding name]">([&] { return binding->name(); }));
  info.index = static_cast<std::uint32_t>(
      trace::call<"[MTLBinding index]">([&] { return binding->index(); }));
  info.writable = trace::call<"[MTLBinding access]">([&] { return binding->access(); }) !=
                  MTL::BindingAccessReadOnly;
  const MTL::BindingType type = trace::call<"[MTLBinding type]">([&] { return binding->type(); });
  if (type == MTL::BindingTypeBuffer) {
    return buffer_argument(static_cast<const MTL::BufferBinding*>(binding), std::move(info));
  }
  if (type == MTL::BindingTypeThreadgroupMemory) {
    return threadgroup_argument(static_cast<const MTL::ThreadgroupBinding*>(binding),
                                std::move(info));
  }
  info.kind =
      type == MTL::BindingTypeSampler ? ArgumentInfo::Kind::sampler : ArgumentInfo::Kind::texture;
  return info;
}

}  // namespace

std::vector<ArgumentInfo> arguments_of(const MTL::ComputePipelineReflection* reflection) {
  std::vector<ArgumentInfo> arguments;
  const NS::Array* bindings = trace::call<"[MTLComputePipelineReflection bindings]">(
      [&] { return reflection->bindings(); });
  if (bindings == nullptr) return arguments;
  const NS::UInteger count = trace::call<"[NSArray count]">([&] { return bindings->count(); });
  for (NS::UInteger i = 0; i < count; ++i) {
    const auto* binding =
        trace::call<"[NSArray objectAtIndex:]">([&] { return bindings->object<MTL::Binding>(i); });
    // Variables in a kernel's body are no arguments.
    if (trace::call<"[MTLBinding isArgument]">([&] { return binding->isArgument(); })) {
      arguments.push_back(argument_of(binding));
    }
  }
  std::ranges::stable_sort(arguments, [](const ArgumentInfo& a, const ArgumentInfo& b) {
    return std::pair(a.kind, a.index) < std::pair(b.kind, b.index);
  });
  return arguments;
}

}  // namespace metalscope
