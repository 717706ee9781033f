// includes.hpp: #include "..." resolved before the source crosses the seam, since Metal's compiler
// takes a string and knows no search path.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace metalscope {

// The source with the files that its `#include "..."` lines name put in place, between #line
// directives, so that diagnostics keep their places. A file is looked for beside the including
// file, then in `directories` in order. Lines whose file is not found, and #include <...>, stay as
// they are: they may lie in a branch that is not compiled. Throws CompileError when includes nest
// without end.
[[nodiscard]] std::string flatten_includes(std::string_view source,
                                           const std::vector<std::string>& directories);

}  // namespace metalscope
