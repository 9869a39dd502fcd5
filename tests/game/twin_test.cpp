// SPDX-License-Identifier: MIT
//
// The bit board and its slow twin agree on lines, winners, children and parents: on every position of the
// small boards, and on random positions of the boards people play. A shift that leaks from one half of the
// bits into the other, or from one row into the next, shows here.
#include <map>

#include "game/play.h"
#include "tests/game/support.h"

namespace quixo {
namespace {

std::optional<Player> player_of(char symbol) {
  if (symbol == '.') return std::nullopt;
  return symbol == 'X' ? Player::x : Player::o;
}

void check_against_twin(const Geometry& geometry, Position position) {
  const Rules& rules = geometry.rules();
  const slow::Game game = slow_game(rules);
  const slow::Position twin = to_slow(rules, position);
  ASSERT_EQ(from_slow(rules, twin), position);
  ASSERT_EQ(geometry.has_line(position.cubes(Player::x)), game.has_line(twin.board, 'X'));
  ASSERT_EQ(geometry.has_line(position.cubes(Player::o)), game.has_line(twin.board, 'O'));
  ASSERT_EQ(winner(geometry, position), player_of(game.winner(twin)));
  ASSERT_EQ(is_over(geometry, position), game.winner(twin) != '.');
  ASSERT_EQ(sorted(children(geometry, position)), sorted_from_slow(rules, game.children(twin)));
  ASSERT_EQ(sorted(parents(geometry, position)), sorted_from_slow(rules, game.parents(twin)));
}

void check_random_positions(const Rules& rules, int count, std::uint64_t seed) {
  const Geometry geometry(rules);
  std::mt19937_64 random(seed);
  for (int i = 0; i < count; ++i) {
    const Position position = random_position(random, rules);
    check_against_twin(geometry, position);
    ASSERT_FALSE(testing::Test::HasFatalFailure()) << to_string(rules) << ' ' << position;
  }
}

class TwinOnSmallBoards : public testing::TestWithParam<Rules> {};

TEST_P(TwinOnSmallBoards, AgreeOnEveryPosition) {
  const Geometry geometry(GetParam());
  for (const Position position : all_positions(GetParam())) {
    check_against_twin(geometry, position);
    ASSERT_FALSE(HasFatalFailure()) << position;
  }
}

// The definition itself: p's parents are the positions that list p among their children, as often as they do.
TEST_P(TwinOnSmallBoards, ParentsAreTheReverseOfTheTwinsChildren) {
  const Geometry geometry(GetParam());
  const slow::Game game = slow_game(GetParam());
  std::map<Position, std::vector<Position>> reverse;
  for (const Position parent : all_positions(GetParam()))
    for (const slow::Position& child : game.children(to_slow(GetParam(), parent)))
      reverse[from_slow(GetParam(), child)].push_back(parent);
  for (const Position child : all_positions(GetParam()))
    ASSERT_EQ(sorted(parents(geometry, child)), sorted(reverse[child]));
}

INSTANTIATE_TEST_SUITE_P(Rules, TwinOnSmallBoards, testing::ValuesIn(all_rules(9)), test_name);

class TwinOnLargeBoards : public testing::TestWithParam<Rules> {};

// A million in total, which keeps the whole program under a minute.
TEST_P(TwinOnLargeBoards, AgreeOnRandomPositions) { check_random_positions(GetParam(), 200'000, 5); }

INSTANTIATE_TEST_SUITE_P(Rules, TwinOnLargeBoards,
                         testing::Values(Rules{4, 4, 4}, Rules{4, 5, 4}, Rules{5, 5, 5}, Rules{5, 5, 4},
                                         Rules{5, 5, 5, DoubleLine::wins}),
                         test_name);

TEST(TwinOnEveryBoard, AgreesOnRandomPositions) {
  for (const Rules& rules : all_rules()) {
    check_random_positions(rules, 500, 7);
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace quixo
