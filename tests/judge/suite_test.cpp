// SPDX-License-Identifier: MIT
//
// Suites: how they are read, and that those of this project are true.
#include "judge/suite.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "quixo/open.h"
#include "tests/files.h"
#include "tests/game/support.h"

namespace quixo::judge {
namespace {

TEST(Suite, IsReadAndWritten) {
  const Rules rules = parse_rules("3x3");
  const std::string lines[] = {"3/3/3 x win 7", "XO1/1X1/O1O o win 1", "O2/3/3 x loss ?", "3/3/1X1 o draw -"};
  std::string text = "# a comment\n\n";
  for (const std::string& line : lines) text += line + "\r\n";
  const std::vector<SuitePosition> suite = parse_suite(rules, text);
  ASSERT_EQ(suite.size(), std::size(lines));
  for (std::size_t i = 0; i < suite.size(); ++i) EXPECT_EQ(to_string(rules, suite[i]), lines[i]);
  EXPECT_EQ(suite[0].known, (Known{Outcome::win, 7, 0, Proof::table}));
  EXPECT_EQ(suite[2].known, (Known{Outcome::loss, {}, 0, Proof::table}));
}

TEST(Suite, SaysWhichLineIsWrong) {
  const auto refused = [](const std::string& line) {
    return message_of([&] { parse_suite(parse_rules("3x3"), "3/3/3 x win 7\n" + line + "\n"); });
  };
  EXPECT_EQ(refused("3/3/3"), "line 2: expected a position, win, draw or loss, and a distance, - or ?");
  EXPECT_EQ(refused("3/3/3 x wins 7"), "line 2: 'wins' is no outcome: expected win, draw or loss");
  EXPECT_EQ(refused("3/3/3 x draw 7"), "line 2: a draw has no distance: expected -, not '7'");
  for (const char* distance : {"-", "-1", "7x", "", "0", "99999"})
    EXPECT_EQ(refused(std::string("3/3/3 x win ") + distance),
              std::string("line 2: '") + distance + "' is no distance: expected a number of moves, or ?");
  EXPECT_EQ(refused("4/4/4/4 x win 7").substr(0, 8), "line 2: ");
  EXPECT_EQ(refused("XXX/3/3 o loss 1"), "line 2: the game is over, so there is no move to judge");
  EXPECT_EQ(message_of([] { parse_suite(parse_rules("3x3"), "# nothing\n"); }), "there is no position in it");
}

TEST(Suite, Of4x4IsWhatTheTableSays) {
  const Table table = solve_in_memory(parse_rules("4x4"));
  const std::vector<SuitePosition> suite = parse_suite(table.rules(), bytes_of(SUITES "/4x4.txt"));
  EXPECT_EQ(suite.size(), 1000U);
  for (const SuitePosition& each : suite) {
    const Value value = table.probe(each.position);
    ASSERT_EQ(each.known.outcome, value.outcome) << to_string(table.rules(), each);
    ASSERT_EQ(each.known.distance.value_or(0), value.distance) << to_string(table.rules(), each);
  }
}

/// tests/long compares it with a table.
TEST(Suite, Of5x5IsOne) {
  EXPECT_EQ(parse_suite(parse_rules("5x5"), bytes_of(SUITES "/5x5.txt")).size(), 3000U);
}

}  // namespace
}  // namespace quixo::judge
