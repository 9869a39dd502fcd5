// SPDX-License-Identifier: MIT
//
// Which of Highway's instruction sets the kernels are not compiled for, so that every source file says the
// same: include it before hwy/foreach_target.h. An x86 without AVX2 runs the portable code, since few are
// left that would be worth a target of their own; AVX3_DL adds nothing that the kernels use.
#pragma once

#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL)
