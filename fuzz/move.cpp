// SPDX-License-Identifier: MIT
//
// Moves: a byte for the board, then the text. A legal move that is read is printed as it was written, and
// leads to a position that has the one before among its parents.
#include <algorithm>

#include "fuzz/boards.h"
#include "fuzz/target.h"
#include "game/notation.h"
#include "game/play.h"
#include "quixo/error.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace quixo;
  fuzz::Source source(data, size);
  const Geometry& geometry = fuzz::board(source.byte());
  try {
    const Move move = parse_move(geometry, source.text());
    fuzz::expect(move_name(geometry, move) == source.text());
    const Position after = play(geometry, Position{}, move);
    fuzz::expect(after.to_move == Player::o && after.occupied() == cell_bit(move.inserted));
    fuzz::expect(std::ranges::count(parents(geometry, after), Position{}) > 0);
  } catch (const Error&) {
  }
  return 0;
}
