// SPDX-License-Identifier: MIT
//
// Positions that are worth a look, of the kinds the paper shows in its figures.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/job.h"
#include "quixo/table.h"

namespace quixo::study {

struct Kind {
  std::string name;                    ///< A word for data files: lost_in_one.
  std::string description;             ///< What these positions are, for people.
  std::optional<std::uint64_t> count;  ///< Of all of them, symmetric ones counted each, when it is known.
  std::vector<Position> examples;      ///< With X to move; few.
};

/// Whether the opponent can bring the drawn position back, or one symmetric to it, with her next move
/// whatever the player to move does, unless that loses.
bool can_return(const Table& table, Position position);

/// The kinds of which there are any. Boards of up to 16 cells are searched whole; on larger ones draws that
/// come back, and losses in 1 if the table has no distances, are looked for on full boards alone.
std::vector<Kind> positions_of_interest(const Table& table, const Job& job);

}  // namespace quixo::study
