// SPDX-License-Identifier: MIT
//
// The analysis of positions against its definitions, counted plainly from a table.
#include "analysis/analysis.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <set>

#include "tests/play/support.h"

namespace quixo {
namespace {

constexpr const char* drawn_game = "3x4-line4";

struct Counts {
  int all = 0;
  int holding = 0;
  bool operator==(const Counts&) const = default;
};

/// The replies to a move, and those that keep the best the opponent has.
Counts plain_count(const Table& table, Position after) {
  const Outcome best = table.outcome(after);
  Counts counts;
  for (const Position& child : children(geometry_of(table), after)) {
    ++counts.all;
    if (best != Outcome::loss && opposite(table.outcome(child)) == best) ++counts.holding;
  }
  return counts;
}

TEST(Analysis, CountsRepliesAndMovesThatHold) {
  const Table table = solved(drawn_game);
  for (const Position& position : open_positions(table, 300, 1)) {
    const Analysis analysis = analyse(table, position);
    EXPECT_EQ(analysis.known, known(table.probe(position)));
    int holding = 0;
    for (const AnalysedMove& move : analysis.moves) {
      EXPECT_EQ(move.known, known(value_of_move(table.probe(move.position))));
      EXPECT_EQ((Counts{move.replies, move.replies_that_hold}), plain_count(table, move.position));
      if (*move.known.outcome == *analysis.known.outcome && *move.known.outcome != Outcome::loss) ++holding;
    }
    EXPECT_EQ(analysis.moves_that_hold, holding);
    EXPECT_EQ(analysis.moves.size(), legal_moves(geometry_of(table), position).size());
  }
}

TEST(Analysis, PutsTheBestFirstAndOfDrawsTheHardestToAnswer) {
  const Table table = solved(drawn_game);
  int traps = 0;
  for (const Position& position : open_positions(table, 300, 2)) {
    const Analysis analysis = analyse(table, position);
    for (std::size_t i = 1; i < analysis.moves.size(); ++i) {
      const AnalysedMove& before = analysis.moves[i - 1];
      const AnalysedMove& after = analysis.moves[i];
      EXPECT_FALSE(is_better(after.known, before.known));
      if (after.known == before.known && after.known.outcome == Outcome::draw) {
        EXPECT_LE(before.holding_share(), after.holding_share());
      }
    }
    const AnalysedMove& first = analysis.moves.front();
    const bool has_trap = first.known.outcome == Outcome::draw && first.replies_that_hold < first.replies;
    EXPECT_EQ(analysis.best_trap, has_trap ? std::optional<std::size_t>(0) : std::nullopt);
    traps += has_trap ? 1 : 0;
  }
  EXPECT_GT(traps, 20);
}

TEST(Analysis, NamesMovesThatAreTheSameButForASymmetry) {
  const Geometry geometry(parse_rules("5x5"));
  const Analysis analysis = analyse(Knowledge(geometry.rules()), {}, {{.horizon = 3}});
  ASSERT_EQ(analysis.moves.size(), 44U);
  std::set<std::size_t> firsts;
  for (std::size_t i = 0; i < analysis.moves.size(); ++i) {
    const std::size_t first = analysis.moves[i].same_as;
    firsts.insert(first);
    ASSERT_LE(first, i);
    EXPECT_EQ(analysis.moves[first].same_as, first);
    EXPECT_EQ(canonical(geometry, analysis.moves[first].position),
              canonical(geometry, analysis.moves[i].position));
    if (first != i) {
      EXPECT_EQ(analysis.moves[i - 1].same_as, first);  // together
    }
  }
  EXPECT_EQ(firsts.size(), 3U);  // the corner, the cell beside it, and the middle
}

/// On this board every end is within the horizon, so what is not proved is a draw.
TEST(Analysis, WithoutATableHoldsWhatIsNotProvedToLose) {
  const Table table = solved("3x3");
  const Knowledge nothing(table.rules());
  const AnalysisEffort far{{.horizon = 10}, 10};
  for (const Position& position : open_positions(table, 60, 3)) {
    const Analysis by_table = analyse(table, position, far);
    const Analysis by_search = analyse(nothing, position, far);
    EXPECT_EQ(by_search.moves_that_hold, by_table.moves_that_hold);
    ASSERT_EQ(by_search.moves.size(), by_table.moves.size());
    for (const AnalysedMove& move : by_search.moves) {
      const auto found = std::ranges::find(by_table.moves, move.move, &AnalysedMove::move);
      EXPECT_EQ(move.known.outcome, found->known.outcome);
      EXPECT_EQ((Counts{move.replies, move.replies_that_hold}),
                (Counts{found->replies, found->replies_that_hold}))
          << position;
    }
  }
}

TEST(Analysis, OfAFinishedGameHasNoMoves) {
  const Table table = solved("3x3");
  const Analysis analysis = analyse(table, parse_position(geometry_of(table), "XXX/OO1/3 o"));
  EXPECT_TRUE(analysis.moves.empty());
  EXPECT_EQ(analysis.known, (Known{Outcome::loss, 0, 0, Proof::table}));
}

/// What no time is left for is said to be unknown, and never makes a value wrong.
TEST(Analysis, IsTrueWhenItIsCutOff) {
  const OutcomeTable outcomes("3x4-line4");
  const Table table = solved(drawn_game);
  const Effort over{.horizon = 12, .deadline = std::chrono::steady_clock::now()};
  for (const Position& position : open_positions(table, 100, 6))
    for (const Knowledge& knowledge : {Knowledge(outcomes.table), Knowledge(table.rules())}) {
      const Analysis analysis = analyse(knowledge, position, {over});
      const Value value = table.probe(position);
      if (analysis.known.outcome) {
        EXPECT_EQ(*analysis.known.outcome, value.outcome);
      }
      if (analysis.known.distance) {
        EXPECT_EQ(*analysis.known.distance, value.distance);
      }
      if (has_horizon(analysis.known) && value.outcome != Outcome::draw) {
        EXPECT_LT(analysis.known.horizon, value.distance);
      }
      // The replies are counted alike, by a look at the next three moves.
      const Analysis near = analyse(knowledge, position, {{.horizon = 12}, 3});
      for (const AnalysedMove& move : analysis.moves)
        if (!knowledge.table() && !move.known.outcome) {
          const auto same = std::ranges::find(near.moves, move.move, &AnalysedMove::move);
          if (!same->known.outcome) {
            EXPECT_EQ(move.replies_that_hold, same->replies_that_hold);
          }
        }
    }
}

TEST(Analysis, OfAPositionKnowsNoMoreThanItsMovesProve) {
  const auto moves = [](const std::vector<Known>& known) {
    std::vector<KnownMove> list;
    list.reserve(known.size());
    for (const Known& each : known) list.push_back({{}, {}, each});
    return list;
  };
  const auto win = [](int horizon) { return Known{Outcome::win, {}, horizon, Proof::table}; };
  const auto loss = [](int horizon) { return Known{Outcome::loss, {}, horizon, Proof::table}; };
  EXPECT_EQ(known_of(moves({win(9), win(5), loss(2)})), win(5));
  EXPECT_EQ(known_of(moves({loss(4), loss(9)})), loss(9));
  EXPECT_EQ(known_of(moves({{{}, {}, 7, Proof::none}, {{}, {}, 6, Proof::none}})),
            (Known{{}, {}, 6, Proof::none}));
}

TEST(Hardness, IsByTheShareOfRepliesThatHold) {
  EXPECT_EQ(hardness(3, 3), Hardness::safe);
  EXPECT_EQ(hardness(3, 2), Hardness::tricky);
  EXPECT_EQ(hardness(32, 9), Hardness::tricky);
  EXPECT_EQ(hardness(32, 8), Hardness::trap);
  EXPECT_EQ(hardness(0, 0), Hardness::safe);
}

TEST(BestLine, IsBestPlayWhereTheEndIsKnown) {
  const Table table = solved("3x3");
  for (const Knowledge& knowledge : {Knowledge(table), Knowledge(table.rules())})
    for (const Position& position : open_positions(table, 50, 4)) {
      const Value value = table.probe(position);
      const PlayLine line = best_line(knowledge, position);
      EXPECT_EQ(line.end, LineEnd::line);
      ASSERT_EQ(line.moves.size(), value.distance);
      for (std::size_t i = 0; i < line.moves.size(); ++i)
        EXPECT_EQ(line.moves[i].known.distance, value.distance - static_cast<int>(i));
    }
}

TEST(BestLine, IsTheHardestPlayInADraw) {
  const Table table = solved(drawn_game);
  int draws = 0;
  for (const Position& start : open_positions(table, 60, 5)) {
    if (table.outcome(start) != Outcome::draw) continue;
    ++draws;
    const PlayLine line = best_line(table, start);
    EXPECT_EQ(line.end, LineEnd::repetition);
    Position position = start;
    for (const AnalysedMove& move : line.moves) {
      const Analysis analysis = analyse(table, position);
      EXPECT_EQ(move.known.outcome, Outcome::draw);
      EXPECT_EQ(move.holding_share(), analysis.moves.front().holding_share());
      position = move.position;
    }
  }
  EXPECT_GT(draws, 5);
}

TEST(BestLine, EndsWhereNobodyKnowsHowToGoOn) {
  const OutcomeTable outcomes("3x3");
  EXPECT_EQ(best_line(outcomes.table, {}, {{.horizon = 3}}).end, LineEnd::horizon);
  EXPECT_EQ(best_line(Knowledge(parse_rules("5x5")), {}, {{.horizon = 4}, 4}, 3).end, LineEnd::cut);
}

}  // namespace
}  // namespace quixo
