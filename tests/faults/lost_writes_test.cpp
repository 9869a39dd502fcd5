// SPDX-License-Identifier: MIT
//
// A power cut at every change that a solve or a full check makes on the disk. Whatever of the unsynced
// survives, the solve goes on to the very same table, and the check finds what it would have found.
#include "tests/faults/support.h"
#include "verify/verify.h"

namespace quixo::faults {
namespace {

constexpr Survives all_ways[] = {Survives::nothing, Survives::names, Survives::some};

/// Calls look(root) with what is found below a root when the power is back, in each of the ways.
template <class Look>
void when_the_power_is_back(ForgetfulDisk& disk, std::span<const Survives> ways, std::mt19937& random,
                            const Look& look) {
  QuickDisk quick;
  const StandIn stand_in(quick);
  for (const Survives what : ways) {
    const TemporaryDirectory after;
    disk.restore(after.path(), what, random);
    look(after.path());
  }
}

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
    const Survives ways[] = {Survives::nothing, k % 2 == 0 ? Survives::names : Survives::some};
    when_the_power_is_back(disk, ways, random, [&](const std::filesystem::path& root) {
      const std::filesystem::path table = root / "a" / "table";
      // A solve that has said that it is done has its table for good.
      if (message.empty()) {
        ASSERT_TRUE(std::filesystem::exists(table / "manifest.json")) << k;
      }
      ASSERT_EQ(failure_of([&] { solve_in(table, geometry_, metric_); }), "") << k;
      ASSERT_EQ(files_in(table), expected_) << k;
    });
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(k, 100);
}

INSTANTIATE_TEST_SUITE_P(, LostWrites,
                         testing::Combine(testing::Values("2x4", "3x3"),
                                          testing::Values(Metric::outcome, Metric::distance)),
                         name_of_test);

/// Of two peers, who write the files of a table together.
TEST(LostWritesOfTwo, LoseNothingThatIsBuiltUpon) {
  const Geometry geometry(parse_rules("2x3"));
  const Files expected = undisturbed(geometry, Metric::distance);
  std::mt19937 random(1);
  int k = 1;
  for (bool crashed = true; crashed; k += 3) {
    const TemporaryDirectory before;
    ForgetfulDisk disk(before.path(), k);
    {
      const StandIn stand_in(disk);
      failure_of([&] { solve_together(2, before.path() / "table", geometry, Metric::distance); });
    }
    crashed = disk.crashed();
    when_the_power_is_back(disk, all_ways, random, [&](const std::filesystem::path& root) {
      const std::filesystem::path table = root / "table";
      ASSERT_EQ(failure_of([&] { solve_together(k % 2 == 0 ? 1 : 2, table, geometry, Metric::distance); }),
                "")
          << k;
      ASSERT_EQ(files_in(table), expected) << k;
    });
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(k, 100);
}

/// In a table with a wrong value far down. Notes that are lost, or half there, must not hide it.
TEST(LostNotes, OfAFullCheckHideNothing) {
  const TemporaryDirectory table;
  wrong_table(table.path(), Metric::distance);
  const auto check = [&](const std::filesystem::path& own) {
    verify::Options options;
    options.extent = verify::Extent::full;
    options.threads = 1;
    options.between_notes = std::chrono::milliseconds(0);
    options.positions_per_note = 1;
    options.own = own;
    return verify::verify(table.path(), options);
  };
  const TemporaryDirectory undisturbed;
  const verify::Report expected = check(undisturbed.path() / "own");
  ASSERT_GT(expected.problem_count, 0U);
  std::mt19937 random(1);
  int k = 1;
  for (bool crashed = true; crashed; ++k) {
    const TemporaryDirectory before;
    ForgetfulDisk disk(before.path(), k);
    {
      const StandIn stand_in(disk);
      failure_of([&] { check(before.path() / "own"); });
    }
    crashed = disk.crashed();
    when_the_power_is_back(disk, all_ways, random, [&](const std::filesystem::path& root) {
      verify::Report report;
      ASSERT_EQ(failure_of([&] { report = check(root / "own"); }), "") << k;
      ASSERT_EQ(report.problems, expected.problems) << k;
    });
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(k, 100);
}

}  // namespace
}  // namespace quixo::faults
