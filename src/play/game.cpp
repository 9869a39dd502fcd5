// SPDX-License-Identifier: MIT
#include "play/game.h"

#include <algorithm>
#include <cassert>

#include "game/play.h"

namespace quixo {

Game::Game(const GameRecord& record)
    : geometry_(record.rules), record_{record.rules, record.start, {}}, positions_{record.start} {
  for (const Move& move : record.moves) play(move);
}

void Game::play(Move move) {
  positions_.push_back(quixo::play(geometry_, position(), move));
  record_.moves.push_back(move);
  assert(positions_.size() == record_.moves.size() + 1);
}

void Game::undo() {
  assert(!record_.moves.empty());
  positions_.pop_back();
  record_.moves.pop_back();
}

std::optional<Player> Game::winner() const { return quixo::winner(geometry_, position()); }

bool Game::is_repeated() const { return std::ranges::count(positions_, position()) >= 3; }

}  // namespace quixo
