// What metal-cpp takes from Apple's IOSurfaceRef.h, for compiling against it without the SDK.
#pragma once
typedef struct __IOSurface* IOSurfaceRef;
