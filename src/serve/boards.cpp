// SPDX-License-Identifier: MIT
#include "serve/boards.h"

#include <fmt/format.h>

#include <algorithm>

#include "catalog/catalog.h"
#include "quixo/open.h"

namespace quixo::serve {
namespace {

/// In memory a table takes up to 50 MB.
constexpr std::size_t most_boards = 8;
constexpr std::size_t cache_bytes = std::size_t{128} << 20;

}  // namespace

Missing::Missing(const Rules& rules)
    : std::runtime_error(
          fmt::format("there is no table of {0} here: make it with quixo solve {0}", to_string(rules))) {}

void Boards::get(const Rules& rules, Pool& later, Then then) {
  const std::optional<BestTable> which = find(rules);
  if (!which) throw Missing(rules);
  std::unique_lock lock(mutex_);
  auto board = find_board(rules, which->metric);
  const bool is_new = board == boards_.end();
  std::promise<TablePointer> promise;
  if (is_new) board = boards_.insert(board, {rules, which->metric, promise.get_future().share(), false, {}});
  boards_.splice(boards_.begin(), boards_, board);
  if (board->ready) {
    const std::shared_future<TablePointer> table = board->table;
    lock.unlock();
    return then(table);
  }
  board->waiting.push_back({later, std::move(then)});
  if (is_new)  // std::function must be copyable, and a promise is not
    makers_.post(
        [this, rules, which, shared = std::make_shared<std::promise<TablePointer>>(std::move(promise))] {
          load(rules, *which, std::move(*shared));
        });
}

void Boards::load(const Rules& rules, const BestTable& which, std::promise<TablePointer> promise) {
  bool loaded = false;
  try {
    promise.set_value(std::make_shared<const Table>(
        which.in_memory ? solve_in_memory(rules) : open_table(tables_, rules, which.metric, cache_bytes)));
    loaded = true;
  } catch (...) {
    promise.set_exception(std::current_exception());
  }
  finish(rules, which.metric, loaded);
}

void Boards::finish(const Rules& rules, Metric metric, bool loaded) {
  const std::lock_guard lock(mutex_);
  const auto board = find_board(rules, metric);
  for (Waiting& each : board->waiting)
    each.pool.post([then = std::move(each.then), table = board->table] { then(table); });
  board->waiting.clear();
  board->ready = loaded;
  if (!loaded) boards_.erase(board);  // the next who asks tries again
  auto ready = std::ranges::count_if(boards_, &Board::ready);
  for (auto each = boards_.end(); ready > static_cast<std::ptrdiff_t>(most_boards);)
    if ((--each)->ready) {
      each = boards_.erase(each);
      --ready;
    }
}

std::list<Boards::Board>::iterator Boards::find_board(const Rules& rules, Metric metric) {
  return std::ranges::find_if(
      boards_, [&](const Board& board) { return board.rules == rules && board.metric == metric; });
}

std::optional<BestTable> Boards::find(const Rules& rules) const {
  return best_table(tables_, rules, Prefer::quick_answers);
}

std::vector<Rules> Boards::on_disk() const {
  std::vector<Rules> found;
  for (const TableInfo& table : list_tables(tables_).tables)
    if (found.empty() || found.back() != table.rules) found.push_back(table.rules);
  return found;
}

}  // namespace quixo::serve
