// SPDX-License-Identifier: MIT
//
// Positions: a byte for the board, then the text. What is read is printed so that it reads the same, is on
// the board, and its moves are those of its mirror images.
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
    const Position position = parse_position(geometry, source.text());
    check_on_board(geometry, position);
    const std::string text = to_string(geometry, position);
    fuzz::expect(parse_position(geometry, text) == position);
    fuzz::expect(rules_for_position(text) == geometry.rules());
    const Position least = canonical(geometry, position);
    fuzz::expect(legal_moves(geometry, least).size() == legal_moves(geometry, position).size());
    fuzz::expect(winner(geometry, least) == winner(geometry, position));
  } catch (const Error&) {
  }
  return 0;
}
