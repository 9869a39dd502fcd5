// SPDX-License-Identifier: MIT
#include "verify/full.h"

#include <algorithm>
#include <list>
#include <mutex>
#include <unordered_map>

#include "game/play.h"

namespace quixo::verify {
namespace {

using solve::Layout;
using table::block_slots;

/// Points that are handled together: their children are found once for all that differ in the other axes.
constexpr int group_axes = 6;
constexpr std::size_t group_points = std::size_t{1} << group_axes;

template <class Rank>
void max_into(Rank* best, const Rank* ranks, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) best[i] = std::max(best[i], ranks[i]);
}

/// Calls visit(parent point, child point) for all combinations of some axes, each with its two strides.
class Walk {
 public:
  void add(std::size_t parent_stride, std::size_t child_stride) {
    parent_[axes_] = parent_stride - parent_sum_;
    child_[axes_] = child_stride - child_sum_;
    parent_sum_ += parent_stride;
    child_sum_ += child_stride;
    ++axes_;
  }

  template <class Visit>
  void run(Visit&& visit) const {
    std::size_t parent = 0;
    std::size_t child = 0;
    for (std::size_t step = 1;; ++step) {
      visit(parent, child);
      if (step == std::size_t{1} << axes_) return;
      const auto axis = static_cast<std::size_t>(std::countr_zero(step));
      parent += parent_[axis];  // sets this axis and clears those below; wraps around
      child += child_[axis];
    }
  }

 private:
  std::array<std::size_t, max_cells> parent_{};
  std::array<std::size_t, max_cells> child_{};
  std::size_t parent_sum_ = 0;
  std::size_t child_sum_ = 0;
  std::size_t axes_ = 0;
};

/// Where the children of a group's points are, and all ones for the points that have one.
template <class Rank>
struct Group {
  std::array<std::uint32_t, group_points> offset{};
  std::array<Rank, group_points> mask{};
};

/// The children of a group are fetched in pieces of so many neighbours.
template <std::size_t piece, class Rank>
void take_pieces(const Walk& walk, const Group<Rank>& group, const Rank* child, Rank* best) {
  walk.run([&](std::size_t j, std::size_t k) {
    std::array<Rank, group_points> ranks;
    for (std::size_t i = 0; i < group_points; i += piece)
      std::copy_n(child + k + group.offset[i], piece, ranks.data() + i);
    for (std::size_t i = 0; i < group_points; ++i)
      best[j + i] = std::max<Rank>(best[j + i], ranks[i] & group.mask[i]);
  });
}

/// The values that two layers hold, ranked. Rank 0 is none at all; ranks above the values mark positions that
/// are over where the ranks of children would be.
class Ranking {
 public:
  Ranking(Metric metric, const LayerContent& here, const LayerContent* above) : metric_(metric) {
    values_.push_back({Outcome::draw, 0});
    for (const LayerContent* content : {&here, above}) {
      if (content == nullptr) continue;
      for (const auto& [distance, counts] : content->distances) {
        const auto steps = static_cast<std::uint16_t>(distance);
        if (counts.win > 0) values_.push_back({Outcome::win, steps});
        if (counts.loss > 0) values_.push_back({Outcome::loss, steps});
      }
    }
    const auto worse = [](Value one, Value two) { return is_better(value_of_move(two), value_of_move(one)); };
    std::ranges::sort(values_, worse);
    values_.erase(std::unique(values_.begin(), values_.end()), values_.end());
  }

  /// Ranks are below this.
  std::size_t size() const { return values_.size() + 3; }
  std::size_t over_won() const { return values_.size() + 1; }
  std::size_t over_lost() const { return values_.size() + 2; }

  std::size_t rank(Value value) const {
    const auto found = std::ranges::find(values_, value);
    return found == values_.end() ? 0 : static_cast<std::size_t>(found - values_.begin()) + 1;
  }

  /// What a position is worth whose best child has this rank. There must be one, or it must be over.
  Value value_of_position(std::size_t best) const {
    if (best == over_won()) return {Outcome::win, 0};
    if (best == over_lost()) return {Outcome::loss, 0};
    Value value = value_of_move(values_[best - 1]);
    if (metric_ == Metric::outcome) value.distance = 0;
    return value;
  }
  Value value(std::size_t rank) const { return values_[rank - 1]; }

  template <class Rank>
  Encoding<Rank> encoding(std::size_t distances) const {
    std::vector<Rank> win(distances);
    std::vector<Rank> loss(distances);
    for (const Value& each : values_)
      if (each.outcome != Outcome::draw)
        (each.outcome == Outcome::win ? win : loss)[each.distance] = static_cast<Rank>(rank(each));
    return {metric_, static_cast<Rank>(rank({Outcome::draw, 0})), std::move(win), std::move(loss)};
  }

 private:
  Metric metric_;
  std::vector<Value> values_;
};

/// A layer cut into units: a block, or a cube when that is larger.
struct Units {
  explicit Units(const table::LayerShape& layer_shape)
      : shape(layer_shape),
        cube_slots(cube::words_of(shape.axes) * 64),
        slots(std::max(block_slots, cube_slots)),
        count((shape.cubes * cube_slots + slots - 1) / slots) {}

  table::LayerShape shape;
  std::size_t cube_slots;
  std::size_t slots;
  std::size_t count;

  std::size_t unit_of(std::size_t cube) const { return cube * cube_slots / slots; }
  std::size_t slot_in_unit(std::size_t cube) const { return cube * cube_slots % slots; }
};

/// The ranks of a layer, read unit by unit. Those asked for last are kept; what several threads ask for at
/// once is read by one of them.
template <class Rank>
class RankCache {
 public:
  using Ranks = std::unique_ptr<Rank[]>;

  explicit RankCache(std::size_t bytes) : most_bytes_(bytes) {}

  /// `make` makes the ranks of this key, of so many bytes, if they are not there.
  template <class Make>
  std::shared_ptr<const Rank[]> get(std::uint64_t key, std::size_t bytes, const Make& make) {
    const std::shared_ptr<Entry> entry = find_or_add(key, bytes);
    const std::lock_guard lock(entry->mutex);
    if (!entry->ranks) entry->ranks = make();
    return {entry, entry->ranks.get()};
  }

 private:
  struct Entry {
    std::uint64_t key = 0;
    std::size_t bytes = 0;
    std::mutex mutex;
    Ranks ranks;
  };

  std::shared_ptr<Entry> find_or_add(std::uint64_t key, std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    if (const auto found = places_.find(key); found != places_.end()) {
      entries_.splice(entries_.begin(), entries_, found->second);
      return entries_.front();
    }
    entries_.push_front(std::make_shared<Entry>());
    entries_.front()->key = key;
    entries_.front()->bytes = bytes;
    places_[key] = entries_.begin();
    bytes_ += bytes;
    while (bytes_ > most_bytes_ && entries_.size() > 1) {
      bytes_ -= entries_.back()->bytes;
      places_.erase(entries_.back()->key);
      entries_.pop_back();
    }
    return entries_.front();
  }

  std::mutex mutex_;
  std::size_t most_bytes_;
  std::size_t bytes_ = 0;
  std::list<std::shared_ptr<Entry>> entries_;  // the latest first
  std::unordered_map<std::uint64_t, typename std::list<std::shared_ptr<Entry>>::iterator> places_;
};

/// Where a move carries the cube of each cell, found by making it on boards with a single cube.
std::array<Cell, max_cells> images_of(const Geometry& geometry, const Slide& slide) {
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
  CubeCells(const Layout& layout, int layer, std::uint32_t cube)
      : occupied(layout.position(layer, cube, 0).occupied()) {
    for (int axis = 0; axis < layer; ++axis)
      cell[static_cast<std::size_t>(axis)] =
          std::countr_zero(layout.position(layer, cube, 1U << axis).cubes(Player::x));
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

}  // namespace

template <class Rank>
void take_best(const ChildMap& map, const Rank* child, Rank* best) {
  const auto to = [&](int axis) { return std::size_t{1} << map.to[static_cast<std::size_t>(axis)]; };
  int plain = 0;  // so many low axes stay where they are
  while (plain < map.axes && plain != map.fixed && map.to[static_cast<std::size_t>(plain)] == plain) ++plain;
  const bool in_pieces = plain < group_axes && map.axes >= group_axes;
  Walk walk;
  for (int axis = in_pieces ? group_axes : plain; axis < map.axes; ++axis)
    if (axis != map.fixed) walk.add(std::size_t{1} << axis, to(axis));
  if (!in_pieces)
    return walk.run(
        [&](std::size_t j, std::size_t k) { max_into(best + j, child + k, std::size_t{1} << plain); });

  Group<Rank> group;
  for (std::size_t i = 0; i < group_points; ++i) {
    const bool has_child = map.fixed < 0 || (i >> map.fixed & 1) == 0;
    group.mask[i] = static_cast<Rank>(has_child ? ~0U : 0U);
    for (int axis = 0; axis < group_axes; ++axis)
      if (axis != map.fixed && (i >> axis & 1)) group.offset[i] |= static_cast<std::uint32_t>(to(axis));
  }
  switch (plain) {
    case 0:
      return take_pieces<1>(walk, group, child, best);
    case 1:
      return take_pieces<2>(walk, group, child, best);
    case 2:
      return take_pieces<4>(walk, group, child, best);
    case 3:
      return take_pieces<8>(walk, group, child, best);
    case 4:
      return take_pieces<16>(walk, group, child, best);
    default:
      return take_pieces<32>(walk, group, child, best);
  }
}

template <class Rank>
void set_points(std::uint32_t axes_set, bool bit, Rank rank, int axes, Rank* ranks) {
  const std::size_t run = std::size_t{1} << std::countr_zero(axes_set);
  const std::size_t first = bit ? axes_set : 0;
  const std::size_t free = ((std::size_t{1} << axes) - 1) & ~axes_set & ~(run - 1);
  std::size_t point = 0;
  do {
    std::fill_n(ranks + first + point, run, rank);
    point = (point - free) & free;
  } while (point != 0);
}

template void take_best(const ChildMap&, const std::uint8_t*, std::uint8_t*);
template void take_best(const ChildMap&, const std::uint16_t*, std::uint16_t*);
template void set_points(std::uint32_t, bool, std::uint8_t, int, std::uint8_t*);
template void set_points(std::uint32_t, bool, std::uint16_t, int, std::uint16_t*);

class LayerCheck::Work {
 public:
  explicit Work(Units here) : here_(here) {}
  virtual ~Work() = default;
  virtual void check(std::size_t unit, int worker, Problems& problems) = 0;
  const Units& here() const { return here_; }

  solve::Workers* workers = nullptr;

 private:
  Units here_;
};

template <class Rank>
class LayerCheck::WorkWith : public Work {
 public:
  WorkWith(const TableFiles& files, int layer, Ranking ranking, std::size_t cache_bytes, int threads)
      : Work(Units({layer, files.layout().layer(layer).size()})),
        files_(files),
        layer_(layer),
        ranking_(std::move(ranking)),
        encoding_(ranking_.encoding<Rank>(distances())),
        cache_(cache_bytes) {
    opened_.emplace_back(files, layer);
    if (layer < files.geometry().cells()) opened_.emplace_back(files, layer + 1);
    for (const Slide& slide : files.geometry().slides())
      images_.push_back(images_of(files.geometry(), slide));
    for (std::size_t best = 1; best < ranking_.size(); ++best)
      expected_[best] = static_cast<Rank>(ranking_.rank(ranking_.value_of_position(best)));
    for (int thread = 0; thread < threads; ++thread)
      workers_.emplace_back(files, std::max(std::size_t{1} << layer, group_points));
  }

  void check(std::size_t unit, int worker, Problems& problems) override {
    Worker& w = workers_[static_cast<std::size_t>(worker)];
    const std::size_t per_unit = here().slots / here().cube_slots;
    const std::size_t end = std::min((unit + 1) * per_unit, here().shape.cubes);
    for (std::size_t cube = unit * per_unit; cube < end; ++cube) {
      const CubeCells cells(files_.layout(), layer_, static_cast<std::uint32_t>(cube));
      find_best(cells, w);
      compare(static_cast<std::uint32_t>(cube), w, problems);
    }
  }

 private:
  struct Worker {
    Worker(const TableFiles& files, std::size_t points) : reader(files), best(points) {}
    BlockReader reader;
    std::vector<Rank> best;
  };

  /// A distance that the bytes of either layer can hold has a place in the encoding.
  std::size_t distances() const {
    int bytes = 1;
    for (int n = layer_; n <= std::min(layer_ + 1, files_.geometry().cells()); ++n)
      bytes = std::max(bytes, files_.manifest().layers[static_cast<std::size_t>(n)].distance_bytes);
    return std::size_t{1} << 8 * bytes;
  }

  std::shared_ptr<const Rank[]> ranks(int layer, std::size_t cube, Worker& w) {
    const LayerFiles& opened = opened_[static_cast<std::size_t>(layer - layer_)];
    const Units units(opened.shape);
    const std::size_t unit = units.unit_of(cube);
    const std::shared_ptr<const Rank[]> found =
        cache_.get(unit << 1 | static_cast<std::size_t>(layer - layer_), units.slots * sizeof(Rank), [&] {
          auto ranks = std::make_unique_for_overwrite<Rank[]>(units.slots);
          const std::size_t blocks = units.slots / block_slots;
          for (std::size_t i = 0; i < blocks; ++i) {
            w.reader.read(opened, unit * blocks + i);
            w.reader.expand(encoding_, ranks.get() + i * block_slots);
          }
          return ranks;
        });
    return {found, found.get() + units.slot_in_unit(cube)};
  }

  /// The rank of the best child of each position of a cube, by the opponent's cubes; or the mark of a
  /// position that is over.
  void find_best(const CubeCells& cells, Worker& w) {
    std::fill(w.best.begin(), w.best.end(), Rank{0});
    const std::vector<Slide>& slides = files_.geometry().slides();
    for (std::size_t i = 0; i < slides.size(); ++i) {
      const Cells taken = slides[i].taken();
      Cells occupied = slides[i].inserted();
      for (int axis = 0; axis < layer_; ++axis) occupied |= image(i, cells, axis);
      const auto place = [&](Cells own) {
        return files_.layout().place(make_position(own, occupied & ~own, Player::x));
      };
      ChildMap map{layer_, -1, {}};
      for (int axis = 0; axis < layer_; ++axis) {
        map.to[static_cast<std::size_t>(axis)] =
            static_cast<std::uint8_t>(std::countr_zero(place(image(i, cells, axis)).bit));
        if (cell_bit(cells.cell[static_cast<std::size_t>(axis)]) == taken) map.fixed = axis;
      }
      const Layout::Place child = place(0);
      take_best(map, ranks(child.layer, child.cube, w).get(), w.best.data());
    }
    mark_over(cells, w);
  }

  Cells image(std::size_t slide, const CubeCells& cells, int axis) const {
    return cell_bit(images_[slide][static_cast<std::size_t>(cells.cell[static_cast<std::size_t>(axis)])]);
  }

  void mark_over(const CubeCells& cells, Worker& w) const {
    // When both have a line, the mark that is set last counts.
    const bool double_wins = files_.geometry().rules().double_line == DoubleLine::wins;
    for (const bool opponent : {!double_wins, double_wins})
      for (const Cells line : files_.geometry().lines())
        if ((line & ~cells.occupied) == 0)
          set_points(cells.axes_of(line, layer_), opponent,
                     static_cast<Rank>(opponent ? ranking_.over_lost() : ranking_.over_won()), layer_,
                     w.best.data());
  }

  void compare(std::uint32_t cube, Worker& w, Problems& problems) {
    const std::shared_ptr<const Rank[]> stored = ranks(layer_, cube, w);
    const std::uint32_t points = 1U << layer_;
    const std::uint32_t step = std::min(points, 256U);
    for (std::uint32_t begin = 0; begin < points; begin += step) {
      // The stored ranks go by the own cubes: the complement.
      const Rank* own = stored.get() + (points - 1 - begin);
      unsigned differs = 0;
      for (std::uint32_t j = 0; j < step; ++j)
        differs |= static_cast<unsigned>(expected_[w.best[begin + j]] ^ *(own - j));
      if (differs == 0) continue;
      for (std::uint32_t j = begin; j < begin + step; ++j) {
        const Rank found = stored[points - 1 - j];
        if (expected_[w.best[j]] == found) continue;
        problems.add(wrong_value(files_.geometry(), files_.manifest().metric,
                                 files_.layout().position(layer_, cube, points - 1 - j),
                                 ranking_.value(found), ranking_.value_of_position(w.best[j])));
      }
    }
  }

  const TableFiles& files_;
  int layer_;
  Ranking ranking_;
  Encoding<Rank> encoding_;
  std::vector<LayerFiles> opened_;  // this layer and the one above
  std::vector<std::array<Cell, max_cells>> images_;
  /// The rank a position must have, by the rank of its best child.
  std::array<Rank, std::size_t{1} << 8 * sizeof(Rank)> expected_{};
  std::vector<Worker> workers_;
  RankCache<Rank> cache_;
};

LayerCheck::LayerCheck(const TableFiles& files, int layer, const std::vector<LayerContent>& contents,
                       std::size_t cache_bytes, solve::Workers& workers) {
  const auto n = static_cast<std::size_t>(layer);
  Ranking ranking(files.manifest().metric, contents[n], n + 1 < contents.size() ? &contents[n + 1] : nullptr);
  if (ranking.size() <= 256)
    work_ = std::make_unique<WorkWith<std::uint8_t>>(files, layer, std::move(ranking), cache_bytes,
                                                     workers.size());
  else
    work_ = std::make_unique<WorkWith<std::uint16_t>>(files, layer, std::move(ranking), cache_bytes,
                                                      workers.size());
  work_->workers = &workers;
}

LayerCheck::~LayerCheck() = default;

std::size_t LayerCheck::units() const { return work_->here().count; }

std::uint64_t LayerCheck::positions_per_unit() const {
  const Units& here = work_->here();
  return std::uint64_t{here.slots / here.cube_slots} << here.shape.axes;
}

void LayerCheck::run(std::size_t begin, std::size_t end, Problems& problems,
                     const std::function<void(std::uint64_t positions)>& progress) {
  work_->workers->run(end - begin, [&](std::size_t item, int worker) {
    work_->check(begin + item, worker, problems);
    if (progress) progress(positions_per_unit());
  });
}

}  // namespace quixo::verify
