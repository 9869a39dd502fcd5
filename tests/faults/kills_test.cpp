// SPDX-License-Identifier: MIT
//
// Kills at named points, on boards that take seconds.
#include "tests/faults/kills.h"

namespace quixo::faults {
namespace {

TEST_P(Kills, ManyTimesOver) {
  const TemporaryDirectory directory;
  int kills = 0;
  for (int k = 1; !ends_before(k, directory.path()) && !HasFailure(); k += kills % 3) ++kills;
  EXPECT_GT(kills, 10);
  EXPECT_EQ(files_in(directory.path()), expected_);
}

INSTANTIATE_TEST_SUITE_P(, Kills,
                         testing::Combine(testing::Values("3x3", "2x5", "4x4"),
                                          testing::Values(Metric::outcome, Metric::distance)),
                         name_of_test);

}  // namespace
}  // namespace quixo::faults
