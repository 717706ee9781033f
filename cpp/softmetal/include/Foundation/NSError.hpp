// NSError.hpp: what failed, by domain and code.
#pragma once

#include "NSObject.hpp"

namespace NS {

using ErrorDomain = class String*;
extern ErrorDomain const CocoaErrorDomain;
extern ErrorDomain const POSIXErrorDomain;
extern ErrorDomain const OSStatusErrorDomain;
extern ErrorDomain const MachErrorDomain;

using ErrorUserInfoKey = class String*;
extern ErrorUserInfoKey const UnderlyingErrorKey;
extern ErrorUserInfoKey const LocalizedDescriptionKey;
extern ErrorUserInfoKey const LocalizedFailureReasonErrorKey;
extern ErrorUserInfoKey const LocalizedRecoverySuggestionErrorKey;
extern ErrorUserInfoKey const DebugDescriptionErrorKey;
extern ErrorUserInfoKey const FilePathErrorKey;

class Error : public Copying<Error> {
 public:
  static Error* error(ErrorDomain domain, Integer code, class Dictionary* pDictionary);

  static Error* alloc();
  Error* init();
  Error* init(ErrorDomain domain, Integer code, class Dictionary* pDictionary);

  Integer code() const;
  ErrorDomain domain() const;
  class Dictionary* userInfo() const;
  // Of the user info, or made from domain and code.
  class String* localizedDescription() const;
  class Array* localizedRecoveryOptions() const;
  class String* localizedRecoverySuggestion() const;
  class String* localizedFailureReason() const;
};

}  // namespace NS
