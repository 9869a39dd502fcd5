// SPDX-License-Identifier: MIT
//
// The best children of all positions of an occupancy at once. Everything comes from the moves of src/game and
// from where the reader says a position is stored.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/workers.h"
#include "verify/full_check.h"
#include "verify/rank_cache.h"
#include "verify/ranking.h"
#include "verify/take_best.h"
#include "verify/together.h"

namespace quixo::verify {

/// Where a move carries the cube of each cell, found by making it on boards with a single cube.
inline std::array<Cell, max_cells> images_of(const Geometry& geometry, const Slide& slide) {
  std::array<Cell, max_cells> images{};
  for (Cell cell = 0; cell < geometry.cells(); ++cell) {
    const Position after{slide.apply(half_of(Player::o, cell_bit(cell)), Player::x), Player::o};
    images[static_cast<std::size_t>(cell)] =
        cell == slide.move.taken ? slide.move.inserted : std::countr_zero(after.cubes(Player::o));
  }
  return images;
}

/// The cells of a stored occupancy, by axis, as the reader places them.
struct OccupiedCells {
  OccupiedCells(const Layout& layout, int layer, std::uint32_t bitmap)
      : occupied(layout.position(layer, bitmap, 0).occupied()) {
    assert(std::popcount(occupied) == layer);
    for (int axis = 0; axis < layer; ++axis)
      cell[static_cast<std::size_t>(axis)] =
          std::countr_zero(layout.position(layer, bitmap, 1U << axis).cubes(Player::x));
  }

  Cells occupied;
  std::array<Cell, max_cells> cell{};

  std::uint32_t axes_of(Cells cells, int axes) const {
    std::uint32_t set = 0;
    for (int axis = 0; axis < axes; ++axis)
      if (cells & cell_bit(cell[static_cast<std::size_t>(axis)])) set |= 1U << axis;
    return set;
  }
};

/// Where a move leads from an occupancy, and how its axes are permuted on the way (`map`). `images` is where
/// the move carries the cubes.
///
/// The reader can only be asked where it stores a position, so each axis of the child is found by its binary
/// number, one digit at a time: in question d, the cubes whose axis number in the parent has a one as digit d
/// are the player's, and the bit of the answer says on which axes of the child these are. Five questions tell
/// up to 32 axes apart.
///
///   Parent axes 0, 1, 2, 3; suppose that the child has them on its axes 2, 3, 0, 1.
///   question 0: cubes of axes 1 and 3 are the player's   answer 0b1010, axes 3 and 1 of the child
///   question 1: cubes of axes 2 and 3 are the player's   answer 0b0011, axes 1 and 0 of the child
///   Axis 1 of the child is in both answers: it comes from axis 0b11 = 3. Axis 3 is in the first alone: from
///   axis 0b01 = 1. Axis 0 in the second alone: from axis 2. Axis 2 in none: from axis 0.
///
/// One more question, with all cubes of the parent, says which axes of the child come from the parent: all
/// but that of the inserted cube, when it was a blank. The occupied cells are the same in all questions, so
/// the reader answers them with the same bitmap and the same symmetry.
inline Layout::Place find_child(const Layout& layout, const Slide& slide,
                                const std::array<Cell, max_cells>& images, const OccupiedCells& cells,
                                int layer, ChildMap& map) {
  constexpr std::size_t digits = std::bit_width(unsigned{max_cells});
  map = {layer, -1, {}};
  Cells all = 0;
  std::array<Cells, digits> with_digit{};
  for (int axis = 0; axis < layer; ++axis) {
    const Cell cell = cells.cell[static_cast<std::size_t>(axis)];
    const Cells image = cell_bit(images[static_cast<std::size_t>(cell)]);
    assert((all & image) == 0);
    all |= image;
    for (std::size_t digit = 0; digit < digits; ++digit)
      if (axis >> digit & 1) with_digit[digit] |= image;
    if (cell == slide.move.taken) map.fixed = axis;
  }
  const Cells occupied = all | slide.inserted();
  const auto place = [&](Cells own) { return layout.place(make_position(own, occupied & ~own, Player::x)); };
  std::array<std::uint32_t, digits> answers{};
  for (std::size_t digit = 0; digit < digits; ++digit) answers[digit] = place(with_digit[digit]).bit;
  const Layout::Place child = place(all);
  for (std::uint32_t rest = child.bit; rest != 0; rest &= rest - 1) {
    std::size_t axis = 0;
    for (std::size_t digit = 0; digit < digits; ++digit)
      if (answers[digit] & rest & -rest) axis |= std::size_t{1} << digit;
    assert(axis < static_cast<std::size_t>(layer));
    map.to[axis] = static_cast<std::uint8_t>(std::countr_zero(rest));
  }
  return child;
}

/// Calls differs(opponent, own) for all positions of a bitmap of a layer, by the opponent index and the own
/// index, and tell(opponent, own) where it is not 0.
template <class Differs, class Tell>
void for_each_difference(int layer, const Differs& differs, const Tell& tell) {
  const std::size_t positions = std::size_t{1} << layer;
  const std::size_t step = std::min<std::size_t>(positions, 256);
  for (std::size_t begin = 0; begin < positions; begin += step) {
    unsigned any = 0;
    for (std::size_t own = begin; own < begin + step; ++own)
      any |= static_cast<unsigned>(differs(positions - 1 - own, own));
    if (any == 0) continue;
    for (std::size_t own = begin; own < begin + step; ++own)
      if (differs(positions - 1 - own, own) != 0) tell(positions - 1 - own, own);
  }
}

/// The ranks of the best children of all positions of a layer, bitmap by bitmap.
template <class Rank>
class Children {
 public:
  /// Of the bitmaps of some units. The files are those of this layer and, unless it is the full board, of the
  /// one above. `lost` is the mark of positions that are over and lost.
  Children(const FullCheck& check, Range units, std::vector<LayerFiles> opened, const Ranking& ranking,
           table::Encoding<Rank> encoding, std::size_t lost)
      : check_(check),
        units_(units),
        opened_(std::move(opened)),
        shape_(opened_.front().shape()),
        encoding_(std::move(encoding)),
        won_(static_cast<Rank>(ranking.over_won())),
        lost_(static_cast<Rank>(lost)),
        workers_(check.workers.size(), [&] { return Worker(shape_.bitmap_positions()); }),
        cache_(check.cache_bytes, check.workers.size(), schedule()) {
    for (const Slide& slide : check.files.geometry().slides())
      images_.push_back(images_of(check.files.geometry(), slide));
  }

  const LayerShape& shape() const { return shape_; }
  const FullCheck& check() const { return check_; }

  /// The stored ranks of a bitmap of this layer.
  std::shared_ptr<const Rank[]> stored(std::size_t bitmap, int worker) {
    return ranks(shape_.layer, bitmap, time_of(bitmap), workers_[worker]);
  }

  /// The rank of the best child of each position of a bitmap, by the opponent index; or the mark of a
  /// position that is over. Valid until the worker asks again.
  const Rank* best(std::uint32_t bitmap, int worker) {
    Worker& w = workers_[worker];
    const std::vector<Slide>& slides = check_.files.geometry().slides();
    const Layout& layout = check_.files.layout();
    const OccupiedCells cells(layout, shape_.layer, bitmap);
    std::ranges::fill(w.best, Rank{0});
    for (std::size_t slide = 0; slide < slides.size(); ++slide) {
      ChildMap map;
      const Layout::Place child = find_child(layout, slides[slide], images_[slide], cells, shape_.layer, map);
      take_best(map, ranks(child.layer, child.bitmap, time_of(bitmap), w).get(), w.best.data());
    }
    mark_over(cells, w.best.data());
    return w.best.data();
  }

 private:
  struct Worker {
    explicit Worker(std::size_t positions) : best(positions) {}
    table::BlockReader reader;
    std::vector<Rank> best;
  };

  std::size_t above(int layer) const {
    assert(layer == shape_.layer || layer == shape_.layer + 1);
    return static_cast<std::size_t>(layer - shape_.layer);
  }
  const LayerFiles& files_of(int layer) const { return opened_[above(layer)]; }
  /// The time of a unit is its number among these units.
  std::uint32_t time_of(std::size_t bitmap) const {
    assert(shape_.unit_of(bitmap) - units_.begin < units_.size());
    return static_cast<std::uint32_t>(shape_.unit_of(bitmap) - units_.begin);
  }
  std::uint32_t key_of(int layer, std::size_t bitmap) const {
    return static_cast<std::uint32_t>(files_of(layer).shape().unit_of(bitmap) << 1 | above(layer));
  }

  /// The ranks that each unit wants, its own and those of its children, unless there is room for all.
  std::optional<Schedule> schedule() const {
    std::size_t all = 0;
    for (const LayerFiles& each : opened_)
      all += each.shape().units() * each.shape().unit_slots() * sizeof(Rank);
    if (all <= check_.cache_bytes) return std::nullopt;
    const Layout& layout = check_.files.layout();
    std::vector<std::vector<std::uint32_t>> keys(units_.size());
    check_.workers.run(keys.size(), [&](std::size_t time, int) {
      std::vector<std::uint32_t>& wanted = keys[time];
      std::vector<Layout::Edge> edges;
      for_each_bitmap_of_unit(shape_, units_.begin + time, [&](std::uint32_t bitmap) {
        wanted.push_back(key_of(shape_.layer, bitmap));
        const Cells occupancy = layout.occupancies(shape_.layer)[bitmap];
        layout.own_edges(occupancy, edges);
        for (const Layout::Edge& edge : edges) wanted.push_back(key_of(shape_.layer, edge.child));
        layout.blank_edges(occupancy, edges);
        for (const Layout::Edge& edge : edges) wanted.push_back(key_of(shape_.layer + 1, edge.child));
      });
      std::ranges::sort(wanted);
      wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
      wanted.shrink_to_fit();
    });
    return Schedule(keys);
  }

  std::shared_ptr<const Rank[]> ranks(int layer, std::size_t bitmap, std::uint32_t time, Worker& w) {
    const LayerFiles& files = files_of(layer);
    const LayerShape& shape = files.shape();
    const std::shared_ptr<const Rank[]> found =
        cache_.get(key_of(layer, bitmap), time, shape.unit_slots() * sizeof(Rank), [&] {
          auto ranks = std::make_unique_for_overwrite<Rank[]>(shape.unit_slots());
          w.reader.read_unit(check_.files.at_once(), files, shape.unit_of(bitmap), encoding_, ranks.get());
          return ranks;
        });
    return {found, found.get() + shape.slot_in_unit(bitmap)};
  }

  void mark_over(const OccupiedCells& cells, Rank* best) const {
    // When both have a line, the mark that is set last counts.
    const Geometry& geometry = check_.files.geometry();
    const bool double_wins = geometry.rules().double_line == DoubleLine::wins;
    for (const bool opponent : {!double_wins, double_wins})
      for (const Cells line : geometry.lines())
        if ((line & ~cells.occupied) == 0)
          set_points(cells.axes_of(line, shape_.layer), opponent, opponent ? lost_ : won_, shape_.layer,
                     best);
  }

  const FullCheck& check_;
  Range units_;
  std::vector<LayerFiles> opened_;
  LayerShape shape_;
  table::Encoding<Rank> encoding_;
  Rank won_;
  Rank lost_;
  std::vector<std::array<Cell, max_cells>> images_;
  PerWorker<Worker> workers_;
  RankCache<Rank> cache_;
};

}  // namespace quixo::verify
