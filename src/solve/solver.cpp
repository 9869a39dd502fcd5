// SPDX-License-Identifier: MIT
#include "solve/solver.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cassert>
#include <exception>

#include "base/peers.h"
#include "game/notation.h"
#include "layout/counting.h"
#include "quixo/error.h"
#include "solve/distance.h"
#include "solve/keeper.h"
#include "solve/outcome.h"
#include "solve/pack.h"
#include "solve/partition.h"
#include "solve/planned_moves.h"
#include "solve/work.h"

namespace quixo::solve {
namespace {

std::unique_ptr<LayerFrames> frames_of(const Layout& layout, int layer, const Sharing& sharing,
                                       std::unique_ptr<Spool> spool, std::vector<FrameInfo> frames = {}) {
  const std::vector<Cells>& occupancies = layout.occupancies(layer);
  return std::make_unique<LayerFrames>(
      layout.shape(layer), sharing.partition(layer), sharing.peers(),
      [&layout, &occupancies](std::size_t bitmap) { return layout.orbit_size(occupancies[bitmap]); },
      std::move(spool), std::move(frames));
}

/// A solved layer, as the layer below needs it.
struct SolvedLayer {
  int layer = 0;
  LayerSummary summary;
  /// None when they take memory for nothing, or an earlier run solved the layer: then the file has them.
  std::optional<OutcomePlanes> planes;
  /// With distances, unless an earlier run has removed them.
  std::unique_ptr<LayerFrames> frames;
};

/// How the positions of a layer fall into classes and outcomes.
Census census_of(const Layout& layout, int layer, const OutcomePlanes& planes, Workers& workers,
                 const Sharing& sharing) {
  const auto count = [&](const OwnPlane& plane) {
    CountsByOwn counts = count_by_own(layout, layer, plane.plane(), sharing.range(layer), workers);
    sharing.peers().sum(counts);
    return counts;
  };
  const CountsByOwn not_win = count(planes.not_win);
  const CountsByOwn loss = count(planes.loss);
  Census census;
  for (int x = 0; x <= layer; ++x) {
    const auto own = static_cast<std::size_t>(x);
    const std::uint64_t positions = binomial(layout.cells(), layer) * binomial(layer, x);
    census.classes[own][static_cast<std::size_t>(layer - x)] = {positions - not_win[own], loss[own],
                                                                not_win[own] - loss[own]};
  }
  return census;
}

/// Adds the distances of a layer, whose outcomes are counted already.
void count_distances(const std::vector<FrameInfo>& frames, Census& census) {
  OutcomeCounts over = census.totals();  // at distance 0: what the frames do not hold
  for (const FrameInfo& frame : frames) {
    const bool win = frame.kind == FrameKind::win;
    OutcomeCounts& counts = census.distances[frame.step];
    (win ? counts.win : counts.loss) += frame.positions;
    (win ? over.win : over.loss) -= frame.positions;
  }
  census.distances[0] = {over.win, over.loss, 0};
}

/// Adds a layer to the result of those above it.
void add(const LayerSummary& summary, Result& result) {
  for (std::size_t x = 0; x < summary.census.classes.size(); ++x)
    for (std::size_t o = 0; o < summary.census.classes.size(); ++o)
      result.census.classes[x][o] += summary.census.classes[x][o];
  for (const auto& [distance, counts] : summary.census.distances) result.census.distances[distance] += counts;
  const auto keep_longest = [](std::optional<Longest>& kept, const std::optional<Longest>& found) {
    if (found && (!kept || found->distance > kept->distance)) kept = found;
  };
  keep_longest(result.win, summary.win);
  keep_longest(result.loss, summary.loss);
}

/// The one position of layer 0.
Value value_of_empty_board(const LayerSummary& summary) {
  const OutcomeCounts& counts = summary.census.classes[0][0];
  Value value;
  value.outcome = counts.win ? Outcome::win : counts.loss ? Outcome::loss : Outcome::draw;
  // It is the longest of its layer.
  for (const std::optional<Longest>& longest : {summary.win, summary.loss})
    if (longest) value.distance = static_cast<std::uint16_t>(longest->distance);
  return value;
}

/// Whether these are the parts of the peers that there are now.
bool is_shared_as(const Partition& partition, const std::vector<FramesPart>& parts) {
  if (partition.peers() != static_cast<int>(parts.size())) return false;
  for (std::size_t part = 0; part < parts.size(); ++part)
    if (partition.range(static_cast<int>(part)) != parts[part].bitmaps) return false;
  return true;
}

/// The parts of all peers.
std::vector<FramesPart> gather_parts(Peers& peers, const FramesPart& own) {
  const std::uint64_t words[] = {own.bitmaps.begin, own.bitmaps.end, own.bytes, own.footer.bytes,
                                 own.footer.hash};
  // Each puts its own where all others have nothing: with thousands of peers a message to each is too much.
  std::vector<std::uint64_t> all(static_cast<std::size_t>(peers.size()) * std::size(words));
  std::ranges::copy(words, &all[static_cast<std::size_t>(peers.self()) * std::size(words)]);
  peers.sum(all);
  std::vector<FramesPart> parts;
  for (std::span<const std::uint64_t> rest = all; !rest.empty(); rest = rest.subspan(std::size(words)))
    parts.push_back({{static_cast<std::size_t>(rest[0]), static_cast<std::size_t>(rest[1])},
                     rest[2],
                     {rest[3], rest[4]}});
  return parts;
}

/// A part of a layer's frames that an earlier run has left.
struct OpenPart {
  FramesPart part;
  std::unique_ptr<Spool> spool;
};

/// Folds the layers from the full board down: each is made of the one above it alone.
class Solver {
 public:
  Solver(const Geometry& geometry, const Options& options, Peers& peers, const Keeper* keeper)
      : geometry_(geometry),
        options_(options),
        keeper_(keeper),
        layout_(geometry),
        sharing_(layout_, peers),
        work_(geometry, options.metric),
        workers_(options.threads, options.stop) {}

  Result solve() {
    Result result;
    std::vector<table::LayerEntry> files;
    std::optional<SolvedLayer> above;  // none above the full board
    Plane spare;
    for (int layer = geometry_.cells(); layer >= 0; --layer) {
      SolvedLayer solved = load_layer(layer, std::move(above), spare);
      if (!solved.summary.packed) pack_frames(solved);
      add(solved.summary, result);
      files.push_back(solved.summary.files);
      if (layer == 0) result.empty_board = value_of_empty_board(solved.summary);
      if (options_.layer_done && solved.frames) options_.layer_done(layer, *solved.frames, workers_);
      seconds_done_ += work_.seconds(layer);
      above = std::move(solved);
    }
    std::ranges::reverse(files);
    result.signature = table::signature_of(files);
    for (const table::LayerEntry& layer : files) result.bytes += layer.outcomes.bytes + layer.distances.bytes;
    if (keeper_ != nullptr) keeper_->finish(result, files);
    return result;
  }

 private:
  /// A layer as an earlier run left it, or solved now.
  SolvedLayer load_layer(int layer, std::optional<SolvedLayer> above, Plane& spare) {
    std::optional<LayerSummary> summary = keeper_ != nullptr ? keeper_->load(layer) : std::nullopt;
    if (!summary) return solve_layer(layer, std::move(above), spare);
    std::unique_ptr<LayerFrames> frames = load_frames(layer, summary->parts);
    if (is_damaged(table::Part::outcomes, layer, summary->files, !can_solve(layer, above)))
      return solve_layer(layer, std::move(above), spare);
    if (summary->packed && options_.metric == Metric::distance &&
        is_damaged(table::Part::distances, layer, summary->files, !frames && !can_solve(layer, above))) {
      if (!frames) return solve_layer(layer, std::move(above), spare);
      summary->packed = false;  // and they are packed again
    }
    return {layer, *std::move(summary), std::nullopt, std::move(frames)};
  }

  /// Whether the blocks of a layer are not those that were kept. Throws then when that is the end.
  bool is_damaged(table::Part part, int layer, const table::LayerEntry& files, bool is_end) {
    std::exception_ptr damage;
    if (sharing_.peers().is_first()) try {  // for all: it reads the whole index
        keeper_->check_blocks(layout_.shape(layer), part, files);
      } catch (const DamagedTable&) {
        damage = std::current_exception();
      }
    const bool any = sharing_.peers().any(damage != nullptr);
    if (any && is_end) {
      if (!damage) sharing_.peers().meet();  // which ends when the first says so
      std::rethrow_exception(damage);
    }
    return any;
  }

  /// Whether all that a layer is made of is there.
  bool can_solve(int layer, const std::optional<SolvedLayer>& above) const {
    return options_.metric == Metric::outcome || layer == geometry_.cells() || above->frames != nullptr;
  }

  SolvedLayer solve_layer(int layer, std::optional<SolvedLayer> above, Plane& spare) {
    assert(above ? above->layer == layer + 1 : layer == geometry_.cells());
    const bool distances = options_.metric == Metric::distance;
    OutcomePlanes planes_above;
    if (above) planes_above = above->planes ? *std::move(above->planes) : load_planes(*above);
    LayerAbove steps_above;
    if (distances && above) {
      if (!above->frames) throw frames_missing(above->layer);
      steps_above = {
          find_pending_wins(layout_, above->layer, sharing_.range(above->layer), planes_above, workers_),
          above->frames.get()};
    }
    const LayerMoves moves(layout_, layer, sharing_.range(layer), workers_);
    SolvedLayer solved{layer, {}, solve_outcomes_of(layer, moves, std::move(planes_above), spare), nullptr};
    LayerSummary& summary = solved.summary;
    summary.files.bitmaps = layout_.occupancies(layer).size();
    summary.files.outcomes =
        pack_outcomes(layout_, layer, *solved.planes, workers_, sharing_,
                      target(layer, [this](double share) { return work_.pack_outcomes(share); }));
    summary.census = census_of(layout_, layer, *solved.planes, workers_, sharing_);
    summary.packed = !distances;
    if (distances) {
      spare = Plane();  // the steps need the memory
      sharing_.spare_memory().clear();
      solve_distances_of(moves, std::move(steps_above), solved);
    }
    if (keeper_ != nullptr) keeper_->save(layer, summary);
    return solved;
  }

  OutcomePlanes solve_outcomes_of(int layer, const LayerMoves& moves, OutcomePlanes above, Plane& spare) {
    return solve_outcomes(
        layout_, layer, moves, std::move(above), spare, workers_, sharing_, [&](const Progress& progress) {
          report(progress, progress.round == 0 ? work_.start(progress.phase_share)
                                               : work_.sweep(progress.round, progress.phase_share));
        });
  }

  /// Adds frames and distances to a layer with outcomes.
  void solve_distances_of(const LayerMoves& moves, LayerAbove above, SolvedLayer& solved) {
    const int layer = solved.layer;
    Pending pending = find_pending(layout_, layer, sharing_.range(layer), *solved.planes, workers_);
    if (keeper_ != nullptr) solved.planes.reset();  // they can be read again, and take memory
    solved.frames = frames_of(layout_, layer, sharing_,
                              keeper_ != nullptr ? keeper_->create_frames(layer) : memory_spool());
    const int steps_above = above.frames != nullptr ? above.frames->last_step() : 0;
    if (!solve_distances(layout_, layer, moves, std::move(pending), std::move(above), *solved.frames,
                         workers_, sharing_, [&](const Progress& progress) {
                           report(progress, work_.step(progress.round, progress.phase_share, steps_above));
                         }))
      throw Error(
          fmt::format("layer-{:02}.outcomes and layer-{:02}.frames{} contradict each other: remove the "
                      "directory and solve again",
                      layer + 1, layer + 1, keeper_ != nullptr ? keeper_->where() : ""));
    LayerSummary& summary = solved.summary;
    count_distances(solved.frames->frames(), summary.census);
    summary.win = find_longest(solved, FrameKind::win);
    summary.loss = find_longest(solved, FrameKind::loss);
    if (keeper_ == nullptr) return;
    const FramesFooter footer = solved.frames->write_footer();
    keeper_->keep_frames(layer);
    summary.parts = gather_parts(sharing_.peers(), {solved.frames->range(), solved.frames->bytes(), footer});
  }

  /// What earlier runs have left of the frames of a layer; null when they are not there any more.
  std::unique_ptr<LayerFrames> load_frames(int layer, const std::vector<FramesPart>& parts) {
    const bool shared_so = is_shared_as(sharing_.partition(layer), parts);
    const auto self = static_cast<std::size_t>(sharing_.peers().self());
    const BitmapRange range = sharing_.range(layer);
    std::vector<OpenPart> opened;  // of thousands those that matter here
    const auto open = [&](std::size_t part) {
      opened.push_back({parts[part], keeper_->open_frames(layer, part, parts.size())});
    };
    for (std::size_t part = 0; part < parts.size(); ++part) {
      const BitmapRange& theirs = parts[part].bitmaps;
      if (shared_so ? part == self : theirs.begin < range.end && range.begin < theirs.end) open(part);
    }
    if (opened.empty() && !parts.empty()) open(0);  // and which frames there are any part tells
    const bool missing =
        opened.empty() || std::ranges::any_of(opened, [](const OpenPart& each) { return !each.spool; });
    if (sharing_.peers().any(missing)) return nullptr;
    if (!shared_so) return regroup(layer, std::move(opened));
    std::vector<FrameInfo> frames = read_footer(*opened.front().spool, opened.front().part.footer);
    return frames_of(layout_, layer, sharing_, std::move(opened.front().spool), std::move(frames));
  }

  /// The frames of this peer's bitmaps, from those of peers who shared the layer in another way. They are not
  /// kept: the next run can make them again.
  std::unique_ptr<LayerFrames> regroup(int layer, std::vector<OpenPart> parts) {
    std::unique_ptr<LayerFrames> frames = frames_of(layout_, layer, sharing_, keeper_->create_frames(layer));
    const BitmapRange range = sharing_.range(layer);
    const BitmapCodec codec(layer);
    Alone alone;
    std::vector<LayerFrames> sources;
    for (auto& [part, spool] : parts) {
      std::vector<FrameInfo> infos = read_footer(*spool, part.footer);
      sources.emplace_back(
          layout_.shape(layer), Partition({part.bitmaps.begin, part.bitmaps.end}), alone,
          [](std::size_t) { return 1; }, std::move(spool), std::move(infos));
    }
    for (std::size_t frame = 0; frame < sources.front().frames().size(); ++frame) {
      std::vector<Bytes> codes(range.size());
      for (const LayerFrames& source : sources) {
        if (source.range().end <= range.begin || source.range().begin >= range.end) continue;
        source.read(source.frames()[frame], workers_, [&](std::size_t bitmap, int, const States& states) {
          if (range.holds(bitmap)) codec.encode(states, codes[bitmap - range.begin]);
        });
      }
      const FrameInfo& info = sources.front().frames()[frame];
      frames->write(info.kind, info.step, workers_, [&](std::size_t bitmap, int, States& found) {
        const Bytes& code = codes[bitmap - range.begin];
        if (!code.empty()) codec.decode(code, found);
      });
    }
    return frames;
  }

  /// The frames of a layer go into the table; those of the layer above have done their duty.
  void pack_frames(SolvedLayer& solved) {
    if (!solved.frames) throw frames_missing(solved.layer);
    LayerSummary& summary = solved.summary;
    summary.files.distance_bytes = distance_bytes(solved.frames->last_step());
    summary.files.distances =
        pack_distances(layout_, solved.layer, *solved.frames, workers_, sharing_,
                       target(solved.layer, [this](double share) { return work_.pack_distances(share); }));
    summary.packed = true;
    if (keeper_ == nullptr) return;
    keeper_->save(solved.layer, summary);
    keeper_->remove_frames(solved.layer + 1);
  }

  Error frames_missing(int layer) const {
    return Error(fmt::format("the frames of layer {} are missing{}: remove the directory and solve again",
                             layer, keeper_->where()));
  }

  /// The first position of the last frame of a kind.
  std::optional<Longest> find_longest(const SolvedLayer& solved, FrameKind kind) {
    const FrameInfo* last = nullptr;
    for (const FrameInfo& frame : solved.frames->frames())
      if (frame.kind == kind && (last == nullptr || frame.step > last->step)) last = &frame;
    if (last == nullptr) return std::nullopt;
    std::atomic<std::uint64_t> first = ~std::uint64_t{0};  // bitmap << 32 | bit
    solved.frames->read(*last, workers_, [&](std::size_t bitmap, int, const States& states) {
      const std::uint64_t here = std::uint64_t{bitmap} << 32 | bit_of(states.first());
      for (std::uint64_t least = first; here < least && !first.compare_exchange_weak(least, here);) {
      }
    });
    const std::uint64_t least = sharing_.peers().least(first);
    return Longest{last->step, layout_.position(solved.layer, static_cast<std::uint32_t>(least >> 32),
                                                static_cast<std::uint32_t>(least))};
  }

  OutcomePlanes load_planes(const SolvedLayer& solved) {
    return keeper_->load_outcomes(layout_.shape(solved.layer), solved.summary.files,
                                  sharing_.range(solved.layer), workers_);
  }

  /// layer_share(share) is how much of the layer is done when a share of the packing is.
  template <class LayerShare>
  PackTarget target(int layer, LayerShare layer_share) {
    PackTarget target;
    if (keeper_ != nullptr) target.create_blocks = keeper_->create_blocks();
    target.progress = [=, this](const Progress& packed) {
      report({"packing", packed.share, 0, layer}, layer_share(packed.share));
    };
    return target;
  }

  /// Shows the progress of a layer of which this share is done.
  void report(Progress progress, double layer_share) {
    if (!options_.progress) return;
    const double done = seconds_done_ + layer_share * work_.seconds(progress.layer);
    progress.share = std::min(done / work_.seconds(), 1.0);
    options_.progress(progress);
  }

  const Geometry& geometry_;
  const Options& options_;
  const Keeper* keeper_;  // null in memory
  Layout layout_;
  Sharing sharing_;
  Work work_;
  Workers workers_;
  double seconds_done_ = 0;  // of the layers that are done, as the work is estimated
};

}  // namespace

std::uint64_t signature_of(const Geometry& geometry, Metric metric, int threads,
                           const std::function<Value(Position)>& value) {
  const Layout layout(geometry);
  Workers workers(threads, {});
  std::vector<table::LayerEntry> layers;
  for (int layer = 0; layer <= geometry.cells(); ++layer)
    layers.push_back(pack_values(layout, layer, metric, value, workers, {}));
  return table::signature_of(layers);
}

Result solve_layers(const Geometry& geometry, const Options& options, const Keeper* keeper) {
  Alone alone;
  return Solver(geometry, options, options.peers != nullptr ? *options.peers : alone, keeper).solve();
}

}  // namespace quixo::solve
