// SPDX-License-Identifier: MIT
#include "tests/solve/upper_layers.h"

namespace quixo::solve {
namespace {

// Planes of the second layer take 0.6 GB, and there are seven at a time.
TEST(UpperLayers, Of5x6FollowFromTheRules) { expect_upper_layers("5x6", 2, 50'000); }
TEST(UpperLayers, Of3x10FollowFromTheRules) { expect_upper_layers("3x10-line5", 1, 50'000); }
TEST(UpperLayers, Of2x15FollowFromTheRules) { expect_upper_layers("2x15-line6", 1, 50'000); }
// 0.9 GB each.
TEST(UpperLayers, Of4x7FollowFromTheRules) { expect_upper_layers("4x7", 3, 50'000); }

}  // namespace
}  // namespace quixo::solve
