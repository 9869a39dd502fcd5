// SPDX-License-Identifier: MIT
//
// A table of a small board as bytes, so that it need not be solved again where there are no files: a page
// keeps them in the browser. A byte a position, with the rules, a version and a checksum. (A table on disk is
// made by quixo solve.)
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "quixo/table.h"

namespace quixo {

/// All values of a table that has distances: 5.4 MB for 4x4, in some milliseconds. Throws Error when it has
/// none, or its board has more than most_cells_in_memory cells (quixo/open.h).
std::vector<std::uint8_t> save_table(const Table& table);

/// The table in memory that these bytes were made of. Throws Error, in one line, when they are damaged, of
/// another version, or no table at all; the Error comes before they are trusted with anything.
Table load_table(std::span<const std::uint8_t> bytes);

}  // namespace quixo
