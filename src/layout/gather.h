// SPDX-License-Identifier: MIT
//
// Between a set of cells and the bits of an index: what the instructions pext and pdep do where they are
// fast. Five cells at a time by table, since portable code has neither.
//
//   mask 0b10110, cells 0b00110   gather:  the cells 1, 2 and 4 of the mask become bits 0, 1 and 2: 0b011
//   mask 0b10110, bits 0b011      scatter: and back, 0b00110
#pragma once

#include <cstdint>

#include "quixo/position.h"

namespace quixo {

/// The bits of `cells` at the ones of `mask`, moved together.
Cells gather(Cells mask, Cells cells);
/// The other way: the bits, of which there are no more than ones of `mask`, moved apart to these.
Cells scatter(Cells mask, std::uint32_t bits);

}  // namespace quixo
