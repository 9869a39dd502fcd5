// SPDX-License-Identifier: MIT
//
// How people write cells, moves, positions and games. Every parser throws Error with one line that names the
// offending character and says what was expected; every printer writes the one canonical form, which its
// parser reads back. Threads and costs are those of move.h.
//
//   cell      columns a, b, c ... from the left, rows 1, 2, 3 ... from the bottom        a5
//   move      the taken cell, then the cell where the cube is inserted                   a5e5
//   position  rows from the top with / between them; X, O, a number for a run of         XX2O/5/5/5/5 x
//             blanks (. for one blank is read too); then the player to move, x or o
//   game      the rules name; if need be a start position on a line of its own;          5x5
//             the moves, with or without numbers (1. 2. ...); # starts a comment         1. a5e5 a1a5
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "quixo/move.h"
#include "quixo/position.h"
#include "quixo/rules.h"
#include "quixo/value.h"

namespace quixo {

std::string to_string(const Rules& rules, Move move);
/// Reads the cells of a move; whether it is legal is for play() to say.
Move parse_move(const Rules& rules, std::string_view text);

std::string to_string(const Rules& rules, Position position);
Position parse_position(const Rules& rules, std::string_view text);
/// The official rules for the size of board that a position text shows.
Rules rules_for_position(std::string_view text);

/// The board with its coordinates, one row a line.
std::string diagram(const Rules& rules, Position position);

/// What a value means to the player to move: "wins in 7", "draws"; "loses" when the distance is not known.
std::string in_words(Value value, Metric metric);

struct GameRecord {
  Rules rules;
  Position start;
  std::vector<Move> moves;
  bool operator==(const GameRecord&) const = default;
};

/// Checks every move by playing it; an Error names the line, the move's number and what is wrong.
GameRecord parse_game(std::string_view text);
std::string to_string(const GameRecord& game);

}  // namespace quixo
