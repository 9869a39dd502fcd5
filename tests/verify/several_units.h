// SPDX-License-Identifier: MIT
//
// A table with errors all over a layer.
#pragma once

#include "base/workers.h"
#include "probe/source.h"
#include "quixo/open.h"
#include "tests/verify/support.h"

namespace quixo::verify {

/// A table of 4x4, whose layers are of several units. In every bitmap of one layer, or some of them, a win in
/// 3 is called one in 5; the manifest fits.
class SeveralUnits : public testing::Test {
 protected:
  /// The errors are in every so many-th bitmap.
  explicit SeveralUnits(std::size_t every = 1) {
    solve_into(directory_.path(), parse_rules("4x4"), Metric::distance);
    plant_errors(8, every);
    options_.extent = Extent::full;
    options_.own = own_directory();
    undisturbed_ = verify(directory_.path(), options_);
  }

  void plant_errors(int layer, std::size_t every) const {
    table::Manifest manifest = *table::read_manifest(directory_.path());
    std::map<int, OutcomeCounts>& counts = manifest.summary.census.distances;
    const Table truth = Table::open(directory_.path());
    const Layout& layout = layout_of(truth);
    Values values;
    source_of(truth).scan(layer, 1, {}, [&](const probe::ValueRun& run, int) {
      const auto chosen = std::ranges::find(run.values, Value{Outcome::win, 3}) - run.values.begin();
      for (std::uint32_t i = 0; i < run.values.size(); ++i) {
        Value value = run.values[i];
        if (value.outcome == Outcome::loss) value.distance = 0;  // is not stored
        if (i == chosen && (run.bitmap + 1) % every == 0) {
          const auto orbit =
              static_cast<std::uint64_t>(layout.orbit_size(layout.occupancies(layer)[run.bitmap]));
          counts[3].win -= orbit;
          counts[5].win += orbit;
          value.distance = 5;
        }
        values[layout.position(layer, run.bitmap, run.first + i)] = value;
      }
    });
    Workers workers(1, {});
    manifest.layers[static_cast<std::size_t>(layer)] = solve::pack_values(
        layout, layer, Metric::distance, [&](Position position) { return values.at(position); }, workers,
        {solve::blocks_in(directory_.path())});
    manifest.summary.signature = table::signature_of(manifest.layers);
    table::write_manifest(directory_.path(), manifest);
  }

  const TemporaryDirectory directory_;
  Options options_;
  Report undisturbed_;
};

}  // namespace quixo::verify
