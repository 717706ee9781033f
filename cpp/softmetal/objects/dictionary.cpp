// dictionary.cpp: NS::Dictionary.
#include "dictionary.hpp"

#include <algorithm>

#include "array.hpp"
#include "validation.hpp"

namespace softmetal {

bool DictionaryObject::equals(const ObjectBase& other) const {
  const auto* dictionary = dynamic_cast<const DictionaryObject*>(&other);
  return dictionary != nullptr && dictionary->count() == count() &&
         std::ranges::all_of(entries_, [&](const auto& entry) {
           const ObjectBase* value = dictionary->find(entry.first.get());
           return value != nullptr && entry.second->equals(*value);
         });
}

std::string DictionaryObject::description() const {
  std::string text = "{";
  for (const auto& [key, value] : entries_) {
    text += key->description() + " = " + value->description() + "; ";
  }
  return text + "}";
}

void DictionaryObject::insert(ObjectBase* key, ObjectBase* value) {
  entries_.insert_or_assign(Ref<ObjectBase>(key), Ref<ObjectBase>(value));
}

ObjectBase* DictionaryObject::find(ObjectBase* key) const {
  const auto entry = entries_.find(Ref<ObjectBase>(key));
  return entry == entries_.end() ? nullptr : entry->second.get();
}

std::vector<Ref<ObjectBase>> DictionaryObject::keys() const {
  std::vector<Ref<ObjectBase>> result;
  result.reserve(entries_.size());
  for (const auto& entry : entries_) result.push_back(entry.first);
  return result;
}

namespace runtime {

void* object_for(const void* dictionary, const void* key) {
  return send<DictionaryObject>(dictionary, [&](DictionaryObject& self) -> void* {
    return key == nullptr ? nullptr : self.find(impl<ObjectBase>(key));
  });
}

void* key_enumerator(const void* dictionary) {
  return send<DictionaryObject>(dictionary, [](DictionaryObject& self) -> void* {
    return (new EnumeratorObject(self.keys()))->autoreleased();
  });
}

}  // namespace runtime
}  // namespace softmetal

using softmetal::DictionaryObject;
using softmetal::impl;
using softmetal::ObjectBase;
using softmetal::send;

NS::Dictionary* NS::Dictionary::dictionary() { return alloc()->init()->autorelease(); }

NS::Dictionary* NS::Dictionary::dictionary(const Object* pObject, const Object* pKey) {
  return dictionary(&pObject, &pKey, 1);
}

NS::Dictionary* NS::Dictionary::dictionary(const Object* const* pObjects,
                                           const Object* const* pKeys, UInteger count) {
  return alloc()->init(pObjects, pKeys, count)->autorelease();
}

NS::Dictionary* NS::Dictionary::alloc() { return (new DictionaryObject)->handle(); }

NS::Dictionary* NS::Dictionary::init() { return this; }

NS::Dictionary* NS::Dictionary::init(const Object* const* pObjects, const Object* const* pKeys,
                                     UInteger count) {
  send<DictionaryObject>(this, [&](DictionaryObject& self) {
    for (UInteger i = 0; i < count; ++i) {
      softmetal::require(pObjects[i] != nullptr && pKeys[i] != nullptr,
                         "-[NSDictionary initWithObjects:forKeys:count:]: attempt to insert nil "
                         "object at ",
                         i);
      self.insert(impl<ObjectBase>(pKeys[i]), impl<ObjectBase>(pObjects[i]));
    }
  });
  return this;
}

NS::UInteger NS::Dictionary::count() const {
  return softmetal::get(this, &DictionaryObject::count);
}
