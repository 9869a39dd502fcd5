// SPDX-License-Identifier: MIT
#include "verify/full.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>

#include "game/error.h"
#include "game/play.h"
#include "verify/rank_cache.h"
#include "verify/take_best.h"

namespace quixo::verify {
namespace {

using solve::Layout;
using table::block_slots;
using table::block_words;

/// Values of children, ranked from the worst to the best for the player who moves there. Rank 0 is none of
/// them; ranks above them mark positions that are over where the ranks of children would be.
class Ranking {
 public:
  explicit Ranking(std::vector<Value> values) : values_(std::move(values)) {
    const auto worse = [](Value one, Value two) { return is_better(value_of_move(two), value_of_move(one)); };
    std::ranges::sort(values_, worse);
    values_.erase(std::unique(values_.begin(), values_.end()), values_.end());
  }

  /// Ranks are below this.
  std::size_t size() const { return values_.size() + 3; }
  std::size_t over_won() const { return values_.size() + 1; }
  std::size_t over_lost() const { return values_.size() + 2; }
  bool is_over(std::size_t rank) const { return rank >= over_won(); }

  std::size_t rank(Value value) const {
    const auto found = std::ranges::find(values_, value);
    return found == values_.end() ? 0 : static_cast<std::size_t>(found - values_.begin()) + 1;
  }
  Value value(std::size_t rank) const { return values_[rank - 1]; }
  const std::vector<Value>& values() const { return values_; }

  /// What a position is worth whose best child has this rank. There must be one, or it must be over.
  Value value_of_position(std::size_t best) const {
    if (best == over_won()) return {Outcome::win, 0};
    if (best == over_lost()) return {Outcome::loss, 0};
    return value_of_move(value(best));
  }

 private:
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

  /// The codes of all slots of a unit.
  template <class Code>
  void read(BlockReader& reader, const LayerFiles& opened, std::size_t unit, const Encoding<Code>& encoding,
            Code* codes) const {
    const std::size_t blocks = slots / block_slots;
    for (std::size_t i = 0; i < blocks; ++i) {
      reader.read(opened, unit * blocks + i);
      reader.expand(encoding, codes + i * block_slots);
    }
  }
};

/// Calls work(cube) for the cubes of a unit.
template <class Work>
void for_each_cube(const Units& units, std::size_t unit, Work&& work) {
  const std::size_t per_unit = units.slots / units.cube_slots;
  const std::size_t end = std::min((unit + 1) * per_unit, units.shape.cubes);
  for (std::size_t cube = unit * per_unit; cube < end; ++cube) work(static_cast<std::uint32_t>(cube));
}

/// Calls differs(opponent, own) for all points of a cube, by the opponent's cubes and by the own ones, and
/// tell(opponent, own) where it is not 0.
template <class Differs, class Tell>
void for_each_difference(int axes, const Differs& differs, const Tell& tell) {
  const std::size_t points = std::size_t{1} << axes;
  const std::size_t step = std::min<std::size_t>(points, 256);
  for (std::size_t begin = 0; begin < points; begin += step) {
    unsigned any = 0;
    for (std::size_t own = begin; own < begin + step; ++own)
      any |= static_cast<unsigned>(differs(points - 1 - own, own));
    if (any == 0) continue;
    for (std::size_t own = begin; own < begin + step; ++own)
      if (differs(points - 1 - own, own) != 0) tell(points - 1 - own, own);
  }
}

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

/// The values of an outcome that they hold.
void add_values(std::span<const LayerContent> layers, Outcome outcome, std::vector<Value>& values) {
  for (const LayerContent& content : layers)
    for (const auto& [distance, counts] : content.distances)
      if ((outcome == Outcome::win ? counts.win : counts.loss) > 0)
        values.push_back({outcome, static_cast<std::uint16_t>(distance)});
}

/// What the losses of a layer fit into, given the wins.
int bytes_of_losses(const std::vector<LayerContent>& contents, int layer) {
  std::vector<Value> wins;
  add_values(with_children(contents, layer), Outcome::win, wins);
  const int farthest = wins.empty() ? 0 : std::ranges::max(wins, {}, &Value::distance).distance;
  return farthest + 1 > 255 ? 2 : 1;
}

table::BlockFile open_losses(const FullCheck& check, int layer, int bytes) {
  return {losses_file(check.losses, layer),
          {table::Part::distances, {layer, check.files.layout().layer(layer).size()}, bytes}};
}

std::size_t distances_in(const table::BlockFile& file) {
  return std::size_t{1} << 8 * file.header().distance_bytes;
}

/// The ranks of the best children of all positions of a layer, cube by cube.
template <class Rank>
class Children {
 public:
  /// The files of this layer and the one above. `lost` is the mark of positions that are over and lost.
  Children(const FullCheck& check, std::vector<LayerFiles> opened, const Ranking& ranking,
           Encoding<Rank> encoding, std::size_t lost)
      : check_(check),
        opened_(std::move(opened)),
        layer_(opened_.front().shape.axes),
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
  std::shared_ptr<const Rank[]> stored(std::size_t cube, int worker) {
    return ranks(layer_, cube, time_of(cube), workers_[static_cast<std::size_t>(worker)]);
  }

  /// The rank of the best child of each position of a cube, by the opponent's cubes; or the mark of a
  /// position that is over.
  const Rank* best(std::uint32_t cube, int worker) {
    Worker& w = workers_[static_cast<std::size_t>(worker)];
    const CubeCells cells(check_.files.layout(), layer_, cube);
    std::ranges::fill(w.best, Rank{0});
    for (std::size_t slide = 0; slide < images_.size(); ++slide) {
      ChildMap map;
      const Layout::Place child = find_child(cells, slide, map);
      take_best(map, ranks(child.layer, child.cube, time_of(cube), w).get(), w.best.data());
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
  std::uint32_t time_of(std::size_t cube) const { return static_cast<std::uint32_t>(units().unit_of(cube)); }
  std::uint32_t key_of(int layer, std::size_t cube) const {
    return static_cast<std::uint32_t>(units_of(layer).unit_of(cube) << 1 | above(layer));
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
      for_each_cube(units(), unit, [&](std::uint32_t cube) {
        wanted.push_back(key_of(layer_, cube));
        const Cells ordered = layout.layer(layer_)[cube];
        layout.own_edges(ordered, edges);
        for (const Layout::Edge& edge : edges) wanted.push_back(key_of(layer_, edge.child));
        layout.blank_edges(ordered, edges);
        for (const Layout::Edge& edge : edges) wanted.push_back(key_of(layer_ + 1, edge.child));
      });
      std::ranges::sort(wanted);
      wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
      wanted.shrink_to_fit();
    });
    return Schedule(keys);
  }

  std::shared_ptr<const Rank[]> ranks(int layer, std::size_t cube, std::uint32_t time, Worker& w) {
    const Units units = units_of(layer);
    const std::size_t unit = units.unit_of(cube);
    const std::shared_ptr<const Rank[]> found =
        cache_.get(key_of(layer, cube), time, units.slots * sizeof(Rank), [&] {
          auto ranks = std::make_unique_for_overwrite<Rank[]>(units.slots);
          units.read(w.reader, opened_[above(layer)], unit, encoding_, ranks.get());
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

/// The values that the first pass ranks: wins by distance, draws, and losses, whose distances are not known.
Ranking outcome_ranking(const FullCheck& check, int layer, const std::vector<LayerContent>& contents) {
  std::vector<Value> values = {{Outcome::draw, 0}, {Outcome::loss, 0}};
  if (check.files.has_distances())
    add_values(with_children(contents, layer), Outcome::win, values);
  else
    values.push_back({Outcome::win, 0});
  return Ranking(std::move(values));
}

/// The first pass.
template <class Rank>
class OutcomePass {
 public:
  /// Writes the distances of losses, of one byte or two each, if there is a writer.
  OutcomePass(const FullCheck& check, int layer, const Ranking& ranking, table::BlockFileWriter* writer,
              bool wide, Problems& problems)
      : ranking_(ranking),
        children_(make_children(check, layer, ranking)),
        units_(children_.units()),
        writer_(writer),
        wide_(wide),
        problems_(problems),
        loss_(static_cast<Rank>(ranking.rank({Outcome::loss, 0}))) {
    distances_.resize(ranking.size());
    for (std::size_t best = 1; best < ranking.size(); ++best) {
      const Value value = ranking.value_of_position(best);
      expected_[best] = code(value.outcome);
      if (value.outcome == Outcome::loss) distances_[best] = value.distance;
    }
    for (std::size_t rank = 1; rank <= ranking.values().size(); ++rank)
      stored_[rank] = code(ranking.value(rank).outcome);
    for (int worker = 0; worker < check.workers.size(); ++worker)
      workers_.emplace_back(units_.slots, ranking.size());
  }

  /// The counts of all losses that are not over, by distance.
  std::map<int, std::uint64_t> run() {
    const FullCheck& check = children_.check();
    solve::run_in_order(
        check.workers, units_.count, [&](std::size_t unit, int worker) { return check_unit(unit, worker); },
        [&](std::size_t, const std::vector<table::Bytes>& codes) {
          for (const table::Bytes& code : codes) writer_->append(code);
          check.progress(units_.positions());
        });
    std::map<int, std::uint64_t> counts;
    for (const Worker& worker : workers_)
      for (std::size_t best = 0; best < worker.counts.size(); ++best)
        if (worker.counts[best] > 0) counts[distances_[best]] += worker.counts[best];
    return counts;
  }

 private:
  struct Worker {
    Worker(std::size_t slots, std::size_t ranks) : listed(slots / 64), distances(slots), counts(ranks) {}
    std::vector<Word> listed;
    std::vector<table::Distance> distances;
    std::vector<std::uint64_t> counts;  // of losses, by the rank of the best child
    table::Compressor compressor;
    table::Bytes packed;
    std::vector<std::size_t> run_ends;
  };

  static Children<Rank> make_children(const FullCheck& check, int layer, const Ranking& ranking) {
    std::vector<LayerFiles> opened;
    std::size_t distances = 1;
    for (int n = layer; n <= std::min(layer + 1, check.files.geometry().cells()); ++n) {
      opened.push_back(with_wins(check.files, n));
      if (opened.back().wins) distances = std::max(distances, distances_in(*opened.back().wins));
    }
    std::vector<Rank> win(distances);
    for (const Value& value : ranking.values())
      if (value.outcome == Outcome::win) win[value.distance] = static_cast<Rank>(ranking.rank(value));
    return {check, std::move(opened), ranking,
            Encoding<Rank>(check.files.manifest().metric, static_cast<Rank>(ranking.rank({Outcome::draw, 0})),
                           std::move(win), {static_cast<Rank>(ranking.rank({Outcome::loss, 0}))}),
            ranking.over_lost()};
  }

  static std::uint8_t code(Outcome outcome) {
    return static_cast<std::uint8_t>(static_cast<int>(outcome) + 1);
  }

  std::vector<table::Bytes> check_unit(std::size_t unit, int worker) {
    Worker& w = workers_[static_cast<std::size_t>(worker)];
    for_each_cube(units_, unit, [&](std::uint32_t cube) {
      const Rank* best = children_.best(cube, worker);
      const std::shared_ptr<const Rank[]> stored = children_.stored(cube, worker);
      compare(cube, best, stored.get());
      if (writer_ != nullptr) list_losses(cube, best, stored.get(), w);
    });
    std::vector<table::Bytes> codes;
    if (writer_ == nullptr) return codes;
    const std::size_t blocks = units_.slots / block_slots;
    for (std::size_t i = 0; i < blocks; ++i) {
      table::pack_distances(units_.shape, unit * blocks + i, w.listed.data() + i * block_words,
                            w.distances.data() + i * block_slots, wide_, w.packed, w.run_ends);
      w.compressor.compress_distances(w.packed, w.run_ends, codes.emplace_back());
    }
    return codes;
  }

  void compare(std::uint32_t cube, const Rank* best, const Rank* stored) {
    for_each_difference(
        children_.layer(),
        [&](std::size_t opponent, std::size_t own) {
          return expected_[best[opponent]] ^ stored_[stored[own]];
        },
        [&](std::size_t opponent, std::size_t own) {
          Value expected = ranking_.value_of_position(best[opponent]);
          if (expected.outcome == Outcome::win && !ranking_.is_over(best[opponent]))
            expected.distance = unknown_distance;
          const TableFiles& files = children_.check().files;
          problems_.add(
              wrong_value(files.geometry(), files.manifest().metric,
                          files.layout().position(children_.layer(), cube, static_cast<std::uint32_t>(own)),
                          ranking_.value(stored[own]), expected));
        });
  }

  void list_losses(std::uint32_t cube, const Rank* best, const Rank* stored, Worker& w) {
    const Layout& layout = children_.check().files.layout();
    const auto orbit = static_cast<std::uint64_t>(layout.orbit(layout.layer(children_.layer())[cube]));
    const std::size_t first = units_.slot_in_unit(cube);
    const std::size_t points = std::size_t{1} << children_.layer();
    const std::size_t step = std::min<std::size_t>(points, 64);
    for (std::size_t begin = 0; begin < points; begin += step) {
      // What is stored goes by the own cubes: the complement.
      const Rank* children = best + (points - step - begin);
      Word listed = 0;
      for (std::size_t i = 0; i < step; ++i)
        listed |= Word{stored[begin + i] == loss_ && !ranking_.is_over(children[step - 1 - i])} << i;
      w.listed[(first + begin) / 64] = listed;
      for (; listed != 0; listed &= listed - 1) {
        const auto i = static_cast<std::size_t>(std::countr_zero(listed));
        const Rank found = children[step - 1 - i];
        w.distances[first + begin + i] = distances_[found];
        w.counts[found] += orbit;
      }
    }
  }

  const Ranking& ranking_;
  Children<Rank> children_;
  Units units_;
  table::BlockFileWriter* writer_;
  bool wide_;
  Problems& problems_;
  Rank loss_;
  /// The outcome a position must have, by the rank of its best child; and what it has, by its own rank.
  std::array<std::uint8_t, std::size_t{1} << 8 * sizeof(Rank)> expected_{}, stored_{};
  /// Of a loss, by the rank of the best child. One with a child that is not won is a problem, whatever its
  /// distance.
  std::vector<table::Distance> distances_;
  std::vector<Worker> workers_;
};

}  // namespace

std::filesystem::path losses_file(const std::filesystem::path& directory, int layer) {
  return directory / fmt::format("layer-{:02}.losses", layer);
}

void check_outcomes(const FullCheck& check, int layer, std::vector<LayerContent>& contents,
                    Problems& problems) {
  const Ranking ranking = outcome_ranking(check, layer, contents);
  const int bytes = bytes_of_losses(contents, layer);
  std::optional<table::BlockFileWriter> writer;
  if (check.files.has_distances())
    writer.emplace(losses_file(check.losses, layer),
                   table::BlockFileHeader{
                       table::Part::distances, {layer, check.files.layout().layer(layer).size()}, bytes});
  const auto run = [&]<class Rank>(Rank) {
    return OutcomePass<Rank>(check, layer, ranking, writer ? &*writer : nullptr, bytes == 2, problems).run();
  };
  const std::map<int, std::uint64_t> losses =
      ranking.size() <= 256 ? run(std::uint8_t{}) : run(std::uint16_t{});
  if (!writer) return;
  writer->finish();
  for (const auto& [distance, count] : losses)
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

class DistanceCheck::Pass {
 public:
  virtual ~Pass() = default;
  virtual void check(std::size_t unit, int worker, Problems& problems) = 0;
  virtual Units units() const = 0;
  virtual solve::Workers& workers() const = 0;
};

template <class Rank>
class DistanceCheck::PassWith : public Pass {
 public:
  PassWith(const FullCheck& check, int layer, const Ranking& ranking,
           const std::vector<LayerContent>& contents)
      : children_(make_children(check, layer, ranking, contents)),
        units_(children_.units()),
        opened_(with_wins(check.files, layer)) {
    expected_[ranking.over_won()] = number(0);
    for (const Value& loss : ranking.values()) expected_[ranking.rank(loss)] = number(loss.distance + 1);
    std::vector<Number> win(distances_in(*opened_.wins));
    for (std::size_t distance = 0; distance < win.size(); ++distance) win[distance] = number(distance);
    encoding_.emplace(Metric::distance, Number{0}, std::move(win), std::vector<Number>{0});
    for (int worker = 0; worker < check.workers.size(); ++worker)
      workers_.emplace_back(check.files, units_.slots);
  }

  void check(std::size_t unit, int worker, Problems& problems) override {
    Worker& w = workers_[static_cast<std::size_t>(worker)];
    units_.read(w.reader, opened_, unit, *encoding_, w.wins.data());
    for_each_cube(units_, unit, [&](std::uint32_t cube) {
      compare(cube, children_.best(cube, worker), w.wins.data() + units_.slot_in_unit(cube), problems);
    });
    children_.check().progress(units_.positions());
  }
  Units units() const override { return units_; }
  solve::Workers& workers() const override { return children_.check().workers; }

 private:
  /// The distance of a win and one more; 0 for what is none.
  using Number = std::uint16_t;
  static Number number(std::size_t distance) { return static_cast<Number>(distance + 1); }

  struct Worker {
    Worker(const TableFiles& files, std::size_t slots) : reader(files), wins(slots) {}
    BlockReader reader;
    std::vector<Number> wins;
  };

  /// Wins and draws have no rank, and neither have parents that are over and lost.
  static Children<Rank> make_children(const FullCheck& check, int layer, const Ranking& ranking,
                                      const std::vector<LayerContent>& contents) {
    std::vector<LayerFiles> opened;
    std::size_t distances = 0;
    for (int n = layer; n <= std::min(layer + 1, check.files.geometry().cells()); ++n) {
      opened.emplace_back(check.files, n).losses.emplace(open_losses(check, n, bytes_of_losses(contents, n)));
      distances = std::max(distances, distances_in(*opened.back().losses));
    }
    std::vector<Rank> loss(distances);
    for (const Value& value : ranking.values()) loss[value.distance] = static_cast<Rank>(ranking.rank(value));
    return {check, std::move(opened), ranking,
            Encoding<Rank>(Metric::distance, 0, std::vector<Rank>(2), std::move(loss)), 0};
  }

  void compare(std::uint32_t cube, const Rank* best, const Number* wins, Problems& problems) {
    for_each_difference(
        children_.layer(),
        [&](std::size_t opponent, std::size_t own) { return expected_[best[opponent]] ^ wins[own]; },
        [&](std::size_t opponent, std::size_t own) {
          const Number expected = expected_[best[opponent]];
          if (expected == 0 || wins[own] == 0) return;  // another outcome, which the first pass tells
          const auto win = [](Number one_more) {
            return Value{Outcome::win, static_cast<std::uint16_t>(one_more - 1)};
          };
          const TableFiles& files = children_.check().files;
          problems.add(
              wrong_value(files.geometry(), Metric::distance,
                          files.layout().position(children_.layer(), cube, static_cast<std::uint32_t>(own)),
                          win(wins[own]), win(expected)));
        });
  }

  Children<Rank> children_;
  Units units_;
  LayerFiles opened_;
  std::optional<Encoding<Number>> encoding_;
  /// What a win must be, by the rank of its best child.
  std::array<Number, std::size_t{1} << 8 * sizeof(Rank)> expected_{};
  std::vector<Worker> workers_;
};

DistanceCheck::DistanceCheck(const FullCheck& check, int layer, const std::vector<LayerContent>& contents) {
  std::vector<Value> losses = {{Outcome::loss, 0}};
  add_values(with_children(contents, layer), Outcome::loss, losses);
  const Ranking ranking(std::move(losses));
  if (ranking.size() <= 256)
    pass_ = std::make_unique<PassWith<std::uint8_t>>(check, layer, ranking, contents);
  else
    pass_ = std::make_unique<PassWith<std::uint16_t>>(check, layer, ranking, contents);
}

DistanceCheck::~DistanceCheck() = default;

std::size_t DistanceCheck::units() const { return pass_->units().count; }

std::uint64_t DistanceCheck::positions_per_unit() const { return pass_->units().positions(); }

void DistanceCheck::run(std::size_t begin, std::size_t end, Problems& problems) {
  pass_->workers().run(end - begin,
                       [&](std::size_t item, int worker) { pass_->check(begin + item, worker, problems); });
}

}  // namespace quixo::verify
