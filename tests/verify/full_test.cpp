// SPDX-License-Identifier: MIT
//
// Clean tables pass, in any number of runs; the loops over ranks do what they say.
#include "verify/full.h"

#include <gtest/gtest.h>

#include <numeric>
#include <random>

#include "tests/verify/support.h"
#include "verify/state.h"

namespace quixo::verify {
namespace {

class CleanTable : public testing::TestWithParam<Rules> {};

TEST_P(CleanTable, IsGood) {
  for (const Metric metric : {Metric::distance, Metric::outcome}) {
    const TemporaryDirectory directory;
    solve_into(directory.path(), GetParam(), metric);
    for (const bool full : {false, true}) {
      const Report report = check(directory.path(), full);
      EXPECT_TRUE(report.good()) << listed(report);
      EXPECT_EQ(report.metric, metric);
      EXPECT_EQ(report.checked > 0, full);
    }
    EXPECT_FALSE(std::filesystem::exists(directory.path() / "verify.state"));
  }
}

std::vector<Rules> boards() {
  std::vector<Rules> rules = all_rules(10);
  for (const char* name : {"3x4-line4", "4x4", "4x4-double-wins"}) rules.push_back(parse_rules(name));
  return rules;
}

INSTANTIATE_TEST_SUITE_P(Boards, CleanTable, testing::ValuesIn(boards()), test_name);

/// Distances of more values than a byte counts: the check goes on with two bytes.
TEST(WideRanks, FindTheSame) {
  const Rules rules = parse_rules("2x5-line4");
  const Table truth = Table::solve(rules);
  Values values = values_of(truth);
  int distance = 300;
  std::map<int, Position> changed;
  for (auto& [position, value] : values)
    if (value.outcome == Outcome::loss && value.distance > 1 && changed.size() < 90) {
      value.distance = static_cast<std::uint16_t>(distance);
      changed[distance++] = position;
    }
  for (auto& [position, value] : values)
    if (value.outcome == Outcome::win && value.distance > 1 && changed.size() < 290) {
      value.distance = static_cast<std::uint16_t>(distance);
      changed[distance++] = position;
    }
  const TemporaryDirectory directory;
  write_table(directory.path(), rules, Metric::distance, values);
  const Table table = Table::open(directory.path());
  Problems expected;
  for (const auto& [position, value] : values) {
    const Geometry& geometry = table.geometry();
    if (is_over(geometry, position)) continue;
    std::optional<Value> best;
    for_each_child(geometry, position, [&](const Slide&, Position child) {
      const Value move = value_of_move(table.probe(child));
      if (!best || is_better(move, *best)) best = move;
    });
    if (*best != value) expected.add(wrong_value(geometry, Metric::distance, position, value, *best));
  }
  const Report report = check(directory.path(), true);
  EXPECT_GT(expected.count(), 290U);
  EXPECT_EQ(report.problem_count, expected.count());
}

TEST(Full, GoesOnWhereItWasStopped) {
  const TemporaryDirectory directory;
  const Rules rules = parse_rules("3x3");
  Values values = values_of(Table::solve(rules));
  const auto wrong = std::ranges::find_if(values, [](const auto& entry) {
    return std::popcount(entry.first.occupied()) == 8 && entry.second.distance > 1;
  });
  ASSERT_NE(wrong, values.end());
  wrong->second.distance += 2;  // found before most of the stops
  write_table(directory.path(), rules, Metric::distance, values);

  Options options;
  options.full = true;
  options.between_notes = std::chrono::milliseconds(0);
  const Report undisturbed = verify(directory.path(), options);
  EXPECT_FALSE(undisturbed.good());
  EXPECT_FALSE(std::filesystem::exists(directory.path() / "verify.state"));

  for (const bool elsewhere : {false, true}) {
    const TemporaryDirectory other;
    options.state = elsewhere ? other.path() / "progress" : std::filesystem::path();
    const std::filesystem::path state = elsewhere ? options.state : directory.path() / "verify.state";
    int stops = 0;
    double last = 0;
    for (bool finished = false; !finished;) {
      std::stop_source stop;
      options.stop = stop.get_token();
      int calls = 0;
      double first = -1;
      options.progress = [&](const std::string& what, double share) {
        if (!what.starts_with("layer")) return;
        if (first < 0) first = share;
        if (++calls == 2) stop.request_stop();
        last = share;
      };
      const double before = last;
      try {
        const Report report = verify(directory.path(), options);
        finished = true;
        EXPECT_EQ(report.problems, undisturbed.problems);
        EXPECT_EQ(report.problem_count, undisturbed.problem_count);
      } catch (const solve::Interrupted&) {
        ++stops;
        EXPECT_TRUE(std::filesystem::exists(state));
        EXPECT_GE(first, before * 0.99);  // does not begin again
        ASSERT_LT(stops, 100);
      }
    }
    EXPECT_GT(stops, 2);
    EXPECT_FALSE(std::filesystem::exists(state));
  }
}

TEST(Full, BeginsAgainWhenTheNoteIsOfAnotherTable) {
  const TemporaryDirectory directory;
  solve_into(directory.path(), parse_rules("2x3"), Metric::distance);
  const std::filesystem::path state = directory.path() / "verify.state";
  for (const char* text : {"", "{}", "[1,2", "{\"manifest\": 12, \"layer\": -1}"}) {
    solve::write_bytes(state, text);
    const Report report = check(directory.path(), true);
    EXPECT_TRUE(report.good());
    EXPECT_GT(report.checked, 0U);
  }
}

/// The loops against their definitions.
template <class Rank>
void compare_take_best(int axes, bool own, std::mt19937& random) {
  ChildMap map;
  map.axes = axes;
  const int child_axes = own ? axes : axes + 1;
  std::vector<std::uint8_t> to(static_cast<std::size_t>(child_axes));
  std::iota(to.begin(), to.end(), std::uint8_t{0});
  // Shuffle from some axis on, so that low axes often stay.
  const int from = std::uniform_int_distribution(0, child_axes)(random);
  std::shuffle(to.begin() + from, to.end(), random);
  std::copy_n(to.begin(), axes, map.to.begin());
  if (own) map.fixed = std::uniform_int_distribution(0, axes - 1)(random);
  std::vector<Rank> child(std::size_t{1} << child_axes);
  std::vector<Rank> best(std::size_t{1} << axes);
  for (Rank& rank : child) rank = static_cast<Rank>(random());
  for (Rank& rank : best) rank = static_cast<Rank>(random());
  std::vector<Rank> expected = best;
  for (std::size_t j = 0; j < best.size(); ++j) {
    if (map.fixed >= 0 && (j >> map.fixed & 1)) continue;
    std::size_t k = 0;
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(axes); ++axis)
      k |= (j >> axis & 1) << map.to[axis];
    expected[j] = std::max(expected[j], child[k]);
  }
  take_best(map, child.data(), best.data());
  ASSERT_EQ(best, expected) << axes << " axes, fixed " << map.fixed;
}

TEST(TakeBest, IsWhatItSays) {
  std::mt19937 random(7);
  for (int axes = 0; axes <= 12; ++axes)
    for (int i = 0; i < 60; ++i) {
      if (axes > 0) compare_take_best<std::uint8_t>(axes, true, random);
      compare_take_best<std::uint8_t>(axes, false, random);
      compare_take_best<std::uint16_t>(axes, false, random);
    }
}

TEST(SetPoints, IsWhatItSays) {
  for (int axes = 1; axes <= 7; ++axes)
    for (std::uint32_t set = 1; set < 1U << axes; ++set)
      for (const bool bit : {false, true}) {
        std::vector<std::uint8_t> ranks(std::size_t{1} << axes);
        set_points<std::uint8_t>(set, bit, 5, axes, ranks.data());
        for (std::uint32_t point = 0; point < ranks.size(); ++point)
          ASSERT_EQ(ranks[point] == 5, (point & set) == (bit ? set : 0U));
      }
}

}  // namespace
}  // namespace quixo::verify
