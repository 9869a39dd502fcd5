// SPDX-License-Identifier: MIT
//
// The prover is tested by wrong tables that only a proof finds: files, checksums, counts and manifest are all
// as they should be, and some value is not true. From single values to lies that everything else bears out.
// Whoever includes this says on which boards.
#pragma once

#include <gtest/gtest.h>

#include <numeric>
#include <optional>
#include <random>

#include "probe/source.h"
#include "quixo/open.h"
#include "tests/faults/disks.h"
#include "tests/solve/layer_fold.h"
#include "tests/verify/support.h"

namespace quixo::verify {

inline std::string name_of(const testing::TestParamInfo<const char*>& test) {
  std::string name = test.param;
  std::ranges::replace(name, '-', '_');
  return name;
}

class Planted : public testing::TestWithParam<const char*> {
 protected:
  Report check_all(const Values& values) const {
    faults::QuickDisk disk;  // thousands of files need not survive a crash
    const StandIn stand_in(disk);
    const TemporaryDirectory directory;
    write_table(directory.path(), rules_, Metric::distance, values);
    return check(directory.path(), true);
  }

  /// A lie about what the manifest speaks of is found when it is read; all others are named.
  void expect_found(const Values& values, Position position, const std::string& how) const {
    const Report report = check_all(values);
    const std::string text = to_string(geometry(), position) + ": the table says";
    EXPECT_TRUE(std::ranges::any_of(report.problems,
                                    [&](const Problem& problem) {
                                      return problem.check == Check::manifest ||
                                             problem.text.starts_with(text);
                                    }))
        << how << ' ' << text << '\n'
        << listed(report);
  }

  const Geometry& geometry() const { return geometry_of(truth_); }
  bool is_open(Position position) const { return !is_over(geometry(), position); }
  /// The files have the distances of wins that are not won in one move.
  bool has_distance(Position position, Value value) const {
    return value.outcome == Outcome::win && value.distance > 1 && is_open(position);
  }

  /// A stored position of each value there is, at random.
  std::map<std::pair<Outcome, int>, Position> one_of_each() {
    std::map<std::pair<Outcome, int>, std::vector<Position>> by_value;
    for (const auto& [position, value] : values_)
      by_value[{value.outcome, value.distance}].push_back(position);
    std::map<std::pair<Outcome, int>, Position> chosen;
    for (const auto& [value, positions] : by_value) chosen[value] = positions[random_() % positions.size()];
    return chosen;
  }

  const Rules rules_ = parse_rules(GetParam());
  const Table truth_ = solve_in_memory(rules_);
  const Values values_ = values_of(truth_);
  std::mt19937_64 random_{7};
};

/// All that can be said of a position instead of the truth.
inline std::vector<Value> lies_about(Value truth, bool has_distance, bool is_open) {
  std::vector<Value> lies;
  for (const Outcome outcome : {Outcome::draw, Outcome::loss})
    if (outcome != truth.outcome) lies.push_back({outcome, 0});
  if (truth.outcome != Outcome::win)
    for (const int distance : {3, truth.distance + 2})
      lies.push_back({Outcome::win, static_cast<std::uint16_t>(is_open ? distance : 0)});
  if (has_distance)
    for (const int by : {-2, -1, 1, 2})
      if (truth.distance + by > 1)  // what is not won in one move
        lies.push_back({Outcome::win, static_cast<std::uint16_t>(truth.distance + by)});
  return lies;
}

TEST_P(Planted, EveryLieAboutOnePositionIsFound) {
  for (const auto& [value, position] : one_of_each()) {
    const Value truth = values_.at(position);
    for (const Value lie : lies_about(truth, has_distance(position, truth), is_open(position))) {
      Values values = values_;
      values[position] = lie;
      expect_found(values, position, in_words(lie, Metric::distance));
    }
  }
}

/// All positions that are the same but for a symmetry, so that none of them gives the others away.
TEST_P(Planted, ALieAboutAllSymmetricPositionsIsFound) {
  for (const auto& [value, position] : one_of_each()) {
    const Value truth = values_.at(position);
    const std::vector<Value> lies = lies_about(truth, has_distance(position, truth), is_open(position));
    const Value lie = lies[random_() % lies.size()];
    Values values = values_;
    const Position chosen = canonical(geometry(), position);
    for (auto& [each, said] : values)
      if (canonical(geometry(), each) == chosen) said = lie;
    expect_found(values, position, in_words(lie, Metric::distance));
  }
}

/// Wins of one distance, or of that and all greater ones: then only those at the border disagree.
TEST_P(Planted, ShiftedDistancesAreFound) {
  std::map<int, std::uint64_t> wins;
  for (const auto& [position, value] : values_)
    if (has_distance(position, value)) ++wins[value.distance];
  ASSERT_GT(wins.size(), 1U);
  for (const auto& [distance, count] : wins)
    for (const bool greater_too : {false, true})
      for (const int by : {-2, 1, 2}) {
        if (distance + by < 2) continue;
        Values values = values_;
        for (auto& [position, value] : values)
          if (has_distance(position, value) &&
              (value.distance == distance || (greater_too && value.distance > distance)))
            value.distance = static_cast<std::uint16_t>(value.distance + by);
        EXPECT_FALSE(check_all(values).good()) << distance << " and " << by;
      }
}

/// All open positions of a class, so many own cubes and so many of the opponent: whoever compares like with
/// like sees nothing.
TEST_P(Planted, ALieAboutAWholeClassIsFound) {
  const auto longer_wins = [](Value value) {
    if (value.outcome == Outcome::win && value.distance > 1) value.distance += 2;
    return value;
  };
  const auto instead_of = [](Outcome truth, Value lie) {
    return [=](Value value) { return value.outcome == truth ? lie : value; };
  };
  const std::vector<std::pair<const char*, std::function<Value(Value)>>> lies = {
      {"wins are 2 longer", longer_wins},
      {"draws are wins", instead_of(Outcome::draw, {Outcome::win, 3})},
      {"draws are losses", instead_of(Outcome::draw, {Outcome::loss, 2})},
      {"losses are draws", instead_of(Outcome::loss, {})},
      {"losses are wins", instead_of(Outcome::loss, {Outcome::win, 3})},
  };
  const bool all = geometry().cells() <= 9;
  std::map<std::string, int> planted;
  for (int own = 0; own <= geometry().cells(); ++own)
    for (int opponent = 0; own + opponent <= geometry().cells(); ++opponent)
      for (const auto& [what, lie] : lies) {
        if (!all && random_() % lies.size() != 0) continue;
        Values values = values_;
        for (auto& [position, value] : values)
          if (std::popcount(position.cubes(Player::x)) == own &&
              std::popcount(position.cubes(Player::o)) == opponent && is_open(position))
            value = lie(value);
        if (values == values_) continue;
        ++planted[what];
        const Report report = check_all(values);
        EXPECT_TRUE(std::ranges::any_of(report.problems,
                                        [](const Problem& problem) {
                                          return problem.check == Check::outcome ||
                                                 problem.check == Check::distance;
                                        }))
            << own << " against " << opponent << ": " << what << '\n'
            << listed(report);
      }
  if (all) {
    EXPECT_EQ(planted.size(), one_of_each().contains({Outcome::draw, 0}) ? lies.size() : 3U);
  }
  EXPECT_GT(std::accumulate(planted.begin(), planted.end(), 0,
                            [](int sum, const auto& each) { return sum + each.second; }),
            10);
}

/// One value is pinned to a lie and all others are worked out anew, by definition: step by step, the lie
/// among what is known from its own step on. So all others agree with their moves, the lie as one of them.
inline Values with_pinned(const Layout& layout, const Values& truth, Position pinned, Value lie) {
  const Geometry& geometry = layout.geometry();
  Values values;
  for (int layer = geometry.cells(); layer >= 0; --layer) {
    std::vector<std::pair<Position, std::vector<Position>>> open;  // with the stored children
    int last = 0;
    for (const auto& [position, value] : truth) {
      if (std::popcount(position.occupied()) != layer) continue;
      values[position] = is_over(geometry, position) ? value : Value{};
      if (position == pinned) values[position] = lie;
      if (is_over(geometry, position) || position == pinned) continue;
      std::vector<Position>& replies = open.emplace_back(position, std::vector<Position>()).second;
      for (const Position& child : children(geometry, position)) replies.push_back(stored(layout, child));
    }
    for (const auto& [position, value] : values) last = std::max<int>(last, value.distance);
    for (int step = 1; step <= last + 1; ++step) {
      Values found;
      for (const auto& [position, replies] : open) {
        if (values.at(position) != Value{}) continue;
        const auto decided = [&](Outcome outcome) {
          return [&, outcome](Position reply) {
            const Value value = values.at(reply);
            return value.outcome == outcome && value.distance < step;
          };
        };
        if (std::ranges::any_of(replies, decided(Outcome::loss)))
          found[position] = {Outcome::win, static_cast<std::uint16_t>(step)};
        else if (std::ranges::all_of(replies, decided(Outcome::win)))
          found[position] = {Outcome::loss, static_cast<std::uint16_t>(step)};
      }
      for (const auto& [position, value] : found) values[position] = value;
      if (!found.empty()) last = std::max(last, step);
    }
  }
  return values;
}

class Pinned : public Planted {};

/// The hardest lie there is: many values may be wrong, and one disagrees with its moves.
TEST_P(Pinned, IsFoundThoughAllElseBearsItOut) {
  const Layout& layout = layout_of(truth_);
  ASSERT_EQ(with_pinned(layout, values_, {}, values_.at({})), values_);  // a pinned truth changes nothing
  std::uint64_t most_wrong = 0;
  int pinned = 0;
  for (const auto& [position, truth] : values_) {
    if (std::popcount(position.occupied()) < geometry().cells() - 2 || is_over(geometry(), position) ||
        random_() % 20 != 0 || truth == Value{Outcome::win, 1})
      continue;
    const Value lie = truth.outcome == Outcome::draw ? Value{Outcome::loss, 2} : Value{};
    const Values values = with_pinned(layout, values_, position, lie);
    std::uint64_t wrong = 0;
    for (const auto& [each, value] : values) wrong += value == values_.at(each) ? 0U : 1U;
    most_wrong = std::max(most_wrong, wrong);
    expect_found(values, position, in_words(lie, Metric::distance));
    if (++pinned == 8) break;
  }
  EXPECT_EQ(pinned, 8);
  EXPECT_GT(most_wrong, 3U);
}

/// A fault of the machine while it solves: a bit of a plane flips when a layer is done, and the engine builds
/// all layers below on it.
TEST_P(Planted, AFlippedBitThatTheEngineBuildsOnIsFound) {
  const Layout& layout = layout_of(truth_);
  int flips = 0;
  for (int faulty = geometry().cells(); faulty >= 1; --faulty)
    for (const bool in_loss_plane : {false, true}) {
      solve::LayerFold fold(layout);
      Values values;
      std::optional<Position> flipped;
      while (fold.layer() > 0) {
        solve::LayerValues solved = fold.solve();
        const LayerShape shape = layout.shape(fold.layer());
        for (std::uint32_t bitmap = 0; bitmap < shape.bitmaps; ++bitmap)
          for (std::uint32_t bit = 0; bit < shape.bitmap_positions(); ++bit) {
            Value& value = solved[shape.position_number(bitmap, bit)];
            const Position position = layout.position(fold.layer(), bitmap, bit);
            if (fold.layer() == faulty && !flipped && is_open(position) && random_() % 8 == 0 &&
                (in_loss_plane ? value.outcome != Outcome::win : value.outcome != Outcome::loss)) {
              // not_win: a win becomes a draw, or a draw a win; loss: a draw becomes a loss, or a loss a
              // draw.
              value = value.outcome != Outcome::draw ? Value{}
                      : in_loss_plane                ? Value{Outcome::loss, 2}
                                                     : Value{Outcome::win, 3};
              flipped = position;
            }
            values[position] = value;
          }
        if (fold.layer() == faulty && flipped) fold.give(faulty, solved);
      }
      if (!flipped) continue;  // no position fits
      ++flips;
      ASSERT_NE(values, values_);
      expect_found(values, *flipped, "flipped");
    }
  EXPECT_GT(flips, 3);
}

}  // namespace quixo::verify
