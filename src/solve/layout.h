// SPDX-License-Identifier: MIT
//
// How the solver lays out all positions: occupancy x colour. A position with n cubes is (U, S), U the
// occupied cells and S the cubes of the player to move; the positions of one U are a cube of n axes, and the
// layer n is the cubes of all U with n cells. Symmetry acts on U alone, so only one canonical U per orbit is
// stored: 4,211,744 of them on 5x5.
//
// Cells are renumbered here, interior first, because most moves slide along the border: then they permute
// only the upper axes of a cube, which are addresses. Axis k of a cube is the k-th occupied cell in this
// order.
//
//      5x5:   9 10 11 12 13
//            14  0  1  2 15
//            16  3  4  5 17
//            18  6  7  8 19
//            20 21 22 23 24
//
// A set in this order is "ordered". Its low bits are the interior pattern, its high bits the border pattern.
// The canonical U of an orbit has the least (interior, border). Layers list their U by interior class first,
// which keeps the children of neighbours close together.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "cube/axis_map.h"
#include "game/geometry.h"
#include "game/position.h"

namespace quixo::solve {

/// A stored cube: its place in the layer, and the symmetry that carries the U that was looked up to it.
struct CubeRef {
  std::uint32_t index = 0;
  std::uint32_t symmetry = 0;
};

/// The bits of `cells` at the ones of `mask`, moved together: what the instruction pext does where it is
/// fast. Five cells at a time by table.
Cells gather(Cells mask, Cells cells);
/// The other way: what the instruction pdep does.
Cells scatter(Cells mask, std::uint32_t bits);

class Layout {
 public:
  explicit Layout(const Geometry& geometry);

  const Geometry& geometry() const { return geometry_; }
  int cells() const { return geometry_.cells(); }

  /// The canonical U of a layer, ordered sets.
  const std::vector<Cells>& layer(int cubes) const { return layers_[static_cast<std::size_t>(cubes)]; }

  /// Where an ordered U is stored.
  CubeRef find(Cells ordered) const {
    const InteriorEntry& interior = interiors_[ordered & interior_mask_];
    const Cells border = border_images_[interior.symmetry][ordered >> interior_cells_];
    const std::uint32_t entry = places_[(std::size_t{interior.group} << border_cells_) | border];
    return {entry >> 3, compose_[entry & 7][interior.symmetry]};
  }

  /// Bytes of its tables.
  std::size_t bytes() const;

  /// How many U the symmetries make of this one.
  int orbit(Cells ordered) const;

  Cells to_ordered(Cells board) const { return order_(board); }
  Cells to_board(Cells ordered) const { return unorder_(ordered); }

  /// A move of a U: the stored cube it leads to, and how (for axis_map).
  struct Edge {
    std::uint32_t child = 0;
    std::uint16_t symmetry = 0;
    std::uint16_t slide = 0;
  };

  /// The moves of U that take an own cube: their children are in the same layer.
  void own_edges(Cells ordered, std::vector<Edge>& edges) const { find_edges(ordered, true, edges); }
  /// The moves of U that take a blank: their children have one cube more.
  void blank_edges(Cells ordered, std::vector<Edge>& edges) const { find_edges(ordered, false, edges); }

  /// How the child's cube is seen from U's, in U's opponent index (the complement of S): the opponent's cubes
  /// of the parent are the cubes of the player to move in the child.
  cube::AxisMap axis_map(Cells ordered, const Edge& edge) const;

  /// The same for a set of cells (ordered) of U, and back. The cell that is taken goes where its cube is
  /// inserted.
  Cells carry(const Edge& edge, Cells cells) const { return slides_[edge.slide].forth[edge.symmetry](cells); }
  Cell carry(const Edge& edge, Cell cell) const { return slides_[edge.slide].forth[edge.symmetry](cell); }
  Cells carry_back(const Edge& edge, Cells cells) const {
    return slides_[edge.slide].back[edge.symmetry](cells);
  }
  Cells taken(const Edge& edge) const { return slides_[edge.slide].taken; }

  /// A move backwards: the stored cube it comes from, and for each axis of the child the axis of the parent.
  struct UnMove {
    std::uint32_t parent = 0;
    int inserted_axis = 0;  ///< The child's axis of the cube that was inserted: the other player's, so 0.
    std::array<std::uint8_t, max_cells> to{};
  };

  /// The moves that lead to U by taking an own cube (the parents have as many cubes) or a blank (one fewer).
  /// They carry an index of U to the parent's opponent index; the inserted cube's axis counts only when an
  /// own cube was taken.
  void unmoves(Cells ordered, bool own_taken, std::vector<UnMove>& found) const;

  /// The winning lines inside U, each as a set of axes.
  void lines(Cells ordered, std::vector<std::uint32_t>& axes_sets) const;

  /// Cube and bit of a position with X to move.
  struct Place {
    int layer = 0;
    std::uint32_t cube = 0;
    std::uint32_t bit = 0;
  };
  Place place(Position position) const {
    const Cells ordered = order_(position.occupied());
    const CubeRef ref = find(ordered);
    const int cubes = std::popcount(ordered);
    return {cubes, ref.index,
            gather(layer(cubes)[ref.index], board_symmetries_[ref.symmetry](position.cubes(Player::x)))};
  }

  /// The bits of the same cube that hold positions symmetric to this bit's, itself among them: more than one
  /// when the stored U is symmetric in itself.
  void symmetric_bits(const Place& place, std::vector<std::uint32_t>& bits) const;

  /// The position, X to move, at a bit of a stored cube.
  Position position(int cubes, std::uint32_t cube, std::uint32_t bit) const;

 private:
  struct InteriorEntry {
    std::uint16_t group = 0;
    std::uint16_t symmetry = 0;
  };
  struct OrderedSlide {
    Slide slide;
    Cells taken = 0;  ///< Ordered.
    /// Cell (ordered) to cell (ordered) after the slide and each symmetry, and back.
    std::vector<Symmetry> forth, back;
  };

  void make_symmetries();
  /// In the order of their least patterns.
  std::vector<Cells> find_interior_classes();
  void place_cubes(const std::vector<Cells>& interior_classes);
  OrderedSlide make_slide(const Slide& slide) const;

  void find_edges(Cells ordered, bool own, std::vector<Edge>& edges) const;

  const Geometry& geometry_;
  int interior_cells_ = 0;
  int border_cells_ = 0;
  Cells interior_mask_ = 0;
  Symmetry order_;                                         ///< Board cell to ordered cell.
  Symmetry unorder_;                                       ///< And back.
  std::vector<Symmetry> symmetries_;                       ///< In ordered cells.
  std::vector<Symmetry> board_symmetries_;                 ///< From board cells to ordered cells.
  std::array<std::array<std::uint32_t, 8>, 8> compose_{};  ///< [g][h] does h first, then g.
  std::vector<InteriorEntry> interiors_;
  std::vector<std::vector<Cells>> border_images_;
  std::vector<std::uint32_t> places_;  ///< (index << 3 | symmetry) by interior class and border pattern.
  std::vector<std::vector<Cells>> layers_;
  std::vector<OrderedSlide> slides_;
  std::vector<Cells> lines_;  ///< In ordered cells.
};

}  // namespace quixo::solve
