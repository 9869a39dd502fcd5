// SPDX-License-Identifier: MIT
//
// Kills at named points of a solve of 20 cells.
#include "tests/faults/kills.h"

namespace quixo::faults {
namespace {

INSTANTIATE_TEST_SUITE_P(, Kills, testing::Combine(testing::Values("4x5"), testing::Values(Metric::outcome)),
                         name_of_test);

}  // namespace
}  // namespace quixo::faults
