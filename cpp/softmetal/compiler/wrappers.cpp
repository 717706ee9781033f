// wrappers.cpp: text generation. The generated code leans on softmetal_reflect.h; each kernel's
// part stays on one line, so that a diagnostic's line tells whose it is.
#include "wrappers.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "preparation.hpp"

namespace softmetal {
namespace {

// What a kernel may ask for and still run without threadgroups.
constexpr std::array<std::string_view, 6> grid_builtins{"thread_position_in_grid",
                                                        "threads_per_grid",
                                                        "grid_size",
                                                        "grid_origin",
                                                        "threadgroups_per_grid",
                                                        "dispatch_threads_per_threadgroup"};

enum class Style { flat, group, thread };

class Wrapper {
 public:
  Wrapper(const KernelSource& kernel, const Declaration& definition, const KernelUses& uses,
          bool has_variables, std::size_t number)
      : kernel_(kernel), definition_(definition), number_(std::to_string(number)) {
    bool grid_only = !has_variables;
    for (const Parameter& parameter : kernel.parameters) {
      grid_only &= parameter.kind != ParameterKind::threadgroup;
      grid_only &= parameter.kind != ParameterKind::builtin ||
                   std::find(grid_builtins.begin(), grid_builtins.end(), parameter.builtin) !=
                       grid_builtins.end();
    }
    style_ = uses.needs_fibers ? Style::thread : grid_only ? Style::flat : Style::group;
  }

  [[nodiscard]] std::string text() const {
    std::string text;
    for (const std::string_view name : definition_.namespaces) {
      text += "namespace " + std::string(name) + " { ";
    }
    const std::string cast = "static_cast<void (*)(" + kernel_.cast_types + ")>";
    text += "struct softmetal_kernel_" + number_ + " { static constexpr auto function = ";
    text += kernel_.has_cast_types ? cast + "(&" + kernel_.function + "); "
                                   : "&" + kernel_.function + "; ";
    text +=
        "template <unsigned I> using P = typename softmetal::reflect::ParameterOf<"
        "softmetal::reflect::Unqualified<decltype(function)>::Type, I>::Type; ";
    text += checks();
    text +=
        slots("buffer", ParameterKind::buffer) + slots("threadgroup", ParameterKind::threadgroup);
    text += arguments() + run() + tag_alias();
    text += "static constexpr softmetal::abi::Kernel entry() { return {" + quoted(kernel_.name) +
            ", " + flags() + ", tag::max_total_threads, 0, " + std::to_string(argument_count()) +
            ", " + (argument_count() == 0 ? "nullptr" : "arguments") + ", " + pointers() +
            "}; } };";
    for (std::size_t i = 0; i < definition_.namespaces.size(); ++i) text += " }";
    return text;
  }

  // `a::b::softmetal_kernel_3`
  [[nodiscard]] std::string qualified() const {
    std::string name;
    for (const std::string_view part : definition_.namespaces) {
      if (!part.empty()) name += "::" + std::string(part);
    }
    return name + "::softmetal_kernel_" + number_;
  }

 private:
  [[nodiscard]] std::size_t argument_count() const {
    return static_cast<std::size_t>(std::count_if(
        kernel_.parameters.begin(), kernel_.parameters.end(), [](const Parameter& parameter) {
          return parameter.kind == ParameterKind::buffer ||
                 parameter.kind == ParameterKind::threadgroup;
        }));
  }

  // What C++ would report in words about generated code is asserted first.
  [[nodiscard]] std::string checks() const {
    std::string text;
    for (std::size_t i = 0; i < kernel_.parameters.size(); ++i) {
      const Parameter& parameter = kernel_.parameters[i];
      std::string condition = "softmetal::reflect::is_bindable<P<" + std::to_string(i) + ">>";
      std::string problem =
          " is neither a pointer nor a reference, and has no attribute such as "
          "[[thread_position_in_grid]]";
      if (parameter.kind == ParameterKind::builtin) {
        condition = "softmetal::reflect::is_position<P<" + std::to_string(i) + ">>";
        problem = " cannot take [[" + parameter.builtin +
                  "]]: expected an integer or a vector of 2 or 3 integers";
      } else if (parameter.kind != ParameterKind::buffer &&
                 parameter.kind != ParameterKind::threadgroup) {
        condition = "false";
        problem = " is a texture, a sampler or a stage input, which this device does not support";
      }
      text += "static_assert(" + condition + ", ";
      text +=
          quoted("parameter '" + parameter.name + "' of kernel '" + kernel_.name + "'" + problem);
      text += "); ";
    }
    return text;
  }

  // Slot numbers of the parameters of a kind, by order among them.
  [[nodiscard]] std::string slots(const std::string& name, ParameterKind kind) const {
    std::string values;
    std::size_t count = 0;
    for (const Parameter& parameter : kernel_.parameters) {
      if (parameter.kind != kind) continue;
      if (count++ > 0) values += ", ";
      values += parameter.index.empty() ? "softmetal::reflect::unnumbered"
                                        : "unsigned(" + parameter.index + ")";
    }
    if (count == 0) return {};
    const std::string type = "softmetal::reflect::Slots<" + std::to_string(count) + ">";
    return "static constexpr auto " + name + "_slots = softmetal::reflect::number(" + type + "{{" +
           values + "}}); ";
  }

  // Calls `each(parameter, position, slot expression)` for the parameters with reflected slots.
  template <class Each>
  void for_arguments(const Each& each) const {
    std::size_t buffers = 0;
    std::size_t threadgroups = 0;
    for (std::size_t i = 0; i < kernel_.parameters.size(); ++i) {
      const Parameter& parameter = kernel_.parameters[i];
      if (parameter.kind == ParameterKind::buffer) {
        each(parameter, i, "buffer_slots.values[" + std::to_string(buffers++) + "]");
      } else if (parameter.kind == ParameterKind::threadgroup) {
        each(parameter, i, "threadgroup_slots.values[" + std::to_string(threadgroups++) + "]");
      }
    }
  }

  [[nodiscard]] std::string arguments() const {
    std::string text;
    for_arguments([&](const Parameter& parameter, std::size_t i, const std::string& slot) {
      // By value: `threadgroup` is a keyword of MSL.
      const auto kind = static_cast<unsigned>(parameter.kind == ParameterKind::buffer
                                                  ? abi::ArgumentKind::buffer
                                                  : abi::ArgumentKind::threadgroup);
      text += std::string(text.empty() ? "" : ", ") + "softmetal::reflect::argument<P<" +
              std::to_string(i) + ">>(" + quoted(parameter.name) +
              ", softmetal::abi::ArgumentKind(" + std::to_string(kind) + "), " + slot + ", " +
              (parameter.present.empty() ? "true" : "bool(" + parameter.present + ")") + ")";
    });
    if (text.empty()) return {};
    return "static constexpr softmetal::abi::Argument arguments[] = {" + text + "}; ";
  }

  // What is made before the loop over threads, and what each thread passes.
  void bind(std::string& before, std::string& passed) const {
    std::vector<std::string> values(kernel_.parameters.size());
    for_arguments([&](const Parameter& parameter, std::size_t i, const std::string& slot) {
      const std::string type = "P<" + std::to_string(i) + ">";
      const std::string local = "a" + std::to_string(i);
      if (parameter.kind == ParameterKind::threadgroup) {
        values[i] = "softmetal::reflect::threadgroup_argument<" + type +
                    ">(launch->threadgroup_offset[" + slot + "])";
      } else if (style_ == Style::thread) {
        values[i] = "softmetal::reflect::direct<" + type + ">(launch->buffers[" + slot + "])";
      } else {
        before += "const softmetal::reflect::Buffer<" + type + "> " + local + "(launch->buffers[" +
                  slot + "]); ";
        values[i] = local + ".get()";
      }
    });
    for (std::size_t i = 0; i < values.size(); ++i) {
      const Parameter& parameter = kernel_.parameters[i];
      const std::string type = "P<" + std::to_string(i) + ">";
      if (parameter.kind == ParameterKind::builtin) {
        values[i] = "softmetal::reflect::convert<" + type + ">(at." + parameter.builtin + "())";
      } else if (values[i].empty()) {
        values[i] = "softmetal::reflect::unsupported<" + type + ">()";
      }
      passed += (i == 0 ? "" : ", ") + values[i];
    }
  }

  [[nodiscard]] std::string run() const {
    std::string before;
    std::string passed;
    bind(before, passed);
    const std::string call = "[[clang::always_inline]] function(" + passed + "); ";
    switch (style_) {
      case Style::flat:
        return "[[gnu::flatten]] static void run(const softmetal::abi::Launch* launch, unsigned "
               "long first, "
               "unsigned long last) { " +
               before +
               "softmetal::reflect::for_grid_threads(*launch, first, last, "
               "[&](softmetal::reflect::GridThread at) __attribute__((always_inline)) { " +
               call + "}); } ";
      case Style::group:
        return "[[gnu::flatten]] static void run(const softmetal::abi::Launch* launch, "
               "const softmetal::abi::Group* group) { " +
               before +
               "softmetal::reflect::for_group_threads(*launch, *group, "
               "[&](softmetal::reflect::GroupThread at) __attribute__((always_inline)) { " +
               call + "}); } ";
      case Style::thread:
        break;
    }
    return "[[gnu::flatten]] static void run(const softmetal::abi::Launch* launch, "
           "const softmetal::abi::Group* group, unsigned index) { "
           "const softmetal::reflect::GroupThread at = "
           "softmetal::reflect::group_thread(*launch, *group, index); " +
           call + "} ";
  }

  [[nodiscard]] std::string tag_alias() const {
    return "using tag = " + tag_name(kernel_.definition) + kernel_.template_arguments + "; ";
  }

  [[nodiscard]] std::string flags() const {
    if (style_ == Style::flat) return "softmetal::abi::kernel_is_flat";
    return style_ == Style::thread ? "softmetal::abi::kernel_needs_fibers" : "0";
  }

  [[nodiscard]] std::string pointers() const {
    if (style_ == Style::flat) return "run, nullptr, nullptr";
    return style_ == Style::group ? "nullptr, run, nullptr" : "nullptr, nullptr, run";
  }

  const KernelSource& kernel_;
  const Declaration& definition_;
  std::string number_;
  Style style_;
};

std::string hexadecimal(std::byte value) {
  static constexpr char digits[] = "0123456789abcdef";
  const auto bits = std::to_integer<unsigned>(value);
  return {'0', 'x', digits[bits >> 4], digits[bits & 15]};
}

// The constants' table entries, and per kernel the ones it uses.
std::string constant_tables(const SourceModel& model, const std::vector<KernelUses>& uses) {
  std::string text;
  for (const FunctionConstantSource& constant : model.constants) {
    std::string scope;
    for (const std::string_view part : model.declarations[constant.declaration].namespaces) {
      if (!part.empty()) scope += "::" + std::string(part);
    }
    const std::string type =
        "softmetal::reflect::Unqualified<decltype(" + scope + "::" + constant.name + ")>::Type";
    text += "{" + quoted(constant.name) + ", unsigned(" + constant.index +
            "), softmetal::reflect::data_type<" + type + ">, sizeof(" + type + ")}, ";
  }
  std::string result;
  if (!text.empty()) {
    result = "static constexpr softmetal::abi::FunctionConstant softmetal_constants[] = {" + text +
             "};\n";
  }
  for (std::size_t k = 0; k < uses.size(); ++k) {
    if (uses[k].constants.empty()) continue;
    result += "static constexpr unsigned softmetal_constants_of_" + std::to_string(k) + "[] = {";
    for (const std::size_t i : uses[k].constants) {
      result += "softmetal_constants[" + std::to_string(i) + "].index, ";
    }
    result += "};\n";
  }
  return result;
}

}  // namespace

std::string quoted(std::string_view text) {
  static constexpr char digits[] = "01234567";
  std::string literal = "\"";
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      literal += '\\';
      literal += c;
    } else if (code < 0x20 || code == 0x7f || c == '?') {  // `?`: no trigraphs
      literal += {'\\', digits[code >> 6], digits[(code >> 3) & 7], digits[code & 7]};
    } else {
      literal += c;
    }
  }
  return literal + "\"";
}

std::string generate_prologue(std::span<const ConstantValue> constants) {
  std::string text = "namespace softmetal::given { constexpr Value values[] = {";
  for (const ConstantValue& constant : constants) {
    text += "{" + (constant.name.empty() ? "nullptr" : quoted(constant.name)) + ", " +
            std::to_string(constant.index) + ", " + std::to_string(constant.bytes.size()) + ", {";
    for (std::size_t i = 0; i < constant.bytes.size() && i < 32; ++i) {
      text += hexadecimal(constant.bytes[i]) + ",";
    }
    text += "}}, ";
  }
  return text +
         "{nullptr, 0, 0, {}}}; "
         "template <class T> constexpr T value(const char* name, unsigned index) "
         "{ return value_of<typename reflect::Unqualified<T>::Type>(values, name, index); } "
         "constexpr bool is_defined(const char* name, unsigned index) "
         "{ return find(values, name, index) != nullptr; } }\n"
         // See convergence.hpp.
         "__attribute__((always_inline)) static inline void softmetal_reconverge() "
         "{ softmetal_host->simd_exchange(nullptr, 0); }\n"
         // What wrappers do not use is not compiled. All calls are inlined, as a GPU's compiler
         // does it: threads that meet in a helper are told apart by its caller, and loops over
         // threads vectorize (`flatten` reaches the calls of the kernel itself only).
         "#pragma clang attribute push(__attribute__((internal_linkage, always_inline)), "
         "apply_to = function)\n";
}

std::string generate_wrappers(const SourceModel& model, const std::vector<KernelUses>& uses,
                              const std::vector<bool>& has_threadgroup_variables) {
  std::string text = "\n#line 1 \"";
  text += wrapper_file;
  text += "\"\n";
  std::string entries;
  std::string details;
  std::set<std::string_view> kernel_names;
  for (std::size_t k = 0; k < model.kernels.size(); ++k) {
    const KernelSource& kernel = model.kernels[k];
    const Wrapper wrapper(kernel, model.declarations[kernel.definition], uses[k],
                          has_threadgroup_variables[k], k);
    text += wrapper.text();
    if (!kernel_names.insert(kernel.name).second) {
      text +=
          " static_assert(false, " + quoted("two kernels are named '" + kernel.name + "'") + ");";
    }
    text += "\n";
    const std::string name = wrapper.qualified();
    entries += name + "::entry(), ";
    const std::size_t count = uses[k].constants.size();
    details += "{&softmetal::reflect::threadgroup_size<" + name + "::tag>, " +
               (count == 0 ? "nullptr" : "softmetal_constants_of_" + std::to_string(k)) + ", " +
               std::to_string(count) + "}, ";
  }
  text += "#pragma clang attribute pop\n" + constant_tables(model, uses);
  const bool any = !model.kernels.empty();
  if (any) {
    text += "static softmetal::abi::Kernel softmetal_kernels[] = {" + entries + "};\n";
    text += "static const softmetal::abi::KernelDetails softmetal_details[] = {" + details + "};\n";
  }
  const std::string kernels = any ? "softmetal_kernels" : "nullptr";
  text +=
      "extern \"C\" __attribute__((visibility(\"default\"))) const softmetal::abi::LibraryDetails "
      "softmetal_library = {{SOFTMETAL_ABI_VERSION, " +
      std::to_string(model.kernels.size()) + ", " + kernels + ", " +
      std::to_string(model.constants.size()) + ", " +
      (model.constants.empty() ? "nullptr" : "softmetal_constants") + ", &softmetal_host}, " +
      kernels + ", " + (any ? "softmetal_details" : "nullptr") + "};\n";
  return text;
}

}  // namespace softmetal
