// SPDX-License-Identifier: MIT
//
// Layers filled with random values, and the layers below as three engines find them: this one, the paper's,
// and the definition of a value taken literally. Such layers hold what no real game reaches.
#include <gtest/gtest.h>

#include <array>
#include <random>

#include "game/notation.h"
#include "paper/paper.h"
#include "tests/game/support.h"
#include "tests/solve/layer_fold.h"

namespace quixo::solve {
namespace {

/// How many of a hundred open positions are won and lost; the others are draws.
struct Shares {
  unsigned won = 0;
  unsigned lost = 0;
};

/// A value for any position: that of the rules when it is over, else one at random, the same for symmetric
/// positions. Wins and losses come at odd and even distances, also next to each other.
class RandomValues {
 public:
  RandomValues(const Geometry& geometry, Shares shares, std::uint64_t seed)
      : geometry_(geometry), shares_(shares), seed_(seed) {}

  Value operator()(Position position) const {
    if (const auto won = winner(geometry_, position))
      return {*won == position.to_move ? Outcome::win : Outcome::loss, 0};
    std::mt19937_64 random(seed_ + canonical(geometry_, with_x_to_move(position)).bits);
    random.discard(2);
    const std::uint64_t kind = random() % 100;
    const auto distance = static_cast<std::uint16_t>(1 + random() % 30);
    if (kind < shares_.won) return {Outcome::win, distance};
    if (kind < shares_.won + shares_.lost) return {Outcome::loss, distance};
    return {};
  }

 private:
  const Geometry& geometry_;
  Shares shares_;
  std::uint64_t seed_;
};

/// All positions of a layer, X to move.
std::vector<Position> positions_of(const Geometry& geometry, int layer) {
  std::vector<Position> found;
  for (const Position& position : all_positions(geometry.rules()))
    if (position.to_move == Player::x && std::popcount(position.occupied()) == layer)
      found.push_back(position);
  return found;
}

/// What the definition says: at step i a position is won when it has a child that was lost before, and lost
/// when all its children were won before. The layer above is known.
using Known = std::map<Position, Value>;
void define(const Geometry& geometry, const std::vector<Position>& layer, Known& known) {
  int last = 0;
  for (const auto& [position, value] : known) last = std::max<int>(last, value.distance);
  for (const Position& position : layer) {
    const auto won = winner(geometry, position);
    known[position] = !won ? Value{} : won == Player::x ? Value{Outcome::win, 0} : Value{Outcome::loss, 0};
  }
  for (int step = 1; step <= last + 1; ++step) {
    Known found;
    for (const Position& position : layer) {
      if (known.at(position) != Value{} || is_over(geometry, position)) continue;
      bool loses = true;
      bool wins = false;
      for (const Position& after : children(geometry, position)) {
        const Value reply = known.at(with_x_to_move(after));
        const bool decided = reply.distance < step;
        wins = wins || (decided && reply.outcome == Outcome::loss);
        loses = loses && decided && reply.outcome == Outcome::win;
      }
      if (wins || loses)
        found[position] = {wins ? Outcome::win : Outcome::loss, static_cast<std::uint16_t>(step)};
    }
    for (const auto& [position, value] : found) known[position] = value;
    if (!found.empty()) last = std::max(last, step);
  }
}

class RandomLayer : public testing::TestWithParam<const char*> {};

TEST_P(RandomLayer, GivesTheSameBelowByThreeEngines) {
  const Geometry geometry(parse_rules(GetParam()));
  const Layout layout(geometry);
  std::array<std::uint64_t, 3> seen{};  // outcomes of open positions below
  int latest = 0;
  for (const Shares shares : {Shares{34, 33}, {90, 5}, {97, 1}, {97, 3}, {100, 0}})
    for (const int top : {geometry.cells(), geometry.cells() - 1, geometry.cells() - 3}) {
      const auto seed = static_cast<std::uint64_t>(top * 1000) + shares.won;
      const RandomValues random(geometry, shares, seed);
      paper::Options options;
      options.given = {top, random};
      const paper::Solution paper = paper::solve(geometry, options);
      LayerFold fold(layout, 2);
      LayerValues values(layout.shape(top).positions());
      for (std::uint32_t bitmap = 0; bitmap < layout.shape(top).bitmaps; ++bitmap)
        for (std::uint32_t bit = 0; bit < 1U << top; ++bit)
          values[layout.shape(top).position_number(bitmap, bit)] = random(layout.position(top, bitmap, bit));
      fold.give(top, values);
      Known known;
      for (const Position& position : positions_of(geometry, top)) known[position] = random(position);
      for (int layer = top - 1; layer >= std::max(0, top - 3); --layer) {
        const LayerShape shape = layout.shape(layer);
        const LayerValues found = fold.solve();
        const std::vector<Position> positions = positions_of(geometry, layer);
        define(geometry, positions, known);
        for (const Position& position : positions) {
          const Layout::Place place = layout.place(position);
          const Value defined = known.at(position);
          ASSERT_EQ(found[shape.position_number(place.bitmap, place.bit)], defined)
              << to_string(geometry, position) << " below a random layer " << top << " of seed " << seed;
          ASSERT_EQ(paper.value(position), defined) << to_string(geometry, position);
          if (is_over(geometry, position)) continue;
          ++seen[static_cast<std::size_t>(defined.outcome)];
          latest = std::max<int>(latest, defined.distance);
        }
      }
    }
  for (const std::uint64_t count : seen) EXPECT_GT(count, 100U);
  EXPECT_GT(latest, 30);
}

INSTANTIATE_TEST_SUITE_P(Boards, RandomLayer,
                         testing::Values("2x4-line3", "2x4-line4-double-wins", "3x3", "3x3-double-wins"),
                         [](const auto& test) {
                           std::string name = test.param;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace quixo::solve
