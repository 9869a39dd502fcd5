// SPDX-License-Identifier: MIT
//
// Wrong tables of small boards, and how often a sample finds one.
#include "tests/verify/planted.h"

#include <cmath>

#include "verify/sample.h"

namespace quixo::verify {
namespace {

INSTANTIATE_TEST_SUITE_P(Boards, Planted, testing::Values("2x4-line4", "3x3"), name_of);
INSTANTIATE_TEST_SUITE_P(Boards, Pinned, testing::Values("2x4-line4", "3x3"), name_of);

/// How likely a random position of a sample is this one: every number of cubes is as likely as any other, and
/// so is every position with that number.
double likelihood(const Geometry& geometry, Position position) {
  const int layer = std::popcount(position.occupied());
  double positions = 1;  // with these cubes: cells over layer, times 2 to the layer
  for (int i = 0; i < layer; ++i) positions *= 2.0 * (geometry.cells() - i) / (i + 1);
  return 1.0 / positions / (geometry.cells() + 1);
}

TEST(Sample, FindsWithTheChanceItStates) {
  const Rules rules = parse_rules("3x3");
  const Geometry geometry(rules);
  Values values = values_of(solve_in_memory(rules));
  std::mt19937_64 random(3);
  for (auto& [position, value] : values)
    if (value.outcome == Outcome::win && value.distance > 1 && random() % 2 == 0) value.distance += 2;
  const TemporaryDirectory directory;
  write_table(directory.path(), rules, Metric::distance, values);
  const Table table = Table::open(directory.path());
  double total = 0;
  double wrong = 0;
  for (const Position& position : all_positions(rules)) {
    if (position.to_move != Player::x) continue;
    total += likelihood(geometry, position);
    if (ask(table, position) != value_from_moves(table, position)) wrong += likelihood(geometry, position);
  }
  EXPECT_NEAR(total, 1, 1e-9);
  ASSERT_GT(wrong, 0.01);
  ASSERT_LT(wrong, 0.2);

  // As large a sample as it takes, for a share of wrong positions that is no larger than this.
  std::uint64_t size = 1;
  while (share_found(size, 0.9) > wrong) ++size;
  EXPECT_GT(size, 10U);
  constexpr int samples = 400;
  int found = 0;
  for (std::uint64_t seed = 0; seed < samples; ++seed) {
    bool any = false;
    for (const Position& position : random_positions(geometry, size, seed)) {
      Problems problems;
      check_position(table, position, problems);
      any = any || problems.count() > 0;
      if (any) break;
    }
    found += any ? 1 : 0;
  }
  // 360 are the least expected; four standard deviations of 6 are allowed.
  EXPECT_GE(found, 336);
}

TEST(Sample, SaysWhatItFinds) {
  EXPECT_NEAR(share_found(1, 0.5), 0.5, 1e-12);
  EXPECT_NEAR(share_found(2, 0.75), 0.5, 1e-12);
  EXPECT_NEAR(std::pow(1 - share_found(5000, 0.99), 5000), 0.01, 1e-9);
  EXPECT_EQ(share_found(0, 0.99), 1);
}

}  // namespace
}  // namespace quixo::verify
