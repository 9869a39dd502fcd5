// SPDX-License-Identifier: MIT
//
// Which table is asked: the one place that decides it, and what it says when there is none.
#include "catalog/catalog.h"

#include <gtest/gtest.h>

#include "solve/solver.h"
#include "table/manifest.h"
#include "tests/files.h"
#include "tests/game/support.h"

namespace quixo {
namespace {

class Catalog : public testing::Test {
 protected:
  void solve_into(const char* rules, Metric metric) const {
    solve::Options options;
    options.metric = metric;
    options.directory = table_directory(directory_.path(), parse_rules(rules), metric);
    solve::solve(Geometry(parse_rules(rules)), options);
  }
  /// A table as far as the choice looks: one whose manifest is there.
  void pretend(const char* rules, Metric metric) const {
    const std::filesystem::path directory = table_directory(directory_.path(), parse_rules(rules), metric);
    std::filesystem::create_directories(directory);
    write_bytes(table::manifest_file(directory), "{}");
  }
  std::string best(const char* rules, Prefer prefer) const {
    const std::optional<BestTable> found = best_table(directory_.path(), parse_rules(rules), prefer);
    if (!found) return "none";
    return std::string(metric_name(found->metric)) + (found->in_memory ? " in memory" : " on disk");
  }

  const TemporaryDirectory directory_;
};

TEST_F(Catalog, SmallBoardsAreSolvedInMemoryUnlessThereIsATableAndFewQuestions) {
  EXPECT_EQ(best("3x3", Prefer::quick_start), "distance in memory");
  EXPECT_EQ(best("3x3", Prefer::quick_answers), "distance in memory");
  pretend("3x3", Metric::outcome);  // memory has distances, too
  EXPECT_EQ(best("3x3", Prefer::quick_start), "distance in memory");
  EXPECT_EQ(best("3x3", Prefer::quick_answers), "distance in memory");
  pretend("3x3", Metric::distance);
  EXPECT_EQ(best("3x3", Prefer::quick_start), "distance on disk");
  EXPECT_EQ(best("3x3", Prefer::quick_answers), "distance in memory");
}

TEST_F(Catalog, LargeBoardsNeedATableAndDistancesComeFirst) {
  for (const Prefer prefer : {Prefer::quick_start, Prefer::quick_answers}) {
    EXPECT_EQ(best("5x5", prefer), "none");
    EXPECT_EQ(best("4x5", prefer), "none");
  }
  pretend("4x5", Metric::outcome);
  for (const Prefer prefer : {Prefer::quick_start, Prefer::quick_answers})
    EXPECT_EQ(best("4x5", prefer), "outcome on disk");
  pretend("4x5", Metric::distance);
  for (const Prefer prefer : {Prefer::quick_start, Prefer::quick_answers})
    EXPECT_EQ(best("4x5", prefer), "distance on disk");
  EXPECT_EQ(best("5x4", Prefer::quick_start), "none");
}

TEST_F(Catalog, AnEmptyPathHoldsNoTables) {
  EXPECT_EQ(find_table({}, parse_rules("5x5"), Metric::distance), std::nullopt);
  EXPECT_EQ(best_table({}, parse_rules("5x5"), Prefer::quick_start), std::nullopt);
  EXPECT_FALSE(no_table({}, parse_rules("5x5")).has_directory);
  EXPECT_TRUE(no_table(directory_.path(), parse_rules("5x5")).has_directory);
}

TEST_F(Catalog, ListsFinishedTablesAndWhatIsWrongWithOthers) {
  solve_into("2x2", Metric::outcome);
  solve_into("2x2", Metric::distance);
  solve_into("2x3", Metric::distance);
  pretend("3x3", Metric::distance);  // no manifest of ours
  std::filesystem::create_directories(directory_.path() / "holiday");
  std::filesystem::create_directories(directory_.path() / "4x4" / "distance");  // not finished
  const TableList found = list_tables(directory_.path());
  std::vector<std::string> names;
  for (const TableInfo& info : found.tables)
    names.push_back(to_string(info.rules) + ' ' + metric_name(info.metric));
  EXPECT_EQ(names, (std::vector<std::string>{"2x2 distance", "2x2 outcome", "2x3 distance"}));
  ASSERT_EQ(found.problems.size(), 1U);
  EXPECT_NE(found.problems.front().find("3x3/distance/manifest.json is damaged"), std::string::npos);
  EXPECT_TRUE(list_tables(directory_.path() / "none").tables.empty());
}

TEST_F(Catalog, RefusesATableInThePlaceOfAnother) {
  solve_into("2x3", Metric::distance);
  std::filesystem::rename(directory_.path() / "2x3", directory_.path() / "3x2");
  EXPECT_THROW(open_table(directory_.path(), parse_rules("3x2"), Metric::distance), Error);
  EXPECT_EQ(list_tables(directory_.path()).problems.size(), 1U);
  EXPECT_TRUE(list_tables(directory_.path()).tables.empty());
}

TEST_F(Catalog, OpensTheTableOnDiskAndElseSolves) {
  solve_into("2x3", Metric::distance);
  const Table disk = open_table(directory_.path(), parse_rules("2x3"), Metric::distance);
  EXPECT_EQ(disk.summary().signature, open_table(parse_rules("2x3"), directory_.path()).summary().signature);
  EXPECT_EQ(disk.summary().signature, solve_in_memory(parse_rules("2x3")).summary().signature);
  EXPECT_THROW(open_table(directory_.path(), parse_rules("2x2"), Metric::distance), Error);
}

}  // namespace
}  // namespace quixo
