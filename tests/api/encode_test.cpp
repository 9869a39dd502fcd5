// SPDX-License-Identifier: MIT
//
// The texts of answers, byte by byte: clients may rely on the order of the fields. api_test.cpp compares what
// they say with the tables.
#include "api/encode.h"

#include <gtest/gtest.h>

#include "game/notation.h"
#include "quixo/open.h"
#include "solve/solver.h"
#include "tests/files.h"

namespace quixo::api {
namespace {

class Encode : public testing::Test {
 protected:
  Position position(const char* text) const { return parse_position(geometry(), text); }
  const Geometry& geometry() const { return knowledge_.geometry(); }
  std::string encoded(const char* text, Replies replies) const {
    AnalysisEffort effort;
    effort.replies = replies;
    return encode_position(geometry(), analyse(knowledge_, position(text), effort));
  }

  const Knowledge knowledge_{solve_in_memory(parse_rules("3x3"))};
};

TEST_F(Encode, APositionThatIsOver) {
  EXPECT_EQ(encoded("XXX/3/3 o", Replies::counted),
            R"({"rules":"3x3","position":"XXX/3/3 o","to_move":"O","over":true,"winner":"X",)"
            R"("outcome":"loss","distance_moves":0,"proof":"table","horizon_moves":null,)"
            R"("moves_that_hold":0,"best_trap":null,"moves":[]})");
}

TEST_F(Encode, APositionWithItsMovesAndTheReplies) {
  const std::string text = encoded("XX1/1O1/O2 x", Replies::counted);
  EXPECT_TRUE(text.starts_with(
      R"({"rules":"3x3","position":"XX1/1O1/O2 x","to_move":"X","over":false,"winner":null,)"
      R"("outcome":"win","distance_moves":1,"proof":"table","horizon_moves":null,"moves_that_hold":6,)"
      R"("best_trap":null,"moves":[{"move":"c3a3","position":"XXX/1O1/O2 o",)"
      R"("outcome":"win","distance_moves":1,"proof":"table","horizon_moves":null,)"
      R"("replies":0,"replies_that_hold":0,"same_as":"c3a3"},{"move":)"))
      << text;
  EXPECT_TRUE(text.ends_with("}]}")) << text;
  const std::string shorter = encoded("XX1/1O1/O2 x", Replies::left_out);
  EXPECT_EQ(shorter.find("replies"), std::string::npos);
  Json without = Json::parse(text);
  without.erase("best_trap");
  for (Json& move : without["moves"]) {
    move.erase("replies");
    move.erase("replies_that_hold");
  }
  EXPECT_EQ(without.dump(), shorter);
}

TEST_F(Encode, ATrap) {
  const Geometry board(parse_rules("5x5"));
  AnalysedMove move;
  move.move = parse_move(board, "a5e5");
  move.position = {0, Player::o};
  move.known = {{}, {}, 12, Proof::none};
  move.replies = 44;
  move.replies_that_hold = 3;
  const Analysis analysis{{}, {{}, {}, 12, Proof::none}, Replies::counted, {move}, 1, 0};
  EXPECT_EQ(encode_position(board, analysis),
            R"({"rules":"5x5","position":"5/5/5/5/5 x","to_move":"X","over":false,"winner":null,)"
            R"("outcome":null,"distance_moves":null,"proof":"none","horizon_moves":12,"moves_that_hold":1,)"
            R"("best_trap":{"move":"a5e5","replies":44,"replies_that_hold":3},)"
            R"("moves":[{"move":"a5e5","position":"5/5/5/5/5 o","outcome":null,"distance_moves":null,)"
            R"("proof":"none","horizon_moves":12,"replies":44,"replies_that_hold":3,"same_as":"a5e5"}]})");
}

TEST_F(Encode, AMove) {
  EXPECT_EQ(encode_move(geometry(), knowledge_.moves(position("XX1/1O1/O2 x")).front()),
            R"({"move":"c3a3","position":"XXX/1O1/O2 o","outcome":"win","distance_moves":1,)"
            R"("proof":"table","horizon_moves":null})");
  // What a table of outcomes says of a win that is farther away than a search sees, and a draw.
  const KnownMove far{{}, {}, {Outcome::win, {}, 12, Proof::table}};
  EXPECT_NE(encode_move(geometry(), far)
                .find(R"("outcome":"win","distance_moves":null,"proof":"table","horizon_moves":12})"),
            std::string::npos);
  const KnownMove draw{{}, {}, {Outcome::draw, {}, 0, Proof::table}};
  EXPECT_NE(encode_move(geometry(), draw)
                .find(R"("outcome":"draw","distance_moves":null,"proof":"table","horizon_moves":null})"),
            std::string::npos);
}

TEST_F(Encode, ALine) {
  const auto line = [&](const char* text) {
    const Position start = position(text);
    return encode_line(geometry(), start, best_line(knowledge_, start));
  };
  EXPECT_EQ(line("XXX/3/3 o"),
            R"({"rules":"3x3","position":"XXX/3/3 o","outcome":"loss","distance_moves":0,"proof":"table",)"
            R"("horizon_moves":null,"kind":"best","ends":"line","moves":[]})");
  EXPECT_EQ(line("XX1/1O1/O2 x"),
            R"({"rules":"3x3","position":"XX1/1O1/O2 x","outcome":"win","distance_moves":1,"proof":"table",)"
            R"("horizon_moves":null,"kind":"best","ends":"line","moves":[{"move":"c3a3",)"
            R"("position":"XXX/1O1/O2 o","outcome":"win","distance_moves":1,"proof":"table",)"
            R"("horizon_moves":null}]})");
}

TEST_F(Encode, APuzzle) {
  Puzzle puzzle{analyse(knowledge_, position("XXX/3/3 o")), {}};
  puzzle.right = {parse_move(geometry(), "a3c3"), parse_move(geometry(), "a1c1")};
  EXPECT_EQ(encode_puzzle(geometry(), PuzzleKind::trap, 7, puzzle),
            R"({"rules":"3x3","kind":"trap","seed":7,"position":)" + encoded("XXX/3/3 o", Replies::counted) +
                R"(,"right":["a3c3","a1c1"]})");
}

TEST_F(Encode, Statistics) {
  const std::string text = encode_statistics(*knowledge_.table());
  EXPECT_TRUE(text.starts_with(
      R"({"rules":"3x3","empty_board":{"outcome":"win","distance_moves":7,"proof":"table",)"
      R"("horizon_moves":null},"totals":{"win":12748,"draw":0,"loss":6935},"positions":19683,)"
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
  const Json statistics = Json::parse(encode_statistics(table));
  EXPECT_EQ(statistics["empty_board"]["distance_moves"], Json());
  EXPECT_EQ(statistics["distances"], Json::array());
  EXPECT_EQ(statistics["longest_win"], Json());
}

}  // namespace
}  // namespace quixo::api
