// SPDX-License-Identifier: MIT
//
// The tables the server answers from, an LRU cache of them. Small boards are solved in memory when they are
// first asked for, even where a table on disk has them: a position and its replies are hundreds of values,
// found much faster there. Larger boards are opened when they have a table. Requests for a table that is on
// its way wait in a list, not in a thread, so no other request waits with them.
#pragma once

#include <filesystem>
#include <functional>
#include <future>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "catalog/catalog.h"
#include "quixo/table.h"
#include "serve/pool.h"

namespace quixo::serve {

using TablePointer = std::shared_ptr<const Table>;

/// How many are kept. In memory a table takes up to 50 MB.
constexpr std::size_t most_tables = 8;

/// There is no table of these rules yet.
class Missing : public std::runtime_error {
 public:
  explicit Missing(const Rules& rules);
};

class OpenTables {
 public:
  /// Gets the table, or the Error that took its place.
  using Then = std::function<void(const std::shared_future<TablePointer>&)>;

  /// Solves and opens tables on `makers`, which must be closed before this object goes.
  OpenTables(std::filesystem::path tables, Pool& makers) : tables_(std::move(tables)), makers_(makers) {}

  /// Calls `then` at once or, when the table is there, on a thread of `later`. Waits for neither. Throws
  /// Missing.
  void get(const Rules& rules, Pool& later, Then then);

  /// What get() would find for these rules.
  std::optional<BestTable> find(const Rules& rules) const;
  /// The rules that have a table on disk, in the order of their names.
  std::vector<Rules> on_disk() const;

 private:
  struct Waiting {
    Pool& pool;
    Then then;
  };
  struct Entry {
    Rules rules;
    Metric metric = Metric::distance;
    std::shared_future<TablePointer> table;
    bool ready = false;
    std::vector<Waiting> waiting;
  };

  void load(const Rules& rules, const BestTable& which, std::promise<TablePointer> promise);
  void finish(const Rules& rules, Metric metric, bool loaded);
  std::list<Entry>::iterator find_entry(const Rules& rules, Metric metric);

  std::filesystem::path tables_;
  Pool& makers_;
  std::mutex mutex_;
  std::list<Entry> entries_;  ///< Most recently used first.
};

}  // namespace quixo::serve
