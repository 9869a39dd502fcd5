// SPDX-License-Identifier: MIT
#include "layout/orbits.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <set>

namespace quixo {
namespace {

/// The orbits of the subsets of some cells, which the symmetries must map to one another, by size.
std::vector<std::uint64_t> orbits_by_size(const Geometry& geometry, Cells cells) {
  std::vector<std::uint64_t> unchanged(static_cast<std::size_t>(std::popcount(cells)) + 1);
  for (const CellPermutation& symmetry : geometry.symmetries()) {
    assert(symmetry(cells) == cells);
    std::vector<std::uint64_t> sets(unchanged.size());  // made of whole cycles, by size
    sets[0] = 1;
    for (Cells rest = cells; rest != 0;) {
      const Cell first = std::countr_zero(rest);
      std::size_t length = 0;
      for (Cell cell = first; length == 0 || cell != first; cell = symmetry(cell), ++length)
        rest &= ~cell_bit(cell);
      for (std::size_t size = sets.size(); size-- > length;) sets[size] += sets[size - length];
    }
    for (std::size_t size = 0; size < sets.size(); ++size) unchanged[size] += sets[size];
  }
  for (std::uint64_t& count : unchanged) {
    assert(count % geometry.symmetries().size() == 0);
    count /= geometry.symmetries().size();
  }
  return unchanged;
}

}  // namespace

std::vector<LayerShape> layer_shapes(const Geometry& geometry) {
  std::vector<LayerShape> shapes;
  for (const std::uint64_t orbits : orbits_by_size(geometry, geometry.all_cells()))
    shapes.push_back({static_cast<int>(shapes.size()), static_cast<std::size_t>(orbits)});
  return shapes;
}

std::uint64_t layout_bytes(const Geometry& geometry) {
  std::vector<Cell> interior;  // in layout order
  for (Cell cell = geometry.cells() - 1; cell >= 0; --cell)
    if (!geometry.on_border(cell)) interior.push_back(cell);
  const std::uint64_t patterns = std::uint64_t{1} << interior.size();
  std::uint64_t classes = 0;
  std::set<std::vector<std::size_t>> stabilisers;  // of the least patterns
  for (std::uint64_t pattern = 0; pattern < patterns; ++pattern) {
    std::vector<std::size_t> stabiliser;
    bool is_least = true;
    for (std::size_t g = 0; g < geometry.symmetries().size(); ++g) {
      std::uint64_t before = 0;  // what the symmetry carries to the pattern
      for (std::size_t i = 0; i < interior.size(); ++i) {
        const auto image = std::ranges::find(interior, geometry.symmetries()[g](interior[i]));
        before |= (pattern >> (image - interior.begin()) & 1) << i;
      }
      is_least = is_least && pattern <= before;
      if (before == pattern) stabiliser.push_back(g);
    }
    if (!is_least) continue;
    ++classes;
    stabilisers.insert(stabiliser);
  }
  const std::vector<std::uint64_t> layers = orbits_by_size(geometry, geometry.all_cells());
  const std::uint64_t borders = std::uint64_t{1}
                                << (static_cast<std::size_t>(geometry.cells()) - interior.size());
  const std::uint64_t entries = patterns + classes * (2 + layers.size()) + stabilisers.size() * borders +
                                std::accumulate(layers.begin(), layers.end(), std::uint64_t{0});
  return entries * sizeof(std::uint32_t);
}

}  // namespace quixo
