// cache_folder.hpp: where compiled code lies between runs.
#pragma once

#include <string>

namespace metalscope {

// A folder of the user's for files of that kind, made with mode 0700 if it is not there:
// METALSCOPE_CACHE_DIR, else ~/Library/Caches/metalscope, $XDG_CACHE_HOME/metalscope or
// ~/.cache/metalscope. Empty when there is none that only the user can write to.
[[nodiscard]] std::string cache_folder(const std::string& kind);

}  // namespace metalscope
