// SPDX-License-Identifier: MIT
//
// Processes that solve and are killed before or after each rename and each sync, with other threads and
// another instruction set each time: the table is the same, byte for byte. Whoever includes this says on
// which boards; tools/kills does it to the program at any moment.
#pragma once

#include <sys/wait.h>

#include "cube/kernel.h"
#include "tests/faults/support.h"

namespace quixo::faults {

class Kills : public testing::TestWithParam<std::tuple<const char*, Metric>> {
 protected:
  /// Solves in a process of its own, which is killed at its k-th point; whether it ended before.
  bool ends_before(int k, const std::filesystem::path& directory) {
    const auto threads = static_cast<int>(1 + random_() % 3);
    const std::vector<std::string> targets = cube::simd_targets();
    const std::string& target = targets[random_() % targets.size()];
    const pid_t child = fork();
    if (child == 0) {
      cube::use_simd_target(target);
      KillingDisk disk(k);
      const StandIn stand_in(disk);
      _exit(failure_of([&] { solve_in(directory, geometry_, metric_, threads); }).empty() ? 0 : 1);
    }
    int status = 0;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFSIGNALED(status) ? WTERMSIG(status) == SIGKILL : WEXITSTATUS(status) == 0)
        << "point " << k;
    return !WIFSIGNALED(status);
  }

  const Geometry geometry_{parse_rules(std::get<0>(GetParam()))};
  const Metric metric_ = std::get<1>(GetParam());
  const Files expected_ = undisturbed(geometry_, metric_);
  std::mt19937 random_{7};
};

TEST_P(Kills, AtEveryPointOnce) {
  int k = 1;
  // With distances every fifth of many points, before and after in turn, and some of a larger board.
  const int step = geometry_.cells() > 12 ? 37 : metric_ == Metric::outcome ? 1 : 5;
  int kills = 0;
  for (bool ended = false; !ended && !HasFailure(); k += step) {
    const TemporaryDirectory directory;
    ended = ends_before(k, directory.path());
    if (!ended) ++kills;
    while (!ended && !ends_before(1'000'000, directory.path()) && !HasFailure()) {
    }
    ASSERT_EQ(files_in(directory.path()), expected_) << "killed at point " << k;
  }
  EXPECT_GT(k, 60);
  RecordProperty("kills", kills);
}

}  // namespace quixo::faults
