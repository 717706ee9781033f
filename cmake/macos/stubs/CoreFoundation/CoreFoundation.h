// What metal-cpp takes from Apple's CoreFoundation.h, for compiling against it without the SDK.
#pragma once
#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
typedef double CFTimeInterval;
