// NSNotification.hpp: the type of notification names.
#pragma once

#include "NSObject.hpp"

namespace NS {

using NotificationName = class String*;

}  // namespace NS
