// SPDX-License-Identifier: MIT
#include "tests/cli/program.h"

namespace quixo::cli {
namespace {

TEST(Match, Table) {
  EXPECT_EQ(quixo({"match", "3x3", "perfect", "level-1", "--games", "20", "--opening-moves", "0"}),
            done("3x3: 20 games a pair, 0 random opening moves, drawn after 200 moves or a threefold "
                 "repetition, seed 1\n"
                 "percent of the points scored by the player on the left\n"
                 "\n"
                 "            perfect  level-1      all     won   drawn    lost\n"
                 "perfect           -     90.0     90.0      18       0       2\n"
                 "level-1        10.0        -     10.0       2       0      18\n"));
}

TEST(Match, Json) {
  const json match =
      parsed(quixo({"match", "3x3", "perfect", "perfect", "winner", "--json", "--games", "10"}));
  EXPECT_EQ(match.at("rules"), "3x3");
  EXPECT_EQ(match.at("games_per_pair"), 10);
  EXPECT_EQ(match.at("pairs").size(), 3U);
  EXPECT_EQ(match.at("totals").size(), 3U);
  EXPECT_EQ(match.at("pairs").at(0), json({{"wins", 5},
                                           {"draws", 0},
                                           {"losses", 5},
                                           {"score_percent", 50.0},
                                           {"player", "perfect"},
                                           {"opponent", "perfect"}}));
}

TEST(Match, SaysHowFarTheSearcherLooks) {
  const Arguments arguments = {"match", "3x3", "searcher", "level-1", "--games", "20", "--horizon"};
  const auto with = [&](const Arguments& more) {
    Arguments all = arguments;
    all.insert(all.end(), more.begin(), more.end());
    return quixo(all);
  };
  EXPECT_TRUE(with({"3"}).out.starts_with(
      "3x3: 20 games a pair, 2 random opening moves, drawn after 200 moves or a threefold repetition, seed "
      "1, the searcher looks 3 moves ahead\n"));
  const json near = parsed(with({"1", "--json"}));
  const json far = parsed(with({"9", "--json"}));
  EXPECT_EQ(near.at("searcher_horizon_moves"), 1);
  EXPECT_EQ(far.at("searcher_horizon_moves"), 9);
  EXPECT_LT(near.at("totals").at(0).at("wins"), far.at("totals").at(0).at("wins"));
  EXPECT_EQ(with({"21"}), misused("match", "--horizon: '21' is no number from 1 to 20"));
  EXPECT_EQ(parsed(quixo({"match", "3x3", "winner", "level-1", "--games", "2", "--json"}))
                .at("searcher_horizon_moves"),
            json());
}

TEST(Match, OfTheOfficialGameNeedsNoTable) {
  const json match = parsed(quixo({"match", "5x5", "level-1", "level-2", "--json", "--games", "2"}));
  EXPECT_EQ(match.at("totals").size(), 2U);
  const Outcome refused = quixo({"match", "5x5", "level-1", "perfect"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_TRUE(refused.err.starts_with("quixo: PLAYER: perfect needs a table of 5x5: choose ")) << refused;
}

TEST(Match, BadArguments) {
  EXPECT_EQ(quixo({"match", "3x3", "perfect"}),
            misused("match", "PLAYER: a match needs two players or more"));
  EXPECT_EQ(
      quixo({"match", "3x3", "perfect", "human"}),
      misused(
          "match",
          "PLAYER: no player is called 'human': expected level-1 to level-9, searcher, winner or perfect, "
          "random or exec:COMMAND"));
  EXPECT_EQ(quixo({"match", "3x3", "--games", "3"}),
            misused("match", "--games: must be even: each opening is played with both colours"));
  EXPECT_EQ(quixo({"match", "3x3", "--games", "0"}).code, 2);
  EXPECT_EQ(quixo({"match", "3x3", "--max-moves", "0"}).code, 2);
  EXPECT_EQ(quixo({"match", "perfect", "winner"}).code, 2);
}

}  // namespace
}  // namespace quixo::cli
