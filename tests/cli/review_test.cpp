// SPDX-License-Identifier: MIT
#include "tests/cli/game_file.h"
#include "tests/cli/program.h"
#include "tests/files.h"

namespace quixo::cli {
namespace {

TEST(Review, Text) {
  const GameFile game("3x3\nXX1/1O1/O2 x\n1. a3c3 a1a3\n2. c2a2\n");
  EXPECT_EQ(quixo({"review", game.path()}),
            done("3x3, from XX1/1O1/O2 x\n"
                 "\n"
                 "        move  before      after       judgement\n"
                 "   1. X a3c3  win in 1    loss in 2   win to loss; better was c3a3\n"
                 "        then b3c3\n"
                 "   2. O a1a3  win in 1    loss in 6   win to loss; better was b3c3\n"
                 "        then c2a2 b1b3 a1a3 b3a3 b3b1\n"
                 "   3. X c2a2  win in 5    win in 5    best\n"
                 "\n"
                 "accuracy: X 50.0 %, O 0.0 %\n"
                 "turning points: move 1 (X, win to loss), move 2 (O, win to loss)\n"
                 "result: not finished\n"));
  const GameFile won("3x3\nXX1/1O1/O2 x\n1. c3a3\n");
  EXPECT_EQ(quixo({"review", won.path()}), done("3x3, from XX1/1O1/O2 x\n"
                                                "\n"
                                                "        move  before      after       judgement\n"
                                                "   1. X c3a3  win in 1    win in 1    best\n"
                                                "\n"
                                                "accuracy: X 100.0 %, O did not move\n"
                                                "turning points: none\n"
                                                "result: X has won\n"));
}

TEST(Review, OfAGameFromStandardInput) {
  const GameFile game("3x3\n1. a3c3 c1a1\n");
  EXPECT_EQ(talk({"review", "-"}, game.text()), quixo({"review", game.path()}));
}

TEST(Review, Json) {
  const json review = parsed(talk({"review", "--json", "-"}, "3x3\n1. a3c3 c1a1\n"));
  EXPECT_EQ(review.at("rules"), "3x3");
  EXPECT_EQ(review.at("start"), "3/3/3 x");
  ASSERT_EQ(review.at("moves").size(), 2U);
  EXPECT_EQ(review.at("moves").at(0).at("move"), "a3c3");
  EXPECT_EQ(
      review.at("moves").at(0).at("before"),
      json({{"outcome", "win"}, {"distance_moves", 7}, {"proof", "table"}, {"horizon_moves", nullptr}}));
}

TEST(Review, AsksATableOnDisk) {
  const TemporaryDirectory tables;
  ASSERT_EQ(quixo({"solve", "3x3", "--out", tables.path()}).code, 0);
  const std::string game = "3x3\n1. a3c3 c1a1 b3b1\n";
  EXPECT_EQ(talk({"review", "-", "--tables", tables.path()}, game), talk({"review", "-"}, game));
}

TEST(Review, OfTheOfficialGameNeedsNoTable) {
  const Outcome outcome = talk({"review", "-"}, "5x5\nXXXX1/OOO2/5/5/5 x\n1. a1a5\n");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_TRUE(holds(outcome.out, "   1. X a1a5  win in 1    ")) << outcome;
  EXPECT_TRUE(outcome.err.starts_with("There is no table of 5x5, so a search answered. ")) << outcome;
  const Outcome opening = talk({"review", "-"}, "5x5\n1. a5e5 c1e1\n");
  EXPECT_TRUE(holds(opening.out, "   1. X a5e5  unclear     unclear     unclear\n")) << opening;
  EXPECT_TRUE(holds(opening.out, "accuracy: X unclear, O unclear\n")) << opening;
}

TEST(Review, BadGames) {
  EXPECT_EQ(quixo({"review"}), misused("review", "GAME is required"));
  EXPECT_EQ(quixo({"review", "/nowhere/game.txt"}),
            misused("review", "GAME: cannot open '/nowhere/game.txt': No such file or directory"));
  EXPECT_EQ(
      talk({"review", "-"}, ""),
      misused("review", "GAME: the game is empty: expected a rules name such as 5x5 on the first line"));
  EXPECT_EQ(talk({"review", "-"}, "3x3\na3c3 oops\n"),
            misused("review",
                    "GAME: line 2: move 2 ('oops'): move 'oops': expected the taken cell at 'oops', a column "
                    "from a to c and a row from 1 to 3"));
  const GameFile huge(std::string(2'000'000, ' '));
  EXPECT_EQ(quixo({"review", huge.path()}),
            misused("review", "GAME: '" + huge.path() + "' is not a game: it is longer than 1000000 bytes"));
}

}  // namespace
}  // namespace quixo::cli
