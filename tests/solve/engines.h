// SPDX-License-Identifier: MIT
//
// Two engines that share nothing but the rules, held against each other bit for bit. Whoever includes this
// says on which boards.
#pragma once

#include <gtest/gtest.h>

#include "paper/paper.h"
#include "solve/solver.h"
#include "tests/game/support.h"

namespace quixo::solve {

class Engines : public testing::TestWithParam<Rules> {};

TEST_P(Engines, AgreeOnEveryPosition) {
  const Geometry geometry(GetParam());
  // Solved once, with distances: its own tests hold its outcomes against them.
  const paper::Solution paper = paper::solve(geometry, {.distances = true, .threads = 2, .progress = {}});
  for (const Metric metric : {Metric::outcome, Metric::distance}) {
    Options options;
    options.metric = metric;
    options.threads = 2;
    const Result result = solve(geometry, options);
    EXPECT_EQ(result.signature,
              signature_of(geometry, metric, 2, [&](Position position) { return paper.value(position); }));
    EXPECT_EQ(result.census.classes, paper.census().classes);
    EXPECT_EQ(result.empty_board.outcome, paper.value({}).outcome);
    if (metric == Metric::outcome) continue;
    EXPECT_EQ(result.census.distances, paper.census().distances);
    EXPECT_EQ(result.empty_board, paper.value({}));
    for (const auto& [longest, outcome] :
         {std::pair(result.win, Outcome::win), std::pair(result.loss, Outcome::loss)})
      if (longest) {
        const Value expected{outcome, static_cast<std::uint16_t>(longest->distance)};
        EXPECT_EQ(paper.value(longest->position), expected);
      }
  }
}

}  // namespace quixo::solve
