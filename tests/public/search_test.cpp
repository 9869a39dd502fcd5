// SPDX-License-Identifier: MIT
//
// The search as quixo/search.h promises it to a stranger.
#include "quixo/search.h"

#include <gtest/gtest.h>

#include "tests/public/support.h"

namespace quixo {
namespace {

TEST(PublicSearch, ProvesWhatATableSays) {
  const Rules rules = parse_rules("3x3");
  Search search(rules);
  EXPECT_EQ(search.value({}, {.horizon = 6}), (Known{{}, {}, 6, Proof::none}));
  EXPECT_EQ(search.value({}, {.horizon = 7}), (Known{Outcome::win, 7, 0, Proof::search}));
  const std::vector<KnownMove> moves = search.moves({}, {.horizon = 7});
  ASSERT_FALSE(moves.empty());
  EXPECT_EQ(in_words(moves.front().known), "wins in 7");
  EXPECT_EQ(moves.front().position, play(rules, {}, moves.front().move));
}

TEST(PublicSearch, RefusesWhatIsImpossible) {
  EXPECT_THROW(Search(Rules{9, 9, 9}), Error);
  Search search(parse_rules("3x3"));
  EXPECT_THROW(search.value(make_position(1, 1, Player::x)), Error);
}

}  // namespace
}  // namespace quixo
