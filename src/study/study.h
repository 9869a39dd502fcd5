// SPDX-License-Identifier: MIT
//
// What the paper reports on its boards, for any game: what is not in the summary of its table.
#pragma once

#include <vector>

#include "base/job.h"
#include "quixo/table.h"
#include "study/interest.h"
#include "study/reachability.h"

namespace quixo::study {

/// First moves that lead to symmetric positions are as good as one.
struct FirstMove {
  Move move;              ///< One of them.
  int moves = 0;          ///< How many there are.
  Value value;            ///< For the first player.
  OutcomeCounts replies;  ///< The second player's replies by what they are worth to her.
};

struct Study {
  ClassCounts reachable{};
  std::vector<Kind> kinds;
  std::vector<FirstMove> first_moves;  ///< Best first.
  std::vector<MoveValue> game;         ///< Best play from the empty board; empty without distances.

  std::uint64_t all_reachable() const;
};

Study study(const Table& table, const Job& job);

}  // namespace quixo::study
