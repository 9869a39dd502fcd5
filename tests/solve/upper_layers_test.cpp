// SPDX-License-Identifier: MIT
#include "tests/solve/upper_layers.h"

#include "tests/solve/layer_fold.h"

namespace quixo::solve {
namespace {

TEST(UpperLayers, Of26CellsFollowFromTheRules) { expect_upper_layers("2x13-line5", 2, 10'000); }
TEST(UpperLayers, Of27CellsFollowFromTheRules) { expect_upper_layers("3x9-line5", 1, 10'000); }
TEST(UpperLayers, Of28CellsFollowFromTheRules) { expect_upper_layers("4x7", 2, 10'000); }

/// Distances, too: a win is one move more than the nearest loss it leads to, a loss one more than the
/// farthest win.
TEST(UpperLayers, Of26CellsHaveTheDistancesOfTheRules) {
  const Rules rules = parse_rules("2x13-line5");
  const Geometry geometry(rules);
  const Layout layout(geometry);
  const slow::Game game = slow_game(rules);
  LayerFold fold(layout, 2);
  const LayerValues values = fold.solve();
  const auto value_of = [&](Position position) {
    const Layout::Place place = layout.place(with_x_to_move(position));
    return values[layout.shape(place.layer).position_number(place.bitmap, place.bit)];
  };
  std::mt19937_64 random(3);
  int longest = 0;
  for (int i = 0; i < 20'000; ++i) {
    const auto own = static_cast<Cells>(random()) & geometry.all_cells();
    const Position position = make_position(own, geometry.all_cells() & ~own, Player::x);
    if (is_over(geometry, position)) continue;
    Value best;  // a draw, or what is better or worse
    bool all_won = true;
    int farthest = 0;
    int nearest = 1 << 16;
    for (const slow::Position& child : game.children(to_slow(rules, position))) {
      const Value reply = value_of(from_slow(rules, child));
      all_won = all_won && reply.outcome == Outcome::win;
      if (reply.outcome == Outcome::win) farthest = std::max<int>(farthest, reply.distance);
      if (reply.outcome == Outcome::loss) nearest = std::min<int>(nearest, reply.distance);
    }
    if (nearest < 1 << 16)
      best = {Outcome::win, static_cast<std::uint16_t>(nearest + 1)};
    else if (all_won)
      best = {Outcome::loss, static_cast<std::uint16_t>(farthest + 1)};
    ASSERT_EQ(value_of(position), best) << to_string(geometry, position);
    longest = std::max<int>(longest, best.distance);
  }
  EXPECT_GT(longest, 3);
}

}  // namespace
}  // namespace quixo::solve
