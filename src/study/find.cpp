// SPDX-License-Identifier: MIT
#include "study/find.h"

#include <cassert>
#include <mutex>

#include "base/in_order.h"
#include "base/workers.h"
#include "layout/layout.h"
#include "probe/source.h"
#include "study/walk.h"

namespace quixo::study {
namespace {

/// The matches of a run (probe/source.h).
struct Matches {
  std::uint32_t bitmap = 0;
  std::vector<std::uint32_t> bits;
};

}  // namespace

void find(const Table& table, const Filter& filter, const Job& job, const Found& found) {
  std::mutex mutex;
  int layer = -1;
  InOrder<Matches> matches;  // of the layer, whose positions are counted from 0, bitmap after bitmap
  std::stop_source enough;
  const std::stop_callback stop_too(job.stop, [&] { enough.request_stop(); });
  Job own_job = job;
  own_job.stop = enough.get_token();
  const auto report = [&](const Matches& run) {
    for (const std::uint32_t bit : run.bits) {
      if (found(layout_of(table).position(layer, run.bitmap, bit))) continue;
      enough.request_stop();
      return false;
    }
    return true;
  };
  try {
    Walk(table, filter, own_job).run([&](const Run& run, const std::vector<std::uint32_t>& bits, int) {
      const std::lock_guard lock(mutex);
      if (enough.stop_requested()) return;
      if (layer != run.layer) {
        assert(layer < run.layer && matches.none_waits());
        layer = run.layer;
        matches = {};
      }
      const std::uint64_t first = (std::uint64_t{run.bitmap} << run.layer) + run.first;
      matches.add(first, run.positions, {run.bitmap, bits}, report);
    });
  } catch (const Interrupted&) {
    if (job.stop.stop_requested()) throw;
  }
}

}  // namespace quixo::study
