// data.hpp: the implementation of NS::Data.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "object.hpp"

namespace softmetal {

class DataObject : public Implements<NS::Data> {
 public:
  explicit DataObject(std::vector<std::byte> content) : bytes(std::move(content)) {}
  [[nodiscard]] const char* class_name() const noexcept override { return "NSData"; }
  [[nodiscard]] bool equals(const ObjectBase& other) const override {
    const auto* data = dynamic_cast<const DataObject*>(&other);
    return data != nullptr && data->bytes == bytes;
  }
  [[nodiscard]] NS::UInteger hash() const override { return bytes.size(); }

  std::vector<std::byte> bytes;
};

}  // namespace softmetal
