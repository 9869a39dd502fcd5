// SPDX-License-Identifier: MIT
#include "solve/partition.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace quixo::solve {
namespace {

/// A place between two bitmaps, and the interior of the bitmap behind it.
struct Cut {
  std::size_t bitmap = 0;
  Cells interior = 0;
};

/// The places of a layer between two interiors.
std::vector<Cut> cuts_between_interiors(const Layout& layout, int layer) {
  const std::vector<Cells>& occupancies = layout.occupancies(layer);
  std::vector<Cut> cuts;
  for (std::size_t bitmap = 1; bitmap < occupancies.size(); ++bitmap) {
    const Cells interior = layout.interior(occupancies[bitmap]);
    if (interior != layout.interior(occupancies[bitmap - 1])) cuts.push_back({bitmap, interior});
  }
  return cuts;
}

/// Where to cut near the even share: at the interior of the layer above if that is near enough, else between
/// any two interiors, else where it is even.
Cut choose(const std::vector<Cut>& cuts, double even, double tolerance, std::optional<Cells> above,
           const Layout& layout, int layer) {
  const auto distance = [&](const Cut& cut) { return std::abs(static_cast<double>(cut.bitmap) - even); };
  std::optional<Cut> best;
  for (const Cut& cut : cuts) {
    if (distance(cut) > tolerance) continue;
    if (cut.interior == above) return cut;
    if (!best || distance(cut) < distance(*best)) best = cut;
  }
  if (best) return *best;
  const auto bitmap = static_cast<std::size_t>(even);
  return {bitmap, layout.interior(layout.occupancies(layer)[bitmap])};
}

}  // namespace

std::size_t Partition::most() const {
  std::size_t most = 0;
  for (std::size_t peer = 0; peer + 1 < begins_.size(); ++peer)
    most = std::max(most, begins_[peer + 1] - begins_[peer]);
  return most;
}

std::vector<Partition> make_partitions(const Layout& layout, int peers) {
  assert(peers >= 1);
  const auto count = static_cast<std::size_t>(peers);
  std::vector<Partition> partitions(static_cast<std::size_t>(layout.cells()) + 1);
  std::vector<std::optional<Cells>> above(count);  // the interiors at which the layer above was cut
  for (int layer = layout.cells(); layer >= 0; --layer) {
    const LayerShape shape = layout.shape(layer);
    if (peers == 1) {  // and nobody has to list the occupancies
      partitions[static_cast<std::size_t>(layer)] = Partition({0, shape.bitmaps});
      continue;
    }
    const std::vector<Cut> cuts = cuts_between_interiors(layout, layer);
    const double share = static_cast<double>(shape.bitmaps) / peers;
    std::vector<std::size_t> begins{0};
    for (std::size_t peer = 1; peer < count; ++peer) {
      const Cut cut = choose(cuts, share * static_cast<double>(peer), share * partition_tolerance,
                             above[peer], layout, layer);
      above[peer] = cut.interior;
      // The unit whose begin is nearest.
      const std::size_t unit = shape.bitmaps_of_unit();
      begins.push_back(
          std::max(begins.back(), std::min((cut.bitmap + unit / 2) / unit * unit, shape.bitmaps)));
    }
    begins.push_back(shape.bitmaps);
    partitions[static_cast<std::size_t>(layer)] = Partition(std::move(begins));
  }
  return partitions;
}

}  // namespace quixo::solve
