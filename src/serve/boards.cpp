// SPDX-License-Identifier: MIT
#include "serve/boards.h"

#include <fmt/format.h>

#include <algorithm>

#include "probe/tables.h"

namespace quixo::serve {
namespace {

/// A table of 16 cells takes up to 50 MB.
constexpr std::size_t most_boards = 8;

bool in_memory(const Rules& rules) { return rules.cells() <= Table::most_cells_in_memory; }

}  // namespace

Missing::Missing(const Rules& rules)
    : std::runtime_error(
          fmt::format("there is no table of {0} here: make it with quixo solve {0}", to_string(rules))) {}

void Boards::get(const Rules& rules, Pool& later, Then then) {
  std::unique_lock lock(mutex_);
  auto board = find_board(rules);
  const bool is_new = board == boards_.end();
  std::promise<TablePointer> promise;
  if (is_new) board = boards_.insert(board, {rules, promise.get_future().share(), false, {}});
  boards_.splice(boards_.begin(), boards_, board);
  if (board->ready) {
    const std::shared_future<TablePointer> table = board->table;
    lock.unlock();
    return then(table);
  }
  board->waiting.push_back({later, std::move(then)});
  if (is_new)  // std::function must be copyable, and a promise is not
    makers_.post([this, rules, shared = std::make_shared<std::promise<TablePointer>>(std::move(promise))] {
      load(rules, std::move(*shared));
    });
}

void Boards::load(const Rules& rules, std::promise<TablePointer> promise) {
  bool loaded = false;
  try {
    if (!find(rules)) throw Missing(rules);
    promise.set_value(std::make_shared<const Table>(open_table(tables_, rules)));
    loaded = true;
  } catch (...) {
    promise.set_exception(std::current_exception());
  }
  finish(rules, loaded);
}

void Boards::finish(const Rules& rules, bool loaded) {
  const std::lock_guard lock(mutex_);
  const auto board = find_board(rules);
  for (Waiting& each : board->waiting)
    each.pool.post([then = std::move(each.then), table = board->table] { then(table); });
  board->waiting.clear();
  board->ready = loaded;
  if (!loaded) boards_.erase(board);  // the next who asks tries again
  while (std::ranges::count_if(boards_, &Board::ready) > static_cast<std::ptrdiff_t>(most_boards))
    boards_.erase(std::prev(
        std::find_if(boards_.rbegin(), boards_.rend(), [](const Board& old) { return old.ready; }).base()));
}

std::list<Boards::Board>::iterator Boards::find_board(const Rules& rules) {
  return std::ranges::find(boards_, rules, &Board::rules);
}

std::optional<Available> Boards::find(const Rules& rules) const {
  for (const Available& table : on_disk())  // distances come before outcomes
    if (table.rules == rules && (table.metric == Metric::distance || !in_memory(rules))) return table;
  if (in_memory(rules)) return Available{rules, Metric::distance, true};
  return std::nullopt;
}

std::vector<Available> Boards::on_disk() const {
  std::vector<Available> found;
  for (const TableInfo& table : list_tables(tables_)) found.push_back({table.rules, table.metric, false});
  return found;
}

}  // namespace quixo::serve
