// SPDX-License-Identifier: MIT
//
// The registry of tables: one solve for all who ask, and no more tables than there is room for.
#include "serve/open_tables.h"

#include <gtest/gtest.h>

#include <fstream>
#include <latch>

#include "catalog/catalog.h"
#include "quixo/error.h"
#include "solve/solver.h"
#include "table/manifest.h"
#include "tests/files.h"

namespace quixo::serve {
namespace {

/// Open tables with threads of their own.
struct Registry {
  explicit Registry(const std::filesystem::path& tables = "") : open(tables, makers) {}
  ~Registry() {
    makers.close();
    later.close();
  }
  Registry(const Registry&) = delete;
  Registry& operator=(const Registry&) = delete;

  /// Waits for what is known.
  KnowledgePointer get(const Rules& rules) {
    // This may return before set_value() does.
    const auto promise = std::make_shared<std::promise<std::shared_future<KnowledgePointer>>>();
    open.get(rules, {later},
             [promise](const std::shared_future<KnowledgePointer>& table) { promise->set_value(table); });
    return promise->get_future().get().get();
  }

  Pool makers{2};
  Pool later{2};
  OpenTables open;
};

TEST(OpenTables, SolveOnceForAllWhoAsk) {
  Registry registry;
  constexpr int askers = 50;
  std::latch all(askers);
  std::vector<KnowledgePointer> tables(askers);
  for (std::size_t i = 0; i < askers; ++i)
    registry.open.get(parse_rules("3x4"), {registry.later},
                      [&, i](const std::shared_future<KnowledgePointer>& table) {
                        tables[i] = table.get();
                        all.count_down();
                      });
  all.wait();
  for (const KnowledgePointer& table : tables) EXPECT_EQ(table, tables[0]);
  EXPECT_EQ(registry.get(parse_rules("3x4")), tables[0]);
}

TEST(OpenTables, HandOverAtOnceWhatIsThere) {
  Registry registry;
  registry.get(parse_rules("3x3"));
  std::thread::id thread;
  registry.open.get(parse_rules("3x3"), {registry.later}, [&](const std::shared_future<KnowledgePointer>&) {
    thread = std::this_thread::get_id();
  });
  EXPECT_EQ(thread, std::this_thread::get_id());
}

TEST(OpenTables, KeepTheLastEight) {
  Registry registry;
  const std::vector<std::string> names = {
      "2x2", "2x3", "2x4", "3x3", "2x2-double-wins", "2x3-double-wins", "2x4-double-wins", "3x3-double-wins"};
  std::vector<std::weak_ptr<const Knowledge>> tables;
  tables.reserve(names.size());
  for (const std::string& name : names) tables.push_back(registry.get(parse_rules(name)));
  registry.get(parse_rules("2x2"));  // now 2x3 is the one that was not used for longest
  registry.get(parse_rules("3x3-line2"));
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

TEST(OpenTables, ListTheTablesOnDisk) {
  const TemporaryDirectory tables;
  Registry registry(tables.path());
  EXPECT_TRUE(registry.open.on_disk().empty());
  make_table(tables.path(), "3x3", Metric::distance);
  make_table(tables.path(), "3x3", Metric::outcome);
  make_table(tables.path(), "2x3", Metric::outcome);
  std::filesystem::create_directory(tables.path() / "lost+found");
  EXPECT_EQ(registry.open.on_disk(), (std::vector{parse_rules("2x3"), parse_rules("3x3")}));
  for (const Rules& rules : registry.open.on_disk()) EXPECT_TRUE(registry.open.find(rules)->in_memory);
}

/// 18 cells are too many for a table in memory.
TEST(OpenTables, TakeDistancesForOutcomesAsSoonAsTheyAreThere) {
  const TemporaryDirectory tables;
  Registry registry(tables.path());
  const Rules rules = parse_rules("2x9");
  const std::weak_ptr<const Knowledge> nothing = registry.get(rules);
  EXPECT_FALSE(nothing.lock()->table());
  make_table(tables.path(), "2x9", Metric::outcome);
  EXPECT_EQ(registry.open.find(rules)->metric, Metric::outcome);
  const KnowledgePointer outcomes = registry.get(rules);
  EXPECT_EQ(outcomes->metric(), Metric::outcome);
  make_table(tables.path(), "2x9", Metric::distance);
  EXPECT_EQ(registry.open.find(rules)->metric, Metric::distance);
  EXPECT_FALSE(registry.open.find(rules)->in_memory);
  const KnowledgePointer distances = registry.get(rules);
  EXPECT_EQ(distances->metric(), Metric::distance);
  EXPECT_EQ(distances->table()->probe({}), (Value{Outcome::win, 3}));
  EXPECT_EQ(outcomes->table()->probe({}), (Value{Outcome::win, 0}));
  // Nobody asks for less when there is more.
  for (int i = 0; i < 1000 && (!nothing.expired() || outcomes.use_count() > 1); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_TRUE(nothing.expired());
  EXPECT_EQ(outcomes.use_count(), 1);
}

TEST(OpenTables, SayWhatIsWrongWithATable) {
  const TemporaryDirectory tables;
  const std::filesystem::path directory =
      table_directory(tables.path(), parse_rules("2x9"), Metric::distance);
  std::filesystem::create_directories(directory);
  std::ofstream(table::manifest_file(directory)) << "{}";
  Registry registry(tables.path());
  for (int i = 0; i < 2; ++i) EXPECT_THROW(registry.get(parse_rules("2x9")), Error);
  EXPECT_TRUE(registry.open.on_disk().empty());
}

TEST(OpenTables, RefuseTheTableOfAnotherGame) {
  const TemporaryDirectory tables;
  make_table(tables.path(), "3x3", Metric::distance);
  std::filesystem::rename(tables.path() / "3x3", tables.path() / "2x9");
  Registry registry(tables.path());
  EXPECT_THROW(registry.get(parse_rules("2x9")), Error);
  EXPECT_TRUE(registry.open.on_disk().empty());
}

TEST(OpenTables, HandOverASearchAtOnceWhereThereIsNoTable) {
  Registry registry;
  std::thread::id thread;
  KnowledgePointer found;
  registry.open.get(parse_rules("5x5"), {registry.later},
                    [&](const std::shared_future<KnowledgePointer>& knowledge) {
                      thread = std::this_thread::get_id();
                      found = knowledge.get();
                    });
  EXPECT_EQ(thread, std::this_thread::get_id());
  EXPECT_FALSE(found->table());
  EXPECT_EQ(registry.get(parse_rules("5x5")), found);
  EXPECT_FALSE(registry.open.find(parse_rules("5x5")));
  EXPECT_TRUE(registry.open.find(parse_rules("4x4")));
}

TEST(OpenTables, SayWhatATableTakes) {
  const std::string what = what_is_missing(Knowledge(parse_rules("5x5")));
  EXPECT_TRUE(what.starts_with("there is no table of 5x5 here: quixo solve 5x5 --outcome-only ")) << what;
  EXPECT_NE(what.find(" of memory and "), std::string::npos) << what;
}

TEST(OpenTables, MakeNoneThatNobodyWaitsFor) {
  Registry registry;
  std::latch begun(2);
  std::latch go(1);
  for (int i = 0; i < 2; ++i)
    registry.makers.go_on({[&] {
      begun.count_down();
      go.wait();
    }});
  begun.wait();
  std::stop_source gone;
  registry.open.get(parse_rules("3x4"), {registry.later, "", gone.get_token()},
                    [](const std::shared_future<KnowledgePointer>&) { ADD_FAILURE(); });
  gone.request_stop();
  std::latch asked(1);
  registry.open.get(parse_rules("3x3"), {registry.later},
                    [&](const std::shared_future<KnowledgePointer>&) { asked.count_down(); });
  go.count_down();
  asked.wait();
  EXPECT_TRUE(registry.get(parse_rules("3x4"))->table());  // whoever asks now gets it
}

TEST(OpenTables, MayGoWhileATableIsBeingMade) {
  for (int i = 0; i < 20; ++i) {
    Registry registry;
    registry.open.get(parse_rules("3x4"), {registry.later},
                      [](const std::shared_future<KnowledgePointer>&) {});
    std::this_thread::sleep_for(std::chrono::milliseconds(i));
  }
}

}  // namespace
}  // namespace quixo::serve
