// SPDX-License-Identifier: MIT
#include "tests/cli/program.h"

namespace quixo::cli {
namespace {

TEST(Judge, Table) {
  EXPECT_EQ(quixo({"judge", "3x3", "perfect", "--games", "20", "--against", "level-1,level-2"}),
            done("3x3, by a table: perfect\n"
                 "\n"
                 "In 20 games against each of level-1, level-2, seed 1\n"
                 "                   moves  keep the outcome  95 % interval  moves lost\n"
                 "  won positions       61           100.0 %     94.1-100.0        0.00\n"
                 "  drawn positions      0                 -              -\n"
                 "  lost positions      37                 -              -        0.00\n"
                 "  only-moves          13           100.0 %     77.2-100.0\n"
                 "  0 to 2 cubes        20           100.0 %     83.9-100.0\n"
                 "  3 to 4 cubes        22           100.0 %     85.1-100.0\n"
                 "  5 to 7 cubes        19           100.0 %     83.2-100.0\n"
                 "  8 to 9 cubes         0                 -              -\n"
                 "  perfect won 29, drew 0 and lost 11\n"));
  EXPECT_EQ(quixo({"judge", "3x3", "random", "perfect", "--games", "20", "--against", "level-1"}),
            done("3x3, by a table\n"
                 "\n"
                 "In 20 games against level-1, seed 1\n"
                 "           won: kept                drawn: kept    only-moves                moves lost: "
                 "won  lost\n"
                 "  random      31.0 %   (17.3-49.2)            -         0.0 %    (0.0-29.9)             "
                 "0.22  1.19\n"
                 "  perfect    100.0 %  (87.5-100.0)            -       100.0 %  (51.0-100.0)             "
                 "0.00  0.00\n"
                 "  random won 0, drew 0 and lost 20\n"
                 "  perfect won 14, drew 0 and lost 6\n"));
}

TEST(Judge, SuiteFigureAndJson) {
  const TemporaryDirectory directory;
  write_bytes(directory.path() / "suite.txt",
              "# three\n3/3/3 x win 7\nXO1/1X1/O1O o win 1\nO2/3/3 x loss 6\n");
  const Outcome outcome =
      quixo({"judge", "3x3", "perfect", "--games", "0", "--suite", directory.path() / "suite.txt", "--svg",
             directory.path() / "figure.svg", "--json"});
  const json judged = parsed(outcome);
  EXPECT_EQ(judged.at("judged"), "by a table");
  const json& suite = judged.at("players").at(0).at("suite");
  EXPECT_EQ(suite.at("won").at("kept"), json({{"moves", 2},
                                              {"yes", 2},
                                              {"no", 0},
                                              {"unclear", 0},
                                              {"percent", {100.0, 100.0}},
                                              {"interval_percent", {34.238, 100.0}}}));
  EXPECT_EQ(suite.at("lost").at("moves_lost_per_move"), 0.0);
  EXPECT_EQ(suite.at("drawn").at("kept").at("percent"), json());
  EXPECT_TRUE(bytes_of(directory.path() / "figure.svg").starts_with("<svg "));
}

TEST(Judge, SaysWhatASearchKnows) {
  const TemporaryDirectory directory;
  write_bytes(directory.path() / "suite.txt", "XXXX1/5/5/5/5 x win 1\n5/5/5/5/5 x draw -\n");
  const Outcome outcome =
      quixo({"judge", "5x5", "level-9", "--games", "0", "--suite", directory.path() / "suite.txt"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_TRUE(outcome.out.starts_with("5x5, by a search of 10 moves: level-9\n")) << outcome;
  EXPECT_TRUE(holds(outcome.out, "  won positions        1           100.0 %     20.7-100.0        0.00\n"))
      << outcome;
  EXPECT_TRUE(holds(outcome.out, "  drawn positions      1       0.0-100.0 %      0.0-100.0\n")) << outcome;
  EXPECT_TRUE(holds(outcome.err, "There is no table of 5x5, so a search answered.")) << outcome;
}

TEST(Judge, BadArguments) {
  EXPECT_EQ(quixo({"judge", "3x3", "level-1", "--games", "3"}),
            misused("judge", "--games: must be even: each opening is played with both colours"));
  EXPECT_EQ(quixo({"judge", "3x3", "level-1", "--games", "0"}),
            misused("judge", "--games: without games there must be a --suite"));
  EXPECT_EQ(quixo({"judge", "3x3", "level-1", "--suite", "/nonexistent"}),
            misused("judge", "--suite: there is no file '/nonexistent'"));
  EXPECT_EQ(quixo({"judge", "3x3", "level-1", "--against", "me"}),
            misused("judge",
                    "--against: no player is called 'me': expected level-1 to level-9, searcher, winner or "
                    "perfect, random or exec:COMMAND"));
  EXPECT_EQ(quixo({"judge", "3x3"}).code, 2);
  const TemporaryDirectory directory;
  const std::string suite = directory.path() / "s";
  write_bytes(suite, "3/3/3 x win\n");
  EXPECT_EQ(quixo({"judge", "3x3", "level-1", "--suite", suite}).code, 2);
  write_bytes(suite, "3/3/3 x loss 8\n");
  EXPECT_EQ(
      quixo({"judge", "3x3", "level-1", "--games", "0", "--suite", suite}),
      failed("the suite says that who is to move in 3/3/3 x loses in 8, and that is not so: she wins in 7"));
}

}  // namespace
}  // namespace quixo::cli
