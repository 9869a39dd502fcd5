// SPDX-License-Identifier: MIT
//
// The review of games against the table, position by position: of best play, of random play, of a game made
// up to hold one mistake of each kind, and of outcomes alone.
#include "play/review.h"

#include <nlohmann/json.hpp>
#include <set>

#include "play/computer.h"
#include "play/game.h"
#include "probe/source.h"
#include "tests/play/support.h"

namespace quixo {
namespace {

std::optional<double> accuracy_of(const Review& review, Player player) {
  return review.accuracy_percent[static_cast<std::size_t>(player)];
}

GameRecord game_of(const Table& table, Position start, const std::string& player, int moves,
                   std::uint64_t seed) {
  Random random(seed);
  Game game(GameRecord{table.rules(), start, {}});
  for (int i = 0; i < moves && !game.winner(); ++i)
    game.play(Computer(player).choose(table, game.position(), random).move);
  return game.record();
}

TEST(Review, FindsNoFaultWithBestPlay) {
  const Table table = solved("3x3");
  const Review judged = review(table, game_of(table, {}, "perfect", 100, 1));
  ASSERT_EQ(judged.moves.size(), 7U);
  for (const ReviewedMove& move : judged.moves) {
    EXPECT_EQ(move.judgement, Judgement::best);
    EXPECT_EQ(move.before, move.after);
    EXPECT_EQ(move.before.distance, 8 - move.number);
    EXPECT_EQ(move.best, move.move);
    EXPECT_TRUE(move.refutation.empty());
  }
  EXPECT_EQ(accuracy_of(judged, Player::x), 100);
  EXPECT_EQ(accuracy_of(judged, Player::o), 100);
  EXPECT_TRUE(judged.turning_points.empty());
}

TEST(Review, OfNoMovesHasNoAccuracy) {
  const Table table = solved("3x3");
  const Review judged = review(table, GameRecord{table.rules(), {}, {}});
  EXPECT_TRUE(judged.moves.empty());
  EXPECT_EQ(accuracy_of(judged, Player::x), std::nullopt);
  EXPECT_EQ(accuracy_of(judged, Player::o), std::nullopt);
}

/// The position after the refutation has been played.
Position after_refutation(const Table& table, const ReviewedMove& move) {
  Position position = move.position;
  for (const Move& each : move.refutation) position = play(geometry_of(table), position, each);
  return position;
}

void expect_proved(const Table& table, const ReviewedMove& move) {
  const Position end = after_refutation(table, move);
  switch (move.judgement) {
    case Judgement::best:
    case Judgement::good:
      EXPECT_TRUE(move.refutation.empty());
      break;
    case Judgement::win_to_draw:
      EXPECT_EQ(move.refutation.size(), 1U);
      EXPECT_EQ(table.probe(end).outcome, Outcome::draw);
      break;
    case Judgement::slower_win:
      EXPECT_EQ(static_cast<int>(move.refutation.size()), *move.after.distance - 1);
      EXPECT_EQ(winner(geometry_of(table), end), move.player);
      break;
    case Judgement::faster_loss:
    case Judgement::win_to_loss:
    case Judgement::draw_to_loss:
      EXPECT_EQ(static_cast<int>(move.refutation.size()), *move.after.distance - 1);
      EXPECT_EQ(winner(geometry_of(table), end), other(move.player));
      break;
    case Judgement::unclear:
    case Judgement::win_to_unclear:
    case Judgement::unclear_to_loss:
      ADD_FAILURE() << "a table leaves nothing unclear";
  }
}

TEST(Review, JudgesRandomPlayAsTheTableDoes) {
  const Table table = solved("3x4-line4");
  std::set<Judgement> seen;
  const std::vector<Position> starts = open_positions(table, 150, 1);
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const GameRecord game = game_of(table, starts[i], "level-1", 12, i);
    const Review judged = review(table, game);
    ASSERT_EQ(judged.moves.size(), game.moves.size());
    Position position = game.start;
    std::vector<std::size_t> turns;
    for (std::size_t m = 0; m < game.moves.size(); ++m) {
      const ReviewedMove& move = judged.moves[m];
      EXPECT_EQ(move.number, static_cast<int>(m) + 1);
      EXPECT_EQ(move.player, position.to_move);
      EXPECT_EQ(move.move, game.moves[m]);
      EXPECT_EQ(move.before, known(table.probe(position)));
      const auto worth = [&](Move each) {
        return known(value_of_move(table.probe(play(geometry_of(table), position, each))));
      };
      EXPECT_EQ(move.after, worth(move.move));
      EXPECT_EQ(worth(move.best), move.before);
      EXPECT_EQ(move.judgement == Judgement::best, move.before == move.after);
      EXPECT_EQ(judgement_name(move.judgement) == std::string(outcome_name(*move.before.outcome)) + " to " +
                                                      outcome_name(*move.after.outcome),
                move.before.outcome != move.after.outcome);
      if (move.before.outcome != move.after.outcome) turns.push_back(m);
      expect_proved(table, move);
      seen.insert(move.judgement);
      position = play(geometry_of(table), position, game.moves[m]);
      EXPECT_EQ(move.position, position);
    }
    EXPECT_EQ(judged.turning_points, turns);
  }
  EXPECT_EQ(seen, (std::set{Judgement::best, Judgement::slower_win, Judgement::faster_loss,
                            Judgement::win_to_draw, Judgement::win_to_loss, Judgement::draw_to_loss}));
}

TEST(Review, MeasuresAccuracyByWhatWasGivenAway) {
  const Table table = solved("3x3");
  const auto accuracy = [&](const char* moves) {
    return review(table, parse_game(std::string("3x3\nXX1/1O1/O2 x\n") + moves)).accuracy_percent;
  };
  // X wins at once; in three moves; one of each; not any more.
  EXPECT_DOUBLE_EQ(accuracy("c3a3")[0].value(), 100);
  EXPECT_DOUBLE_EQ(accuracy("c2a2")[0].value(), 100.0 / 3);
  EXPECT_DOUBLE_EQ(accuracy("c2a2 c3a3 a2a3")[0].value(), (100.0 / 3 + 100) / 2);
  EXPECT_DOUBLE_EQ(accuracy("c2a2 c3a3 a2a3")[1].value(), 100);
  EXPECT_DOUBLE_EQ(accuracy("a3c3")[0].value(), 0);
}

TEST(Review, GivesJson) {
  const Table table = solved("3x3");
  const nlohmann::ordered_json json = to_json(review(table, parse_game("3x3\nXX1/1O1/O2 x\nc2a2")));
  EXPECT_EQ(json, nlohmann::ordered_json::parse(R"({
    "rules": "3x3",
    "start": "XX1/1O1/O2 x",
    "moves": [{
      "number": 1, "player": "X", "move": "c2a2", "position": "XX1/X1O/O2 o",
      "before": {"outcome": "win", "distance_moves": 1, "proof": "table", "horizon_moves": null},
      "after": {"outcome": "win", "distance_moves": 3, "proof": "table", "horizon_moves": null},
      "best": "c3a3",
      "judgement": "slower win",
      "only_move": false,
      "replies": 0,
      "replies_that_hold": 0,
      "missed_trap": null,
      "refutation": ["c3a3", "a2a3"]
    }],
    "accuracy_percent": {"X": 33.3, "O": null},
    "turning_points": []
  })"));
}

/// With the search beside it: on this board, every end is within its sight.
TEST(Review, WithoutDistancesIsTheSameWhereASearchSeesTheEnd) {
  const OutcomeTable outcomes("3x3");
  const Table distances = solved("3x3");
  const std::vector<Position> starts = open_positions(distances, 40, 2);
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const GameRecord game = game_of(distances, starts[i], "level-1", 12, i);
    EXPECT_EQ(to_json(review(outcomes.table, game)), to_json(review(distances, game)));
  }
}

TEST(Review, WithoutDistancesTellsOutcomesBeyondTheHorizon) {
  const OutcomeTable outcomes("3x3");
  // X wins in 7; the search looks no farther than 3 moves.
  const Review judged = review(outcomes.table, parse_game("3x3\na3c3 a3c3"), {{.horizon = 3}});
  EXPECT_EQ(judged.moves[0].before, (Known{Outcome::win, {}, 3, Proof::table}));
  EXPECT_EQ(judged.moves[0].judgement, Judgement::good);
  EXPECT_EQ(judged.moves[1].judgement, Judgement::good);
  EXPECT_EQ(accuracy_of(judged, Player::x), 100);
}

TEST(Review, WithoutATableTellsWhatASearchProves) {
  const Knowledge nothing(parse_rules("3x3"));
  const AnalysisEffort near{{.horizon = 3}};
  const Review judged = review(nothing, parse_game("3x3\nXX1/1O1/O2 x\na3c3 c2c3"), near);
  EXPECT_EQ(judged.moves[0].before, (Known{Outcome::win, 1, 0, Proof::search}));
  EXPECT_EQ(judged.moves[0].judgement, Judgement::win_to_loss);
  const Review unclear = review(nothing, parse_game("3x3\na3c3"), near);
  EXPECT_EQ(unclear.moves[0].judgement, Judgement::unclear);
  EXPECT_EQ(accuracy_of(unclear, Player::x), std::nullopt);
  EXPECT_TRUE(unclear.turning_points.empty());
}

/// Against the definition: of the moves that are not the same but for a symmetry, only one holds.
TEST(Review, NamesOnlyMovesAndMissedTraps) {
  const Table table = solved("3x4-line4");
  int only_moves = 0;
  int missed = 0;
  const std::vector<Position> starts = open_positions(table, 150, 3);
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const GameRecord game = game_of(table, starts[i], "level-3", 12, i);
    Position position = game.start;
    for (const ReviewedMove& move : review(table, game).moves) {
      std::set<Position> holding;
      bool others = false;
      for (const MoveValue& each : table.moves(position))
        if (each.value.outcome == table.probe(position).outcome && each.value.outcome != Outcome::loss)
          holding.insert(canonical(geometry_of(table), each.position));
        else
          others = true;
      const bool kept = holding.contains(canonical(geometry_of(table), move.position));
      EXPECT_EQ(move.only_move, kept && others && holding.size() == 1);
      only_moves += move.only_move ? 1 : 0;
      if (move.missed_trap) {
        ++missed;
        EXPECT_LE(4 * move.missed_trap->replies_that_hold, move.missed_trap->replies);
        EXPECT_GT(4 * move.replies_that_hold, move.replies);
        EXPECT_EQ(table.outcome(play(geometry_of(table), position, move.missed_trap->move)), Outcome::draw);
      }
      position = move.position;
    }
  }
  EXPECT_GT(only_moves, 20);
  EXPECT_GT(missed, 5);
}

}  // namespace
}  // namespace quixo
