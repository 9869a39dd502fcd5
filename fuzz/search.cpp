// SPDX-License-Identifier: MIT
//
// The search against the table: a byte for the board, one for the horizon, then the position. Both must say
// the same, whatever the search has been asked before.
#include "quixo/search.h"

#include <array>

#include "fuzz/target.h"
#include "quixo/open.h"

namespace quixo::fuzz {
namespace {

struct Board {
  explicit Board(const char* name)
      : rules(parse_rules(name)), table(solve_in_memory(rules, {.threads = 1})), search(rules) {}

  Rules rules;
  Table table;
  Search search;
};

Position position_of(const Rules& rules, Source& source) {
  std::uint32_t number = source.byte() | source.byte() << 8 | source.byte() << 16;
  Cells cells[3] = {};
  const Player to_move = number % 2 == 0 ? Player::x : Player::o;
  number /= 2;
  for (Cell cell = 0; cell < rules.cells(); ++cell, number /= 3) cells[number % 3] |= cell_bit(cell);
  return make_position(cells[1], cells[2], to_move);
}

/// What a search to the horizon must say of a position with this value.
Known within(Value value, int horizon) {
  if (value.outcome == Outcome::draw || value.distance > horizon) return {{}, {}, horizon, Proof::none};
  return {value.outcome, value.distance, 0, Proof::search};
}

std::span<Board> boards() {
  static std::array all = {Board("3x3"), Board("2x5"), Board("3x4"), Board("3x3-line2-double-wins"),
                           Board("2x5-line4")};
  return all;
}

}  // namespace
}  // namespace quixo::fuzz

/// libFuzzer calls it first: solving the boards is no part of the time that an input takes.
extern "C" int LLVMFuzzerInitialize(int* /*argc*/, char*** /*argv*/) {
  quixo::fuzz::boards();
  return 0;
}

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace quixo;
  fuzz::Source source(data, size);
  fuzz::Board& board = fuzz::boards()[source.byte() % fuzz::boards().size()];
  const unsigned asked = source.byte();
  const int horizon = static_cast<int>(asked % 13);
  const Position position = fuzz::position_of(board.rules, source);
  const Value value = board.table.probe(position);
  fuzz::expect(board.search.value(position, {.horizon = horizon}) == fuzz::within(value, horizon));
  if (asked < 0xe0 || horizon == 0) return 0;  // all moves take longer, and are asked for less often
  for (const KnownMove& move : board.search.moves(position, {.horizon = horizon})) {
    const Value child = board.table.probe(move.position);
    fuzz::expect(move.known == known_of_move(fuzz::within(child, horizon - 1)));
  }
  return 0;
}
