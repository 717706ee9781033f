// softmetal_prelude.h: the whole Metal standard library, force-included before every program and
// precompiled once. The headers that programs name (metal_stdlib, metal_math, ...) are only guards.
//
// Compiled by clang as C++20 without any standard header. The order below is the order of
// dependence; softmetal/ has one file per concept.
#pragma once

#include "softmetal_version.h"

#include "softmetal_abi.h"

#include "softmetal/types.h"

#include "softmetal/bfloat.h"

#include "softmetal/traits.h"

#include "softmetal/limits.h"

#include "softmetal/conversions.h"

#include "softmetal/swizzle.h"

#include "softmetal/vector.h"

#include "softmetal/packed.h"

#include "softmetal/vector_names.h"

#include "softmetal/as_type.h"

#include "softmetal/overloads.h"

#include "softmetal/relational.h"

#include "softmetal/rounding.h"

#include "softmetal/common.h"

#include "softmetal/integer.h"

#include "softmetal/math_kernels.h"

#include "softmetal/floating_point.h"

#include "softmetal/exponential.h"

#include "softmetal/angle_reduction.h"

#include "softmetal/trigonometry.h"

#include "softmetal/geometric.h"

#include "softmetal/matrix.h"

#include "softmetal/array.h"

#include "softmetal/pack.h"

#include "softmetal/host.h"

#include "softmetal/synchronization.h"

#include "softmetal/atomic.h"

#include "softmetal/lane_exchange.h"

#include "softmetal/simdgroup.h"

#include "softmetal/quadgroup.h"

#include "softmetal/simdgroup_matrix.h"

#include "softmetal/compiler_builtins.h"

// What depends on the program follows the precompiled part.
#if !defined(SOFTMETAL_PRECOMPILED)
#include "softmetal/all_swizzles.h"
#include "softmetal/math_mode.h"
#endif

#include "softmetal/keywords.h"
