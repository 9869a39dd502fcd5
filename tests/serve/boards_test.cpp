// SPDX-License-Identifier: MIT
//
// The registry of tables: one solve for all who ask, and no more tables than there is room for.
#include "serve/boards.h"

#include <gtest/gtest.h>

#include <atomic>
#include <fstream>
#include <latch>

#include "game/error.h"
#include "probe/tables.h"
#include "solve/solver.h"
#include "table/manifest.h"
#include "tests/solve/support.h"

namespace quixo::serve {
namespace {

/// Waits for a table.
TablePointer wait_for(Boards& boards, Pool& pool, const Rules& rules) {
  std::promise<std::shared_future<TablePointer>> promise;
  boards.get(rules, pool, [&](const std::shared_future<TablePointer>& table) { promise.set_value(table); });
  return promise.get_future().get().get();
}

TEST(Boards, SolveOnceForAllWhoAsk) {
  Pool makers(2);
  Pool later(2);
  Boards boards("", makers);
  constexpr int askers = 50;
  std::latch all(askers);
  std::vector<TablePointer> tables(askers);
  for (std::size_t i = 0; i < askers; ++i)
    boards.get(parse_rules("3x4"), later, [&, i](const std::shared_future<TablePointer>& table) {
      tables[i] = table.get();
      all.count_down();
    });
  all.wait();
  for (const TablePointer& table : tables) EXPECT_EQ(table, tables[0]);
  EXPECT_EQ(wait_for(boards, later, parse_rules("3x4")), tables[0]);
}

TEST(Boards, HandOverAtOnceWhatIsThere) {
  Pool makers(1);
  Pool later(1);
  Boards boards("", makers);
  wait_for(boards, later, parse_rules("3x3"));
  std::thread::id thread;
  boards.get(parse_rules("3x3"), later,
             [&](const std::shared_future<TablePointer>&) { thread = std::this_thread::get_id(); });
  EXPECT_EQ(thread, std::this_thread::get_id());
}

TEST(Boards, KeepTheLastEight) {
  Pool makers(1);
  Pool later(1);
  Boards boards("", makers);
  const std::vector<std::string> names = {
      "2x2", "2x3", "2x4", "3x3", "2x2-double-wins", "2x3-double-wins", "2x4-double-wins", "3x3-double-wins"};
  std::vector<std::weak_ptr<const Table>> tables;
  for (const std::string& name : names) tables.push_back(wait_for(boards, later, parse_rules(name)));
  wait_for(boards, later, parse_rules("2x2"));  // now 2x3 is the one that was not used for longest
  wait_for(boards, later, parse_rules("3x3-line2"));
  // The table may live for a moment in the hands of those who asked.
  for (int i = 0; i < 1000 && !tables[1].expired(); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_TRUE(tables[1].expired());
  for (const std::size_t i : {0U, 2U, 3U, 4U, 5U, 6U, 7U}) EXPECT_FALSE(tables[i].expired()) << names[i];
}

void make_table(const std::filesystem::path& tables, const char* rules, Metric metric) {
  solve::Options options;
  options.threads = 1;
  options.metric = metric;
  options.directory = table_directory(tables, parse_rules(rules), metric);
  solve::solve(Geometry(parse_rules(rules)), options);
}

TEST(Boards, OpenTheTablesOnDisk) {
  const solve::TemporaryDirectory tables;
  Pool makers(1);
  Pool later(1);
  Boards boards(tables.path(), makers);
  EXPECT_TRUE(boards.on_disk().empty());
  const Rules rules = parse_rules("3x3");
  EXPECT_TRUE(boards.find(rules)->in_memory);
  make_table(tables.path(), "3x3", Metric::distance);
  make_table(tables.path(), "2x3", Metric::outcome);
  std::filesystem::create_directory(tables.path() / "lost+found");
  EXPECT_EQ(boards.on_disk(), (std::vector{parse_rules("2x3"), rules}));
  EXPECT_FALSE(boards.find(rules)->in_memory);
  EXPECT_TRUE(boards.find(parse_rules("2x3"))->in_memory);  // it knows more than the outcomes on disk
  const TablePointer table = wait_for(boards, later, rules);
  EXPECT_EQ(table->summary().signature, Table::solve(rules).summary().signature);
  EXPECT_EQ(table->probe({}), (Value{Outcome::win, 7}));
}

/// 18 cells are too many for a table in memory.
TEST(Boards, TakeDistancesForOutcomesAsSoonAsTheyAreThere) {
  const solve::TemporaryDirectory tables;
  Pool makers(1);
  Pool later(1);
  Boards boards(tables.path(), makers);
  const Rules rules = parse_rules("2x9");
  EXPECT_THROW(wait_for(boards, later, rules), Missing);
  make_table(tables.path(), "2x9", Metric::outcome);
  EXPECT_EQ(boards.find(rules)->metric, Metric::outcome);
  const TablePointer outcomes = wait_for(boards, later, rules);
  EXPECT_EQ(outcomes->metric(), Metric::outcome);
  make_table(tables.path(), "2x9", Metric::distance);
  EXPECT_EQ(boards.find(rules)->metric, Metric::distance);
  const TablePointer distances = wait_for(boards, later, rules);
  EXPECT_EQ(distances->metric(), Metric::distance);
  EXPECT_EQ(distances->probe({}).outcome, outcomes->probe({}).outcome);
}

TEST(Boards, SayWhatIsWrongWithATable) {
  const solve::TemporaryDirectory tables;
  make_table(tables.path(), "3x3", Metric::distance);
  const std::filesystem::path directory =
      table_directory(tables.path(), parse_rules("3x3"), Metric::distance);
  std::ofstream(table::manifest_file(directory)) << "{}";
  Pool makers(1);
  Pool later(1);
  Boards boards(tables.path(), makers);
  for (int i = 0; i < 2; ++i) EXPECT_THROW(wait_for(boards, later, parse_rules("3x3")), Error);
}

TEST(Boards, SayWhatIsMissingEachTime) {
  Pool makers(1);
  Pool later(1);
  Boards boards("", makers);
  for (int i = 0; i < 2; ++i) EXPECT_THROW(wait_for(boards, later, parse_rules("4x5")), Missing);
  EXPECT_FALSE(boards.find(parse_rules("4x5")));
  EXPECT_TRUE(boards.find(parse_rules("4x4")));
}

TEST(Pool, DropsWhatHasNotBegun) {
  std::atomic<int> done = 0;
  std::latch begun(1);
  {
    Pool pool(1);
    pool.post([&] {
      begun.count_down();
      std::this_thread::sleep_for(std::chrono::milliseconds(500));
      ++done;
    });
    pool.post([&] { done += 10; });
    begun.wait();
  }
  EXPECT_EQ(done, 1);
}

}  // namespace
}  // namespace quixo::serve
