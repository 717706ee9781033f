// text.cpp: strings across the seam, and small things that messages are made of.
#include "text.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "trace.hpp"

namespace metalscope {

NS::String* to_ns(const std::string& text) {
  return trace::call<"[NSString stringWithCString:encoding:]">(
      [&] { return NS::String::string(text.c_str(), NS::UTF8StringEncoding); });
}

std::string from_ns(const NS::String* text) {
  if (text == nullptr) return {};
  const char* utf8 = trace::call<"[NSString UTF8String]">([&] { return text->utf8String(); });
  return utf8 != nullptr ? utf8 : "";
}

std::string description_of(const NS::Error* error) {
  if (error == nullptr) return "no reason given";
  return from_ns(
      trace::call<"[NSError localizedDescription]">([&] { return error->localizedDescription(); }));
}

std::string counted(std::uint64_t count, std::string_view noun) {
  return grouped(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, ",");
  return digits;
}

namespace {

// Edit distance (Levenshtein).
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

}  // namespace

std::string closest(std::string_view name, std::span<const std::string> candidates) {
  std::string best;
  std::size_t least = std::max<std::size_t>(name.size() / 3, 1) + 1;
  for (const std::string& candidate : candidates) {
    const std::size_t d = distance(name, candidate);
    if (d < least) {
      least = d;
      best = candidate;
    }
  }
  return best;
}

std::string quoted_list(std::span<const std::string> names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " and " : ", ";
    text += "'" + names[i] + "'";
  }
  return text;
}

}  // namespace metalscope
