// SPDX-License-Identifier: MIT
//
// The texts of answers, byte by byte: clients may rely on the order of the fields. api_test.cpp compares what
// they say with the tables.
#include "serve/encode.h"

#include <gtest/gtest.h>

#include "game/notation.h"
#include "probe/source.h"
#include "quixo/open.h"
#include "solve/solver.h"
#include "tests/files.h"

namespace quixo::serve {
namespace {

class Encode : public testing::Test {
 protected:
  Position position(const char* text) const { return parse_position(geometry_of(table_), text); }

  const Table table_ = solve_in_memory(parse_rules("3x3"));
};

TEST_F(Encode, APositionThatIsOver) {
  EXPECT_EQ(encode_position(table_, position("XXX/3/3 o"), Replies::counted),
            R"({"rules":"3x3","position":"XXX/3/3 o","to_move":"O","over":true,"winner":"X",)"
            R"("outcome":"loss","distance_moves":0,"moves":[]})");
}

TEST_F(Encode, APositionWithItsMovesAndTheReplies) {
  const std::string text = encode_position(table_, position("XX1/1O1/O2 x"), Replies::counted);
  EXPECT_TRUE(text.starts_with(
      R"({"rules":"3x3","position":"XX1/1O1/O2 x","to_move":"X","over":false,"winner":null,)"
      R"("outcome":"win","distance_moves":1,"moves":[{"move":"c3a3","position":"XXX/1O1/O2 o",)"
      R"("outcome":"win","distance_moves":1,"replies":0,"replies_that_hold":0},{"move":)"))
      << text;
  EXPECT_TRUE(text.ends_with("}]}")) << text;
  const std::string shorter = encode_position(table_, position("XX1/1O1/O2 x"), Replies::left_out);
  EXPECT_EQ(shorter.find("replies"), std::string::npos);
  Json without = Json::parse(text);
  for (Json& move : without["moves"]) {
    move.erase("replies");
    move.erase("replies_that_hold");
  }
  EXPECT_EQ(without.dump(), shorter);
}

TEST_F(Encode, AMove) {
  EXPECT_EQ(encode_move(table_, table_.moves(position("XX1/1O1/O2 x")).front()),
            R"({"move":"c3a3","position":"XXX/1O1/O2 o","outcome":"win","distance_moves":1})");
}

TEST_F(Encode, ALine) {
  EXPECT_EQ(encode_line(table_, position("XXX/3/3 o")),
            R"({"rules":"3x3","position":"XXX/3/3 o","outcome":"loss","distance_moves":0,"ends":"line",)"
            R"("moves":[]})");
  EXPECT_EQ(encode_line(table_, position("XX1/1O1/O2 x")),
            R"({"rules":"3x3","position":"XX1/1O1/O2 x","outcome":"win","distance_moves":1,"ends":"line",)"
            R"("moves":[{"move":"c3a3","position":"XXX/1O1/O2 o","outcome":"win","distance_moves":1}]})");
}

TEST_F(Encode, Statistics) {
  const std::string text = encode_statistics(table_);
  EXPECT_TRUE(text.starts_with(R"({"rules":"3x3","empty_board":{"outcome":"win","distance_moves":7},)"
                               R"("totals":{"win":12748,"draw":0,"loss":6935},"positions":19683,)"
                               R"("classes":[{"own":0,"opponent":0,"win":1,"draw":0,"loss":0},)"))
      << text;
}

TEST(EncodeOutcomes, HasNoDistances) {
  const TemporaryDirectory directory;
  solve::Options options;
  options.threads = 1;
  options.metric = Metric::outcome;
  options.directory = directory.path();
  solve::solve(Geometry(parse_rules("2x2")), options);
  const Table table = Table::open(directory.path());
  const Json position = Json::parse(encode_position(table, {}, Replies::left_out));
  EXPECT_EQ(position["distance_moves"], Json());
  EXPECT_EQ(position["moves"][0]["distance_moves"], Json());
  const Json statistics = Json::parse(encode_statistics(table));
  EXPECT_EQ(statistics["empty_board"]["distance_moves"], Json());
  EXPECT_EQ(statistics["distances"], Json::array());
  EXPECT_EQ(statistics["longest_win"], Json());
}

}  // namespace
}  // namespace quixo::serve
