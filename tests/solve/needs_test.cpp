// SPDX-License-Identifier: MIT
//
// What a solve is said to need, against what it takes.
#include "solve/needs.h"

#include <sys/resource.h>
#include <sys/wait.h>

#include <cmath>
#include <thread>

#include "game/notation.h"
#include "tests/files.h"
#include "tests/game/support.h"

namespace quixo::solve {
namespace {

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

TEST(Needs, ThreadsWithoutABitmapOrACoreCountForNothing) {
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

/// By hand, from the numbers of sets that Burnside's lemma gives.
TEST(Needs, OfLargeBoardsGrowWithTheirPositions) {
  Options options;
  options.threads = 2;
  options.directory = "anywhere";
  options.metric = Metric::outcome;
  for (const char* rules : {"2x13", "3x9", "4x7", "2x14", "3x10", "5x6"}) {
    const Geometry geometry(parse_rules(rules));
    const double positions = std::pow(3.0, geometry.cells()) / 4;  // and some more, for symmetric ones
    options.metric = Metric::outcome;
    const Needs outcomes = needs(geometry, options);
    EXPECT_NEAR(static_cast<double>(outcomes.table), positions * 0.37 / 8, positions * 0.001) << rules;
    EXPECT_NEAR(outcomes.seconds * std::min(2, all_threads()), positions * 5.2e-9, positions * 1e-9) << rules;
    // Three planes of the largest layer, or a little less: a tenth of all positions is in it.
    EXPECT_GT(static_cast<double>(outcomes.memory), positions / 8 * 0.3) << rules;
    EXPECT_LT(static_cast<double>(outcomes.memory), positions / 8 * 0.7) << rules;
    options.metric = Metric::distance;
    EXPECT_GT(needs(geometry, options).memory, outcomes.memory) << rules;
    EXPECT_GT(needs(geometry, options).disk, outcomes.disk) << rules;
  }
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
