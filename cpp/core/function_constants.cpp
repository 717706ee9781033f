// function_constants.cpp: values for the function constants of a kernel.
#include "function_constants.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "metalscope/error.hpp"
#include "number.hpp"
#include "reflection.hpp"
#include "text.hpp"

namespace metalscope {
namespace {

struct Declared {
  std::string name;
  NS::UInteger index = 0;
  MTL::DataType type = MTL::DataTypeNone;
  bool required = false;
};

Declared declared(const MTL::FunctionConstant* constant) {
  Declared result;
  result.name =
      from_ns(trace::call<"[MTLFunctionConstant name]">([&] { return constant->name(); }));
  result.index = trace::call<"[MTLFunctionConstant index]">([&] { return constant->index(); });
  result.type = trace::call<"[MTLFunctionConstant type]">([&] { return constant->type(); });
  result.required =
      trace::call<"[MTLFunctionConstant required]">([&] { return constant->required(); });
  return result;
}

std::vector<Declared> declared_by(const MTL::Function* function) {
  std::vector<Declared> all;
  const NS::Dictionary* dictionary = trace::call<"[MTLFunction functionConstantsDictionary]">(
      [&] { return function->functionConstantsDictionary(); });
  if (dictionary == nullptr) return all;
  auto* keys = trace::call<"[NSDictionary keyEnumerator]">(
      [&] { return dictionary->keyEnumerator<NS::String>(); });
  while (const NS::String* key =
             trace::call<"[NSEnumerator nextObject]">([&] { return keys->nextObject(); })) {
    const auto* constant = trace::call<"[NSDictionary objectForKey:]">(
        [&] { return dictionary->object<MTL::FunctionConstant>(key); });
    all.push_back(declared(constant));
  }
  std::ranges::sort(all, {}, &Declared::index);
  return all;
}

class ConstantSubject final : public Subject {
 public:
  explicit ConstantSubject(const std::string& name) noexcept : name_(name) {}
  [[nodiscard]] std::string text() const override {
    return "The function constant '" + name_ + "'";
  }

 private:
  const std::string& name_;
};

void set_value(MTL::FunctionConstantValues* values, const Declared& constant,
               const std::vector<Number>& numbers) {
  const auto element = element_of(constant.type, data_type_size(constant.type), 1);
  if (!element || element->size == 0) {
    throw ArgumentError("The function constant '" + constant.name +
                        "' is neither a scalar nor a vector; metalscope cannot set it.");
  }
  std::array<std::byte, 64> bytes{};
  encode_numbers(numbers, *element, bytes.data(), ConstantSubject(constant.name));
  trace::call<"[MTLFunctionConstantValues setConstantValue:type:atIndex:]">(
      [&] { values->setConstantValue(bytes.data(), constant.type, constant.index); });
}

[[noreturn]] void unknown_constant(const std::string& name, const std::string& kernel_name,
                                   const std::vector<Declared>& all) {
  std::string message =
      "Kernel '" + kernel_name + "' has no function constant named '" + name + "'";
  if (all.empty()) throw ArgumentError(message + "; it has none at all.");
  std::vector<std::string> names;
  for (const Declared& constant : all) names.push_back(constant.name);
  throw ArgumentError(message + "; it has " + quoted_list(names) + ".");
}

}  // namespace

Owned<MTL::FunctionConstantValues> constant_values(const MTL::Function* function,
                                                   const std::string& kernel_name,
                                                   const Constants& constants) {
  const std::vector<Declared> all = declared_by(function);
  if (all.empty() && constants.empty()) return {};
  Owned<MTL::FunctionConstantValues> values(trace::call<"[MTLFunctionConstantValues init]">(
      [] { return MTL::FunctionConstantValues::alloc()->init(); }));
  for (const auto& [name, numbers] : constants) {
    const auto found = std::ranges::find(all, name, &Declared::name);
    if (found == all.end()) unknown_constant(name, kernel_name, all);
    set_value(values.get(), *found, numbers);
  }
  std::vector<std::string> missing;
  for (const Declared& constant : all) {
    const bool given = std::ranges::any_of(
        constants, [&](const auto& value) { return value.first == constant.name; });
    if (constant.required && !given) missing.push_back(constant.name);
  }
  if (!missing.empty()) {
    throw ArgumentError("Kernel '" + kernel_name + "' needs a value for the function constant" +
                        (missing.size() == 1 ? " " : "s ") + quoted_list(missing) +
                        "; pass it in `constants`.");
  }
  return values;
}

}  // namespace metalscope
