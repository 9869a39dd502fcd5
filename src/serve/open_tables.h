// SPDX-License-Identifier: MIT
//
// What the server answers from, for any rules: an LRU cache of tables and searches. Small boards are solved
// in memory when they are first asked for, even where a table on disk has them: a position and its replies
// are hundreds of values, found much faster there. Larger boards are opened when they have a table, and
// searched when they have none. Requests for a table that is on its way wait in a list, not in a thread, so
// no other request waits with them.
#pragma once

#include <filesystem>
#include <functional>
#include <future>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "analysis/knowledge.h"
#include "catalog/catalog.h"
#include "serve/pool.h"

namespace quixo::serve {

using KnowledgePointer = std::shared_ptr<const Knowledge>;

/// How many are kept. In memory a table takes up to 50 MB.
constexpr std::size_t most_open = 8;

/// That there is no table of these rules yet, and what making one takes.
std::string what_is_missing(const Knowledge& without_table);

class OpenTables {
 public:
  /// Gets what is known, or the Error that took its place.
  using Then = std::function<void(const std::shared_future<KnowledgePointer>&)>;

  /// Solves and opens tables on `makers`, which must be closed before this object goes. `stop` ends a solve.
  OpenTables(std::filesystem::path tables, Pool& makers, std::stop_token stop = {})
      : tables_(std::move(tables)), makers_(makers), stop_(std::move(stop)) {}

  /// Who waits for a table, and where its answer goes on.
  struct Asker {
    Pool& later;
    std::string client = {};
    std::stop_token stop = {};
  };

  /// The best there is for these rules at this time: calls `then` at once or, when the table is there, on a
  /// thread of the asker's. Waits for neither. A table that nobody waits for any more is not made.
  void get(const Rules& rules, const Asker& asker, Then then);

  /// The table that get() would find for these rules.
  std::optional<BestTable> find(const Rules& rules) const;
  /// The rules that have a table on disk, in the order of their names.
  std::vector<Rules> on_disk() const;

 private:
  struct Waiting {
    Asker asker;
    Then then;
  };
  struct Entry {
    Rules rules;
    std::optional<Metric> metric;  ///< Of the table, nothing without one.
    std::shared_future<KnowledgePointer> knowledge;
    bool ready = false;
    std::vector<Waiting> waiting;
  };

  void load(const Rules& rules, const BestTable& which, std::promise<KnowledgePointer>& promise);
  bool is_wanted(const Rules& rules, Metric metric);
  void finish(const Rules& rules, Metric metric, bool loaded);
  void drop_oldest();
  std::list<Entry>::iterator find_entry(const Rules& rules, std::optional<Metric> metric);

  std::filesystem::path tables_;
  Pool& makers_;
  std::stop_token stop_;
  std::mutex mutex_;
  std::list<Entry> entries_;  ///< Most recently used first.
};

}  // namespace quixo::serve
