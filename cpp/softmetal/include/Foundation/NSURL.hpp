// NSURL.hpp: file URLs.
#pragma once

#include "NSObject.hpp"

namespace NS {

class URL : public Copying<URL> {
 public:
  static URL* fileURLWithPath(const class String* pPath);

  static URL* alloc();
  URL* init();
  URL* init(const class String* pString);
  URL* initFileURLWithPath(const class String* pPath);

  // The path of a file URL, null for other URLs; valid as long as the URL.
  const char* fileSystemRepresentation() const;
};

}  // namespace NS
