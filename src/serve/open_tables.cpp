// SPDX-License-Identifier: MIT
#include "serve/open_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "catalog/catalog.h"
#include "quixo/error.h"
#include "quixo/open.h"
#include "serve/names.h"

namespace quixo::serve {
namespace {

constexpr std::size_t cache_bytes = std::size_t{128} << 20;

}  // namespace

std::string what_is_missing(const Knowledge& without_table) {
  return fmt::format("there is no table of {} here: {}", to_string(without_table.rules()),
                     what_a_table_adds(without_table));
}

void OpenTables::get(const Rules& rules, const Asker& asker, Then then) {
  const std::optional<BestTable> which = find(rules);
  const std::optional<Metric> metric = which ? std::optional(which->metric) : std::nullopt;
  std::unique_lock lock(mutex_);
  auto entry = find_entry(rules, metric);
  const bool is_new = entry == entries_.end();
  std::promise<KnowledgePointer> promise;
  if (is_new) entry = entries_.insert(entry, {rules, metric, promise.get_future().share(), false, {}});
  entries_.splice(entries_.begin(), entries_, entry);
  if (is_new && !which) {  // a search is there at once
    promise.set_value(std::make_shared<const Knowledge>(rules));
    entry->ready = true;
    drop_oldest();
  }
  if (entry->ready) {
    const std::shared_future<KnowledgePointer> knowledge = entry->knowledge;
    lock.unlock();
    return then(knowledge);
  }
  entry->waiting.push_back({asker, std::move(then)});
  if (!is_new) return;
  lock.unlock();
  // std::function must be copyable, and a promise is not.
  const auto shared = std::make_shared<std::promise<KnowledgePointer>>(std::move(promise));
  // It has no stop of its own: others may come to wait for it, too.
  if (makers_.post({[this, rules, which, shared] { load(rules, *which, *shared); }, asker.client})) return;
  shared->set_exception(std::make_exception_ptr(
      Refusal{503, "too many boards are asked for at a time: try again in a moment", "", retry_after_s}));
  finish(rules, which->metric, false);
}

void OpenTables::load(const Rules& rules, const BestTable& which, std::promise<KnowledgePointer>& promise) {
  bool loaded = false;
  try {
    if (!is_wanted(rules, which.metric)) throw Interrupted();
    promise.set_value(std::make_shared<const Knowledge>(
        which.in_memory ? solve_in_memory(rules, {.threads = 0, .stop = stop_})
                        : open_table(tables_, rules, which.metric, cache_bytes)));
    loaded = true;
  } catch (...) {
    promise.set_exception(std::current_exception());
  }
  finish(rules, which.metric, loaded);
}

bool OpenTables::is_wanted(const Rules& rules, Metric metric) {
  const std::lock_guard lock(mutex_);
  const auto entry = find_entry(rules, metric);
  assert(entry != entries_.end());
  return !std::ranges::all_of(entry->waiting,
                              [](const Waiting& each) { return each.asker.stop.stop_requested(); });
}

void OpenTables::finish(const Rules& rules, Metric metric, bool loaded) {
  const std::lock_guard lock(mutex_);
  const auto entry = find_entry(rules, metric);
  assert(entry != entries_.end() && !entry->ready);  // only what is ready may go, and it is loaded once
  for (Waiting& each : entry->waiting)
    each.asker.later.go_on({[then = std::move(each.then), knowledge = entry->knowledge] { then(knowledge); },
                            each.asker.client, each.asker.stop});
  entry->waiting.clear();
  entry->ready = loaded;
  if (!loaded) {
    entries_.erase(entry);  // the next who asks tries again
    return;
  }
  // Nobody asks for less when there is more.
  std::erase_if(entries_, [&](const Entry& each) {
    return each.ready && each.rules == rules && (!each.metric || *each.metric < metric);
  });
  drop_oldest();
}

void OpenTables::drop_oldest() {
  auto ready = std::ranges::count_if(entries_, &Entry::ready);
  for (auto each = entries_.end(); ready > static_cast<std::ptrdiff_t>(most_open);)
    if ((--each)->ready) {
      each = entries_.erase(each);
      --ready;
    }
}

std::list<OpenTables::Entry>::iterator OpenTables::find_entry(const Rules& rules,
                                                              std::optional<Metric> metric) {
  return std::ranges::find_if(
      entries_, [&](const Entry& entry) { return entry.rules == rules && entry.metric == metric; });
}

std::optional<BestTable> OpenTables::find(const Rules& rules) const {
  return best_table(tables_, rules, Prefer::quick_answers);
}

std::vector<Rules> OpenTables::on_disk() const {
  std::vector<Rules> found;
  for (const TableInfo& table : list_tables(tables_).tables)
    if (found.empty() || found.back() != table.rules) found.push_back(table.rules);
  return found;
}

}  // namespace quixo::serve
