// SPDX-License-Identifier: MIT
#include "study/find.h"

#include <fmt/format.h>

#include <map>
#include <mutex>

#include "base/workers.h"
#include "layout/layout.h"
#include "probe/source.h"
#include "quixo/error.h"
#include "study/walk.h"

namespace quixo::study {

void check(const Table& table, const Filter& filter) {
  if (filter.distance && table.metric() != Metric::distance)
    throw Error(fmt::format("this table of {0} has no distances to look for: make them with quixo solve {0}",
                            to_string(table.rules())));
}

bool matches(const Table& table, const Filter& filter, Position position) {
  check(table, filter);
  const Player own = position.to_move;
  if (!cubes_match(filter, std::popcount(position.cubes(own)), std::popcount(position.cubes(other(own)))))
    return false;
  const Value value = table.probe(position);
  return first_look(table, filter).holds(value) && matches_closely(table, filter, value.outcome, position);
}

void find(const Table& table, const Filter& filter, const Job& job, const Found& found) {
  // Runs come in any order and leave in the table's: a run waits for those before it.
  struct Place {
    int layer = 0;
    std::uint32_t bitmap = 0;
    std::uint32_t first = 0;
    auto operator<=>(const Place&) const = default;
  };
  struct Matches {
    std::size_t states = 0;
    std::vector<std::uint32_t> bits;
  };
  std::mutex mutex;
  std::map<Place, Matches> waiting;
  Place next;
  std::stop_source enough;
  const std::stop_callback stop_too(job.stop, [&] { enough.request_stop(); });
  Job own_job = job;
  own_job.stop = enough.get_token();
  try {
    Walk(table, filter, own_job)
        .run([&](const probe::ValueRun& run, const std::vector<std::uint32_t>& bits, int) {
          const std::lock_guard lock(mutex);
          if (enough.stop_requested()) return;
          if (next.layer != run.layer) next = {run.layer, 0, 0};
          waiting[{run.layer, run.bitmap, run.first}] = {run.values.size(), bits};
          while (!waiting.empty() && waiting.begin()->first == next) {
            const Matches& matches = waiting.begin()->second;
            for (const std::uint32_t bit : matches.bits)
              if (!found(layout_of(table).position(next.layer, next.bitmap, bit))) {
                enough.request_stop();
                return;
              }
            const std::uint64_t end = std::uint64_t{next.first} + matches.states;
            const bool whole_cube = end >> next.layer != 0;
            next = whole_cube ? Place{next.layer, next.bitmap + 1, 0}
                              : Place{next.layer, next.bitmap, static_cast<std::uint32_t>(end)};
            waiting.erase(waiting.begin());
          }
        });
  } catch (const Interrupted&) {
    if (job.stop.stop_requested()) throw;
  }
}

}  // namespace quixo::study
