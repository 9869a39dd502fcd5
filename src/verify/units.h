// SPDX-License-Identifier: MIT
//
// What a full check does at a time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "layout/layer_shape.h"
#include "verify/block_reader.h"

namespace quixo::verify {

/// A layer cut into units: a block, or a cube when that is larger.
struct Units {
  explicit Units(const LayerShape& layer_shape)
      : shape(layer_shape),
        cube_slots(cube::words_of(shape.layer) * 64),
        slots(std::max(block_slots, cube_slots)),
        count((shape.bitmaps * cube_slots + slots - 1) / slots) {}

  LayerShape shape;
  std::size_t cube_slots;
  std::size_t slots;
  std::size_t count;

  /// Positions of a unit.
  std::uint64_t positions() const { return std::uint64_t{slots / cube_slots} << shape.layer; }
  std::size_t unit_of(std::size_t bitmap) const { return bitmap * cube_slots / slots; }
  std::size_t slot_in_unit(std::size_t bitmap) const { return bitmap * cube_slots % slots; }

  /// The codes of all slots of a unit.
  template <class Code>
  void read(BlockReader& reader, const LayerFiles& opened, std::size_t unit, const Encoding<Code>& encoding,
            Code* codes) const {
    const std::size_t blocks = slots / block_slots;
    for (std::size_t i = 0; i < blocks; ++i) {
      reader.read(opened, unit * blocks + i);
      reader.expand(encoding, codes + i * block_slots);
    }
  }
};

/// Calls work(cube) for the cubes of a unit.
template <class Work>
void for_each_cube(const Units& units, std::size_t unit, Work&& work) {
  const std::size_t per_unit = units.slots / units.cube_slots;
  const std::size_t end = std::min((unit + 1) * per_unit, units.shape.bitmaps);
  for (std::size_t bitmap = unit * per_unit; bitmap < end; ++bitmap) work(static_cast<std::uint32_t>(bitmap));
}

/// Calls differs(opponent, own) for all points of a cube, by the opponent's cubes and by the own ones, and
/// tell(opponent, own) where it is not 0.
template <class Differs, class Tell>
void for_each_difference(int axes, const Differs& differs, const Tell& tell) {
  const std::size_t points = std::size_t{1} << axes;
  const std::size_t step = std::min<std::size_t>(points, 256);
  for (std::size_t begin = 0; begin < points; begin += step) {
    unsigned any = 0;
    for (std::size_t own = begin; own < begin + step; ++own)
      any |= static_cast<unsigned>(differs(points - 1 - own, own));
    if (any == 0) continue;
    for (std::size_t own = begin; own < begin + step; ++own)
      if (differs(points - 1 - own, own) != 0) tell(points - 1 - own, own);
  }
}

}  // namespace quixo::verify
