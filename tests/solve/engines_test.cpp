// SPDX-License-Identifier: MIT
//
// Two engines that share nothing but the rules, held against each other bit for bit: on every board of up to
// twelve cells with every line and both double-line rules, and on demand up to sixteen.
#include <gtest/gtest.h>

#include "paper/paper.h"
#include "solve/layout.h"
#include "solve/solver.h"
#include "tests/game/support.h"

namespace quixo::solve {
namespace {

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

INSTANTIATE_TEST_SUITE_P(UpTo12Cells, Engines, testing::ValuesIn(all_rules(12)), test_name);

// 43 million states take the paper's engine minutes under a sanitizer.
#ifndef QUIXO_SLOW_BUILD
INSTANTIATE_TEST_SUITE_P(Large, Engines, testing::Values(Rules{4, 4, 4}), test_name);
#endif

std::vector<Rules> rules_of_13_to_16_cells() {
  std::vector<Rules> found = all_rules(16);
  std::erase_if(found, [](const Rules& rules) { return rules.cells() <= 12 || rules.rows > rules.cols; });
  return found;
}

// Half an hour: `make test-long`.
INSTANTIATE_TEST_SUITE_P(DISABLED_UpTo16Cells, Engines, testing::ValuesIn(rules_of_13_to_16_cells()),
                         test_name);

TEST(Signature, ChangesWithAnyStoredValue) {
  const Geometry geometry(Rules{2, 3, 2});
  const Layout layout(geometry);
  const paper::Solution paper = paper::solve(geometry, {});
  const auto signature = [&](const std::function<Value(Position)>& value) {
    return signature_of(geometry, Metric::distance, 1, value);
  };
  const std::uint64_t right = signature([&](Position position) { return paper.value(position); });
  for (int n = 0; n <= geometry.cells(); ++n)
    for (std::uint32_t cube = 0; cube < layout.layer(n).size(); ++cube)
      for (std::uint32_t bit = 0; bit < 1U << n; ++bit) {
        const Position changed = layout.position(n, cube, bit);
        const std::uint64_t wrong = signature([&](Position position) {
          Value value = paper.value(position);
          if (position != changed) return value;
          value.outcome = value.outcome == Outcome::win ? Outcome::loss : Outcome::win;
          ++value.distance;
          return value;
        });
        ASSERT_NE(wrong, right) << changed;
      }
}

}  // namespace
}  // namespace quixo::solve
