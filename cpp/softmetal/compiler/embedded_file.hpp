// embedded_file.hpp: the MSL headers, compiled into the library as text.
#pragma once

#include <span>
#include <string_view>

namespace softmetal {

struct EmbeddedFile {
  std::string_view name;  // relative path, as an #include names it
  std::string_view text;
};

extern const std::span<const EmbeddedFile> msl_headers;

}  // namespace softmetal
