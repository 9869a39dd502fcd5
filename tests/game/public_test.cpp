// SPDX-License-Identifier: MIT
//
// The functions that take rules say what those say that take the geometry of the rules. What they promise
// beyond that is tested in tests/public, which sees no geometry.
#include "game/notation.h"
#include "game/play.h"
#include "tests/game/support.h"

namespace quixo {
namespace {

TEST(PublicFunctions, AreEqualToThoseThatTakeAGeometry) {
  std::mt19937_64 random(41);
  for (const Rules& rules : all_rules()) {
    const Geometry geometry(rules);
    for (int i = 0; i < 5; ++i) {
      const Position position = random_position(random, rules);
      ASSERT_EQ(winner(rules, position), winner(geometry, position));
      ASSERT_EQ(legal_moves(rules, position), legal_moves(geometry, position));
      ASSERT_EQ(parents(rules, position), parents(geometry, position));
      ASSERT_EQ(canonical(rules, position), canonical(geometry, position));
      ASSERT_EQ(to_string(rules, position), to_string(geometry, position));
      ASSERT_EQ(diagram(rules, position), diagram(geometry, position));
      ASSERT_EQ(parse_position(rules, to_string(rules, position)), position);
      std::vector<Position> images;
      for (const CellPermutation& symmetry : geometry.symmetries()) images.push_back(symmetry(position));
      ASSERT_EQ(symmetric_positions(rules, position), images);
      for (const Move& move : legal_moves(geometry, position)) {
        ASSERT_EQ(play(rules, position, move), play(geometry, position, move));
        ASSERT_EQ(to_string(rules, move), move_name(geometry, move));
        ASSERT_EQ(parse_move(rules, move_name(geometry, move)), move);
      }
    }
  }
}

}  // namespace
}  // namespace quixo
