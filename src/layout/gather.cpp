// SPDX-License-Identifier: MIT
#include "layout/gather.h"

#include <array>
#include <bit>
#include <cassert>

#include "quixo/rules.h"

namespace quixo {
namespace {

struct GatherTable {
  std::array<std::array<std::uint8_t, 32>, 32> bits{};
  std::array<std::array<std::uint8_t, 32>, 32> cells{};  // the other way
  std::array<std::uint8_t, 32> ones{};
};

constexpr GatherTable gather_table = [] {
  GatherTable table;
  for (std::size_t mask = 0; mask < 32; ++mask) {
    table.ones[mask] = static_cast<std::uint8_t>(std::popcount(mask));
    for (std::size_t cells = 0; cells < 32; ++cells) {
      for (std::size_t bit = 0, next = 0; bit < 5; ++bit)
        if (mask >> bit & 1)
          table.bits[mask][cells] =
              static_cast<std::uint8_t>(table.bits[mask][cells] | (cells >> bit & 1) << next++);
      table.cells[mask][table.bits[mask][cells]] = static_cast<std::uint8_t>(cells & mask);
    }
  }
  return table;
}();

}  // namespace

Cells gather(Cells mask, Cells cells) {
  assert(mask >> max_cells == 0);
  Cells gathered = 0;
  int at = 0;
  for (int chunk = 0; chunk < max_cells; chunk += 5) {
    const Cells part = mask >> chunk & 31;
    gathered |= static_cast<Cells>(gather_table.bits[part][cells >> chunk & 31]) << at;
    at += gather_table.ones[part];
  }
  return gathered;
}

Cells scatter(Cells mask, std::uint32_t bits) {
  assert(mask >> max_cells == 0 && bits >> std::popcount(mask) == 0);
  Cells cells = 0;
  for (int chunk = 0; chunk < max_cells; chunk += 5) {
    const Cells part = mask >> chunk & 31;
    const int ones = gather_table.ones[part];
    cells |= static_cast<Cells>(gather_table.cells[part][bits & ((1U << ones) - 1)]) << chunk;
    bits >>= ones;
  }
  return cells;
}

}  // namespace quixo
