// Foundation.hpp: all of Foundation that Metal's interface mentions.
#pragma once

#include "NSArray.hpp"            // IWYU pragma: export
#include "NSAutoreleasePool.hpp"  // IWYU pragma: export
#include "NSData.hpp"             // IWYU pragma: export
#include "NSDate.hpp"             // IWYU pragma: export
#include "NSDefines.hpp"          // IWYU pragma: export
#include "NSDictionary.hpp"       // IWYU pragma: export
#include "NSEnumerator.hpp"       // IWYU pragma: export
#include "NSError.hpp"            // IWYU pragma: export
#include "NSNotification.hpp"     // IWYU pragma: export
#include "NSNumber.hpp"           // IWYU pragma: export
#include "NSObjCRuntime.hpp"      // IWYU pragma: export
#include "NSObject.hpp"           // IWYU pragma: export
#include "NSProcessInfo.hpp"      // IWYU pragma: export
#include "NSRange.hpp"            // IWYU pragma: export
#include "NSSharedPtr.hpp"        // IWYU pragma: export
#include "NSString.hpp"           // IWYU pragma: export
#include "NSTypes.hpp"            // IWYU pragma: export
#include "NSURL.hpp"              // IWYU pragma: export
