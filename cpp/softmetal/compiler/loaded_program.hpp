// loaded_program.hpp: a compiled library in this process.
#pragma once

#include <memory>
#include <string>

#include "../engine/engine.hpp"

namespace softmetal {

struct LoadResult {
  std::shared_ptr<const Program> program;
  std::string error;
};

// Loads the shared object at `path`; `folder` takes a copy of it when the same file is loaded
// already for another host. Closed when the last reference to the program is gone.
[[nodiscard]] LoadResult load_program(const std::string& path, const std::string& folder,
                                      const abi::Host* host);

}  // namespace softmetal
