// SPDX-License-Identifier: MIT
#include "verify/full.h"

#include <fmt/format.h>

#include <algorithm>
#include <list>
#include <mutex>
#include <optional>
#include <span>
#include <unordered_map>

#include "game/error.h"
#include "game/play.h"
#include "verify/take_best.h"

namespace quixo::verify {
namespace {

using solve::Layout;
using table::block_slots;
using table::block_words;

/// The values that two layers hold, ranked from the worst child to the best. Rank 0 is none at all; ranks
/// above the values mark positions that are over where the ranks of children would be. Losses whose distances
/// are not known are one value.
class Ranking {
 public:
  Ranking(Metric metric, std::span<const LayerContent> layers, bool with_losses)
      : metric_(metric), with_losses_(with_losses) {
    values_.push_back({Outcome::draw, 0});
    if (metric == Metric::outcome) values_.push_back({Outcome::win, 0});
    if (!with_losses) values_.push_back({Outcome::loss, 0});
    for (const LayerContent& content : layers)
      for (const auto& [distance, counts] : content.distances) {
        const auto steps = static_cast<std::uint16_t>(distance);
        if (counts.win > 0) values_.push_back({Outcome::win, steps});
        if (counts.loss > 0 && with_losses) values_.push_back({Outcome::loss, steps});
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

  /// For distances that fit into so many bytes.
  template <class Rank>
  Encoding<Rank> encoding(int bytes) const {
    std::vector<Rank> win(std::size_t{1} << 8 * bytes);
    std::vector<Rank> loss(win.size());
    if (!with_losses_) std::ranges::fill(loss, static_cast<Rank>(rank({Outcome::loss, 0})));
    for (const Value& each : values_)
      if (each.outcome != Outcome::draw)
        (each.outcome == Outcome::win ? win : loss)[each.distance] = static_cast<Rank>(rank(each));
    return {metric_, static_cast<Rank>(rank({Outcome::draw, 0})), std::move(win), std::move(loss)};
  }

 private:
  Metric metric_;
  bool with_losses_;
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

  /// Positions of a unit.
  std::uint64_t positions() const { return std::uint64_t{slots / cube_slots} << shape.axes; }
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

/// This layer and the one above, unless it is the full board.
std::span<const LayerContent> with_children(const std::vector<LayerContent>& contents, int layer) {
  const auto n = static_cast<std::size_t>(layer);
  return std::span(contents).subspan(n, std::min<std::size_t>(2, contents.size() - n));
}

int bytes_of(int distance) { return distance > 255 ? 2 : 1; }

/// What the losses of a layer fit into, given the wins.
int bytes_of_losses(const std::vector<LayerContent>& contents, int layer) {
  int farthest = 0;
  for (const LayerContent& content : with_children(contents, layer))
    for (const auto& [distance, counts] : content.distances)
      if (counts.win > 0) farthest = std::max(farthest, distance);
  return bytes_of(farthest + 1);
}

int distance_bytes(const table::BlockFile& file) { return file.header().distance_bytes; }

table::BlockFile open_losses(const FullCheck& check, int layer, int bytes) {
  return {losses_file(check.losses, layer),
          {table::Part::distances, {layer, check.files.layout().layer(layer).size()}, bytes}};
}

/// The ranks of the best children of all positions of a layer, cube by cube.
template <class Rank>
class Children {
 public:
  Children(const FullCheck& check, int layer, Ranking ranking, const std::vector<LayerContent>* losses_of)
      : check_(check), layer_(layer), ranking_(std::move(ranking)), cache_(check.cache_bytes) {
    int bytes = 1;
    for (int n = layer; n <= std::min(layer + 1, check.files.geometry().cells()); ++n) {
      LayerFiles& opened = opened_.emplace_back(check.files, n);
      if (opened.distances) bytes = std::max(bytes, distance_bytes(*opened.distances));
      if (losses_of == nullptr) continue;
      opened.losses.emplace(open_losses(check, n, bytes_of_losses(*losses_of, n)));
      bytes = std::max(bytes, distance_bytes(*opened.losses));
    }
    encoding_.emplace(ranking_.template encoding<Rank>(bytes));
    for (const Slide& slide : check.files.geometry().slides())
      images_.push_back(images_of(check.files.geometry(), slide));
    for (int worker = 0; worker < check.workers.size(); ++worker)
      workers_.emplace_back(check.files, std::size_t{1} << layer);
  }

  const Ranking& ranking() const { return ranking_; }
  Units units() const { return Units(opened_.front().shape); }
  int layer() const { return layer_; }
  const FullCheck& check() const { return check_; }

  /// The stored ranks of a cube of this layer.
  std::shared_ptr<const Rank[]> stored(std::size_t cube, int worker) {
    return ranks(layer_, cube, workers_[static_cast<std::size_t>(worker)]);
  }

  /// The rank of the best child of each position of a cube, by the opponent's cubes; or the mark of a
  /// position that is over.
  const Rank* best(std::uint32_t cube, int worker) {
    Worker& w = workers_[static_cast<std::size_t>(worker)];
    const Layout& layout = check_.files.layout();
    const CubeCells cells(layout, layer_, cube);
    std::ranges::fill(w.best, Rank{0});
    const std::size_t slides = images_.size();
    for (std::size_t slide = 0; slide < slides; ++slide) {
      ChildMap map;
      const Layout::Place child = find_child(cells, slide, map);
      take_best(map, ranks(child.layer, child.cube, w).get(), w.best.data());
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
            w.reader.expand(*encoding_, ranks.get() + i * block_slots);
          }
          return ranks;
        });
    return {found, found.get() + units.slot_in_unit(cube)};
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
          set_points(cells.axes_of(line, layer_), opponent,
                     static_cast<Rank>(opponent ? ranking_.over_lost() : ranking_.over_won()), layer_, best);
  }

  const FullCheck& check_;
  int layer_;
  Ranking ranking_;
  std::vector<LayerFiles> opened_;  // this layer and the one above
  std::optional<Encoding<Rank>> encoding_;
  std::vector<std::array<Cell, max_cells>> images_;
  std::vector<Worker> workers_;
  RankCache<Rank> cache_;
};

/// Calls work(cube) for the cubes of a unit.
template <class Work>
void for_each_cube(const Units& units, std::size_t unit, Work&& work) {
  const std::size_t per_unit = units.slots / units.cube_slots;
  const std::size_t end = std::min((unit + 1) * per_unit, units.shape.cubes);
  for (std::size_t cube = unit * per_unit; cube < end; ++cube) work(static_cast<std::uint32_t>(cube));
}

/// The first pass.
template <class Rank>
class Derivation {
 public:
  Derivation(const FullCheck& check, int layer, Ranking ranking, int bytes)
      : children_(check, layer, std::move(ranking), nullptr),
        units_(children_.units()),
        wide_(bytes == 2),
        loss_(static_cast<Rank>(children_.ranking().rank({Outcome::loss, 0}))),
        distances_(children_.ranking().size()) {
    // A loss with a child that is not won is told in the second pass, whatever its distance.
    for (std::size_t best = 1; best < distances_.size(); ++best)
      if (const Value value = children_.ranking().value_of_position(best); value.outcome == Outcome::loss)
        distances_[best] = value.distance;
    for (int worker = 0; worker < check.workers.size(); ++worker)
      workers_.emplace_back(units_.slots, distances_.size());
  }

  /// The counts of all losses that are not over, by distance.
  std::map<int, std::uint64_t> run(table::BlockFileWriter& writer) {
    const FullCheck& check = children_.check();
    solve::run_in_order(
        check.workers, units_.count, [&](std::size_t unit, int worker) { return derive(unit, worker); },
        [&](std::size_t, const std::vector<table::Bytes>& codes) {
          for (const table::Bytes& code : codes) writer.append(code);
          check.progress(units_.positions());
        });
    std::map<int, std::uint64_t> counts;
    for (const Worker& worker : workers_)
      for (std::size_t best = 0; best < distances_.size(); ++best)
        if (worker.counts[best] > 0) counts[distances_[best]] += worker.counts[best];
    return counts;
  }

 private:
  struct Worker {
    Worker(std::size_t slots, std::size_t ranks) : listed(slots / 64), distances(slots), counts(ranks) {}
    std::vector<Word> listed;
    std::vector<table::Distance> distances;
    std::vector<std::uint64_t> counts;  // by the rank of the best child
    table::Compressor compressor;
    table::Bytes packed;
    std::vector<std::size_t> run_ends;
  };

  std::vector<table::Bytes> derive(std::size_t unit, int worker) {
    Worker& w = workers_[static_cast<std::size_t>(worker)];
    std::ranges::fill(w.listed, Word{0});
    for_each_cube(units_, unit, [&](std::uint32_t cube) { list_losses(cube, worker); });
    const std::size_t blocks = units_.slots / block_slots;
    std::vector<table::Bytes> codes;
    for (std::size_t i = 0; i < blocks; ++i) {
      table::pack_distances(units_.shape, unit * blocks + i, w.listed.data() + i * block_words,
                            w.distances.data() + i * block_slots, wide_, w.packed, w.run_ends);
      w.compressor.compress_distances(w.packed, w.run_ends, codes.emplace_back());
    }
    return codes;
  }

  void list_losses(std::uint32_t cube, int worker) {
    Worker& w = workers_[static_cast<std::size_t>(worker)];
    const Rank* best = children_.best(cube, worker);
    const std::shared_ptr<const Rank[]> own = children_.stored(cube, worker);
    const Rank* stored = own.get();
    const Layout& layout = children_.check().files.layout();
    const auto orbit = static_cast<std::uint64_t>(layout.orbit(layout.layer(children_.layer())[cube]));
    const std::size_t first = units_.slot_in_unit(cube);
    const std::size_t points = std::size_t{1} << children_.layer();
    const std::size_t over = children_.ranking().over_won();
    for (std::size_t point = 0; point < points; ++point) {
      // What is stored goes by the own cubes: the complement.
      const Rank found = best[points - 1 - point];
      if (stored[point] != loss_ || found >= over) continue;
      w.listed[(first + point) / 64] |= Word{1} << (first + point) % 64;
      w.distances[first + point] = distances_[found];
      w.counts[found] += orbit;
    }
  }

  Children<Rank> children_;
  Units units_;
  bool wide_;
  Rank loss_;
  std::vector<table::Distance> distances_;  // of a loss, by the rank of the best child
  std::vector<Worker> workers_;
};

}  // namespace

std::filesystem::path losses_file(const std::filesystem::path& directory, int layer) {
  return directory / fmt::format("layer-{:02}.losses", layer);
}

void derive_losses(const FullCheck& check, int layer, std::vector<LayerContent>& contents) {
  Ranking ranking(Metric::distance, with_children(contents, layer), false);
  const int bytes = bytes_of_losses(contents, layer);
  table::BlockFileWriter writer(
      losses_file(check.losses, layer),
      {table::Part::distances, {layer, check.files.layout().layer(layer).size()}, bytes});
  const auto derive = [&]<class Rank>(Rank) {
    return Derivation<Rank>(check, layer, std::move(ranking), bytes).run(writer);
  };
  const std::map<int, std::uint64_t> counts =
      ranking.size() <= 256 ? derive(std::uint8_t{}) : derive(std::uint16_t{});
  writer.finish();
  for (const auto& [distance, count] : counts)
    contents[static_cast<std::size_t>(layer)].distances[distance].loss += count;
}

bool has_losses(const FullCheck& check, int layer, const std::vector<LayerContent>& contents) {
  try {
    open_losses(check, layer, bytes_of_losses(contents, layer));
    return true;
  } catch (const Error&) {
    return false;
  }
}

class LayerCheck::Work {
 public:
  virtual ~Work() = default;
  virtual void check(std::size_t unit, int worker, Problems& problems) = 0;
  virtual Units units() const = 0;
  virtual solve::Workers& workers() const = 0;
};

template <class Rank>
class LayerCheck::WorkWith : public Work {
 public:
  WorkWith(const FullCheck& check, int layer, Ranking ranking, const std::vector<LayerContent>& contents)
      : children_(check, layer, std::move(ranking), check.files.has_distances() ? &contents : nullptr) {
    const Ranking& ranks = children_.ranking();
    for (std::size_t best = 1; best < ranks.size(); ++best)
      expected_[best] = static_cast<Rank>(ranks.rank(ranks.value_of_position(best)));
  }

  void check(std::size_t unit, int worker, Problems& problems) override {
    for_each_cube(units(), unit, [&](std::uint32_t cube) { check_cube(cube, worker, problems); });
    children_.check().progress(units().positions());
  }
  Units units() const override { return children_.units(); }
  solve::Workers& workers() const override { return children_.check().workers; }

 private:
  void check_cube(std::uint32_t cube, int worker, Problems& problems) {
    const Rank* best = children_.best(cube, worker);
    const std::shared_ptr<const Rank[]> stored = children_.stored(cube, worker);
    const int layer = children_.layer();
    const std::uint32_t points = 1U << layer;
    const std::uint32_t step = std::min(points, 256U);
    for (std::uint32_t begin = 0; begin < points; begin += step) {
      // What is stored goes by the own cubes: the complement.
      const Rank* own = stored.get() + (points - 1 - begin);
      unsigned differs = 0;
      for (std::uint32_t j = 0; j < step; ++j)
        differs |= static_cast<unsigned>(expected_[best[begin + j]] ^ *(own - j));
      if (differs == 0) continue;
      const TableFiles& files = children_.check().files;
      for (std::uint32_t j = begin; j < begin + step; ++j) {
        const Rank found = stored[points - 1 - j];
        if (expected_[best[j]] == found) continue;
        problems.add(wrong_value(
            files.geometry(), files.manifest().metric, files.layout().position(layer, cube, points - 1 - j),
            children_.ranking().value(found), children_.ranking().value_of_position(best[j])));
      }
    }
  }

  Children<Rank> children_;
  /// The rank a position must have, by the rank of its best child.
  std::array<Rank, std::size_t{1} << 8 * sizeof(Rank)> expected_{};
};

LayerCheck::LayerCheck(const FullCheck& check, int layer, const std::vector<LayerContent>& contents) {
  Ranking ranking(check.files.manifest().metric, with_children(contents, layer), check.files.has_distances());
  if (ranking.size() <= 256)
    work_ = std::make_unique<WorkWith<std::uint8_t>>(check, layer, std::move(ranking), contents);
  else
    work_ = std::make_unique<WorkWith<std::uint16_t>>(check, layer, std::move(ranking), contents);
}

LayerCheck::~LayerCheck() = default;

std::size_t LayerCheck::units() const { return work_->units().count; }

std::uint64_t LayerCheck::positions_per_unit() const { return work_->units().positions(); }

void LayerCheck::run(std::size_t begin, std::size_t end, Problems& problems) {
  work_->workers().run(end - begin,
                       [&](std::size_t item, int worker) { work_->check(begin + item, worker, problems); });
}

}  // namespace quixo::verify
