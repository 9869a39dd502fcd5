// SPDX-License-Identifier: MIT
//
// A power cut at every change that a solve makes on the disk. Whatever of the unsynced survives, the solve
// goes on to the very same table.
#include "tests/faults/support.h"

namespace quixo::faults {
namespace {

class LostWrites : public testing::TestWithParam<std::tuple<const char*, Metric>> {
 protected:
  const Geometry geometry_{parse_rules(std::get<0>(GetParam()))};
  const Metric metric_ = std::get<1>(GetParam());
  const Files expected_ = undisturbed(geometry_, metric_);
};

TEST_P(LostWrites, LoseNothingThatIsBuiltUpon) {
  std::mt19937 random(1);
  int k = 1;
  // Every change on the smaller board, every third on the larger one.
  for (bool crashed = true; crashed; k += geometry_.cells() < 9 ? 1 : 3) {
    const TemporaryDirectory before;
    ForgetfulDisk disk(before.path(), k);
    std::string message;
    {
      const StandIn stand_in(disk);
      message = failure_of([&] { solve_in(before.path() / "a" / "table", geometry_, metric_); });
    }
    crashed = disk.crashed();
    QuickDisk quick;
    const StandIn stand_in(quick);
    for (const Survives what : {Survives::nothing, k % 2 == 0 ? Survives::names : Survives::some}) {
      const TemporaryDirectory after;
      disk.restore(after.path(), what, random);
      const std::filesystem::path table = after.path() / "a" / "table";
      // A solve that has said that it is done has its table for good.
      if (message.empty()) {
        ASSERT_TRUE(std::filesystem::exists(table / "manifest.json")) << k;
      }
      ASSERT_EQ(failure_of([&] { solve_in(table, geometry_, metric_); }), "") << k;
      ASSERT_EQ(files_in(table), expected_) << k;
    }
  }
  EXPECT_GT(k, 100);
}

INSTANTIATE_TEST_SUITE_P(, LostWrites,
                         testing::Combine(testing::Values("2x4", "3x3"),
                                          testing::Values(Metric::outcome, Metric::distance)),
                         name_of_test);

}  // namespace
}  // namespace quixo::faults
