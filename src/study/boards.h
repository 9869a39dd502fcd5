// SPDX-License-Identifier: MIT
//
// Boards as figures, and the pieces that a game in motion (animation.h) is made of as well.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "game/geometry.h"
#include "quixo/position.h"
#include "study/svg.h"

namespace quixo::study {

/// Boards side by side, each above its notation and its caption.
std::string svg_of_positions(const Geometry& geometry,
                             const std::vector<std::pair<Position, std::string>>& captioned);

/// Pixels.
constexpr double cell_size = 48;

/// The rules of style that boards need.
extern const char* const board_style;

/// A wooden cube without its symbol, around its middle, and the symbol.
std::string cube_face();
std::string mark(Player player, std::string_view attributes = {});

/// The symbol of the cube at a cell; nothing when it is blank.
std::optional<Player> symbol_at(Position position, Cell cell);

/// Where a board lies in a figure.
struct BoardPlace {
  const Geometry& geometry;
  double left;  ///< Of the board's corner.
  double top;

  double x(int col) const { return left + (col + 0.5) * cell_size; }
  double y(int row) const { return top + (row + 0.5) * cell_size; }
  double x_of(Cell cell) const { return x(geometry.col_of(cell)); }
  double y_of(Cell cell) const { return y(geometry.row_of(cell)); }
  double width() const { return geometry.rules().cols * cell_size; }
  double height() const { return geometry.rules().rows * cell_size; }

  /// Adds the wood around the cubes.
  void add_rim(Svg& svg) const;
};

}  // namespace quixo::study
