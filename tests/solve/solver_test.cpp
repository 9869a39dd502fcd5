// SPDX-License-Identifier: MIT
//
// What the engine finds, against what the paper prints, and that nothing but the rules and the metric has a
// say in it: neither threads and instruction sets, nor where the layers are kept.
#include "solve/solver.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <cmath>
#include <thread>

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

TEST(Needs, Of5x5FitAnOrdinaryMachine) {
  const Geometry geometry(parse_rules("5x5"));
  Options options;
  options.threads = 8;
  options.directory = "anywhere";
  options.metric = Metric::outcome;
  EXPECT_LE(needs(geometry, options).memory, 9'000'000'000U);
  options.metric = Metric::distance;
  const Needs with_directory = needs(geometry, options);
  EXPECT_LE(with_directory.memory, 14'000'000'000U);
  EXPECT_GT(with_directory.disk, 0U);
  options.directory.reset();
  EXPECT_GT(needs(geometry, options).memory, with_directory.memory);
  EXPECT_EQ(needs(geometry, options).disk, 0U);
}

TEST(Needs, ThreadsWithoutACubeOrACoreCountForNothing) {
  const Geometry geometry(parse_rules("5x5"));
  Options options;
  options.metric = Metric::outcome;
  options.threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  const Needs of_all_cores = needs(geometry, options);
  options.threads = std::max(128, options.threads);
  const Needs of_many = needs(geometry, options);
  EXPECT_EQ(of_many.seconds, of_all_cores.seconds);
  EXPECT_LE(of_many.memory, 10'000'000'000U);
}

TEST(Needs, OfTimeAreWhatWasMeasured) {
  struct Measured {
    const char* rules;
    Metric metric;
    double seconds;  // of CPU, as docs/results.md has them
  };
  for (const Measured& measured : {Measured{"4x5", Metric::distance, 45},
                                   {"3x8", Metric::outcome, 392},
                                   {"4x6", Metric::outcome, 485},
                                   {"5x5", Metric::outcome, 554},
                                   {"3x8", Metric::distance, 836},
                                   {"4x6", Metric::distance, 2107},
                                   {"5x5", Metric::distance, 8356}}) {
    Options options;
    options.metric = measured.metric;
    const double said = needs(Geometry(parse_rules(measured.rules)), options).seconds;
    EXPECT_LT(std::abs(said / measured.seconds - 1), 0.25) << measured.rules << ' ' << said;
  }
}

#ifndef QUIXO_SLOW_BUILD  // which takes memory of its own
/// The most memory that a solve holds: in a process of its own, less what that was born with.
std::uint64_t peak_memory(const Geometry& geometry, const Options& options) {
  const auto peak_of = [](const auto& work) {
    const pid_t child = fork();
    if (child == 0) {
      work();
      _exit(0);
    }
    rusage usage{};
    int status = -1;
    EXPECT_EQ(wait4(child, &status, 0, &usage), child);
    EXPECT_EQ(status, 0);
    return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
  };
  return peak_of([&] { solve(geometry, options); }) - peak_of([] {});
}

TEST(Needs, CoverTheMemoryOfASolve) {
  for (const char* rules : {"3x3", "3x5", "4x4", "2x8"})
    for (const Metric metric : {Metric::outcome, Metric::distance})
      for (const bool kept : {false, true}) {
        const Geometry geometry(parse_rules(rules));
        const TemporaryDirectory directory;
        Options options;
        options.metric = metric;
        options.threads = 2;
        if (kept) options.directory = directory.path();
        const std::uint64_t used = peak_memory(geometry, options);
        const std::uint64_t said = needs(geometry, options).memory;
        EXPECT_LE(used, said) << rules;
        EXPECT_LE(said, 2 * used + 80'000'000) << rules;
      }
}
#endif

TEST(Needs, CoverTheFilesOfASolve) {
  const Geometry geometry(parse_rules("4x4"));
  for (const Metric metric : {Metric::outcome, Metric::distance}) {
    const TemporaryDirectory directory;
    Options options;
    options.metric = metric;
    options.threads = 2;
    options.directory = directory.path();
    std::uint64_t peak = 0;
    options.progress = [&](const Progress&) {
      std::uint64_t bytes = 0;
      for (const auto& entry : std::filesystem::directory_iterator(directory.path()))
        bytes += entry.file_size();
      peak = std::max(peak, bytes);
    };
    const std::uint64_t bytes = solve(geometry, options).bytes;
    const Needs said = needs(geometry, options);
    EXPECT_LE(peak, said.disk);
    EXPECT_GE(peak, said.disk / 4);
    EXPECT_GE(bytes, said.table / 3);
    EXPECT_LE(bytes, said.table * 3);
  }
}

}  // namespace
}  // namespace quixo::solve
