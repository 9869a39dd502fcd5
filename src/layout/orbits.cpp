// SPDX-License-Identifier: MIT
#include "layout/orbits.h"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <numeric>

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

std::size_t layout_bytes(const Geometry& geometry) {
  Cells interior = 0;
  for (Cell cell = 0; cell < geometry.cells(); ++cell)
    if (!geometry.on_border(cell)) interior |= cell_bit(cell);
  const auto sum = [](const std::vector<std::uint64_t>& counts) {
    return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  };
  const std::uint64_t borders = std::uint64_t{1} << (geometry.cells() - std::popcount(interior));
  const std::uint64_t entries =
      (std::uint64_t{1} << std::popcount(interior)) + sum(orbits_by_size(geometry, interior)) * borders +
      geometry.symmetries().size() * borders + sum(orbits_by_size(geometry, geometry.all_cells()));
  return static_cast<std::size_t>(entries * sizeof(std::uint32_t));
}

}  // namespace quixo
