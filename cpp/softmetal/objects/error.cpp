// error.cpp: NS::Error.
#include "error.hpp"

#include "dictionary.hpp"
#include "string.hpp"

namespace {
NS::String* constant(const char* text) {
  return static_cast<NS::String*>(softmetal::runtime::constant_string(text));
}
}  // namespace

NS::ErrorDomain const NS::CocoaErrorDomain = constant("NSCocoaErrorDomain");
NS::ErrorDomain const NS::POSIXErrorDomain = constant("NSPOSIXErrorDomain");
NS::ErrorDomain const NS::OSStatusErrorDomain = constant("NSOSStatusErrorDomain");
NS::ErrorDomain const NS::MachErrorDomain = constant("NSMachErrorDomain");

NS::ErrorUserInfoKey const NS::UnderlyingErrorKey = constant("NSUnderlyingError");
NS::ErrorUserInfoKey const NS::LocalizedDescriptionKey = constant("NSLocalizedDescription");
NS::ErrorUserInfoKey const NS::LocalizedFailureReasonErrorKey =
    constant("NSLocalizedFailureReason");
NS::ErrorUserInfoKey const NS::LocalizedRecoverySuggestionErrorKey =
    constant("NSLocalizedRecoverySuggestion");
NS::ErrorUserInfoKey const NS::DebugDescriptionErrorKey = constant("NSDebugDescription");
NS::ErrorUserInfoKey const NS::FilePathErrorKey = constant("NSFilePathErrorKey");

namespace softmetal {

bool ErrorObject::equals(const ObjectBase& other) const {
  const auto* error = dynamic_cast<const ErrorObject*>(&other);
  return error != nullptr && error->code == code && view(error->domain.get()) == view(domain.get());
}

std::string ErrorObject::description() const {
  return "Error Domain=" + std::string(view(domain.get())) + " Code=" + std::to_string(code) +
         " \"" + std::string(view(handle()->localizedDescription())) + "\"";
}

NS::SharedPtr<NS::Error> make_error(const char* domain, NS::Integer code,
                                    const std::string& message) {
  const auto text = make_string(message);
  auto info = make<DictionaryObject>();
  info->insert(impl<ObjectBase>(NS::LocalizedDescriptionKey), impl<ObjectBase>(text.get()));
  auto error = make<ErrorObject>();
  error->domain = make_string(domain);
  error->code = code;
  error->user_info = NS::RetainPtr(info->handle());
  return NS::RetainPtr(error->handle());
}

void report(NS::Error** error, const char* domain, NS::Integer code, const std::string& message) {
  if (error != nullptr) *error = make_error(domain, code, message)->retain()->autorelease();
}

}  // namespace softmetal

using softmetal::ErrorObject;
using softmetal::get;
using softmetal::send;

NS::Error* NS::Error::error(ErrorDomain domain, Integer code, Dictionary* pDictionary) {
  return alloc()->init(domain, code, pDictionary)->autorelease();
}

NS::Error* NS::Error::alloc() { return (new ErrorObject)->handle(); }

NS::Error* NS::Error::init() { return this; }

NS::Error* NS::Error::init(ErrorDomain domain, Integer code, Dictionary* pDictionary) {
  send<ErrorObject>(this, [&](ErrorObject& self) {
    self.domain = NS::RetainPtr(domain);
    self.code = code;
    self.user_info = NS::RetainPtr(pDictionary);
  });
  return this;
}

NS::Integer NS::Error::code() const { return get(this, &ErrorObject::code); }

NS::ErrorDomain NS::Error::domain() const { return get(this, &ErrorObject::domain); }

NS::Dictionary* NS::Error::userInfo() const { return get(this, &ErrorObject::user_info); }

NS::String* NS::Error::localizedDescription() const {
  return send<ErrorObject>(this, [](ErrorObject& self) {
    auto* text = self.user_info->object<NS::String>(NS::LocalizedDescriptionKey);
    if (text != nullptr) return text;
    return softmetal::autoreleased_string("The operation couldn’t be completed. (" +
                                          std::string(softmetal::view(self.domain.get())) +
                                          " error " + std::to_string(self.code) + ".)");
  });
}

NS::Array* NS::Error::localizedRecoveryOptions() const { return nullptr; }

NS::String* NS::Error::localizedRecoverySuggestion() const {
  return userInfo()->object<NS::String>(LocalizedRecoverySuggestionErrorKey);
}

NS::String* NS::Error::localizedFailureReason() const {
  return userInfo()->object<NS::String>(LocalizedFailureReasonErrorKey);
}
