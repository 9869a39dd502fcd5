// SPDX-License-Identifier: MIT
//
// What the engine finds, against what the paper prints, and that nothing but the rules and the metric has a
// say in it: neither threads and instruction sets, nor where the layers are kept.
#include "solve/solver.h"

#include <fmt/format.h>

#include "cube/kernel.h"
#include "game/notation.h"
#include "game/play.h"
#include "tests/files.h"
#include "tests/game/support.h"
#include "tests/paper/steps_4x4.h"

namespace quixo::solve {
namespace {

Result solved(const Geometry& geometry, Metric metric = Metric::distance, int threads = 2) {
  Options options;
  options.metric = metric;
  options.threads = threads;
  return solve(geometry, options);
}

std::uint64_t power_of_3(int exponent) { return exponent == 0 ? 1 : 3 * power_of_3(exponent - 1); }

void expect_equal(const Result& a, const Result& b) {
  EXPECT_EQ(a.signature, b.signature);
  EXPECT_EQ(a.empty_board, b.empty_board);
  EXPECT_EQ(a.census, b.census);
  EXPECT_EQ(a.win, b.win);
  EXPECT_EQ(a.loss, b.loss);
}

TEST(Solver, TheFirstPlayerWins3x3InSeven) {
  const Geometry geometry(parse_rules("3x3"));
  EXPECT_EQ(solved(geometry).empty_board, (Value{Outcome::win, 7}));
  EXPECT_EQ(solved(geometry, Metric::outcome).empty_board, (Value{Outcome::win, 0}));
}

class On4x4 : public testing::Test {
 protected:
  const Geometry geometry_{parse_rules("4x4")};
  const OutcomeCounts totals_{26'434'489, 15'003'736, 1'608'496};
};

TEST_F(On4x4, OutcomesMatchThePaper) {
  const Result result = solved(geometry_, Metric::outcome);
  EXPECT_EQ(result.census.totals(), totals_);
  EXPECT_TRUE(result.census.distances.empty());
  EXPECT_EQ(result.empty_board, (Value{Outcome::win, 0}));
  EXPECT_EQ(result.win, std::nullopt);
  EXPECT_EQ(result.loss, std::nullopt);
}

TEST_F(On4x4, StepsMatchThePaper) {
  const Result result = solved(geometry_);
  EXPECT_EQ(result.census.totals(), totals_);
  EXPECT_EQ(result.census.distances, paper_steps_4x4);
  EXPECT_EQ(result.empty_board, (Value{Outcome::win, 21}));
  ASSERT_TRUE(result.win);
  EXPECT_EQ(result.win->distance, 21);
  ASSERT_TRUE(result.loss);
  EXPECT_EQ(result.loss->distance, 22);
  // The paper: only this state and its symmetric ones lose in 22.
  EXPECT_EQ(canonical(geometry_, result.loss->position),
            canonical(geometry_, parse_position(geometry_, "2OX/4/XOO1/4 x")));
}

class EveryRules : public testing::TestWithParam<const char*> {
 protected:
  const Geometry geometry_{parse_rules(GetParam())};
};

TEST_P(EveryRules, TheCensusIsWholeAndBothMetricsAgree) {
  const Result outcomes = solved(geometry_, Metric::outcome);
  const Result distances = solved(geometry_, Metric::distance);
  const OutcomeCounts totals = distances.census.totals();
  EXPECT_EQ(totals.total(), power_of_3(geometry_.cells()));
  OutcomeCounts by_distance;
  for (const auto& [distance, counts] : distances.census.distances) by_distance += counts;
  EXPECT_EQ(by_distance, (OutcomeCounts{totals.win, totals.loss, 0}));
  EXPECT_EQ(outcomes.census.classes, distances.census.classes);
  EXPECT_EQ(outcomes.empty_board.outcome, distances.empty_board.outcome);
  EXPECT_NE(outcomes.signature, distances.signature);
}

TEST_P(EveryRules, ThreadsChangeNothing) {
  for (const Metric metric : {Metric::outcome, Metric::distance}) {
    const Result of_one = solved(geometry_, metric, 1);
    for (const int threads : {2, 3}) expect_equal(solved(geometry_, metric, threads), of_one);
  }
}

TEST_P(EveryRules, InstructionSetsChangeNothing) {
  for (const Metric metric : {Metric::outcome, Metric::distance}) {
    const Result best = solved(geometry_, metric);
    for (const std::string& target : cube::simd_targets()) {
      cube::use_simd_target(target);
      expect_equal(solved(geometry_, metric), best);
    }
    cube::use_simd_target(cube::simd_targets().front());
  }
}

TEST_P(EveryRules, ADirectoryChangesNothingAndKeepsTheResult) {
  for (const Metric metric : {Metric::outcome, Metric::distance}) {
    const TemporaryDirectory directory;
    Options options;
    options.metric = metric;
    options.threads = 2;
    options.directory = directory.path() / "made" / "when needed";
    const Result kept = solve(geometry_, options);
    expect_equal(kept, solved(geometry_, metric));
    EXPECT_GT(kept.bytes, 0U);
    const auto files = files_in(*options.directory);
    // A part or two of each layer, the manifest, and what the directory is for.
    const std::size_t parts = metric == Metric::outcome ? 1 : 2;
    EXPECT_EQ(files.size(), parts * static_cast<std::size_t>(geometry_.cells() + 1) + 2);
    int calls = 0;
    options.progress = [&](const Progress&) { ++calls; };
    expect_equal(solve(geometry_, options), kept);
    EXPECT_EQ(calls, 0) << "a finished solve is only read";
    EXPECT_EQ(files_in(*options.directory), files);
  }
}

INSTANTIATE_TEST_SUITE_P(, EveryRules,
                         testing::Values("2x2", "3x3", "3x3-line2-double-wins", "2x6-line4", "3x4",
                                         "4x3-double-wins", "3x5", "5x3-double-wins", "4x4",
                                         "4x4-line3-double-wins"),
                         [](const auto& test) {
                           std::string name = test.param;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

TEST(Solver, ProgressGoesDownTheLayersToTheEnd) {
  const Geometry geometry(parse_rules("4x4"));
  for (const Metric metric : {Metric::outcome, Metric::distance}) {
    Options options;
    options.metric = metric;
    options.threads = 3;
    int layer = 16;
    double share = 0;
    double longest_leap = 0;
    std::string back;
    options.progress = [&](const Progress& progress) {
      if (progress.layer > layer || progress.share < share || progress.share > 1 || progress.phase.empty() ||
          progress.phase_share <= 0 || progress.phase_share > 1)
        back = fmt::format("layer {}, {} {}: {} after {}", progress.layer, progress.phase,
                           progress.phase_share, progress.share, share);
      layer = progress.layer;
      longest_leap = std::max(longest_leap, progress.share - share);
      share = progress.share;
    };
    solve(geometry, options);
    EXPECT_EQ(back, "");
    EXPECT_EQ(layer, 0);
    EXPECT_GT(share, 0.9);
    EXPECT_LT(longest_leap, 0.1);
  }
}

}  // namespace
}  // namespace quixo::solve
