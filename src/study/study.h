// SPDX-License-Identifier: MIT
//
// Everything that is known of a game, found in its table: what the paper reports for its boards, for any.
#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "probe/table.h"
#include "study/census.h"
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
  TableCensus census;
  ClassCounts reachable{};
  std::vector<Kind> kinds;
  std::vector<FirstMove> first_moves;  ///< Best first.
  std::vector<MoveValue> game;         ///< Best play from the empty board; empty without distances.

  std::uint64_t all_reachable() const;
};

struct StudyJob {
  int threads = 1;
  std::stop_token stop = {};  ///< The work then throws solve::Interrupted.
  /// What is being done, and the share done of all. Called often, by one thread at a time.
  std::function<void(const std::string& what, double share)> progress = {};
};

/// Walks through the table several times; on 5x5 each walk takes minutes.
Study study(const Table& table, const StudyJob& job);

}  // namespace quixo::study
