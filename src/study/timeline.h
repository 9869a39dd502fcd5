// SPDX-License-Identifier: MIT
//
// A game that plays itself, as data: where each cube is at which moment, what the hand holds, and what is
// said below the board. How it looks is for animation.h. Moments are in seconds from the start.
//
// A move goes through these moments:
//
//    start     risen      there       pushed      (the next start)
//      |  rises  |   flies   |   pushes   |   rests   |
//
// The cube that is taken rises, flies to the other end of its row or column, and pushes it by one cell.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "game/geometry.h"
#include "quixo/position.h"
#include "quixo/table.h"

namespace quixo::study {

struct Timeline {
  struct Span {
    double from = 0;
    double to = 0;
  };

  struct Stop {
    double moment = 0;
    Cell cell = 0;
  };

  /// A cube keeps its identity through the game.
  struct Cube {
    std::vector<Stop> path;             ///< In order of moments; straight ways between. The first is at 0.
    std::vector<Span> held;             ///< When it is in the hand instead.
    std::optional<Player> symbol = {};  ///< At the end.
    double turned = 0;                  ///< When it got its symbol; 0 when it began with it.
    Cell cell() const { return path.back().cell; }
  };

  /// The hand in one move.
  struct Hold {
    Player player = Player::x;
    Move move;
    int cols_out = 0;  ///< Where it pushes from: one cell out of the board, seen from where it is inserted.
    int rows_out = 0;
    double start = 0;
    double risen = 0;
    double there = 0;
    double pushed = 0;
  };

  struct Caption {
    std::string words;
    Span shown;
  };

  std::vector<Cube> cubes;  ///< One for each cell, blank ones too.
  std::vector<Hold> hand;   ///< One for each move.
  std::vector<Caption> captions;
  std::optional<Player> winner = {};
  std::vector<Cells> winning_lines;
  double over = 0;     ///< When the last cube lies still: from here on the lines of the winner are shown.
  double still = 0;    ///< What paper shows.
  double seconds = 0;  ///< Then it starts again.
};

/// A move of a game, the position it leads to, and what is told of it: "wins in 7".
struct ShownMove {
  Move move;
  Position position;
  std::string words;
};

/// What Table::line() gives.
std::vector<ShownMove> shown_moves(const std::vector<MoveValue>& line);

/// What is told of a game that ends as a line of best play does that nobody wins.
constexpr const char* repeated = "the same position again: a draw";

/// A game that nobody has won ends with `unfinished`.
Timeline timeline_of(const Geometry& geometry, Position start, const std::vector<ShownMove>& line,
                     const std::string& unfinished = repeated);

/// "7 moves".
std::string number_of_moves(const std::vector<ShownMove>& line);

}  // namespace quixo::study
