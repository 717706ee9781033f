// NSDate.hpp: a point in time.
#pragma once

#include "NSObject.hpp"

namespace NS {

class Date : public Copying<Date> {
 public:
  static Date* dateWithTimeIntervalSinceNow(TimeInterval secs);
};

}  // namespace NS
