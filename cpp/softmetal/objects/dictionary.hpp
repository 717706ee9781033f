// dictionary.hpp: the implementation of NS::Dictionary.
#pragma once

#include <unordered_map>
#include <vector>

#include "object.hpp"

namespace softmetal {

class DictionaryObject : public Implements<NS::Dictionary> {
 public:
  [[nodiscard]] const char* class_name() const noexcept override { return "NSDictionary"; }
  [[nodiscard]] bool equals(const ObjectBase& other) const override;
  [[nodiscard]] NS::UInteger hash() const override { return entries_.size(); }
  [[nodiscard]] std::string description() const override;

  // A later value replaces an earlier one.
  void insert(ObjectBase* key, ObjectBase* value);
  [[nodiscard]] ObjectBase* find(ObjectBase* key) const;
  [[nodiscard]] std::vector<Ref<ObjectBase>> keys() const;
  [[nodiscard]] NS::UInteger count() const noexcept { return entries_.size(); }

 private:
  struct Hash {
    std::size_t operator()(const Ref<ObjectBase>& key) const { return key->hash(); }
  };
  struct Equal {
    bool operator()(const Ref<ObjectBase>& a, const Ref<ObjectBase>& b) const {
      return a->equals(*b);
    }
  };
  std::unordered_map<Ref<ObjectBase>, Ref<ObjectBase>, Hash, Equal> entries_;
};

}  // namespace softmetal
