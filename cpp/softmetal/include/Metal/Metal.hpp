// Metal.hpp: all of Metal that these headers declare.
#pragma once

#include "MTLArgument.hpp"                // IWYU pragma: export
#include "MTLBinaryArchive.hpp"           // IWYU pragma: export
#include "MTLBlitCommandEncoder.hpp"      // IWYU pragma: export
#include "MTLBlitPass.hpp"                // IWYU pragma: export
#include "MTLBuffer.hpp"                  // IWYU pragma: export
#include "MTLCommandBuffer.hpp"           // IWYU pragma: export
#include "MTLCommandEncoder.hpp"          // IWYU pragma: export
#include "MTLCommandQueue.hpp"            // IWYU pragma: export
#include "MTLComputeCommandEncoder.hpp"   // IWYU pragma: export
#include "MTLComputePass.hpp"             // IWYU pragma: export
#include "MTLComputePipeline.hpp"         // IWYU pragma: export
#include "MTLCounters.hpp"                // IWYU pragma: export
#include "MTLDataType.hpp"                // IWYU pragma: export
#include "MTLDevice.hpp"                  // IWYU pragma: export
#include "MTLEvent.hpp"                   // IWYU pragma: export
#include "MTLFence.hpp"                   // IWYU pragma: export
#include "MTLFunctionConstantValues.hpp"  // IWYU pragma: export
#include "MTLFunctionDescriptor.hpp"      // IWYU pragma: export
#include "MTLLibrary.hpp"                 // IWYU pragma: export
#include "MTLPipeline.hpp"                // IWYU pragma: export
#include "MTLResource.hpp"                // IWYU pragma: export
#include "MTLTypes.hpp"                   // IWYU pragma: export
#include "MTLVersion.hpp"                 // IWYU pragma: export
