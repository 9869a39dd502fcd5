// SPDX-License-Identifier: MIT
//
// quixo probe, line and tables, as a user meets them.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "tests/cli/program.h"
#include "tests/files.h"

namespace quixo::cli {
namespace {

TEST(Probe, PrintsTheVerdictAndEveryMoveBestFirst) {
  const Outcome outcome = quixo({"probe", "XX1/1O1/O2 x"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_TRUE(
      outcome.out.starts_with(" 3 X X .\n"
                              " 2 . O .\n"
                              " 1 O . .\n"
                              "   a b c\n"
                              "X to move wins in 1.\n"
                              "6 of 18 moves win.\n"
                              "  c3a3 and 2 like it  wins in 1                 XXX/1O1/O2 o\n"
                              "  c2a2                wins in 3                 XX1/X1O/O2 o\n"
                              "  b1a1 and 1 like it  wins in 5                 XX1/1O1/XO1 o\n"
                              "  b3b1                loses in 4  8 of 15 win   XO1/3/OX1 o\n"))
      << outcome;
}

TEST(Probe, ShowsEveryMoveOnItsOwnWhenAskedTo) {
  const Outcome outcome = quixo({"probe", "--all", "XX1/1O1/O2 x"});
  EXPECT_TRUE(holds(
      outcome.out,
      "\n  c3a3  wins in 1                 XXX/1O1/O2 o\n  c2c3  wins in 1                 XXX/1O1/O2 o\n"
      "  c1c3  wins in 1                 XXX/1O1/O2 o\n"))
      << outcome;
  EXPECT_EQ(std::ranges::count(outcome.out, '\n'), 4 + 2 + 18);
}

TEST(Probe, SaysWhatHoldsInADrawAndWhatIsATrap) {
  const Outcome outcome = quixo({"probe", ".XX./O.OX/OXXX/OXXO x"});
  EXPECT_TRUE(holds(outcome.out, "X to move: a draw.\n")) << outcome;
  EXPECT_TRUE(holds(outcome.out, " moves hold. Best trap: ")) << outcome;
  EXPECT_TRUE(holds(outcome.out, " hold, trap  ")) << outcome;
  const json answer = parsed(quixo({"probe", "--json", ".XX./O.OX/OXXX/OXXO x"}));
  const json& trap = answer.at("best_trap");
  const json& best = answer.at("moves").at(0);
  EXPECT_EQ(trap, json({{"move", best.at("move")},
                        {"replies", best.at("replies")},
                        {"replies_that_hold", best.at("replies_that_hold")}}));
  EXPECT_LT(trap.at("replies_that_hold"), trap.at("replies"));
}

TEST(Probe, IsInColourWhenAskedTo) {
  const std::string plain = quixo({"probe", "XX1/1O1/O2 x"}).out;
  EXPECT_EQ(plain.find('\x1b'), std::string::npos);
  EXPECT_EQ(quixo({"probe", "XX1/1O1/O2 x", "--color", "never"}).out, plain);
  const std::string coloured = quixo({"probe", "XX1/1O1/O2 x", "--color", "always"}).out;
  EXPECT_TRUE(holds(coloured, "\x1b[33mX") && holds(coloured, "\x1b[31mO")) << coloured;
  EXPECT_EQ(quixo({"probe", "XX1/1O1/O2 x", "--color", "alwys"}),
            misused("probe", "--color: 'alwys' is none of auto, always, never: did you mean always?"));
}

TEST(Probe, SaysThatTheGameIsOver) {
  EXPECT_EQ(quixo({"probe", "XXX/OO1/3 o"}),
            done(" 3 X X X\n 2 O O .\n 1 . . .\n   a b c\nThe game is over: X has won.\n"));
}

TEST(Probe, GivesJson) {
  const json answer = parsed(quixo({"probe", "--json", "4/4/4/4 x"}));
  EXPECT_EQ(answer.at("rules"), "4x4");
  EXPECT_EQ(answer.at("outcome"), "win");
  EXPECT_EQ(answer.at("distance_moves"), 21);
  EXPECT_EQ(answer.at("moves").size(), 32U);
  EXPECT_EQ(answer.at("moves").at(0).at("outcome"), "win");
  EXPECT_EQ(answer.at("moves").at(0).at("distance_moves"), 21);
}

TEST(Probe, AnswersPositionsFromStandardInputOneByOne) {
  const std::string first = quixo({"probe", "XX1/1O1/O2 x"}).out;
  const std::string second = quixo({"probe", "2/2 o"}).out;
  EXPECT_EQ(talk({"probe"}, "XX1/1O1/O2 x\n\n  2/2 o"), done(first + '\n' + second));

  const Outcome lines = talk({"probe", "--json"}, "3/3/3 x\r\n4/4/4/4 x\n");
  EXPECT_EQ(lines.code, 0) << lines;
  std::istringstream stream(lines.out);
  std::vector<json> answers;
  for (std::string line; std::getline(stream, line);) answers.push_back(json::parse(line));
  ASSERT_EQ(answers.size(), 2U);
  EXPECT_EQ(answers[0].at("distance_moves"), 7);
  EXPECT_EQ(answers[1].at("distance_moves"), 21);
}

TEST(Probe, NamesTheLineOfStandardInputThatIsNoPosition) {
  const Outcome outcome = talk({"probe", "--json"}, "3/3/3 x\nXXXX/3/3 x\n3/3/3 o\n");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(std::ranges::count(outcome.out, '\n'), 1) << "what came before it was answered";
  EXPECT_TRUE(outcome.err.starts_with("quixo: line 2: ")) << outcome;
  EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 1) << outcome;
}

TEST(Probe, AsksATableOnDisk) {
  const TemporaryDirectory directory;
  EXPECT_EQ(quixo({"solve", "3x3", "--out", directory.path()}).code, 0);
  EXPECT_EQ(quixo({"probe", "--tables", directory.path(), "XX1/1O1/O2 x"}), quixo({"probe", "XX1/1O1/O2 x"}));
}

TEST(Probe, SearchesWhereThereIsNoTableAndSaysWhatOneWouldAdd) {
  const TemporaryDirectory directory;
  const Outcome outcome = quixo({"probe", "--tables", directory.path(), "5/5/5/5/5 x"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_TRUE(
      outcome.out.ends_with("   a b c d e\n"
                            "X to move: unclear, nobody can force the end within 12 moves.\n"
                            "44 of 44 moves hold. No move sets a trap.\n"
                            "  a5e5 and 31 like it  unclear  42 of 42 hold, safe  4X/5/5/5/5 o\n"
                            "  b5b1 and 7 like it   unclear  41 of 41 hold, safe  5/5/5/5/1X3 o\n"
                            "  c5c1 and 3 like it   unclear  41 of 41 hold, safe  5/5/5/5/2X2 o\n"))
      << outcome;
  EXPECT_TRUE(
      outcome.err.starts_with("There is no table of 5x5, so a search answered. quixo solve 5x5 "
                              "--outcome-only finds who wins everywhere: about "))
      << outcome;
  EXPECT_EQ(outcome.err.find('\n'), outcome.err.size() - 1) << outcome;
}

TEST(Probe, LooksAsFarAheadAsItIsTold) {
  const std::string won_in_3 = "5/1OX2/O1X1O/OOX2/XX1XO x";
  const json near = parsed(quixo({"probe", "--json", "--horizon", "1", won_in_3}));
  EXPECT_EQ(near.at("outcome"), nullptr);
  EXPECT_EQ(near.at("distance_moves"), nullptr);
  EXPECT_EQ(near.at("proof"), "none");
  EXPECT_EQ(near.at("horizon_moves"), 1);
  const json far = parsed(quixo({"probe", "--json", won_in_3}));
  EXPECT_EQ(far.at("outcome"), "win");
  EXPECT_EQ(far.at("distance_moves"), 3);
  EXPECT_EQ(far.at("proof"), "search");
  EXPECT_EQ(far.at("horizon_moves"), nullptr);
  for (const std::string horizon : {"0", "21", "far"})
    EXPECT_EQ(quixo({"probe", won_in_3, "--horizon", horizon}),
              misused("probe", "--horizon: '" + horizon + "' is no number from 1 to 20"));
}

TEST(Probe, NeedsNoPlaceForTables) {
  EXPECT_EQ(quixo({"probe", "XX1/1O1/O2 x"}, Stdout::captured, no_home), quixo({"probe", "XX1/1O1/O2 x"}));
  EXPECT_EQ(quixo({"find", "3x3", "--limit", "1"}, Stdout::captured, no_home).code, 0);
  EXPECT_EQ(quixo({"probe", "5/5/5/5/5 x"}, Stdout::captured, no_home), quixo({"probe", "5/5/5/5/5 x"}));
  EXPECT_EQ(
      quixo({"verify", "5x5"}, Stdout::captured, no_home),
      failed("there is no table of 5x5, and neither XDG_DATA_HOME nor HOME says where to look: name the "
             "place with --tables DIR"));
}

TEST(Probe, RefusesWhatIsNoPosition) {
  EXPECT_EQ(quixo({"probe", "XX3O/5/5/5/5 x"}).code, 2);
  EXPECT_EQ(quixo({"probe", "3/3/3 x", "--rules", "4x4"}).code, 2);
  EXPECT_EQ(quixo({"probe", "3/3/3 x", "--rules", "nonsense"}).code, 2);
}

TEST(Line, IsThePapersGameOf21Moves) {
  const Outcome outcome = quixo({"line", "4/4/4/4 x"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_NE(outcome.out.find("X to move wins in 21.\n  1. X "), std::string::npos) << outcome;
  EXPECT_NE(outcome.out.find("\n 21. X "), std::string::npos) << outcome;
  EXPECT_TRUE(outcome.out.ends_with("  wins in 1\n")) << outcome;
  const json line = parsed(quixo({"line", "--json", "4/4/4/4 x"}));
  EXPECT_EQ(line.at("ends"), "line");
  EXPECT_EQ(line.at("moves").size(), 21U);
}

TEST(Line, OfADrawEndsWithARepetition) {
  const json line = parsed(quixo({"line", "--json", ".XX./O.OX/OXXX/OXXO x"}));
  EXPECT_EQ(line.at("ends"), "repetition");
  const Outcome outcome = quixo({"line", ".XX./O.OX/OXXX/OXXO x", "--boards"});
  EXPECT_TRUE(outcome.out.ends_with("From here on the positions repeat.\n")) << outcome;
}

TEST(Line, OfADrawIsTheHardestPlay) {
  const json line = parsed(quixo({"line", "--json", ".XX./O.OX/OXXX/OXXO x"}));
  EXPECT_EQ(line.at("kind"), "hardest");
  EXPECT_TRUE(line.at("moves").at(0).contains("replies_that_hold"));
  EXPECT_EQ(parsed(quixo({"line", "--json", "3/3/3 x"})).at("kind"), "best");
}

TEST(Line, IsSearchedWhereThereIsNoTable) {
  const Outcome won = quixo({"line", "5/1OX2/O1X1O/OOX2/XX1XO x"});
  EXPECT_EQ(won.code, 0);
  EXPECT_TRUE(holds(won.out, "X to move wins in 3.\n  1. X ")) << won;
  EXPECT_TRUE(won.out.ends_with("  wins in 1\n")) << won;
  EXPECT_TRUE(won.err.starts_with("There is no table of 5x5, so a search answered. ")) << won;
  const json unclear = parsed(quixo({"line", "--json", "--horizon", "4", "5/5/5/5/5 x"}));
  EXPECT_EQ(unclear.at("kind"), "hardest");
  EXPECT_EQ(unclear.at("ends"), "cut");
  EXPECT_EQ(unclear.at("moves").size(), 20U);
}

TEST(Line, OfATableOfOutcomesGoesAsFarAsASearchSees) {
  const TemporaryDirectory directory;
  EXPECT_EQ(quixo({"solve", "2x9", "--outcome-only", "--out", directory.path()}).code, 0);
  const json line = parsed(quixo({"line", "--json", "--tables", directory.path(), "9/9 x"}));
  EXPECT_EQ(line.at("outcome"), "win");
  EXPECT_EQ(line.at("ends"), "line");
  EXPECT_EQ(line.at("moves").size(), line.at("distance_moves"));
}

class Svg : public testing::Test {
 protected:
  void write_svg() const { EXPECT_EQ(quixo({"line", "XX1/1O1/O2 x", "--svg", file}).code, 0); }
  static bool is_svg(const std::string& text) {
    return text.starts_with("<svg ") && text.ends_with("</svg>\n");
  }

  const TemporaryDirectory directory;
  const std::filesystem::path file = directory.path() / "game.svg";
};

TEST_F(Svg, ReplacesAFileAndNoOther) {
  write_bytes(file, "old");
  write_bytes(file.string() + ".part1", "another's");
  write_svg();
  EXPECT_TRUE(is_svg(bytes_of(file)));
  EXPECT_EQ(bytes_of(file.string() + ".part1"), "another's");
  EXPECT_EQ(files_in(directory.path()).size(), 2U);
}

TEST_F(Svg, FollowsALink) {
  const auto target = directory.path() / "target.svg";
  std::filesystem::create_symlink("target.svg", file);
  for (int i = 0; i < 2; ++i) {  // to nowhere, then to a file
    write_svg();
    EXPECT_TRUE(std::filesystem::is_symlink(file));
    EXPECT_TRUE(is_svg(bytes_of(target)));
    write_bytes(target, std::string(1'000'000, ' '));
  }
}

TEST_F(Svg, GoesIntoAPipe) {
  ASSERT_EQ(mkfifo(file.c_str(), 0600), 0);
  const int pipe = open(file.c_str(), O_RDONLY | O_NONBLOCK);
  ASSERT_GE(pipe, 0);
  write_svg();
  std::string text(1 << 16, '\0');
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(0, read(pipe, text.data(), text.size()))));
  close(pipe);
  EXPECT_TRUE(is_svg(text)) << text.size();
  EXPECT_TRUE(std::filesystem::is_fifo(file));
}

TEST(Tables, AreListed) {
  const TemporaryDirectory directory;
  EXPECT_EQ(quixo({"tables", "--tables", directory.path()}),
            done("No tables in " + directory.path().string() +
                 "; quixo solve 4x5 would make one.\nBoards of up to 16 cells need no table.\n"));
  EXPECT_EQ(quixo({"solve", "3x3", "--out", directory.path()}).code, 0);
  EXPECT_EQ(quixo({"solve", "2x3", "--outcome-only", "--out", directory.path()}).code, 0);
  const json tables = parsed(quixo({"tables", "--json", "--tables", directory.path()})).at("tables");
  ASSERT_EQ(tables.size(), 2U);
  EXPECT_EQ(tables.at(0).at("rules"), "2x3");
  EXPECT_EQ(tables.at(0).at("metric"), "outcome");
  EXPECT_EQ(tables.at(1).at("rules"), "3x3");
  EXPECT_EQ(tables.at(1).at("signature"), "074ae202f787925e");
  const Outcome listed = quixo({"tables", "--tables", directory.path()});
  EXPECT_TRUE(holds(listed.out, "3x3                      distances  win        2.8 kB  " +
                                    (directory.path() / "3x3" / "distance").string() + '\n'))
      << listed;
}

TEST(Tables, ThatAreDamagedAreNamedAfterTheOthers) {
  const TemporaryDirectory directory;
  EXPECT_EQ(quixo({"solve", "3x3", "--out", directory.path()}).code, 0);
  const Outcome good = quixo({"tables", "--tables", directory.path()});
  const auto damaged = directory.path() / "2x2" / "distance";
  std::filesystem::create_directories(damaged);
  write_bytes(damaged / "manifest.json", "");
  const Outcome outcome = quixo({"tables", "--tables", directory.path()});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.out, good.out);
  EXPECT_TRUE(outcome.err.starts_with("quixo: " + (damaged / "manifest.json").string() + " is damaged ("))
      << outcome;
}

TEST(Tables, OfAnotherGameAreRefusedByEveryVerb) {
  const TemporaryDirectory directory;
  const std::string tables = directory.path();
  EXPECT_EQ(quixo({"solve", "3x4", "--out", tables}).code, 0);
  std::filesystem::rename(directory.path() / "3x4", directory.path() / "4x4");
  const auto refused = [&](const std::string& metric) {
    return failed(tables + "/4x4/" + metric + " holds the distances of 3x4, not the " + metric +
                  "s of 4x4: move it away and solve again");
  };
  for (const Arguments& arguments : {Arguments{"study", "4x4", "--out", tables + "/report"},
                                     {"find", "4x4"},
                                     {"probe", "XO2/4/4/3X x"},
                                     {"line", "4/4/4/4 x"},
                                     {"play", "4x4"},
                                     {"verify", "4x4"}}) {
    Arguments with_tables = arguments;
    with_tables.insert(with_tables.end(), {"--tables", tables});
    EXPECT_EQ(quixo(with_tables), refused("distance")) << arguments.front();
  }
  EXPECT_EQ(quixo({"tables", "--tables", tables}).err, refused("distance").err);
  EXPECT_EQ(quixo({"solve", "4x4", "--out", tables}), refused("distance"));
  std::filesystem::remove(directory.path() / "4x4" / "distance" / "solve.json");
  EXPECT_EQ(quixo({"solve", "4x4", "--out", tables}), refused("distance"));
  EXPECT_FALSE(std::filesystem::exists(directory.path() / "4x4" / "distance" / "solve.json"));
  EXPECT_FALSE(std::filesystem::exists(directory.path() / "report"));
  std::filesystem::rename(directory.path() / "4x4" / "distance", directory.path() / "4x4" / "outcome");
  EXPECT_EQ(quixo({"verify", "4x4", "--tables", tables}), refused("outcome"));
  EXPECT_EQ(quixo({"solve", "4x4", "--outcome-only", "--out", tables}), refused("outcome"));
}

TEST(Tables, NeedAPlace) {
  EXPECT_EQ(
      quixo({"tables"}, Stdout::captured, no_home),
      misused("tables", "--tables: neither XDG_DATA_HOME nor HOME is set: say where the tables are kept"));
}

}  // namespace
}  // namespace quixo::cli
