// SPDX-License-Identifier: MIT
//
// The best children of all positions of a cube at once. Everything comes from the moves of src/game and from
// where the reader says a position is stored.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "verify/full.h"
#include "verify/rank_cache.h"
#include "verify/ranking.h"
#include "verify/take_best.h"
#include "verify/units.h"

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

/// The cells of a stored U, by axis, as the reader places them.
struct CubeCells {
  CubeCells(const Layout& layout, int layer, std::uint32_t bitmap)
      : occupied(layout.position(layer, bitmap, 0).occupied()) {
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

/// The ranks of the best children of all positions of a layer, cube by cube.
template <class Rank>
class Children {
 public:
  /// The files of this layer and the one above. `lost` is the mark of positions that are over and lost.
  Children(const FullCheck& check, std::vector<LayerFiles> opened, const Ranking& ranking,
           Encoding<Rank> encoding, std::size_t lost)
      : check_(check),
        opened_(std::move(opened)),
        layer_(opened_.front().shape.layer),
        encoding_(std::move(encoding)),
        won_(static_cast<Rank>(ranking.over_won())),
        lost_(static_cast<Rank>(lost)),
        cache_(check.cache_bytes, check.workers.size(), schedule()) {
    for (const Slide& slide : check.files.geometry().slides())
      images_.push_back(images_of(check.files.geometry(), slide));
    for (int worker = 0; worker < check.workers.size(); ++worker)
      workers_.emplace_back(check.files, std::size_t{1} << layer_);
  }

  Units units() const { return Units(opened_.front().shape); }
  int layer() const { return layer_; }
  const FullCheck& check() const { return check_; }

  /// The stored ranks of a cube of this layer.
  std::shared_ptr<const Rank[]> stored(std::size_t bitmap, int worker) {
    return ranks(layer_, bitmap, time_of(bitmap), workers_[static_cast<std::size_t>(worker)]);
  }

  /// The rank of the best child of each position of a cube, by the opponent's cubes; or the mark of a
  /// position that is over.
  const Rank* best(std::uint32_t bitmap, int worker) {
    Worker& w = workers_[static_cast<std::size_t>(worker)];
    const CubeCells cells(check_.files.layout(), layer_, bitmap);
    std::ranges::fill(w.best, Rank{0});
    for (std::size_t slide = 0; slide < images_.size(); ++slide) {
      ChildMap map;
      const Layout::Place child = find_child(cells, slide, map);
      take_best(map, ranks(child.layer, child.bitmap, time_of(bitmap), w).get(), w.best.data());
    }
    mark_over(cells, w.best.data());
    return w.best.data();
  }

 private:
  struct Worker {
    Worker(const TableFiles& files, std::size_t points) : reader(files), best(points) {}
    BlockReader reader;
    std::vector<Rank> best;
  };

  std::size_t above(int layer) const { return static_cast<std::size_t>(layer - layer_); }
  Units units_of(int layer) const { return Units(opened_[above(layer)].shape); }
  /// The time of a unit is its number.
  std::uint32_t time_of(std::size_t bitmap) const {
    return static_cast<std::uint32_t>(units().unit_of(bitmap));
  }
  std::uint32_t key_of(int layer, std::size_t bitmap) const {
    return static_cast<std::uint32_t>(units_of(layer).unit_of(bitmap) << 1 | above(layer));
  }

  /// The ranks that each unit wants, its own and those of its children, unless there is room for all.
  std::optional<Schedule> schedule() const {
    std::size_t all = 0;
    for (const LayerFiles& each : opened_) {
      const Units units(each.shape);
      all += units.count * units.slots * sizeof(Rank);
    }
    if (all <= check_.cache_bytes) return std::nullopt;
    const Layout& layout = check_.files.layout();
    std::vector<std::vector<std::uint32_t>> keys(units().count);
    check_.workers.run(keys.size(), [&](std::size_t unit, int) {
      std::vector<std::uint32_t>& wanted = keys[unit];
      std::vector<Layout::Edge> edges;
      for_each_cube(units(), unit, [&](std::uint32_t bitmap) {
        wanted.push_back(key_of(layer_, bitmap));
        const Cells occupancy = layout.occupancies(layer_)[bitmap];
        layout.own_edges(occupancy, edges);
        for (const Layout::Edge& edge : edges) wanted.push_back(key_of(layer_, edge.child));
        layout.blank_edges(occupancy, edges);
        for (const Layout::Edge& edge : edges) wanted.push_back(key_of(layer_ + 1, edge.child));
      });
      std::ranges::sort(wanted);
      wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
      wanted.shrink_to_fit();
    });
    return Schedule(keys);
  }

  std::shared_ptr<const Rank[]> ranks(int layer, std::size_t bitmap, std::uint32_t time, Worker& w) {
    const Units units = units_of(layer);
    const std::size_t unit = units.unit_of(bitmap);
    const std::shared_ptr<const Rank[]> found =
        cache_.get(key_of(layer, bitmap), time, units.slots * sizeof(Rank), [&] {
          auto ranks = std::make_unique_for_overwrite<Rank[]>(units.slots);
          units.read(w.reader, opened_[above(layer)], unit, encoding_, ranks.get());
          return ranks;
        });
    return {found, found.get() + units.slot_in_unit(bitmap)};
  }

  /// Where a move leads, and how. The reader is asked where it puts the axes whose number has a certain
  /// digit.
  Layout::Place find_child(const CubeCells& cells, std::size_t slide, ChildMap& map) const {
    constexpr std::size_t digits = std::bit_width(unsigned{max_cells});
    const Slide& move = check_.files.geometry().slides()[slide];
    map = {layer_, -1, {}};
    Cells all = 0;
    std::array<Cells, digits> with_digit{};
    for (int axis = 0; axis < layer_; ++axis) {
      const Cell cell = cells.cell[static_cast<std::size_t>(axis)];
      const Cells image = cell_bit(images_[slide][static_cast<std::size_t>(cell)]);
      all |= image;
      for (std::size_t digit = 0; digit < digits; ++digit)
        if (axis >> digit & 1) with_digit[digit] |= image;
      if (cell == move.move.taken) map.fixed = axis;
    }
    const Cells occupied = all | move.inserted();
    const auto place = [&](Cells own) {
      return check_.files.layout().place(make_position(own, occupied & ~own, Player::x));
    };
    std::array<std::uint32_t, digits> digit_of{};
    for (std::size_t digit = 0; digit < digits; ++digit) digit_of[digit] = place(with_digit[digit]).bit;
    const Layout::Place child = place(all);
    for (std::uint32_t rest = child.bit; rest != 0; rest &= rest - 1) {
      std::size_t axis = 0;
      for (std::size_t digit = 0; digit < digits; ++digit)
        if (digit_of[digit] & rest & -rest) axis |= std::size_t{1} << digit;
      map.to[axis] = static_cast<std::uint8_t>(std::countr_zero(rest));
    }
    return child;
  }

  void mark_over(const CubeCells& cells, Rank* best) const {
    // When both have a line, the mark that is set last counts.
    const Geometry& geometry = check_.files.geometry();
    const bool double_wins = geometry.rules().double_line == DoubleLine::wins;
    for (const bool opponent : {!double_wins, double_wins})
      for (const Cells line : geometry.lines())
        if ((line & ~cells.occupied) == 0)
          set_points(cells.axes_of(line, layer_), opponent, opponent ? lost_ : won_, layer_, best);
  }

  const FullCheck& check_;
  std::vector<LayerFiles> opened_;
  int layer_;
  Encoding<Rank> encoding_;
  Rank won_;
  Rank lost_;
  std::vector<std::array<Cell, max_cells>> images_;
  std::vector<Worker> workers_;
  RankCache<Rank> cache_;
};

}  // namespace quixo::verify
