// SPDX-License-Identifier: MIT
//
// Reading what a program says: lines of any bytes, and what they mean.
#include "agent/answers.h"

#include <gtest/gtest.h>

#include "tests/game/support.h"

namespace quixo::agent {
namespace {

TEST(TakeLine, TakesOneAfterTheOther) {
  std::string bytes = "ready\nmove a1a5\r\n\nrest";
  EXPECT_EQ(take_line(bytes), "ready");
  EXPECT_EQ(take_line(bytes), "move a1a5");
  EXPECT_EQ(take_line(bytes), "");
  EXPECT_EQ(take_line(bytes), std::nullopt);
  EXPECT_EQ(bytes, "rest");
}

TEST(TakeLine, HasALimit) {
  const std::string longest(longest_line, 'x');
  for (const char* end : {"\n", "\r\n"}) {
    std::string bytes = longest + end;
    EXPECT_EQ(take_line(bytes), longest);
  }
  std::string unfinished = longest + '\r';
  EXPECT_EQ(take_line(unfinished), std::nullopt);
  const std::string refused = "wrote a line of more than 1,000 bytes";
  for (const char* end : {"x\n", "x\r\n", "xx", "\r\r"}) {
    std::string bytes = longest + end;
    EXPECT_EQ(message_of([&] { take_line(bytes); }), refused) << end;
  }
}

TEST(TakeLine, IsPlainText) {
  for (const std::string& bad : {std::string("a\0b", 3), std::string("\x1b[2J"), std::string("\xc3\xa9"),
                                 std::string("\t"), std::string("a\rb"), std::string("\x7f")}) {
    std::string bytes = bad + '\n';
    EXPECT_NE(message_of([&] { take_line(bytes); }).find("is not plain text"), std::string::npos) << bad;
  }
}

TEST(ParseAnswer, KnowsTheFour) {
  using Kind = Answer::Kind;
  const auto expect = [](const char* line, Kind kind, const std::string& text) {
    EXPECT_EQ(parse_answer(line).kind, kind) << line;
    EXPECT_EQ(parse_answer(line).text, text) << line;
  };
  expect("quixo-agent 1", Kind::greeting, "");
  expect("quixo-agent 1 my agent 2.0", Kind::greeting, "my agent 2.0");
  expect("quixo-agent 1 a name of more than twenty", Kind::greeting, "a name of more than ");
  expect("ready", Kind::ready, "");
  expect("move a1a5", Kind::move, "a1a5");
  expect("move", Kind::move, "");
  expect("error only 5x5", Kind::error, "only 5x5");
  for (const char* other : {"", "quixo-agent 2", "quixo-agent 10", "quixo-agent", "ready ", "Ready", " ready",
                            "moves a1a5", "mov", "info depth 3"})
    expect(other, Kind::other, other);
}

}  // namespace
}  // namespace quixo::agent
