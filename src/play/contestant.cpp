// SPDX-License-Identifier: MIT
#include "play/contestant.h"

#include <cassert>
#include <utility>

#include "quixo/move.h"

namespace quixo {

ComputerContestant::ComputerContestant(Knowledge knowledge, Computer computer, Thinking thinking)
    : knowledge_(std::move(knowledge)), computer_(std::move(computer)), thinking_(std::move(thinking)) {
  assert(computer_.can_play(knowledge_));
}

void ComputerContestant::begin([[maybe_unused]] const Rules& rules) { assert(rules == knowledge_.rules()); }

Move ComputerContestant::choose(Position position, Random& random, const std::stop_token& stop) {
  Thinking thinking = thinking_;
  thinking.stop = stop;
  return computer_.choose(knowledge_, position, random, thinking).move;
}

Move RandomContestant::choose(Position position, Random& random, const std::stop_token& /*stop*/) {
  const std::vector<Move> moves = legal_moves(rules_, position);
  assert(!moves.empty());
  return moves[std::uniform_int_distribution<std::size_t>(0, moves.size() - 1)(random)];
}

}  // namespace quixo
