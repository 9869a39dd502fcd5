// SPDX-License-Identifier: MIT
//
// Where every position is stored: occupancy x colour. A position with n cubes is (U, S): U, the occupancy, is
// the set of occupied cells, and S the cubes of the player to move. The positions of one occupancy are a
// bitmap of n axes (cube/axis_map.h), one axis a cube, and layer n is the bitmaps of all occupancies of n
// cells. Symmetries act on U alone, so only one occupancy of each orbit is stored, the canonical one:
// 4,211,744 of them on 5x5.
//
// Cells are renumbered here, interior first, because most moves slide along the border: then they permute
// only the upper axes of a bitmap, which are addresses. Axis k of a bitmap is the k-th occupied cell in this
// order, the layout order. Every set of cells here is in it unless it says "board".
//
//      5x5:   9 10 11 12 13
//            14  0  1  2 15
//            16  3  4  5 17
//            18  6  7  8 19
//            20 21 22 23 24
//
// The low bits of such a set are its interior pattern, the high bits its border pattern. The canonical
// occupancy of an orbit has the least (interior, border). Layers list their occupancies by interior class
// first, which keeps the children of neighbours close together. Within a class the borders are the least ones
// under the symmetries that leave its interior as it is, its stabiliser. So the number of an occupancy is
// that of the first one of its class in the layer, and a number that depends on its stabiliser and its border
// alone: one table for each of the few stabilisers serves hundreds of classes. Where a position is stored is
// found without a list of the occupancies, which are 268 million on 5x6.
//
// Example, on 3x3 (the centre is cell 0, the border is 1 2 3 / 4 . 5 / 6 7 8): X on the top left and the
// centre, O on the top right, X to move. U = {0, 1, 3}, so axis 0 is the centre, axis 1 the top left corner
// and axis 2 the top right one; S = {0, 1}. No rotation or reflection of U has a lesser border, so U is
// canonical, and the position is bit 0b011 of the bitmap of U in layer 3.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cassert>
#include <cstdint>
#include <mutex>
#include <vector>

#include "cube/axis_map.h"
#include "game/geometry.h"
#include "layout/gather.h"
#include "layout/layer_shape.h"
#include "quixo/position.h"

namespace quixo {

class Layout {
 public:
  explicit Layout(const Geometry& geometry);

  const Geometry& geometry() const { return geometry_; }
  int cells() const { return geometry_.cells(); }

  /// The canonical occupancies of a layer. The number of a bitmap is the index of its occupancy here. They
  /// are listed when they are first asked for, by any thread.
  const std::vector<Cells>& occupancies(int layer) const {
    assert(layer >= 0 && layer <= cells());
    Layer& listed = layers_[static_cast<std::size_t>(layer)];
    if (!listed.is_listed.load(std::memory_order_acquire)) list_occupancies(listed, layer);
    return listed.occupancies;
  }
  LayerShape shape(int layer) const {
    assert(layer >= 0 && layer <= cells());
    return {layer, layers_[static_cast<std::size_t>(layer)].bitmaps};
  }

  /// The occupied cells of the interior.
  Cells interior(Cells occupancy) const { return occupancy & interior_mask_; }

  /// The bitmap where the positions of an occupancy are stored, and the symmetry that carries the occupancy
  /// to the canonical one.
  struct Stored {
    std::uint32_t bitmap = 0;
    std::uint32_t symmetry = 0;
  };
  Stored find(Cells occupancy) const { return find(occupancy, std::popcount(occupancy)); }

  /// Bytes of its tables, when all occupancies are listed.
  std::uint64_t bytes() const;

  /// The size of its orbit: how many occupancies the symmetries make of this one.
  int orbit_size(Cells occupancy) const;

  Cells from_board(Cells board) const { return from_board_(board); }

  /// A move of an occupancy: the number of the bitmap it leads to, and the slide and the symmetry that lead
  /// there.
  struct Edge {
    std::uint32_t child = 0;
    std::uint16_t symmetry = 0;
    std::uint16_t slide = 0;
  };

  /// The moves that take an own cube: their children are in the same layer.
  void own_edges(Cells occupancy, std::vector<Edge>& edges) const { find_edges(occupancy, true, edges); }
  /// The moves that take a blank: their children are in the layer above.
  void blank_edges(Cells occupancy, std::vector<Edge>& edges) const { find_edges(occupancy, false, edges); }

  /// How the child's bitmap, by the own index, is seen from that of the occupancy, by the opponent index (the
  /// complement of S): the opponent's cubes in the parent are those of the player to move in the child.
  cube::AxisMap axis_map(Cells occupancy, const Edge& edge) const;

  /// The same for a set of cells of the occupancy, and back. The cell that is taken goes where its cube is
  /// inserted.
  Cells carry(const Edge& edge, Cells cells) const { return slides_[edge.slide].forth[edge.symmetry](cells); }
  Cell carry(const Edge& edge, Cell cell) const {
    assert(cell >= 0 && cell < cells());
    return slides_[edge.slide].forth[edge.symmetry](cell);
  }
  Cells carry_back(const Edge& edge, Cells cells) const {
    return slides_[edge.slide].back[edge.symmetry](cells);
  }
  Cells taken(const Edge& edge) const { return slides_[edge.slide].taken; }

  /// A move backwards: the number of the bitmap it comes from, and for each axis of the child the axis of the
  /// parent.
  struct UnMove {
    std::uint32_t parent = 0;
    int inserted_axis = 0;  ///< The child's axis of the cube that was inserted: the other player's, so 0.
    std::array<std::uint8_t, max_cells> to{};
  };

  /// The moves that lead to an occupancy by taking an own cube (the parents are in the same layer) or a blank
  /// (in the layer below). They carry an own index of the child to the parent's opponent index; the axis of
  /// the inserted cube counts only when an own cube was taken.
  void unmoves(Cells occupancy, bool own_taken, std::vector<UnMove>& found) const;

  /// Calls visit(axes) for the lines inside an occupancy, each as the set of axes of its cells.
  template <class Visit>
  void for_each_line(Cells occupancy, const Visit& visit) const {
    for (const Cells line : lines_)
      if ((line & occupancy) == line) visit(gather(occupancy, line));
  }

  /// Where a position is stored: the layer, the number of the bitmap in it, and the own index.
  struct Place {
    int layer = 0;
    std::uint32_t bitmap = 0;
    std::uint32_t bit = 0;
  };
  /// X must be to move, and the board must be able to hold the position.
  Place place(Position position) const {
    assert(position.to_move == Player::x && (position.cubes(Player::x) & position.cubes(Player::o)) == 0);
    const Cells occupancy = from_board_(position.occupied());
    const int layer = std::popcount(occupancy);
    const Stored stored = find(occupancy, layer);
    return {layer, stored.bitmap,
            gather(symmetries_[stored.symmetry](occupancy),
                   board_symmetries_[stored.symmetry](position.cubes(Player::x)))};
  }

  /// The bits of the same bitmap that hold positions symmetric to this bit's, itself among them: more than
  /// one when the stored occupancy is symmetric in itself.
  void symmetric_bits(const Place& place, std::vector<std::uint32_t>& bits) const;

  /// The position, X to move, at a bit of a bitmap.
  Position position(int layer, std::uint32_t bitmap, std::uint32_t bit) const;

 private:
  /// The class of an interior pattern, and the symmetry that carries it to the least of its class.
  struct InteriorEntry {
    std::uint16_t interior_class = 0;
    std::uint16_t symmetry = 0;
  };
  struct InteriorClass {
    Cells least = 0;
    std::uint32_t stabiliser = 0;  ///< Its number among those that occur.
  };
  struct Layer {
    std::size_t bitmaps = 0;
    std::atomic<bool> is_listed = false;
    std::vector<Cells> occupancies;
  };
  struct LaidOutSlide {
    Slide slide;
    Cells taken = 0;
    /// Cell to cell after the slide and each symmetry, and back.
    std::vector<CellPermutation> forth, back;
  };

  void make_symmetries();
  /// In the order of their least patterns.
  void find_interior_classes();
  void place_borders();
  void number_occupancies();
  void list_occupancies(Layer& listed, int layer) const;
  LaidOutSlide make_slide(const Slide& slide) const;

  /// Whoever knows the layer need not count the cells.
  Stored find(Cells occupancy, int layer) const {
    assert(occupancy >> cells() == 0 && std::popcount(occupancy) == layer);
    const InteriorEntry& interior = interiors_[occupancy & interior_mask_];
    const InteriorClass& found = classes_[interior.interior_class];
    const Cells border = symmetries_[interior.symmetry](occupancy) >> interior_cells_;
    const std::uint32_t entry = border_places_[(std::size_t{found.stabiliser} << border_cells_) | border];
    return {first_bitmap(interior.interior_class, layer) + (entry >> 3),
            compose_[entry & 7][interior.symmetry]};
  }
  std::uint32_t first_bitmap(std::size_t interior_class, int layer) const {
    return first_bitmaps_[interior_class * (static_cast<std::size_t>(cells()) + 1) +
                          static_cast<std::size_t>(layer)];
  }

  void find_edges(Cells occupancy, bool own, std::vector<Edge>& edges) const;

  const Geometry& geometry_;
  int interior_cells_ = 0;
  int border_cells_ = 0;
  Cells interior_mask_ = 0;
  CellPermutation from_board_;                             ///< Board cell to cell in layout order.
  CellPermutation to_board_;                               ///< And back.
  std::vector<CellPermutation> symmetries_;                ///< In layout order.
  std::vector<CellPermutation> board_symmetries_;          ///< From board cells to layout order.
  std::array<std::array<std::uint32_t, 8>, 8> compose_{};  ///< [g][h] does h first, then g.
  std::vector<InteriorEntry> interiors_;
  std::vector<InteriorClass> classes_;
  std::vector<std::vector<std::uint32_t>> stabilisers_;  ///< Those that occur, as symmetries.
  /// By stabiliser and border pattern: (number << 3 | symmetry), where the symmetry carries the pattern to
  /// the least one, and the number counts the least ones before that with as many cells.
  std::vector<std::uint32_t> border_places_;
  std::vector<std::vector<std::uint32_t>> borders_;  ///< Least ones, by stabiliser and number of cells.
  std::vector<std::uint32_t> first_bitmaps_;         ///< By interior class and layer.
  mutable std::mutex listing_;
  mutable std::vector<Layer> layers_;
  std::vector<LaidOutSlide> slides_;
  std::vector<Cells> lines_;  ///< In layout order.
};

}  // namespace quixo
