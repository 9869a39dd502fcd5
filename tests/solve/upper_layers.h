// SPDX-License-Identifier: MIT
//
// The upper layers of boards whose tables no ordinary machine holds, against the rules: a sample of positions
// is compared with what the slow twin's moves make of the values of their children, and with what plain code
// proves to be near. Whoever includes this says on which boards, and how far down.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <vector>

#include "base/workers.h"
#include "game/notation.h"
#include "game/play.h"
#include "layout/layout.h"
#include "search/engine.h"
#include "solve/outcome.h"
#include "solve/planned_moves.h"
#include "tests/game/support.h"

namespace quixo::solve {

inline Plane copy_of(const OwnPlane& plane, const LayerShape& shape) {
  Plane copy(shape.bitmaps, shape.layer);
  std::copy_n(plane.plane()[0], shape.words(), copy[0]);
  return copy;
}

/// Two layers at a time: the last one solved, and the one above it.
class UpperLayers {
 public:
  explicit UpperLayers(const Rules& rules) : geometry_(rules), layout_(geometry_), game_(slow_game(rules)) {}

  int layer() const { return layer_; }
  const Layout& layout() const { return layout_; }

  /// Solves the next layer: of the full board at first.
  void solve_next() {
    above_ = std::move(solved_);
    OutcomePlanes given;
    if (layer_ <= layout_.cells()) {
      const LayerShape shape = layout_.shape(layer_);
      given = {OwnPlane(copy_of(above_.not_win, shape)), OwnPlane(copy_of(above_.loss, shape))};
    }
    Plane spare;
    --layer_;
    const LayerMoves moves(layout_, layer_, sharing_.range(layer_), workers_);
    solved_ = solve_outcomes(layout_, layer_, moves, std::move(given), spare, workers_, sharing_);
  }

  const OutcomePlanes& planes() const { return solved_; }
  const Sharing& sharing() const { return sharing_; }
  Workers& workers() { return workers_; }

  Outcome outcome(Position position) const {
    const Layout::Place place = layout_.place(with_x_to_move(position));
    EXPECT_TRUE(place.layer == layer_ || place.layer == layer_ + 1);
    const OutcomePlanes& planes = place.layer == layer_ ? solved_ : above_;
    if (planes.loss[place.bitmap].test(OwnIndex{place.bit})) return Outcome::loss;
    return planes.not_win[place.bitmap].test(OwnIndex{place.bit}) ? Outcome::draw : Outcome::win;
  }

  /// By its children, which the twin finds; or by the twin, when it is over.
  Outcome outcome_by_rules(Position position) const {
    const slow::Position twin = to_slow(geometry_.rules(), position);
    if (const char winner = game_.winner(twin); winner != '.')
      return winner == twin.to_move ? Outcome::win : Outcome::loss;
    bool all_won = true;
    for (const slow::Position& child : game_.children(twin)) {
      const Outcome reply = outcome(from_slow(geometry_.rules(), child));
      if (reply == Outcome::loss) return Outcome::win;
      all_won = all_won && reply == Outcome::win;
    }
    return all_won ? Outcome::loss : Outcome::draw;
  }

  /// A position of the layer, with any shares of X and O.
  Position random_position() {
    std::vector<Cell> cells(static_cast<std::size_t>(layout_.cells()));
    std::iota(cells.begin(), cells.end(), Cell{0});
    std::shuffle(cells.begin(), cells.end(), random_);
    const auto share = random_() % 15 + 1;
    Cells sides[2] = {0, 0};
    for (int i = 0; i < layer_; ++i)
      sides[random_() % 16 < share] |= cell_bit(cells[static_cast<std::size_t>(i)]);
    return make_position(sides[0], sides[1], random_() % 2 == 0 ? Player::x : Player::o);
  }

 private:
  Geometry geometry_;
  Layout layout_;
  slow::Game game_;
  Alone alone_;
  Sharing sharing_{layout_, alone_};
  Workers workers_{2, {}};
  std::mt19937_64 random_{11};
  int layer_ = layout_.cells() + 1;
  OutcomePlanes above_, solved_;
};

/// Solves so many layers from the full board down and looks at so many positions of each.
inline void expect_upper_layers(const char* rules, int layers, int samples) {
  UpperLayers upper(parse_rules(rules));
  const auto search = search::Engine::make(parse_rules(rules));
  std::map<Outcome, int> seen;
  int proved = 0;
  for (int solved = 0; solved < layers; ++solved) {
    upper.solve_next();
    for (int i = 0; i < samples; ++i) {
      const Position position = upper.random_position();
      const Outcome found = upper.outcome(position);
      ASSERT_EQ(found, upper.outcome_by_rules(position)) << to_string(upper.layout().geometry(), position);
      if (is_over(upper.layout().geometry(), position)) continue;
      ++seen[found];
      // What is near is proved without any layer.
      for (int n = 1; n <= 3; ++n) {
        const search::Board board = search::board_of(position);
        const bool wins = search->wins(board, n);
        const bool loses = !wins && search->loses(board, n);
        if (!wins && !loses) continue;
        ASSERT_EQ(found, wins ? Outcome::win : Outcome::loss)
            << to_string(upper.layout().geometry(), position);
        proved += n > 1;
        break;
      }
    }
  }
  EXPECT_GT(seen[Outcome::win], samples / 100);
  EXPECT_GT(seen[Outcome::loss], samples / 1000);
  EXPECT_GT(proved, samples / 1000);
}

}  // namespace quixo::solve
