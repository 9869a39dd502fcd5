// SPDX-License-Identifier: MIT
//
// Work that has parts shows one progress, from 0 to 1, whatever its parts say of themselves.
#include "base/job.h"

#include <gtest/gtest.h>

#include <vector>

namespace quixo {
namespace {

TEST(Job, ShowsItsShare) {
  std::vector<Progress> shown;
  const Job job{.progress = [&](const Progress& progress) { shown.push_back(progress); }};
  job.show(0.25);
  ASSERT_EQ(shown.size(), 1U);
  EXPECT_EQ(shown[0].share, 0.25);
  EXPECT_EQ(shown[0].phase_share, 0.25);
  EXPECT_EQ(shown[0].phase, "");
  EXPECT_EQ(shown[0].layer, -1);
}

TEST(Job, WithoutProgressShowsNothing) {
  const Job job;
  EXPECT_NO_THROW(job.show(0.5));
  EXPECT_FALSE(part_of(job, 0.5, 1).progress);
}

TEST(PartOf, ScalesTheShareAndKeepsTheRest) {
  std::stop_source stop;
  std::vector<Progress> shown;
  const Job job{3, stop.get_token(), [&](const Progress& progress) { shown.push_back(progress); }};
  const Job part = part_of(job, 0.5, 0.75);
  EXPECT_EQ(part.threads, 3);
  part.progress({"sweep 3", 0.1, 0, 7});
  part.progress({"sweep 3", 0.9, 0.5, 7});
  part.show(1);
  ASSERT_EQ(shown.size(), 3U);
  EXPECT_EQ(shown[0].share, 0.5);
  EXPECT_EQ(shown[0].phase, "sweep 3");
  EXPECT_EQ(shown[0].phase_share, 0.1);
  EXPECT_EQ(shown[0].layer, 7);
  EXPECT_EQ(shown[1].share, 0.625);
  EXPECT_EQ(shown[2].share, 0.75);
  stop.request_stop();
  EXPECT_TRUE(part.stop.stop_requested());
}

TEST(PartOf, APartIsAShareOfTheWhole) {
  double share = 0;
  const Job job{.progress = [&](const Progress& progress) { share = progress.share; }};
  const Job half = part_of(job, 0.5, 1);
  const Job quarter = part_of(half, 0.5, 1);
  quarter.show(0);
  EXPECT_EQ(share, 0.75);
  quarter.show(1);
  EXPECT_EQ(share, 1);
}

}  // namespace
}  // namespace quixo
