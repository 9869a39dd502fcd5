// SPDX-License-Identifier: MIT
//
// The program as its users meet it: what it writes to standard output and standard error and the exit code it
// leaves, for good input, bad input and a standard output that cannot be written. Scripts rely on all three.
#include "quixo/version.h"
#include "tests/cli/program.h"

namespace quixo::cli {
namespace {

// show ---------------------------------------------------------------------------------------------------

constexpr const char* empty_board =
    " 5 . . . . .\n"
    " 4 . . . . .\n"
    " 3 . . . . .\n"
    " 2 . . . . .\n"
    " 1 . . . . .\n"
    "   a b c d e\n"
    "X to move.\n"
    "44 legal moves:\n"
    "  a5e5 a5a1\n"
    "  b5a5 b5e5 b5b1\n"
    "  c5a5 c5e5 c5c1\n"
    "  d5a5 d5e5 d5d1\n"
    "  e5a5 e5e1\n"
    "  a4e4 a4a5 a4a1\n"
    "  e4a4 e4e5 e4e1\n"
    "  a3e3 a3a5 a3a1\n"
    "  e3a3 e3e5 e3e1\n"
    "  a2e2 a2a5 a2a1\n"
    "  e2a2 e2e5 e2e1\n"
    "  a1e1 a1a5\n"
    "  b1a1 b1e1 b1b5\n"
    "  c1a1 c1e1 c1c5\n"
    "  d1a1 d1e1 d1d5\n"
    "  e1a1 e1e5\n";

TEST(Show, TheEmptyBoard) { EXPECT_EQ(quixo({"show", "5/5/5/5/5 x"}), done(empty_board)); }

TEST(Show, ThePositionMayComeAsTwoWords) {
  EXPECT_EQ(quixo({"show", "5/5/5/5/5", "x"}), done(empty_board));
  EXPECT_EQ(quixo({"show", "...../5/1.3/5/5", "x"}), done(empty_board));
}

TEST(Show, TheOpponentsCubesStay) {
  EXPECT_EQ(quixo({"show", "XO1/1X1/O1O o"}), done(" 3 X O .\n"
                                                   " 2 . X .\n"
                                                   " 1 O . O\n"
                                                   "   a b c\n"
                                                   "O to move.\n"
                                                   "18 legal moves:\n"
                                                   "  b3a3 b3c3 b3b1\n"
                                                   "  c3a3 c3c1\n"
                                                   "  a2c2 a2a3 a2a1\n"
                                                   "  c2a2 c2c3 c2c1\n"
                                                   "  a1c1 a1a3\n"
                                                   "  b1a1 b1c1 b1b3\n"
                                                   "  c1a1 c1c3\n"));
}

TEST(Show, RulesAreThoseOfTheBoardUnlessNamed) {
  EXPECT_EQ(parsed(quixo({"show", "5/5/5/5 x", "--json"})).at("rules"), "4x5");
  EXPECT_EQ(parsed(quixo({"show", "5/5/5/5 x", "--rules", "4x5-line3", "--json"})).at("rules"), "4x5-line3");
  EXPECT_FALSE(parsed(quixo({"show", "XXX2/5/5/5 o", "--json"})).at("over"));
  EXPECT_TRUE(parsed(quixo({"show", "XXX2/5/5/5 o", "--rules", "4x5-line3", "--json"})).at("over"));
}

TEST(Show, ALineEndsTheGame) {
  EXPECT_EQ(quixo({"show", "3/OOO/XX1 x"}), done(" 3 . . .\n"
                                                 " 2 O O O\n"
                                                 " 1 X X .\n"
                                                 "   a b c\n"
                                                 "The game is over: O has won.\n"));
}

TEST(Show, ADoubleLineLosesUnlessTheRulesSayItWins) {
  const std::string board =
      " 3 X X X\n"
      " 2 O O O\n"
      " 1 . . .\n"
      "   a b c\n";
  const std::string x_won = board + "The game is over: X has won.\n";
  const std::string o_won = board + "The game is over: O has won.\n";
  EXPECT_EQ(quixo({"show", "XXX/OOO/3 x"}), done(x_won));
  EXPECT_EQ(quixo({"show", "XXX/OOO/3 o"}), done(o_won));
  EXPECT_EQ(quixo({"show", "XXX/OOO/3 x", "--rules", "3x3-double-wins"}), done(o_won));
  EXPECT_EQ(quixo({"show", "XXX/OOO/3 o", "--rules", "3x3-double-wins"}), done(x_won));
}

TEST(Show, JsonOfAPosition) {
  const json shown = parsed(quixo({"show", "--json", "XX2O/5/5/5/5 x"}));
  EXPECT_EQ(shown.size(), 6U);
  EXPECT_EQ(shown.at("rules"), "5x5");
  EXPECT_EQ(shown.at("position"), "XX2O/5/5/5/5 x");
  EXPECT_EQ(shown.at("to_move"), "X");
  EXPECT_EQ(shown.at("over"), false);
  EXPECT_EQ(shown.at("winner"), nullptr);
  const json& moves = shown.at("moves");
  ASSERT_EQ(moves.size(), 42U);
  EXPECT_EQ(moves.at(0), json({{"move", "a5e5"}, {"position", "X2OX/5/5/5/5 o"}}));
  EXPECT_EQ(moves.at(1), json({{"move", "a5a1"}, {"position", "1X2O/5/5/5/X4 o"}}));
}

TEST(Show, JsonOfAFinishedGame) {
  EXPECT_EQ(parsed(quixo({"show", "XXX/OO1/3 o", "--json"})), json({{"rules", "3x3"},
                                                                    {"position", "XXX/OO1/3 o"},
                                                                    {"to_move", "O"},
                                                                    {"over", true},
                                                                    {"winner", "X"},
                                                                    {"moves", json::array()}}));
}

// perft --------------------------------------------------------------------------------------------------

TEST(Perft, Table) {
  EXPECT_EQ(quixo({"perft", "4x4", "3"}),
            done("depth                paths        positions          classes\n"
                 "    0                    1                1                1\n"
                 "    1                   32               12                2\n"
                 "    2                  952              132               17\n"
                 "    3                28312              956              123\n"));
}

TEST(Perft, Json) {
  const json counted = parsed(quixo({"perft", "4x4", "2", "--json"}));
  EXPECT_EQ(counted.size(), 2U);
  EXPECT_EQ(counted.at("rules"), "4x4");
  EXPECT_EQ(counted.at("rows"), json({{{"depth", 0}, {"paths", 1}, {"positions", 1}, {"classes", 1}},
                                      {{"depth", 1}, {"paths", 32}, {"positions", 12}, {"classes", 2}},
                                      {{"depth", 2}, {"paths", 952}, {"positions", 132}, {"classes", 17}}}));
}

TEST(Perft, RowsAreOutBeforeADepthThatIsTooDeep) {
  const Outcome outcome = quixo({"perft", "3x3", "1000"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.err, "quixo: the paths of depth 19 do not fit in 64 bits\n");
  EXPECT_TRUE(outcome.out.ends_with("\n   18  7311071674357959712            16006             2214\n"))
      << outcome;
}

TEST(Perft, JsonIsWholeOrNotThere) {
  EXPECT_EQ(quixo({"perft", "3x3", "1000", "--json"}), failed("the paths of depth 19 do not fit in 64 bits"));
}

// Help and version ---------------------------------------------------------------------------------------

TEST(Help, NamesEveryVerb) {
  const Outcome outcome = quixo({"--help"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.err, "");
  for (const char* verb : {"\n  show ", "\n  perft ", "\n  solve "})
    EXPECT_TRUE(holds(outcome.out, verb)) << outcome;
}

TEST(Help, OfAVerbHasAnExample) {
  for (const std::string verb : {"show", "perft", "solve"}) {
    const Outcome outcome = quixo({verb, "--help"});
    EXPECT_EQ(outcome.code, 0);
    EXPECT_EQ(outcome.err, "");
    EXPECT_TRUE(holds(outcome.out, "\nExample:\n  quixo " + verb + ' ')) << outcome;
  }
}

TEST(Help, IsAVerbToo) {
  EXPECT_EQ(quixo({"help", "show"}), quixo({"show", "--help"}));
  EXPECT_EQ(quixo({"help"}), quixo({"--help"}));
  EXPECT_EQ(quixo({}), quixo({"--help"}));
  EXPECT_EQ(quixo({"help", "shwo"}), misused("", "there is no verb 'shwo': did you mean show?"));
}

TEST(Help, TheExamplesWork) {
  EXPECT_EQ(quixo({"show", "XX2O/5/5/5/5 x"}).code, 0);
  EXPECT_EQ(quixo({"perft", "4x4", "5"}).code, 0);
}

TEST(Version, NamesThoseOfTablesAndTheApiToo) {
  EXPECT_EQ(quixo({"--version"}),
            done("quixo " + std::string(version) + " (table format " + std::to_string(table_format) +
                 ", API v" + std::to_string(http_api) + ")\n"));
}

// Wrong usage: one line that says what is wrong ------------------------------------------------------------

TEST(Misuse, UnexpectedWords) {
  EXPECT_EQ(quixo({"sing"}), misused("", "there is no verb 'sing'"));
  EXPECT_EQ(quixo({"sing", "--loud"}), misused("", "there is no verb 'sing'"));
  EXPECT_EQ(quixo({"--loud"}), misused("", "there is no option '--loud'"));
  EXPECT_EQ(quixo({"--loud", "show", "3/3/3 x"}), misused("", "there is no option '--loud'"));
  EXPECT_EQ(quixo({"show", "3/3/3 x", "--loud"}), misused("show", "show has no option '--loud'"));
  EXPECT_EQ(quixo({"perft", "3x3", "1", "--loud", "5"}), misused("perft", "perft has no option '--loud'"));
  EXPECT_EQ(quixo({"perft", "3x3", "1", "2"}), misused("perft", "perft takes no further word '2'"));
  EXPECT_EQ(quixo({"perft", "3x3", "010"}),
            misused("perft", "DEPTH: '010' begins with a zero: numbers are decimal, so leave it out"));
  EXPECT_EQ(quixo({"perft", "--", "3x3", "1", "2"}), misused("perft", "perft takes no further word '2'"));
  EXPECT_EQ(quixo({"show", "3/3/3 x", "--json=maybe"}), misused("show", "--json takes no value"));
}

TEST(Misuse, WordsThatAreNearlyRight) {
  EXPECT_EQ(quixo({"prboe"}), misused("", "there is no verb 'prboe': did you mean probe?"));
  EXPECT_EQ(quixo({"tab"}), misused("", "there is no verb 'tab': did you mean tables?"));
  EXPECT_EQ(quixo({"--verson"}), misused("", "there is no option '--verson': did you mean --version?"));
  EXPECT_EQ(quixo({"show", "3/3/3 x", "--rule=3x3"}),
            misused("show", "show has no option '--rule=3x3': did you mean --rules?"));
  EXPECT_EQ(quixo({std::string(1000, 'p')}).code, 2);
}

TEST(Misuse, BadPorts) {
  for (const std::string port : {"99999", "-1", "http", "1.5"})
    EXPECT_EQ(quixo({"serve", "--port", port}),
              misused("serve", "--port: '" + port + "' is not a port: choose 1 to 65535"));
}

TEST(Misuse, TwoVerbs) {
  EXPECT_EQ(quixo({"perft", "3x3", "1", "show", "3/3/3 x"}).code, 2);
  EXPECT_EQ(quixo({"show", "3/3/3 x", "perft", "3x3", "1"}).code, 2);
}

TEST(Misuse, MissingArguments) {
  EXPECT_EQ(quixo({"show"}), misused("show", "POSITION is required"));
  EXPECT_EQ(quixo({"perft"}), misused("perft", "RULES is required"));
  EXPECT_EQ(quixo({"perft", "3x3"}), misused("perft", "DEPTH is required"));
  EXPECT_EQ(quixo({"show", "3/3/3 x", "--rules"}), misused("show", "--rules: the value is missing"));
}

TEST(Misuse, BadPosition) {
  const std::string no_player = "POSITION: expected the player to move, x or o, after the board; found ";
  EXPECT_EQ(quixo({"show", "3/3/3"}), misused("show", no_player + "nothing"));
  EXPECT_EQ(quixo({"show", "3/3/3 z"}), misused("show", no_player + "'z'"));
  EXPECT_EQ(quixo({"show", "3/3/3", "x", "x"}), misused("show", no_player + "'x x'"));
  EXPECT_EQ(quixo({"show", "XX2Q/5/5/5/5 x"}),
            misused("show",
                    "POSITION: character 4 of the board is 'Q': expected X, O, a number of blanks, . or /"));
  EXPECT_EQ(quixo({"show", "XX3O/5/5/5/5 x"}), misused("show", "POSITION: row 1 has 6 cells, 5x5 needs 5"));
  EXPECT_EQ(quixo({"show", "3/3/3 x", "--rules", "4x3"}),
            misused("show", "POSITION: the board has 3 rows, 4x3 needs 4"));
  EXPECT_EQ(quixo({"show", "6/6/6/6/6/6 x"}),
            misused("show",
                    "POSITION: a 6x6 board is not supported: it needs at least 2 rows and 2 columns and at "
                    "most 30 cells"));
}

TEST(Misuse, BadRules) {
  const std::string expected = ": expected ROWSxCOLS[-lineK][-double-wins], such as 5x5 or 4x5-line3";
  EXPECT_EQ(quixo({"perft", "five", "1"}), misused("perft", "RULES: 'five' is not a rules name" + expected));
  EXPECT_EQ(quixo({"perft", "5x5-wins", "1"}),
            misused("perft", "RULES: '5x5-wins' is not a rules name from '-wins' on" + expected));
  for (const std::string verb : {"show", "probe", "line"})
    EXPECT_EQ(quixo({verb, "3/3/3 x", "--rules", "3x"}),
              misused(verb, "--rules: '3x' is not a rules name, it ends too soon" + expected));
  EXPECT_EQ(talk({"probe", "--rules", "five"}, ""),
            misused("probe", "--rules: 'five' is not a rules name" + expected));
  EXPECT_EQ(quixo({"perft", "9x9", "1"}),
            misused("perft",
                    "RULES: a 9x9 board is not supported: it needs at least 2 rows and 2 columns and at most "
                    "30 cells"));
  EXPECT_EQ(quixo({"perft", "5x5-line6", "1"}),
            misused("perft", "RULES: a line of 6 is not possible on 5x5: it must be from 2 to 5"));
}

TEST(Misuse, BadDepth) {
  for (const std::string depth : {"-1", "1001", "deep", "1.5", "99999999999999999999"})
    EXPECT_EQ(quixo({"perft", "3x3", depth}),
              misused("perft", "DEPTH: '" + depth + "' is no number from 0 to 1000"));
}

TEST(Misuse, EmptyValues) {
  const std::string empty = ": the value is empty: give one, or leave the option out";
  for (const Arguments& arguments : {Arguments{"find", "3x3", "--distance"},
                                     {"line", "3/3/3 x", "--svg"},
                                     {"line", "3/3/3 x", "--rules"},
                                     {"probe", "3/3/3 x", "--tables"},
                                     {"serve", "--address"},
                                     {"solve", "3x3", "--out"},
                                     {"study", "3x3", "--out"},
                                     {"verify", "3x3", "--full", "--work"}}) {
    Arguments with_value = arguments;
    with_value.emplace_back();
    EXPECT_EQ(quixo(with_value), misused(arguments.front(), arguments.back() + empty));
  }
}

TEST(Misuse, StaysOneLineWhateverTheArgumentHolds) {
  for (const Arguments& arguments : {Arguments{"a\nb"},
                                     {"perft", "3x3\nfoo\r", "1"},
                                     {"perft", "\x1b[31m3x3", "1"},
                                     {"perft", "3x3", "1\n2"},
                                     {"show", "3/3/3 x\ny"},
                                     {"show", "3/3\n3 x"},
                                     {"show", "3/\x01/3 x"},
                                     {"show", "3/3/3 x", "--rules", "\n"}}) {
    const Outcome outcome = quixo(arguments);
    EXPECT_EQ(outcome.code, 2);
    EXPECT_EQ(outcome.out, "");
    EXPECT_EQ(outcome.err.find_first_of("\r\n\x1b\x01"), outcome.err.size() - 1) << outcome;
    EXPECT_TRUE(outcome.err.ends_with("\n")) << outcome;
  }
}

// Output that cannot be written ----------------------------------------------------------------------------

TEST(Output, ThatCannotBeWrittenIsAFailure) {
  for (const Stdout where : {Stdout::full, Stdout::closed})
    for (const Arguments& arguments : {Arguments{"show", "3/3/3 x"},
                                       {"show", "3/3/3 x", "--json"},
                                       {"perft", "3x3", "2"},
                                       {"perft", "3x3", "2", "--json"},
                                       {"--help"},
                                       {"show", "--help"},
                                       {"--version"}})
      EXPECT_EQ(quixo(arguments, where), failed("cannot write to standard output"));
}

TEST(Output, IsNotNeededToReportBadInput) { EXPECT_EQ(quixo({"show", "3/3/3"}, Stdout::closed).code, 2); }

// JSON ---------------------------------------------------------------------------------------------------

TEST(Json, NamesADirectoryThatIsNoUtf8) {
  const TemporaryDirectory directory;
  const std::string tables = directory.path() / "odd\xff";
  const std::string shown = (directory.path() / "odd\xef\xbf\xbd" / "2x2" / "distance").string();
  EXPECT_EQ(parsed(quixo({"solve", "2x2", "--json", "--out", tables})).at("directory"), shown);
  EXPECT_EQ(parsed(quixo({"tables", "--json", "--tables", tables})).at("tables").at(0).at("directory"),
            shown);
}

}  // namespace
}  // namespace quixo::cli
