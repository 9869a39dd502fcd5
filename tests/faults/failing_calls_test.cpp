// SPDX-License-Identifier: MIT
//
// Every call that a solve, the packing of a layer, a question or a check makes to the system fails once, in
// its turn. What comes out is one line that says why, and the next try ends as if nothing had been.
#include "base/workers.h"
#include "layout/layout.h"
#include "quixo/open.h"
#include "quixo/table.h"
#include "solve/block_keepers.h"
#include "solve/pack.h"
#include "tests/faults/support.h"
#include "verify/verify.h"

namespace quixo::faults {
namespace {

/// Does work() with the k-th call failing, for each k, or each `every`-th, until there are fewer calls;
/// after(message) follows each, on a disk that works. Returns how many failed.
template <class Work, class After>
int fail_each_call(const Work& work, const After& after, int every = 1) {
  for (int k = 1;; k += every) {
    SCOPED_TRACE("call " + std::to_string(k));
    FailingDisk disk(k);
    std::string message;
    {
      const StandIn stand_in(disk);
      message = failure_of(work);
    }
    QuickDisk quick;
    const StandIn stand_in(quick);
    after(message);
    if (!disk.failed() || testing::Test::HasFailure()) return (k - 1) / every;
  }
}

class FailingCalls : public testing::TestWithParam<Metric> {
 protected:
  static Metric metric() { return GetParam(); }
  static verify::Options full_check(const std::filesystem::path& work) {
    verify::Options options;
    options.extent = verify::Extent::full;
    options.threads = 1;
    options.between_notes = std::chrono::milliseconds(0);
    options.own = work;
    options.cache_bytes = std::size_t{1} << 20;
    return options;
  }

  const Geometry geometry_{parse_rules("2x3")};
  const Files expected_ = undisturbed(geometry_, metric());
};

/// Interrupted and cut short at every call, all ends as it should.
TEST_P(FailingCalls, ThatOnlyHaltAreMadeAgain) {
  const TemporaryDirectory directory;
  HaltingDisk disk;
  const StandIn stand_in(disk);
  EXPECT_EQ(failure_of([&] { solve_in(directory.path() / "table", geometry_, metric()); }), "");
  EXPECT_EQ(files_in(directory.path() / "table"), expected_);
  EXPECT_EQ(failure_of([&] { solve_together(2, directory.path() / "together", geometry_, metric()); }), "");
  EXPECT_EQ(files_in(directory.path() / "together"), expected_);
  EXPECT_TRUE(verify::verify(directory.path() / "table", full_check(directory.path() / "work")).good());
  EXPECT_EQ(Table::open(directory.path() / "table").probe({}).outcome,
            solve_in_memory(geometry_.rules()).probe({}).outcome);
  EXPECT_GT(disk.interruptions(), 200);
}

TEST_P(FailingCalls, OfASolveAreToldAndItGoesOn) {
  std::optional<TemporaryDirectory> directory(std::in_place);
  int told = 0;
  const int calls = fail_each_call(
      [&] { solve_in(directory->path() / "table", geometry_, metric()); },
      [&](const std::string& message) {
        if (!message.empty()) ++told;
        EXPECT_EQ(failure_of([&] { solve_in(directory->path() / "table", geometry_, metric()); }), "");
        EXPECT_EQ(files_in(directory->path() / "table"), expected_);
        directory.emplace();
      });
  EXPECT_GT(calls, 100);
  EXPECT_GT(told, calls / 2);  // the rest closes and tidies up
}

/// The same of two that solve together: when one fails, so do both.
TEST_P(FailingCalls, OfOneOfTwoPeersAreToldAndTheyGoOn) {
  std::optional<TemporaryDirectory> directory(std::in_place);
  const auto solve = [&] { solve_together(2, directory->path() / "table", geometry_, metric()); };
  int told = 0;
  const int calls = fail_each_call(
      solve,
      [&](const std::string& message) {
        if (!message.empty()) ++told;
        EXPECT_EQ(failure_of(solve), "");
        EXPECT_EQ(files_in(directory->path() / "table"), expected_);
        directory.emplace();
      },
      13);  // all of them take a minute
  EXPECT_GT(calls, 20);
  EXPECT_GT(told, calls / 2);
}

/// One directory for all: each run fails one call later than the one before.
TEST_P(FailingCalls, OfManyRunsDoNotAddUp) {
  const TemporaryDirectory directory;
  for (int k = 1; k < 2000; ++k) {
    FailingDisk disk(k);
    const StandIn stand_in(disk);
    if (failure_of([&] { solve_in(directory.path(), geometry_, metric(), 2); }).empty()) break;
  }
  EXPECT_EQ(files_in(directory.path()), expected_);
}

TEST_P(FailingCalls, OfAFinishedTableAreToldAndItStays) {
  const TemporaryDirectory directory;
  for (const auto& [name, bytes] : expected_) write_bytes(directory.path() / name, bytes);
  const int calls =
      fail_each_call([&] { solve_in(directory.path(), geometry_, metric()); },
                     [&](const std::string&) { EXPECT_EQ(files_in(directory.path()), expected_); });
  EXPECT_GT(calls, 20);
}

TEST_P(FailingCalls, OfPackingLeaveTheWholeFileOrNone) {
  const TemporaryDirectory directory;
  const Layout layout(geometry_);
  Workers workers(1, {});
  const auto value = [](Position position) {
    return Value{Outcome::win, static_cast<std::uint16_t>(2 + position.bits % 5)};
  };
  const auto pack = [&] {
    solve::pack_values(layout, 4, metric(), value, workers, {solve::blocks_in(directory.path())});
  };
  pack();
  const Files expected = files_in(directory.path());
  fail_each_call(pack, [&](const std::string&) {
    for (const auto& [name, bytes] : files_in(directory.path()))
      EXPECT_EQ(bytes, expected.contains(name) ? expected.at(name) : "no such file") << name;
    for (const auto& [name, bytes] : expected) std::filesystem::remove(directory.path() / name);
  });
}

TEST_P(FailingCalls, OfQuestionsAreToldAndNeverAnswerWrong) {
  const TemporaryDirectory directory;
  for (const auto& [name, bytes] : expected_) write_bytes(directory.path() / name, bytes);
  const Table truth = solve_in_memory(geometry_.rules());
  const Position position = parse_position(geometry_, "1X1/O1O x");
  const auto expected = truth.outcome(position);
  const int calls = fail_each_call(
      [&] {
        const Table table = Table::open(directory.path());
        EXPECT_EQ(table.outcome(position), expected);
        for (const MoveValue& move : table.moves({}))
          EXPECT_EQ(table.probe(move.position).outcome, truth.outcome(move.position));
      },
      [](const std::string&) {});
  EXPECT_GT(calls, 20);
}

/// What cannot be read is an error or a problem of the table; it is never good by mistake, and afterwards it
/// is good as before.
TEST_P(FailingCalls, OfAFullCheckAreToldAndItGoesOn) {
  const TemporaryDirectory directory;
  const TemporaryDirectory work;
  const Geometry smallest(parse_rules("2x2"));
  for (const auto& [name, bytes] : undisturbed(smallest, metric()))
    write_bytes(directory.path() / name, bytes);
  const verify::Options options = full_check(work.path() / "own");
  const int calls = fail_each_call(
      [&] {
        const verify::Report report = verify::verify(directory.path(), options);
        for (const verify::Problem& problem : report.problems)
          EXPECT_EQ(problem.text.find('\n'), std::string::npos) << problem.text;
      },
      [&](const std::string&) {
        const verify::Report report = verify::verify(directory.path(), options);
        EXPECT_TRUE(report.good()) << report.problems.front().text;
        EXPECT_GT(report.checked, 0U);
        std::filesystem::remove_all(options.own);
      });
  EXPECT_GT(calls, 50);
}

/// Nor is one that is wrong ever good because a call failed: what is found in the end is what is wrong.
TEST_P(FailingCalls, OfAFullCheckHideNothing) {
  const TemporaryDirectory table;
  const TemporaryDirectory work;
  wrong_table(table.path(), metric());
  const verify::Options options = full_check(work.path() / "own");
  const verify::Report expected = verify::verify(table.path(), options);
  ASSERT_FALSE(expected.good());
  std::filesystem::remove_all(options.own);
  int told = 0;
  const int calls =
      fail_each_call([&] { EXPECT_FALSE(verify::verify(table.path(), options).good()); },
                     [&](const std::string& message) {
                       if (!message.empty()) ++told;
                       EXPECT_EQ(verify::verify(table.path(), options).problems, expected.problems);
                       std::filesystem::remove_all(options.own);
                     });
  EXPECT_GT(calls, 200);
  EXPECT_GT(told, 50);
}

INSTANTIATE_TEST_SUITE_P(, FailingCalls, testing::Values(Metric::outcome, Metric::distance),
                         [](const auto& test) { return name_of(test.param); });

/// Of a solve with less memory than its planes take, from the first file for planes on: until there the calls
/// are those of any solve.
TEST(FailingCallsOfPlanesOnDisk, AreToldAndItGoesOn) {
  const Geometry geometry(parse_rules("2x9"));
  const Files expected = undisturbed(geometry, Metric::outcome);
  const auto solve = [&](const std::filesystem::path& directory) {
    solve::Options options;
    options.metric = Metric::outcome;
    options.threads = 2;
    options.directory = directory;
    options.memory = 1;
    solve::solve(geometry, options);
  };
  const TemporaryDirectory begun;
  int told = 0;
  int k = 1;
  for (bool failed = true; failed && !HasFailure(); k += k < 12 ? 1 : 61) {
    const TemporaryDirectory directory;
    std::filesystem::copy(begun.path(), directory.path(), std::filesystem::copy_options::recursive);
    FailingDisk disk(k, CountFrom::planes);
    {
      const StandIn stand_in(disk);
      if (!failure_of([&] { solve(directory.path()); }).empty()) ++told;
    }
    QuickDisk quick;
    const StandIn stand_in(quick);
    failed = disk.failed();
    if (k == 1)
      std::filesystem::copy(directory.path(), begun.path(), std::filesystem::copy_options::recursive);
    EXPECT_EQ(failure_of([&] { solve(directory.path()); }), "");
    EXPECT_EQ(files_in(directory.path()), expected) << "call " << k;
  }
  EXPECT_GT(told, 10);
}

}  // namespace
}  // namespace quixo::faults
