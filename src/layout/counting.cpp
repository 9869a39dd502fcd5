// SPDX-License-Identifier: MIT
#include "layout/counting.h"

namespace quixo {

CountsByOwn count_by_own(const Layout& layout, int layer, const cube::Plane& plane, BitmapRange bitmaps,
                         Workers& workers) {
  const std::vector<Cells>& occupancies = layout.occupancies(layer);
  PerWorker<CountsByOwn> parts(workers.size());
  workers.run(bitmaps.size(), [&](std::size_t i, int worker) {
    CountsByOwn ones{};
    cube::count_by_ones(plane[i], layer, ones);
    const auto orbit = static_cast<std::uint64_t>(layout.orbit_size(occupancies[bitmaps.begin + i]));
    for (std::size_t own = 0; own < ones.size(); ++own) parts[worker][own] += orbit * ones[own];
  });
  CountsByOwn sum{};
  for (const CountsByOwn& part : parts)
    for (std::size_t own = 0; own < sum.size(); ++own) sum[own] += part[own];
  return sum;
}

}  // namespace quixo
