// SPDX-License-Identifier: MIT
//
// The symmetries are a group, they are the turns and mirrors of the twin, and the game does not notice them.
// Counting classes by Burnside's lemma checks canonical() and orbit_size() with arithmetic they do not share.
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "game/play.h"
#include "tests/game/support.h"

namespace quixo {
namespace {

using Permutation = std::vector<Cell>;

Permutation permutation_of(const Geometry& geometry, const CellPermutation& symmetry) {
  Permutation images;
  for (Cell cell = 0; cell < geometry.cells(); ++cell) images.push_back(symmetry(cell));
  return images;
}

std::vector<Permutation> group_of(const Geometry& geometry) {
  std::vector<Permutation> group;
  for (const CellPermutation& symmetry : geometry.symmetries())
    group.push_back(permutation_of(geometry, symmetry));
  return group;
}

Permutation composed(const Permutation& first, const Permutation& second) {
  Permutation both;
  for (const Cell cell : first) both.push_back(second[static_cast<std::size_t>(cell)]);
  return both;
}

TEST(CellPermutation, FormsAGroupWithTheIdentityFirst) {
  for (const Rules& rules : all_rules()) {
    const Geometry geometry(rules);
    const auto group = group_of(geometry);
    const std::set<Permutation> elements(group.begin(), group.end());
    Permutation identity(static_cast<std::size_t>(rules.cells()));
    std::iota(identity.begin(), identity.end(), 0);
    ASSERT_EQ(group.front(), identity);
    ASSERT_EQ(elements.size(), rules.rows == rules.cols ? 8 : 4) << to_string(rules);
    for (const Permutation& first : group) {
      bool has_inverse = false;
      for (const Permutation& second : group) {
        ASSERT_TRUE(elements.contains(composed(first, second))) << to_string(rules);
        has_inverse |= composed(first, second) == identity;
      }
      ASSERT_TRUE(has_inverse) << to_string(rules);
    }
  }
}

TEST(CellPermutation, MapsSetsCellByCell) {
  std::mt19937_64 random(19);
  for (const Rules& rules : all_rules()) {
    const Geometry geometry(rules);
    for (const CellPermutation& symmetry : geometry.symmetries())
      for (int i = 0; i < 20; ++i) {
        const Cells cells = static_cast<Cells>(random()) & geometry.all_cells();
        Cells image = 0;
        for (Cell cell = 0; cell < rules.cells(); ++cell)
          if (cells & cell_bit(cell)) image |= cell_bit(symmetry(cell));
        ASSERT_EQ(symmetry(cells), image) << to_string(rules);
      }
  }
}

TEST(CellPermutation, TurnsAndMirrorsAsTheTwinDoes) {
  std::mt19937_64 random(23);
  for (const Rules& rules : all_rules()) {
    const Geometry geometry(rules);
    for (int i = 0; i < 20; ++i) {
      const Position position = random_position(random, rules);
      const slow::Position twin = to_slow(rules, position);
      std::vector<Position> images;
      for (const CellPermutation& symmetry : geometry.symmetries()) images.push_back(symmetry(position));
      std::vector<slow::Position> twin_images;
      for (const slow::Board& board : slow_game(rules).images(twin.board))
        twin_images.push_back({board, twin.to_move});
      ASSERT_EQ(sorted(images), sorted_from_slow(rules, twin_images)) << to_string(rules);
    }
  }
}

TEST(CellPermutation, LeavesTheGameUnchanged) {
  std::mt19937_64 random(29);
  for (const Rules& rules : all_rules()) {
    const Geometry geometry(rules);
    for (int i = 0; i < 20; ++i) {
      const Position position = random_position(random, rules);
      for (const CellPermutation& symmetry : geometry.symmetries()) {
        const Position image = symmetry(position);
        std::vector<Position> image_children;
        for (const Position child : children(geometry, position)) image_children.push_back(symmetry(child));
        ASSERT_EQ(sorted(children(geometry, image)), sorted(image_children)) << to_string(rules);
        ASSERT_EQ(winner(geometry, image), winner(geometry, position)) << to_string(rules);
        ASSERT_EQ(canonical(geometry, image), canonical(geometry, position)) << to_string(rules);
        ASSERT_EQ(orbit_size(geometry, image), orbit_size(geometry, position)) << to_string(rules);
      }
    }
  }
}

TEST(CellPermutation, SwappingColoursSwapsTheGame) {
  std::mt19937_64 random(31);
  for (const Rules& rules : all_rules()) {
    const Geometry geometry(rules);
    for (int i = 0; i < 50; ++i) {
      const Position position = random_position(random, rules);
      const Position swapped = swap_colours(position);
      std::optional<Player> swapped_winner = winner(geometry, position);
      if (swapped_winner) swapped_winner = other(*swapped_winner);
      ASSERT_EQ(winner(geometry, swapped), swapped_winner) << to_string(rules);
      std::vector<Position> swapped_children;
      for (const Position child : children(geometry, position))
        swapped_children.push_back(swap_colours(child));
      ASSERT_EQ(sorted(children(geometry, swapped)), sorted(swapped_children)) << to_string(rules);
      ASSERT_EQ(swap_colours(swapped), position);
      ASSERT_EQ(with_x_to_move(swapped), with_x_to_move(position));
      ASSERT_EQ(with_x_to_move(position).to_move, Player::x);
    }
  }
}

TEST(CellPermutation, CanonicalIsTheLeastImageAndKeepsThePlayer) {
  std::mt19937_64 random(37);
  for (const Rules& rules : all_rules()) {
    const Geometry geometry(rules);
    for (int i = 0; i < 20; ++i) {
      const Position position = random_position(random, rules);
      const Position least = canonical(geometry, position);
      std::set<Bits> images;
      for (const CellPermutation& symmetry : geometry.symmetries()) images.insert(symmetry(position).bits);
      ASSERT_EQ(least.bits, *images.begin()) << to_string(rules);
      ASSERT_EQ(least.to_move, position.to_move);
      ASSERT_EQ(canonical(geometry, least), least);
      ASSERT_EQ(orbit_size(geometry, position), static_cast<int>(images.size())) << to_string(rules);
    }
  }
}

std::uint64_t power_of_three(int exponent) { return exponent == 0 ? 1 : 3 * power_of_three(exponent - 1); }

// Burnside: the classes are the boards that a symmetry fixes, averaged over the symmetries. A mirror fixes 3
// to the number of its orbits, which rows and columns alone tell.
std::uint64_t classes_by_burnside(const Rules& rules) {
  const int cells = rules.cells();
  const int rows_mirrored = (rules.rows + 1) / 2 * rules.cols;
  const int cols_mirrored = (rules.cols + 1) / 2 * rules.rows;
  const int half_turn = (cells + 1) / 2;
  std::uint64_t fixed = power_of_three(cells) + power_of_three(rows_mirrored) +
                        power_of_three(cols_mirrored) + power_of_three(half_turn);
  if (rules.rows != rules.cols) return fixed / 4;
  const int quarter_turn = (cells + 3) / 4;
  const int diagonal = (cells + rules.rows) / 2;
  return (fixed + 2 * power_of_three(quarter_turn) + 2 * power_of_three(diagonal)) / 8;
}

TEST(CellPermutation, ClassesAgreeWithBurnsidesLemma) {
  EXPECT_EQ(classes_by_burnside({3, 3, 3}), 2862U);
  for (const auto& [rows, cols] : {std::pair{2, 2}, {2, 3}, {3, 2}, {2, 4}, {4, 2}, {3, 3}, {2, 5}, {5, 2}}) {
    const Geometry geometry(rules_for_size(rows, cols));
    std::uint64_t classes = 0;
    std::uint64_t boards = 0;
    for (const Position position : all_positions(geometry.rules())) {
      if (position.to_move != Player::x || canonical(geometry, position) != position) continue;
      ++classes;
      boards += static_cast<std::uint64_t>(orbit_size(geometry, position));
    }
    EXPECT_EQ(classes, classes_by_burnside(geometry.rules())) << rows << 'x' << cols;
    EXPECT_EQ(boards, power_of_three(rows * cols)) << rows << 'x' << cols;
  }
}

}  // namespace
}  // namespace quixo
