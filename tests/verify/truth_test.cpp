// SPDX-License-Identifier: MIT
//
// Values that are not true, in tables whose files are whole: each is found by the check that is there for it.
#include <gtest/gtest.h>

#include "probe/source.h"
#include "quixo/open.h"
#include "tests/verify/support.h"
#include "verify/sample.h"

namespace quixo::verify {
namespace {

/// A table with one value changed.
class OneWrong : public testing::TestWithParam<const char*> {
 protected:
  const Rules rules = parse_rules(GetParam());
  const Table truth = solve_in_memory(rules);
  const TemporaryDirectory directory;

  /// Changes the first stored position that fits.
  Position plant(Metric metric, const std::function<bool(Position, Value)>& fits,
                 const std::function<void(Value&)>& change) const {
    Values values = values_of(truth);
    const auto chosen =
        std::ranges::find_if(values, [&](const auto& entry) { return fits(entry.first, entry.second); });
    if (chosen == values.end()) throw std::runtime_error("no position fits");
    change(chosen->second);
    write_table(directory.path(), rules, metric, values);
    return chosen->first;
  }

  /// `says` is how the problem ends.
  void expect_found(Position position, Check check_name, const std::string& says = "") const {
    const std::string text = to_string(geometry_of(truth), position) + ": the table says";
    const Report report = check(directory.path(), true);
    EXPECT_TRUE(std::ranges::any_of(report.problems,
                                    [&](const Problem& problem) {
                                      return problem.check == check_name && problem.text.starts_with(text) &&
                                             problem.text.ends_with(says);
                                    }))
        << says << '\n'
        << listed(report);
    if (check_name == Check::over) return;  // asking a table does not look at these
    Problems problems;
    check_position(Table::open(directory.path()), position, problems);
    EXPECT_TRUE(std::ranges::any_of(problems.kept(), [&](const Problem& problem) {
      return problem.check == check_name && problem.text.starts_with(text);
    }));
  }

  bool is_open(Position position) const { return !is_over(geometry_of(truth), position); }
};

TEST_P(OneWrong, ASwappedOutcome) {
  for (const Metric metric : {Metric::outcome, Metric::distance}) {
    const Position won = plant(
        metric,
        [&](Position p, Value v) { return v.outcome == Outcome::win && v.distance > 1 && is_open(p); },
        [](Value& v) { v.outcome = Outcome::loss; });
    // Outcomes are looked at first, before it is known how far a win is.
    expect_found(won, Check::outcome,
                 ", its moves say " + in_words({Outcome::win, unknown_distance}, metric));
    const Position lost = plant(
        metric, [&](Position p, Value v) { return v.outcome == Outcome::loss && is_open(p); },
        [](Value& v) { v = {}; });
    expect_found(lost, Check::outcome, ", its moves say " + in_words(truth.probe(lost), metric));
  }
}

TEST_P(OneWrong, ADistanceOffByTwo) {
  for (const int by : {-2, 2})
    expect_found(
        plant(
            Metric::distance,
            [&](Position p, Value v) { return v.outcome == Outcome::win && v.distance > 3 && is_open(p); },
            [&](Value& v) { v.distance = static_cast<std::uint16_t>(v.distance + by); }),
        Check::distance);
}

TEST_P(OneWrong, APositionThatIsOver) {
  for (const Metric metric : {Metric::outcome, Metric::distance})
    for (const Outcome outcome : {Outcome::draw, Outcome::win, Outcome::loss}) {
      const Position over = plant(
          metric, [&](Position p, Value v) { return !is_open(p) && v.outcome != outcome; },
          [&](Value& v) { v.outcome = outcome; });
      expect_found(over, Check::over, ", the rules say " + in_words(truth.probe(over), metric));
    }
}

TEST_P(OneWrong, OfSymmetricPositions) {
  // A stored position that is not symmetric in itself though its occupied cells are: its mirror image has
  // the same outcome in a slot of its own.
  const Layout& layout = layout_of(truth);
  const Position position = plant(
      Metric::distance,
      [&](Position p, Value v) {
        std::vector<std::uint32_t> bits;
        layout.symmetric_bits(layout.place(p), bits);
        return v.outcome == Outcome::win && v.distance > 1 &&
               std::ranges::any_of(bits, [&](std::uint32_t bit) { return bit != bits.front(); });
      },
      [](Value& v) { v.distance = static_cast<std::uint16_t>(v.distance + 2); });
  Problems problems;
  for (const CellPermutation& symmetry : geometry_of(truth).symmetries())
    check_position(Table::open(directory.path()), symmetry(position), problems);
  EXPECT_TRUE(std::ranges::any_of(problems.kept(),
                                  [](const Problem& problem) { return problem.check == Check::symmetry; }));
  EXPECT_FALSE(check(directory.path(), true).good());
}

INSTANTIATE_TEST_SUITE_P(Boards, OneWrong,
                         testing::Values("2x4-line3", "3x3", "3x3-double-wins", "2x5-line4"),
                         [](const auto& test) {
                           std::string name = test.param;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

/// Draws of the full board in which the player to move has more cubes than the opponent are called wins,
/// those in which she has fewer are called losses. A move on a full board exchanges the two kinds, so these
/// lies agree with each other all around every cycle of draws; and the rest of the table is worked out from
/// them.
Values with_false_wins(const Table& truth) {
  const Geometry& geometry = geometry_of(truth);
  Values values = values_of(truth);
  const auto own = [](Position position) { return std::popcount(position.cubes(Player::x)); };
  for (auto& [position, value] : values)
    if (position.occupied() == geometry.all_cells() && value.outcome == Outcome::draw &&
        2 * own(position) != geometry.cells())
      value = 2 * own(position) > geometry.cells() ? Value{Outcome::win, 101} : Value{Outcome::loss, 100};
  for (bool changed = true; changed;) {
    changed = false;
    for (auto& [position, value] : values) {
      if (value.outcome != Outcome::draw) continue;
      std::optional<Value> best;
      for_each_child(geometry, position, [&](const Slide&, Position child) {
        const Value move = value_of_move(values.at(stored(layout_of(truth), child)));
        if (!best || is_better(move, *best)) best = move;
      });
      changed = changed || *best != value;
      value = *best;
    }
  }
  return values;
}

TEST(FalseWins, AgreeWithTheirMovesButHaveNoDistances) {
  for (const char* name : {"2x3-line3", "2x4-line4", "2x4-line4-double-wins"}) {
    const Rules rules = parse_rules(name);
    const Table truth = solve_in_memory(rules);
    const Values values = with_false_wins(truth);
    ASSERT_NE(values, values_of(truth));

    const TemporaryDirectory outcomes;
    write_table(outcomes.path(), rules, Metric::outcome, values);
    for (const bool full : {false, true}) {
      const Report report = check(outcomes.path(), full);
      EXPECT_TRUE(report.good()) << listed(report);  // why a table of outcomes cannot be proved
    }

    const TemporaryDirectory distances;
    write_table(distances.path(), rules, Metric::distance, values);
    for (const bool full : {false, true}) {
      const Report report = check(distances.path(), full);
      EXPECT_TRUE(found(report, Check::distance, "")) << listed(report);
      EXPECT_FALSE(found(report, Check::outcome, "")) << listed(report);
    }
  }
}

TEST(Sample, HasAllPositionsNearTheStartAndEveryNumberOfCubes) {
  const Geometry geometry(parse_rules("5x5"));
  EXPECT_EQ(positions_near_start(geometry, 0).size(), 1U);
  std::set<Position> one_move{canonical(geometry, {})};
  for (const Position& child : children(geometry, {}))
    one_move.insert(canonical(geometry, with_x_to_move(child)));
  EXPECT_EQ(positions_near_start(geometry, 1), std::vector<Position>(one_move.begin(), one_move.end()));

  std::array<int, 26> seen{};
  for (const Position& position : random_positions(geometry, 5200, 1))
    ++seen[static_cast<std::size_t>(std::popcount(position.occupied()))];
  for (const int count : seen) EXPECT_NEAR(count, 200, 80);
  EXPECT_EQ(random_positions(geometry, 10, 1), random_positions(geometry, 10, 1));
  EXPECT_NE(random_positions(geometry, 10, 1), random_positions(geometry, 10, 2));
}

}  // namespace
}  // namespace quixo::verify
