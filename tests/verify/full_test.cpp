// SPDX-License-Identifier: MIT
//
// Clean tables pass, in any number of runs.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "base/workers.h"
#include "probe/source.h"
#include "quixo/error.h"
#include "quixo/open.h"
#include "tests/verify/several_units.h"
#include "tests/verify/support.h"
#include "verify/losses.h"
#include "verify/sample.h"

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
      EXPECT_EQ(report.table->metric, metric);
      EXPECT_EQ(report.checked > 0, full);
    }
    EXPECT_EQ(work_directory(), "");
  }
}

std::vector<Rules> boards() {
  std::vector<Rules> rules = all_rules(10);
  for (const char* name : {"3x4-line4", "4x4", "4x4-double-wins"}) rules.push_back(parse_rules(name));
  return rules;
}

INSTANTIATE_TEST_SUITE_P(Boards, CleanTable, testing::ValuesIn(boards()), test_name);

/// In the middle layers some arrays are let go and read again. With less memory most would be, which takes
/// minutes.
TEST_F(SeveralUnits, AreCheckedInLittleMemory) {
  constexpr std::size_t in_memory = 24;
  const Geometry geometry(parse_rules("4x4"));
  const Layout layout(geometry);
  std::size_t wanted = 0;
  for (const int layer : {11, 12}) wanted += layout.shape(layer).units();
  ASSERT_GT(wanted, in_memory);
  options_.threads = 2;
  options_.cache_bytes = in_memory * block_slots;
  const Report report = verify(directory_.path(), options_);
  EXPECT_EQ(report.problem_count, undisturbed_.problem_count);
  EXPECT_EQ(report.checked, undisturbed_.checked);
}

TEST_F(SeveralUnits, AreEachCheckedOnceThoughItWasStoppedBetweenThem) {
  EXPECT_GT(undisturbed_.problem_count, 1000U);
  EXPECT_EQ(undisturbed_.problems.size(), Problems::most_kept);
  options_.between_notes = std::chrono::milliseconds(0);
  options_.positions_per_note = 1;
  int stops = 0;
  int stops_inside = 0;
  for (bool finished = false; !finished;) {
    std::stop_source stop;
    options_.stop = stop.get_token();
    int calls = 0;  // of which the first may tell of what was done before, and the last is done again
    options_.progress = [&](const Progress& progress) {
      if (progress.phase.ends_with("distances") && ++calls == 3) stop.request_stop();
    };
    try {
      const Report report = verify(directory_.path(), options_);
      EXPECT_EQ(report.problems, undisturbed_.problems);
      EXPECT_EQ(report.problem_count, undisturbed_.problem_count);
      finished = true;
    } catch (const Interrupted&) {
      const std::string note = bytes_of(work_directory() / "state.json");
      if (note.find("\"units\":[],") == std::string::npos) ++stops_inside;
      ASSERT_LT(++stops, 200);
    }
  }
  EXPECT_GT(stops_inside, 10);
}

/// A full check finds what asking position by position finds; how much that is.
std::uint64_t expect_all_found(const Rules& rules, const Values& values) {
  const TemporaryDirectory directory;
  write_table(directory.path(), rules, Metric::distance, values);
  const Table table = Table::open(directory.path());
  std::uint64_t expected = 0;
  for (const auto& [position, value] : values_of(table))
    if (value != value_from_moves(table, position)) ++expected;
  EXPECT_EQ(check(directory.path(), true).problem_count, expected);
  return expected;
}

/// Distances of more values than a byte counts: the check goes on with two bytes.
TEST(WideRanks, FindTheSame) {
  const Rules rules = parse_rules("2x5-line4");
  const Geometry geometry(rules);
  Values values = values_of(solve_in_memory(rules));
  std::map<Position, std::uint16_t> changed;  // symmetric positions alike
  for (auto& [position, value] : values)
    if (value.outcome == Outcome::win && value.distance > 1) {
      const Position one = canonical(geometry, position);
      if (changed.size() < 290) changed.try_emplace(one, static_cast<std::uint16_t>(300 + changed.size()));
      if (changed.contains(one)) value.distance = changed.at(one);
    }
  EXPECT_GT(expect_all_found(rules, values), 290U);
}

/// Wins in 5 now have children that lose so late that two bytes do not hold the distance they must have.
TEST(FarthestWins, AreFoundThoughOneMoreMoveHasNoNumber) {
  const Rules rules = parse_rules("3x3");
  Values values = values_of(solve_in_memory(rules));
  std::uint64_t wins_in_5 = 0;
  std::uint64_t changed = 0;
  for (auto& [position, value] : values) {
    if (value == Value{Outcome::win, 5}) ++wins_in_5;
    if (value != Value{Outcome::win, 3}) continue;
    value.distance = unknown_distance - 2;
    ++changed;
  }
  EXPECT_GT(wins_in_5, 0U);
  EXPECT_GE(expect_all_found(rules, values), changed + wins_in_5);
}

/// A table with an error that is found before most of the stops.
class Stopped : public testing::Test {
 protected:
  Stopped() {
    const Rules rules = parse_rules("3x3");
    Values values = values_of(solve_in_memory(rules));
    const auto wrong = std::ranges::find_if(values, [](const auto& entry) {
      return std::popcount(entry.first.occupied()) == 8 && entry.second.outcome == Outcome::win &&
             entry.second.distance > 1;
    });
    if (wrong == values.end()) throw std::runtime_error("no position fits");
    wrong->second.distance += 2;
    write_table(directory_.path(), rules, Metric::distance, values);
    options_.extent = Extent::full;
    options_.own = own_directory();
    options_.between_notes = std::chrono::milliseconds(0);
    undisturbed_ = verify(directory_.path(), options_);
    EXPECT_FALSE(undisturbed_.good());
    EXPECT_EQ(work_directory(), "");
  }

  void stop_in_layer_5() const {
    std::stop_source stop;
    Options options = options_;
    options.stop = stop.get_token();
    options.progress = [&](const Progress& progress) {
      if (progress.phase.starts_with("layer  5")) stop.request_stop();
    };
    EXPECT_THROW(verify(directory_.path(), options), Interrupted);
  }

  void expect_the_same(const Report& report) const {
    EXPECT_EQ(report.problems, undisturbed_.problems);
    EXPECT_EQ(report.problem_count, undisturbed_.problem_count);
    EXPECT_EQ(report.checked, undisturbed_.checked);
  }

  const TemporaryDirectory directory_;
  Options options_;
  Report undisturbed_;
};

TEST_F(Stopped, GoesOnWhereItWas) {
  for (const bool elsewhere : {false, true}) {
    const TemporaryDirectory other;
    const std::filesystem::path parent = elsewhere ? other.path() / "work" / "here" : own_directory();
    if (elsewhere) options_.work = parent;
    int stops = 0;
    double last = 0;
    for (bool finished = false; !finished;) {
      std::stop_source stop;
      options_.stop = stop.get_token();
      int calls = 0;
      double first = -1;
      options_.progress = [&](const Progress& progress) {
        if (!progress.phase.starts_with("layer")) return;
        if (first < 0) first = progress.share;
        if (++calls == 2) stop.request_stop();
        last = progress.share;
      };
      const double before = last;
      try {
        expect_the_same(verify(directory_.path(), options_));
        finished = true;
      } catch (const Interrupted&) {
        ++stops;
        EXPECT_TRUE(std::filesystem::exists(work_directory(parent) / "state.json"));
        EXPECT_GE(first, before * 0.99);  // does not begin again
        ASSERT_LT(stops, 100);
      }
    }
    EXPECT_GT(stops, 2);
    EXPECT_EQ(work_directory(parent), "");
  }
}

TEST_F(Stopped, GoesOnAfterItWasKilled) {
  for (int kill = 0; kill < 8; ++kill) {
    const pid_t child = fork();
    if (child == 0) {
      int calls = 0;
      options_.progress = [&](const Progress& progress) {
        if (progress.phase.starts_with("layer") && ++calls == 3) raise(SIGKILL);
      };
      verify(directory_.path(), options_);
      _exit(1);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) << kill;
    ASSERT_TRUE(std::filesystem::exists(work_directory() / "state.json"));
  }
  expect_the_same(verify(directory_.path(), options_));
  EXPECT_EQ(work_directory(), "");
}

TEST_F(Stopped, BeginsAgainWithoutItsWorkingFiles) {
  stop_in_layer_5();
  ASSERT_TRUE(std::filesystem::remove(losses_file(work_directory(), 6)));
  expect_the_same(verify(directory_.path(), options_));
}

TEST_F(Stopped, BeginsAgainWithOtherWorkingFiles) {
  stop_in_layer_5();
  lengthen_losses(directory_.path(), losses_file(work_directory(), 6), 6);
  expect_the_same(verify(directory_.path(), options_));
}

TEST_F(Stopped, TwoAtATimeAreRefused) {
  const Options second = options_;
  std::string message;
  std::string place;
  options_.progress = [&](const Progress& progress) {
    if (!progress.phase.starts_with("layer") || !message.empty()) return;
    place = work_directory();
    message = message_of([&] { verify(directory_.path(), second); });
  };
  expect_the_same(verify(directory_.path(), options_));
  EXPECT_EQ(message, "another quixo is verifying in " + place + ": wait for it");
}

TEST(Progress, OfIntegrityNeverSaysMoreThanAll) {
  const TemporaryDirectory directory;
  solve_into(directory.path(), parse_rules("3x3"), Metric::distance);
  Options options;
  options.extent = Extent::sample;
  double last = 0;
  options.progress = [&](const Progress& progress) {
    if (!progress.phase.starts_with("checksums")) return;
    EXPECT_GE(progress.share, last);
    EXPECT_LE(progress.share, 1);
    last = progress.share;
  };
  EXPECT_TRUE(verify(directory.path(), options).good());
  EXPECT_EQ(last, 1);
}

/// Without a place for notes, and with nothing left behind.
TEST(Fitting, IsFullWhereThatIsQuick) {
  const TemporaryDirectory directory;
  solve_into(directory.path(), parse_rules("3x3"), Metric::distance);
  const TemporaryDirectory temporary;
  ASSERT_EQ(setenv("TMPDIR", temporary.path().c_str(), 1), 0);
  const Report report = verify(directory.path(), {});
  ASSERT_EQ(unsetenv("TMPDIR"), 0);
  EXPECT_TRUE(report.good() && report.full);
  EXPECT_EQ(report.checked, 4599U);
  EXPECT_TRUE(std::filesystem::is_empty(temporary.path()));

  Options options;
  options.extent = Extent::sample;
  options.sample = 10;
  const Report sample = verify(directory.path(), options);
  EXPECT_TRUE(sample.good() && !sample.full);
  EXPECT_EQ(sample.sampled, 10U);
}

TEST(Full, CountsTheLossesThatTheManifestHas) {
  const TemporaryDirectory directory;
  solve_into(directory.path(), parse_rules("3x3"), Metric::distance);
  table::Manifest manifest = *table::read_manifest(directory.path());
  --manifest.summary.census.distances.at(2).loss;
  table::write_manifest(directory.path(), manifest);
  EXPECT_TRUE(found(check(directory.path()), Check::manifest, "has the distances of"));
  ++manifest.summary.census.distances.at(4).loss;
  table::write_manifest(directory.path(), manifest);
  EXPECT_TRUE(check(directory.path()).good());  // a sample cannot tell
  EXPECT_TRUE(found(check(directory.path(), true), Check::manifest, "says in line"));
}

}  // namespace
}  // namespace quixo::verify
