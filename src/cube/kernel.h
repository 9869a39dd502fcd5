// SPDX-License-Identifier: MIT
//
// The bit-parallel kernels, one source compiled for every instruction set and chosen when the program runs.
// The choice can be overridden, for tests and comparisons.
//
// Cubes are aligned to 64 bytes, or to their size when they are smaller. The functions are pure on their
// arguments, so threads may call them at once on different accumulators.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cube/axis_map.h"

namespace quixo::cube {

/// acc |= child, axes permuted.
void combine(const AxisMap& map, const Word* child, Word* acc);

/// The same for two planes of one child at once: the address work is shared.
void combine2(const AxisMap& map, const Word* child0, Word* acc0, const Word* child1, Word* acc1);

/// The instruction sets this machine can run, best first, among scalar, avx2 and avx512.
std::vector<std::string> simd_targets();

/// The one in use: the best, unless use_simd_target() said otherwise.
std::string simd_target();

/// Uses that set from now on, in this and bitmap.h. Throws std::invalid_argument when the name is unknown or
/// the machine lacks it. Not to be called while other threads run kernels.
void use_simd_target(std::string_view name);

}  // namespace quixo::cube
