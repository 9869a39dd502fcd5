// SPDX-License-Identifier: MIT
//
// The promises of the computer players, each against the table itself. What depends on chance is pinned by a
// seed and held to bounds that are wide.
#include "play/computer.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <string>

#include "probe/source.h"
#include "quixo/table.h"
#include "tests/play/support.h"

namespace quixo {
namespace {

constexpr const char* drawn_game = "3x4-line4";

TEST(Computer, GoesByItsName) {
  EXPECT_EQ(Computer::all().size(), 12U);
  for (const std::string& name : Computer::all()) EXPECT_EQ(Computer(name).name(), name);
  EXPECT_EQ(Computer("level-1").title(), "Level 1 · Beginner");
  EXPECT_EQ(Computer("level-9").title(), "Level 9 · Grandmaster");
  EXPECT_EQ(Computer("searcher").title(), "Searcher");
}

TEST(Computer, RefusesNamesOfNobody) {
  for (const std::string name :
       {"", "Perfect", "level", "level-", "level-0", "level-10", "level-x", "level-1 ", "human"})
    EXPECT_EQ(message_of([&] { Computer{name}; }),
              "no player is called '" + name + "': expected level-1 to level-9, searcher, winner or perfect");
}

TEST(Computer, PlaysTheSameWithTheSameSeedAndVariesWithAnother) {
  const Table table = solved("3x3");
  for (const char* name : {"perfect", "winner", "searcher", "level-3"}) {
    std::set<Move> moves;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      Random one(seed);
      Random two(seed);
      const Move move = Computer(name).choose(table, {}, one).move;
      EXPECT_EQ(Computer(name).choose(table, {}, two).move, move);
      moves.insert(move);
    }
    EXPECT_GT(moves.size(), 1U) << name;
  }
}

TEST(Computer, ReportsTheTrueValueOfItsMove) {
  const Table table = solved("3x3");
  Random random(1);
  for (const Position& position : open_positions(table, 300, 2))
    for (const char* name : {"perfect", "winner", "level-1"}) {
      const KnownMove chosen = Computer(name).choose(table, position, random);
      EXPECT_EQ(chosen.position, play(geometry_of(table), position, chosen.move));
      EXPECT_EQ(chosen.known, known(value_of_move(table.probe(chosen.position))));
    }
}

// perfect --------------------------------------------------------------------------------------------------

TEST(Perfect, KeepsTheValueOfEveryPosition) {
  const Computer perfect("perfect");
  for (const char* rules : {"3x3", drawn_game}) {
    const Table table = solved(rules);
    Random random(1);
    for (const Position& position : open_positions(table, 1000, 2))
      ASSERT_EQ(perfect.choose(table, position, random).known, known(table.probe(position))) << position;
  }
}

/// How many replies hold the draw that a position is.
std::size_t holding(const Table& table, Position position) {
  std::size_t count = 0;
  for (const Position& reply : children(geometry_of(table), position))
    if (table.probe(reply).outcome == Outcome::draw) ++count;
  return count;
}

std::vector<Position> drawing(const Table& table, Position position) {
  std::vector<Position> found;
  for (const Position& child : children(geometry_of(table), position))
    if (table.probe(child).outcome == Outcome::draw) found.push_back(child);
  return found;
}

std::size_t fewest_held(const Table& table, Position position) {
  std::size_t fewest = SIZE_MAX;
  for (const Position& child : drawing(table, position)) fewest = std::min(fewest, holding(table, child));
  return fewest;
}

TEST(Perfect, LeavesTheFewestRepliesThatHoldADraw) {
  const Table table = solved(drawn_game);
  const Computer perfect("perfect");
  Random random(1);
  int draws = 0;
  int choices = 0;  // positions where some drawing moves set worse traps than others
  for (const Position& position : open_positions(table, 2000, 3)) {
    if (table.probe(position).outcome != Outcome::draw) continue;
    ++draws;
    const std::size_t fewest = fewest_held(table, position);
    ASSERT_EQ(holding(table, perfect.choose(table, position, random).position), fewest) << position;
    for (const Position& child : drawing(table, position))
      if (holding(table, child) > fewest) {
        ++choices;
        break;
      }
  }
  EXPECT_GT(draws, 200);
  EXPECT_GT(choices, 100);
}

TEST(Perfect, BreaksTiesByTheTrapItCanSetNext) {
  const Table table = solved(drawn_game);
  const Computer perfect("perfect");
  Random random(1);
  const auto next_traps = [&](Position child) {
    std::size_t sum = 0;
    for (const Position& reply : drawing(table, child)) sum += fewest_held(table, reply);
    return sum;
  };
  int choices = 0;
  for (const Position& position : open_positions(table, 2000, 4)) {
    if (table.probe(position).outcome != Outcome::draw) continue;
    const std::size_t fewest = fewest_held(table, position);
    std::set<Position> tied;
    std::set<std::size_t> sums;
    for (const Position& child : drawing(table, position))
      if (holding(table, child) == fewest && tied.insert(child).second) sums.insert(next_traps(child));
    if (tied.size() * fewest > 12) continue;  // more than it looks at
    ASSERT_EQ(next_traps(perfect.choose(table, position, random).position), *sums.begin()) << position;
    if (sums.size() > 1) ++choices;
  }
  EXPECT_GT(choices, 20);
}

TEST(Perfect, VariesAmongEqualMoves) {
  const Table table = solved("3x3");
  std::set<Move> best;
  for (const MoveValue& move : table.moves({}))
    if (move.value == table.probe({})) best.insert(move.move);
  std::set<Move> played;
  Random random(1);
  for (int i = 0; i < 400; ++i) played.insert(Computer("perfect").choose(table, {}, random).move);
  EXPECT_EQ(played, best);
}

// winner ---------------------------------------------------------------------------------------------------

TEST(Winner, TakesEachMoveThatKeepsTheOutcomeEquallyOften) {
  const Table table = solved("3x3");
  const Position position = parse_position(geometry_of(table), "XX1/1O1/O2 x");
  const std::vector<MoveValue> moves = table.moves(position);
  std::map<Move, int> counts;
  std::set<int> distances;
  for (const MoveValue& move : moves)
    if (move.value.outcome == Outcome::win) {
      counts[move.move] = 0;
      distances.insert(move.value.distance);
    }
  ASSERT_GT(distances.size(), 1U);
  ASSERT_LT(counts.size(), moves.size());
  Random random(1);
  constexpr int each = 1000;
  const Computer winner("winner");
  for (std::size_t i = 0; i < each * counts.size(); ++i) {
    const auto found = counts.find(winner.choose(table, position, random).move);
    ASSERT_NE(found, counts.end());
    ++found->second;
  }
  for (const auto& [move, count] : counts) EXPECT_NEAR(count, each, 150);  // five standard deviations
}

TEST(Winner, WinsInTheEndAgainstTheBestDefence) {
  const Table table = solved("3x3");
  const Computer players[] = {Computer("winner"), Computer("perfect")};
  Random random(1);
  int longest = 0;
  for (int game = 0; game < 50; ++game) {
    Position position;
    int moves = 0;
    for (; !is_over(geometry_of(table), position); ++moves) {
      ASSERT_LT(moves, 10'000);
      position = players[position.to_move == Player::x ? 0 : 1].choose(table, position, random).position;
    }
    EXPECT_EQ(winner(geometry_of(table), position), Player::x);
    longest = std::max(longest, moves);
  }
  EXPECT_GT(longest, 7);  // it does not know the distance
}

TEST(Winner, HoldsADraw) {
  const Table table = solved(drawn_game);
  Random random(1);
  for (const Position& position : open_positions(table, 500, 5))
    EXPECT_EQ(Computer("winner").choose(table, position, random).known.outcome,
              table.probe(position).outcome);
}

// levels ---------------------------------------------------------------------------------------------------

/// A position where one move wins at once and no other wins at all.
Position one_win_in_one(const Table& table) {
  for (const Position& position : open_positions(table, 10'000, 1)) {
    const std::vector<MoveValue> moves = table.moves(position);
    if (moves.size() > 5 && moves[0].value == Value{Outcome::win, 1} &&
        moves[1].value.outcome != Outcome::win)
      return position;
  }
  throw std::logic_error("there is none");
}

TEST(Levels, MissAWinInOneTheLessTheHigherTheyAre) {
  const Table table = solved("3x3");
  const Position position = one_win_in_one(table);
  constexpr int tries = 2000;
  const auto hits = [&](const char* level) {
    Random random(1);
    int count = 0;
    for (int i = 0; i < tries; ++i)
      if (Computer(level).choose(table, position, random).known.outcome == Outcome::win) ++count;
    return count;
  };
  const int one = hits("level-1");
  EXPECT_GT(one, tries * 7 / 10);  // now and then
  EXPECT_LT(one, tries * 9 / 10);
  EXPECT_GT(hits("level-5"), one);
  EXPECT_EQ(hits("level-9"), tries);
}

TEST(Levels, NineMissesNothingThatIsNearAndSomeOfWhatIsFar) {
  constexpr int horizon = 12;
  const Table table = solved("4x4");
  const Computer nine("level-9");
  Random random(1);
  int near = 0;
  int far = 0;
  int missed = 0;
  for (const Position& position : open_positions(table, 60'000, 6)) {
    const Value value = table.probe(position);
    if (value.outcome == Outcome::draw) continue;
    if (value.distance > horizon) {
      ++far;
      if (nine.choose(table, position, random).known.outcome != value.outcome) ++missed;
    } else if (near < 5000) {
      ++near;
      ASSERT_EQ(nine.choose(table, position, random).known, known(value)) << position;
    }
  }
  EXPECT_EQ(near, 5000);
  EXPECT_GT(far, 50);
  EXPECT_GT(missed, 0);
  EXPECT_LT(missed, far);
}

TEST(Levels, TakeABlankWhereTheySeeNothing) {
  const Table table = solved(drawn_game);
  const Position position = parse_position(geometry_of(table), "X3/4/3O x");
  for (const MoveValue& move : table.moves(position))
    if (move.value.outcome != Outcome::draw) {
      ASSERT_GT(move.value.distance, 2);  // beyond the horizon of level 2
    }
  Random random(1);
  for (int i = 0; i < 200; ++i)
    EXPECT_NE(Computer("level-2").choose(table, position, random).move.taken,
              parse_move(geometry_of(table), "a3d3").taken);
}

/// With the same seed they play the same moves by a table, by outcomes and a search, and by a search alone.
TEST(Levels, PlayTheSameWithAndWithoutATable) {
  for (const char* rules : {"3x3", drawn_game, "3x3-double-wins"}) {
    const OutcomeTable outcomes(rules);
    const Table table = solved(rules);
    const Knowledge nothing(table.rules());
    for (int level = 1; level <= Computer::levels; ++level) {
      const Computer player("level-" + std::to_string(level));
      std::uint64_t seed = 0;
      for (const Position& position : open_positions(table, 40, 8)) {
        const auto move = [&](const Knowledge& knowledge) {
          Random random(seed);
          return player.choose(knowledge, position, random).move;
        };
        ++seed;
        ASSERT_EQ(move(nothing), move(table)) << player.name() << ' ' << position;
        ASSERT_EQ(move(outcomes.table), move(table)) << player.name() << ' ' << position;
      }
    }
  }
}

// searcher -------------------------------------------------------------------------------------------------

const Thinking no_clock{.horizon = 11, .time = std::nullopt};

TEST(Searcher, PlaysBestWhereItSeesTheEnd) {
  const Table table = solved("4x4");
  Random random(1);
  int near = 0;
  for (const Position& position : open_positions(table, 300, 9)) {
    const Value value = table.probe(position);
    if (value.outcome == Outcome::draw || value.distance > no_clock.horizon) continue;
    ++near;
    const KnownMove chosen = Computer("searcher").choose(table, position, random, no_clock);
    EXPECT_EQ(chosen.known, (Known{value.outcome, value.distance, 0, Proof::search})) << position;
  }
  EXPECT_GT(near, 200);
}

TEST(Searcher, TakesABlankWhereItSeesNothing) {
  const Table table = solved(drawn_game);
  Random random(1);
  int blanks = 0;
  for (const Position& position : open_positions(table, 200, 10)) {
    if (table.probe(position).outcome != Outcome::draw) continue;
    const auto takes_blank = [&](const KnownMove& move) {
      return (position.occupied() & cell_bit(move.move.taken)) == 0;
    };
    const std::vector<KnownMove> moves =
        Knowledge(table.rules()).moves(position, {.horizon = no_clock.horizon});
    const bool has_blank = std::ranges::any_of(
        moves, [&](const KnownMove& move) { return !move.known.outcome && takes_blank(move); });
    const KnownMove chosen = Computer("searcher").choose(table, position, random, no_clock);
    EXPECT_EQ(chosen.known.outcome, std::nullopt) << position;
    EXPECT_EQ(takes_blank(chosen), has_blank) << position;
    blanks += has_blank ? 1 : 0;
  }
  EXPECT_GT(blanks, 5);
}

TEST(Searcher, MovesInItsTime) {
  const Knowledge nothing(parse_rules("5x5"));
  Random random(1);
  const Position position = parse_position(nothing.geometry(), "XO1XO/O3X/1XO2/X3O/2OX1 x");
  Computer("searcher").choose(nothing, position, random, {.horizon = 2});  // makes what is made once
  const auto start = std::chrono::steady_clock::now();
  Computer("searcher")
      .choose(nothing, position, random,
              {.horizon = 40, .time = std::chrono::milliseconds(200)});  // else hours
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(30));
}

TEST(Computer, HeedsAStopAndADeadline) {
  const Knowledge nothing(parse_rules("5x5"));
  Random random(1);
  std::stop_source stop;
  stop.request_stop();
  for (const char* name : {"level-9", "searcher"}) {
    EXPECT_THROW(Computer(name).choose(nothing, {}, random, {.stop = stop.get_token()}), Interrupted) << name;
    // It still has a move when there is no time to look.
    EXPECT_NO_THROW(
        Computer(name).choose(nothing, {}, random, {.deadline = std::chrono::steady_clock::now()}));
  }
}

// Without a table ------------------------------------------------------------------------------------------

TEST(WithoutATable, AllPlayExceptThoseWhoNeedOne) {
  const Knowledge nothing(parse_rules("5x5"));
  Random random(1);
  for (const std::string& name : Computer::all()) {
    const Computer player(name);
    EXPECT_EQ(player.can_play(nothing), name != "winner" && name != "perfect");
    if (player.can_play(nothing)) {
      EXPECT_NO_THROW(player.choose(nothing, {}, random, no_clock)) << name;
    } else {
      EXPECT_EQ(
          message_of([&] { player.choose(nothing, {}, random); }),
          name +
              " needs a table, and there is none of 5x5: choose a level or the searcher, or make one with "
              "quixo solve 5x5");
    }
  }
}

TEST(WithoutDistances, WinnerAndPerfectKeepTheOutcome) {
  const OutcomeTable outcomes(drawn_game);
  Random random(1);
  for (const Position& position : open_positions(outcomes.table, 500, 7))
    for (const char* name : {"perfect", "winner"})
      EXPECT_EQ(Computer(name).choose(outcomes.table, position, random).known.outcome,
                outcomes.table.probe(position).outcome);
}

TEST(WithoutDistances, PerfectHurriesAsFarAsASearchSees) {
  const OutcomeTable outcomes("3x3");
  const Table table = solved("3x3");
  Random random(1);
  for (const Position& position : open_positions(table, 200, 11))
    EXPECT_EQ(Computer("perfect").choose(outcomes.table, position, random).known,
              known(table.probe(position)));
}

}  // namespace
}  // namespace quixo
