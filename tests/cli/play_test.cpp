// SPDX-License-Identifier: MIT
//
// quixo play as its users meet it: games driven by a pipe and on a terminal, all ways to leave, and bad input
// of every kind.
#include <algorithm>
#include <filesystem>

#include "tests/cli/game_file.h"
#include "tests/cli/program.h"
#include "tests/cli/terminal.h"
#include "tests/files.h"

namespace quixo::cli {
namespace {

Arguments two_people(const std::string& rules) { return {"play", rules, "--x", "human", "--o", "human"}; }

constexpr const char* empty_3x3 =
    "\n"
    " 3 . . .\n"
    " 2 . . .\n"
    " 1 . . .\n"
    "   a b c\n"
    "\n";

constexpr const char* after_a3c3 =
    "\n"
    " 3 . . X\n"
    " 2 . . .\n"
    " 1 . . .\n"
    "   a b c\n"
    "\n";

// play: the conversation -----------------------------------------------------------------------------------

TEST(Play, ShowsTheBoardAndTakesMoves) {
  EXPECT_EQ(talk(two_people("3x3"), "a3c3\nc1a1\nquit\n"),
            done("3x3: a line of 3 wins. X is human, O is human.\n"
                 "Type help for help, rules for the rules.\n" +
                 std::string(empty_3x3) + "X to move> a3c3\n" + after_a3c3 +
                 "O to move> c1a1\n"
                 "\n"
                 " 3 . . X\n"
                 " 2 . . .\n"
                 " 1 O . .\n"
                 "   a b c\n"
                 "\n"
                 "X to move> quit\n"
                 "The game was not saved:\n"
                 "3x3\n"
                 "1. a3c3 c1a1\n"));
}

TEST(Play, LeavesAtTheEndOfTheInput) {
  EXPECT_EQ(talk(two_people("3x3"), ""), done("3x3: a line of 3 wins. X is human, O is human.\n"
                                              "Type help for help, rules for the rules.\n" +
                                              std::string(empty_3x3) + "X to move> \n"));
  EXPECT_EQ(talk(two_people("3x3"), "a3c3"), talk(two_people("3x3"), "a3c3\n"));
}

TEST(Play, PicksMovesByTheirNumber) {
  const Outcome outcome = talk(two_people("3x3"), "list\nc1\n19\nquit\n");
  EXPECT_TRUE(holds(outcome.out,
                    "X to move> list\n"
                    "   1 a3c3      2 a3a1\n"
                    "   3 b3a3      4 b3c3      5 b3b1\n"))
      << outcome;
  EXPECT_TRUE(holds(outcome.out, "X to move> c1\n  19 c1a1     20 c1c3\nX to move> 19\n")) << outcome;
  EXPECT_TRUE(outcome.out.ends_with("1. c1a1\n")) << outcome;
}

TEST(Play, HintsAndSaysWhoIsWinning) {
  const GameFile won("3x3\nXX1/1O1/O2 x\n");
  const Outcome outcome =
      talk({"play", "--resume", won.path(), "--o", "human"}, "hint\nwho\nc2a2\nwho\nhint\n");
  EXPECT_TRUE(holds(outcome.out, "X to move> who\nX wins in 1 move with best play.\n")) << outcome;
  EXPECT_TRUE(holds(outcome.out, "O to move> who\nX wins in 2 moves with best play.\n")) << outcome;
  EXPECT_TRUE(holds(outcome.out, " wins in 1 move. ")) << outcome;
  EXPECT_TRUE(holds(outcome.out, " loses in 2 moves. All moves lose.\n")) << outcome;
  const Outcome drawn = talk(two_people("3x4-line4"), "hint\nwho\n");
  EXPECT_TRUE(holds(drawn.out, " holds the draw. ")) << drawn;
  EXPECT_TRUE(holds(drawn.out, "X to move> who\nNobody: with best play it is a draw.\n")) << drawn;
}

TEST(Play, TheComputerAnswersTheSameForTheSameSeed) {
  const Arguments arguments{"play", "3x3", "--x", "human", "--o", "level-4", "--seed", "7"};
  const Outcome outcome = talk(arguments, "a3c3\nquit\n");
  EXPECT_EQ(outcome, talk(arguments, "a3c3\nquit\n"));
  EXPECT_TRUE(holds(outcome.out, "X is you, O is Level 4 · Steady.\n")) << outcome;
  EXPECT_TRUE(holds(outcome.out, "O (level-4) plays ")) << outcome;
}

TEST(Play, TheComputerMayBegin) {
  const Outcome outcome = talk({"play", "3x3", "--x", "perfect", "--o", "human", "--seed", "1"}, "quit\n");
  EXPECT_TRUE(holds(outcome.out, "\nX (perfect) plays ")) << outcome;
  EXPECT_TRUE(holds(outcome.out, "\nO to move> quit\n")) << outcome;
}

TEST(Play, UndoTakesBackTheLastMoveOfAPerson) {
  const Outcome people = talk(two_people("3x3"), "undo\na3c3\nundo\nquit\n");
  EXPECT_TRUE(
      people.out.ends_with("X to move> undo\n"
                           "there is no move of yours to take back\n"
                           "X to move> a3c3\n" +
                           std::string(after_a3c3) + "O to move> undo\n" + empty_3x3 + "X to move> quit\n"))
      << people;
  const Outcome computer = talk({"play", "3x3", "--seed", "1"}, "a3c3\nundo\nundo\nquit\n");
  EXPECT_TRUE(computer.out.ends_with("X to move> undo\n" + std::string(empty_3x3) +
                                     "X to move> undo\n"
                                     "there is no move of yours to take back\n"
                                     "X to move> quit\n"))
      << computer;
  // The computer's first move is not the person's to take back.
  const Outcome second = talk({"play", "3x3", "--x", "perfect", "--o", "human"}, "undo\n");
  EXPECT_TRUE(holds(second.out, "there is no move of yours to take back\n")) << second;
}

TEST(Play, GoesOnAfterTheEndUntilThePersonLeaves) {
  const GameFile nearly("3x3\nXX1/OO1/3 x\n");
  const Outcome outcome = talk({"play", "--resume", nearly.path(), "--o", "human"},
                               "c1c3\nc2a2\nlist\nhint\nwho\n3\nundo\nc1c3\nquit\n");
  const std::string over = "undo, review, save FILE or quit> ";
  EXPECT_TRUE(holds(outcome.out, "The game is over: X has won.\n" + over + "c2a2\nthe game is over\n" + over +
                                     "list\nthe game is over\n" + over + "hint\nthe game is over\n" + over +
                                     "who\nthe game is over\n" + over + "3\nthe game is over\n" + over +
                                     "undo\n"))
      << outcome;
  EXPECT_TRUE(outcome.out.ends_with(over + "quit\nThe game was not saved:\n3x3\nXX1/OO1/3 x\n1. c1c3\n"))
      << outcome;
}

TEST(Play, IsDrawnByAThirdRepetition) {
  const GameFile start("3x3\nX2/3/O2 x\n");
  const std::string round = "a3c3\na1c1\nc3a3\nc1a1\n";
  const Outcome once = talk({"play", "--resume", start.path(), "--o", "human"}, round);
  EXPECT_FALSE(holds(once.out, "The game is over")) << once;
  const Outcome twice = talk({"play", "--resume", start.path(), "--o", "human"}, round + round + "a3c3\n");
  EXPECT_TRUE(holds(twice.out,
                    "The game is over: a draw, for this position is on the board for the third time.\n"
                    "undo, review, save FILE or quit> a3c3\nthe game is over\n"))
      << twice;
}

TEST(Play, TwoComputersPlayToTheEnd) {
  const Outcome outcome = talk({"play", "3x3", "--x", "perfect", "--o", "perfect", "--seed", "1"}, "");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_TRUE(holds(outcome.out, "The game is over: X has won.\nThe game was not saved:\n3x3\n1. "))
      << outcome;
  const Outcome drawn = talk({"play", "3x5-line5", "--x", "winner", "--o", "winner", "--seed", "1"}, "");
  EXPECT_EQ(drawn.code, 0);
  EXPECT_TRUE(holds(drawn.out, "The game is over: a draw, for ")) << drawn;
}

TEST(Play, WhatItDoesNotUnderstandItSaysAndAsksAgain) {
  const std::pair<const char*, const char*> remarks[] = {
      {"hello", "'hello' is neither a move nor a command: type help for help"},
      {"x", "'x' is neither a move nor a command: type help for help"},
      {"undo 2", "'undo 2' is neither a move nor a command: did you mean undo?"},
      {"hitn", "'hitn' is neither a move nor a command: did you mean hint?"},
      {"b2a2", "b2 is not on the border"},
      {"a3a3", "a3 cannot go back in at a3: the cube must move"},
      {"a3c1", "c1 is not an end of a3's row or column"},
      {"a9c9", "move 'a9c9': expected the taken cell at 'a9c9', a column from a to c and a row from 1 to 3"},
      {"a3c3c3", "move 'a3c3c3': expected nothing after the two cells, found 'c3'"},
      {"0", "there is no move 0: type list for the moves there are"},
      {"21", "there is no move 21: type list for the moves there are"},
      {"99999999999999999999999999",
       "there is no move 99999999999999999999: type list for the moves there are"},
      {"save", "save needs the name of a file: save game.txt"},
      {"save /nowhere/game.txt", "cannot write '/nowhere/game.txt': No such file or directory"}};
  std::string input;
  for (const auto& [line, remark] : remarks) input += std::string(line) + "\n";
  const Outcome outcome = talk(two_people("3x3"), input + "\n  \n a3c3 \n");
  EXPECT_EQ(outcome.code, 0);
  for (const auto& [line, remark] : remarks)
    EXPECT_TRUE(holds(outcome.out, "X to move> " + std::string(line) + '\n' + remark + "\nX to move> "))
        << outcome;
  EXPECT_TRUE(outcome.out.ends_with("1. a3c3\n")) << outcome;
}

TEST(Play, BytesThatAreNoTextDoNoHarm) {
  const Outcome outcome = talk(two_people("3x3"), std::string("\x1b[31m\0\xff\n", 8));
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out.find_first_of(std::string("\x1b\0", 2)), std::string::npos) << outcome;
  Pipe endless(std::string(20'000, 'a'));
  const Outcome refused = Program(two_people("3x3"), Stdout::captured, {}, endless.descriptor()).wait();
  EXPECT_EQ(refused.code, 1);
  EXPECT_EQ(refused.err, "quixo: a line of the input is longer than 10000 characters\n");
}

// play: files and leaving ----------------------------------------------------------------------------------

TEST(Play, SavesAndResumes) {
  const TemporaryDirectory directory;
  const std::string file = directory.path() / "my game.txt";
  const Outcome saved = talk(two_people("3x3"), "a3c3\nsave " + file + "\nc1a1\nsave " + file + "\n");
  EXPECT_EQ(saved.code, 0);
  EXPECT_TRUE(saved.out.ends_with("Saved as " + file + ".\nX to move> \n")) << saved;
  EXPECT_EQ(bytes_of(file), "3x3\n1. a3c3 c1a1\n");

  const Outcome resumed = talk({"play", "--resume", file, "--o", "human"}, "b3b1\nsave " + file + "\nquit\n");
  EXPECT_TRUE(holds(resumed.out, " 3 . . X\n 2 . . .\n 1 O . .\n   a b c\n\nX to move> b3b1\n")) << resumed;
  EXPECT_EQ(bytes_of(file), "3x3\n1. a3c3 c1a1\n2. b3b1\n");
  EXPECT_EQ(files_in(directory.path()).size(), 1U);  // nothing is left beside it
}

TEST(Play, DoesNotOverwriteAFileOfSomethingElse) {
  const GameFile other("keep me\n");
  const Outcome outcome = talk(two_people("3x3"), "a3c3\nsave " + other.path() + "\nquit\n");
  EXPECT_TRUE(holds(outcome.out, other.path() + "' exists: choose another name\n")) << outcome;
  EXPECT_TRUE(outcome.out.ends_with("The game was not saved:\n3x3\n1. a3c3\n")) << outcome;
  EXPECT_EQ(other.text(), "keep me\n");
}

TEST(Play, LeavesCleanlyOnCtrlC) {
  for (const int signal : {SIGINT, SIGTERM}) {
    const Pipe open("a3c3\n");
    Program program(two_people("3x3"), Stdout::captured, {}, open.descriptor());
    while (!holds(program.output_so_far(), "O to move> "))
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    program.signal(signal);
    const Outcome outcome = program.wait();
    EXPECT_EQ(outcome.code, 0);
    EXPECT_EQ(outcome.err, "");
    EXPECT_TRUE(outcome.out.ends_with("O to move> \nThe game was not saved:\n3x3\n1. a3c3\n")) << outcome;
  }
}

TEST(Play, LeavesCleanlyOnCtrlCWhileTheComputerThinks) {
  Program program({"play", "5x5", "--x", "searcher", "--o", "searcher"});
  wait_for([&] { return holds(program.output_so_far(), "X (searcher) plays "); });
  program.signal(SIGINT);
  const Outcome outcome = program.wait();
  EXPECT_EQ(outcome.code, 0) << outcome;
  EXPECT_EQ(outcome.err, "");
  EXPECT_TRUE(holds(outcome.out, "The game was not saved:\n5x5\n1. ")) << outcome;
}

// play: on a terminal --------------------------------------------------------------------------------------

TEST(Play, ColoursTheBoardOnATerminalUnlessToldNot) {
  const std::string brown_x = "\x1b[33mX";
  const std::string red_o = "\x1b[31mO";
  const auto shown = [](const std::vector<std::string>& variables) {
    Terminal terminal(two_people("3x3"), variables);
    terminal.answer('X', "a3c3\n");
    terminal.answer('O', "c1a1\n");
    terminal.answer('X', "quit\n");
    return terminal.rest();
  };
  const std::string coloured = shown({});
  EXPECT_TRUE(holds(coloured, brown_x) && holds(coloured, red_o)) << coloured;
  for (const char* variable : {"NO_COLOR=1", "TERM=dumb"}) {
    const std::string plain = shown({variable});
    EXPECT_FALSE(holds(plain, brown_x)) << plain;
    EXPECT_TRUE(holds(plain, " 3 . . X\r\n")) << plain;
  }
}

TEST(Play, LeavesCleanlyOnTheKeysOfATerminal) {
  for (const char* terminal_kind : {"TERM=xterm", "TERM=dumb"})
    for (const char* key : {"\x03", "\x04"}) {  // Ctrl-C, Ctrl-D
      Terminal terminal(two_people("3x3"), {terminal_kind});
      terminal.answer('X', "a3c3\n");
      terminal.answer('O', key);
      EXPECT_TRUE(terminal.rest().ends_with("\r\nThe game was not saved:\r\n3x3\r\n1. a3c3\r\n"));
    }
}

TEST(Play, LinesCanBeEditedRepeatedAndCompleted) {
  Terminal terminal(two_people("3x3"));
  terminal.answer('X', "3d\x7f\x63\x33\x01\x61\n");  // 3d, backspace, c3, Ctrl-A to the beginning, a
  terminal.answer('O', "\x1b[A\x1b[D\x05\n");        // up, left, and Ctrl-E to the end: a3c3 again
  terminal.answer('X', "b3b\t\n");                   // there is one move that begins so
  terminal.answer('O', "c1\t");                      // there are several: they are listed
  terminal.wait_for("c1a1  c1c3");
  terminal.wait_for("> c1");
  terminal.type("\x15qu\t\n");  // Ctrl-U empties the line
  EXPECT_TRUE(terminal.rest().ends_with("3x3\r\n1. a3c3 a3c3\r\n2. b3b1\r\n"));
}

TEST(Play, BadArguments) {
  const std::string who =
      ": expected level-1 to level-9, searcher, winner or perfect, random, exec:COMMAND or "
      "human";
  EXPECT_EQ(talk({"play", "3x3", "--x", "bob"}, ""), misused("play", "--x: no player is called 'bob'" + who));
  EXPECT_EQ(talk({"play", "3x3", "--o", "level-10"}, ""),
            misused("play", "--o: no player is called 'level-10'" + who));
  EXPECT_EQ(talk({"play", "three"}, "").code, 2);
  for (const std::string seed : {"-1", "1x", "", "18446744073709551616"})
    EXPECT_EQ(talk({"play", "3x3", "--seed", seed}, ""),
              misused("play", "--seed: '" + seed + "' is no number from 0 to 18446744073709551615"));
  EXPECT_EQ(talk({"play", "--resume", "/nowhere/game.txt"}, ""),
            misused("play", "--resume: cannot open '/nowhere/game.txt': No such file or directory"));
  EXPECT_EQ(talk({"play", "--resume", "/"}, ""),
            misused("play", "--resume: cannot read '/': Is a directory"));
  const GameFile bad("3x3\n1. a3c3 c3a3\n");
  EXPECT_EQ(talk({"play", "--resume", bad.path()}, ""),
            misused("play", "--resume: line 2: move 2 ('c3a3'): c3 holds the opponent's cube"));
  EXPECT_EQ(talk({"play", "3x3", "--resume", bad.path()}, ""),
            misused("play", "RULES does not go with --resume"));
}

TEST(Play, RefusesAPlayerWithoutATableBeforeTheFirstMove) {
  for (const std::string side : {"--x", "--o"})
    for (const std::string name : {"perfect", "winner"}) {
      const Outcome outcome = talk({"play", "5x5", side, name}, "");
      EXPECT_EQ(outcome.code, 2);
      EXPECT_EQ(outcome.out, "");
      EXPECT_TRUE(outcome.err.starts_with("quixo: " + side + ": " + name +
                                          " needs a table of 5x5: choose level-1 to level-9 or searcher, or "
                                          "make one: quixo solve 5x5 "))
          << outcome;
      EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 1) << outcome;
    }
}

TEST(Play, TheOfficialGameNeedsNoTable) {
  const Outcome outcome = talk({"play", "--seed", "1"}, "a5e5\nvalue\nhint\nquit\n");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_TRUE(outcome.out.starts_with("5x5: a line of 5 wins. X is you, O is Level 4 · Steady.\n"))
      << outcome;
  EXPECT_TRUE(holds(outcome.out, "\nO (level-4) plays ")) << outcome;
  EXPECT_TRUE(holds(outcome.out, "> value\nUnclear: nobody can force a win within 12 moves.\n")) << outcome;
  EXPECT_TRUE(holds(outcome.out, ": no end is in sight within 12 moves")) << outcome;
  // What a table would add is said once.
  const std::string note = "There is no table of 5x5, so a search answered.";
  const std::size_t said = outcome.out.find(note);
  ASSERT_NE(said, std::string::npos) << outcome;
  EXPECT_EQ(outcome.out.find(note, said + 1), std::string::npos) << outcome;
}

TEST(Play, ASearchProvesWhatIsNear) {
  const GameFile won("5x5\nXXXX1/OOO2/5/5/5 x\n");
  const Outcome outcome = talk({"play", "--resume", won.path()}, "value\nhint\nline\nquit\n");
  EXPECT_TRUE(holds(outcome.out, "X to move> value\nX wins in 1 move with best play.\n")) << outcome;
  EXPECT_TRUE(holds(outcome.out, " wins in 1 move. ")) << outcome;
  EXPECT_TRUE(holds(outcome.out, "X to move> line\n  1. X ")) << outcome;
}

TEST(Play, TwoPeopleNeedNoTable) {
  // Not even a whole one: it is not looked at before somebody asks.
  const TemporaryDirectory tables;
  const auto damaged = tables.path() / "5x5" / "distance";
  std::filesystem::create_directories(damaged);
  write_bytes(damaged / "manifest.json", "");
  Arguments arguments = two_people("5x5");
  arguments.insert(arguments.end(), {"--tables", tables.path()});
  const Outcome outcome = talk(arguments, "a5e5\nvalue\nb5a5\nquit\n");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_TRUE(holds(outcome.out, "> value\n" + (damaged / "manifest.json").string() + " is damaged"))
      << outcome;
  EXPECT_TRUE(outcome.out.ends_with("5x5\n1. a5e5 b5a5\n")) << outcome;
}

TEST(Play, TellsTheRules) {
  const Outcome outcome = talk(two_people("4x4-line3-double-wins"), "rules\n");
  EXPECT_TRUE(holds(outcome.out,
                    "  3 of your symbols side by side in a row, a column or a diagonal win.\n"
                    "  A move that makes lines of both symbols wins.\n"))
      << outcome;
  EXPECT_TRUE(holds(talk(two_people("5x5"), "rules\n").out, "lines of both symbols loses.\n"));
}

TEST(Play, AFailureDoesNotLoseTheGame) {
  Pipe endless("a3c3\n" + std::string(20'000, 'a'));
  const Outcome outcome = Program(two_people("3x3"), Stdout::captured, {}, endless.descriptor()).wait();
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(outcome.out.ends_with("The game was not saved:\n3x3\n1. a3c3\n")) << outcome;
}

TEST(Play, SavesTheGameWhenTheTerminalIsGone) {
  const TemporaryDirectory directory;
  write_bytes(directory.path() / "quixo-game.txt", "another game");
  Terminal terminal(two_people("3x3"), {}, directory.path());
  terminal.answer('X', "a3c3\n");
  terminal.wait_for("O to move> ");
  terminal.hang_up();
  EXPECT_EQ(bytes_of(directory.path() / "quixo-game-2.txt"), "3x3\n1. a3c3\n");
  EXPECT_EQ(bytes_of(directory.path() / "quixo-game.txt"), "another game");
}

TEST(Play, PrintsTheGameThatCanBeSavedNowhere) {
  const Pipe input("a3c3\n");
  const std::string nowhere = "/proc";  // nobody can make a file there
  Program program(two_people("3x3"), Stdout::captured, {"HOME=" + nowhere}, input.descriptor(), nowhere);
  wait_for([&] { return holds(program.output_so_far(), "O to move> "); });
  program.signal(SIGHUP);
  const Outcome outcome = program.wait();
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.err,
            "3x3\n1. a3c3\n"
            "quixo: the game above could be saved neither here nor at home: copy it to a file\n");
}

TEST(Play, OutputThatCannotBeWrittenIsAFailure) {
  for (const Stdout where : {Stdout::full, Stdout::closed}) {
    const Pipe input("a3c3\n");
    EXPECT_EQ(Program(two_people("3x3"), where, {}, input.descriptor()).wait(),
              failed("cannot write to standard output"));
  }
}

}  // namespace
}  // namespace quixo::cli
