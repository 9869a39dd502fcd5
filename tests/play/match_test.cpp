// SPDX-License-Identifier: MIT
//
// Matches, and by their means how strong the players are. The results hang on the seeds and on nothing else;
// the bounds leave room for other ones.
#include "play/match.h"

#include <fmt/format.h>

#include "tests/play/support.h"

namespace quixo {
namespace {

double percent(const Table& table, const std::string& one, const std::string& two, int games) {
  return play_match(table, Computer(one), Computer(two), {.games = games}).percent();
}

TEST(Score, CountsADrawAsHalfAWin) {
  EXPECT_EQ((Score{3, 0, 1}.percent()), 75);
  EXPECT_EQ((Score{1, 2, 1}.percent()), 50);
  EXPECT_EQ((Score{0, 1, 3}.percent()), 12.5);
}

TEST(Match, DependsOnItsArgumentsAlone) {
  const Table table = solved("3x3");
  const Computer one("level-2");
  const Computer two("level-3");
  const Score score = play_match(table, one, two, {.games = 200});
  EXPECT_EQ(score.wins + score.draws + score.losses, 200);
  EXPECT_EQ(play_match(table, one, two, {.games = 200}), score);
  EXPECT_NE(play_match(table, one, two, {.games = 200, .seed = 2}), score);
}

/// X wins on 3x3, and every opening is played with both colours.
TEST(Match, OfThePerfectPlayerWithItselfIsEven) {
  const Table table = solved("3x3");
  for (const int opening_moves : {0, 1, 2, 3, 4}) {
    const Score score = play_match(table, Computer("perfect"), Computer("perfect"),
                                   {.games = 40, .opening_moves = opening_moves});
    EXPECT_EQ(score, (Score{20, 0, 20})) << opening_moves;
  }
}

TEST(Match, IsDrawnAfterItsMoves) {
  const Table table = solved("3x3");
  EXPECT_EQ(play_match(table, Computer("perfect"), Computer("perfect"),
                       {.games = 10, .opening_moves = 0, .most_moves = 6}),
            (Score{0, 10, 0}));
  EXPECT_EQ(play_match(table, Computer("perfect"), Computer("perfect"),
                       {.games = 10, .opening_moves = 0, .most_moves = 7}),
            (Score{5, 0, 5}));
}

TEST(Match, EndsInADrawByRepetition) {
  const Table table = solved("3x4-line4");
  const Score score =
      play_match(table, Computer("winner"), Computer("winner"), {.games = 4, .most_moves = 1'000'000'000});
  EXPECT_GT(score.draws, 0);
}

TEST(Match, OfASmallBoardWhereEveryOpeningEndsTheGameSoon) {
  const Table table = solved("2x2");
  const Score score =
      play_match(table, Computer("perfect"), Computer("perfect"), {.games = 10, .opening_moves = 50});
  EXPECT_EQ(score.wins + score.draws + score.losses, 10);
  EXPECT_EQ(score.wins, score.losses);
}

TEST(Strength, EachLevelBeatsTheOneBelowOn4x4) {
  const Table table = solved("4x4");
  for (int level = 2; level <= Computer::levels; ++level)
    EXPECT_GT(percent(table, fmt::format("level-{}", level), fmt::format("level-{}", level - 1), 600), 53)
        << level;
}

/// Nothing on 3x3 is farther than 8 moves away: from level 5 on, all see nearly everything.
TEST(Strength, EachLevelBeatsTheOneBelowOn3x3UntilAllIsSeen) {
  const Table table = solved("3x3");
  for (int level = 2; level <= 5; ++level)
    EXPECT_GT(percent(table, fmt::format("level-{}", level), fmt::format("level-{}", level - 1), 2000), 51)
        << level;
  EXPECT_NEAR(percent(table, "level-9", "level-7", 2000), 50, 1);
  EXPECT_GT(percent(table, "level-9", "level-1", 2000), 70);
}

TEST(Strength, ThePerfectPlayerNeverLosesADrawAndItsTrapsWork) {
  const Table table = solved("3x4-line4");
  const MatchOptions options{.games = 200, .opening_moves = 0};
  const Score with_traps = play_match(table, Computer("perfect"), Computer("level-5"), options);
  const Score without = play_match(table, Computer("winner"), Computer("level-5"), options);
  EXPECT_EQ(with_traps.losses, 0);
  EXPECT_EQ(without.losses, 0);
  EXPECT_GT(with_traps.percent(), without.percent() + 10);
}

}  // namespace
}  // namespace quixo
