// <simd/simd.h>: everything it would declare comes with softmetal_prelude.h.
#pragma once
