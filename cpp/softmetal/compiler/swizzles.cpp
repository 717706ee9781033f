// swizzles.cpp: names of components to the macros of swizzle.h.
#include "swizzles.hpp"

#include <algorithm>
#include <cstddef>
#include <set>
#include <string_view>

namespace softmetal {
namespace {

constexpr std::string_view components = "xyzw";
constexpr std::string_view colors = "rgba";

// The swizzle that `name` is, by component names ("bgr" is "zyx"); empty if it is none.
std::string swizzle_of(std::string_view name) {
  if (name.size() < 2 || name.size() > components.size()) return {};
  const std::string_view letters =
      components.find(name[0]) == std::string_view::npos ? colors : components;
  std::string swizzle;
  for (const char letter : name) {
    const std::size_t index = letters.find(letter);
    if (index == std::string_view::npos) return {};
    swizzle += components[index];
  }
  return swizzle;
}

// SOFTMETAL_GET3(x, y, z)
std::string call(std::string_view macro, std::string_view swizzle) {
  std::string text = "SOFTMETAL_" + std::string(macro) + std::to_string(swizzle.size()) + "(";
  for (const char component : swizzle) {
    if (text.back() != '(') text += ", ";
    text += component;
  }
  return text + ") ";
}

// A setter exists where no component repeats.
std::string members(const std::string& swizzle) {
  std::string sorted = swizzle;
  std::sort(sorted.begin(), sorted.end());
  const bool repeats = std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end();
  return call("GET", swizzle) + (repeats ? std::string() : call("SET", swizzle));
}

}  // namespace

std::string generate_swizzles(Tokens tokens) {
  std::set<std::string> used;
  for (const Token& token : tokens) {
    if (!token.is_identifier()) continue;
    if (std::string swizzle = swizzle_of(token.text); !swizzle.empty()) {
      used.insert(std::move(swizzle));
    }
  }
  std::string text = "namespace metal { ";
  for (std::size_t size = 2; size <= components.size(); ++size) {
    const std::string number = std::to_string(size);
    text += "template <class V, class T> struct swizzles<V, T, " + number +
            "> { SOFTMETAL_COMPONENTS_" + number + " ";
    for (const std::string& swizzle : used) {
      const bool fits = swizzle.find_first_not_of(components.substr(0, size)) == std::string::npos;
      if (fits) text += members(swizzle);
    }
    text += "}; ";
  }
  return text + "}\n";
}

}  // namespace softmetal
