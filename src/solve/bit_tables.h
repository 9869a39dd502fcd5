// SPDX-License-Identifier: MIT
//
// Moves every bit of a number to a place of its own. The number is cut into six pieces of five bits, and a
// table says where the bits of a piece go: six look-ups instead of up to 30 shifts.
//
//   images {0b100, 0b001, 0b010} (bit 0 goes to bit 2, bit 1 to bit 0, bit 2 to bit 1):   0b011 -> 0b101
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <span>

namespace quixo::solve {

class BitTables {
 public:
  static constexpr std::size_t most_bits = 30;

  /// images[b] is where bit b goes: any set of bits, or none.
  explicit BitTables(std::span<const std::uint32_t> images) {
    assert(images.size() <= most_bits);
    for (std::size_t bit = 0; bit < images.size(); ++bit) {
      auto& table = tables_[bit / 5];
      const std::size_t half = std::size_t{1} << bit % 5;
      for (std::size_t i = 0; i < half; ++i) table[half + i] = table[i] | images[bit];
    }
  }

  std::uint32_t operator()(std::uint32_t bits) const {
    return tables_[0][bits & 31] | tables_[1][bits >> 5 & 31] | tables_[2][bits >> 10 & 31] |
           tables_[3][bits >> 15 & 31] | tables_[4][bits >> 20 & 31] | tables_[5][bits >> 25 & 31];
  }

 private:
  std::array<std::array<std::uint32_t, 32>, 6> tables_{};
};

}  // namespace quixo::solve
