// SPDX-License-Identifier: MIT
#include "solve/solver.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>

#include "game/notation.h"
#include "layout/counting.h"
#include "quixo/error.h"
#include "solve/distance.h"
#include "solve/layer.h"
#include "solve/layer_file.h"
#include "solve/outcome.h"
#include "solve/pack.h"
#include "solve/work.h"
#include "table/manifest.h"

namespace quixo::solve {
namespace {

std::unique_ptr<LayerFrames> frames_of(const Layout& layout, int n, std::unique_ptr<Spool> spool,
                                       std::vector<FrameInfo> frames = {}) {
  const std::vector<Cells>& cubes = layout.occupancies(n);
  return std::make_unique<LayerFrames>(
      cubes.size(), n, [&layout, &cubes](std::size_t u) { return layout.orbit_size(cubes[u]); },
      std::move(spool), std::move(frames));
}

/// The result of a table that is there with all its files, whatever version of the program made it. They are
/// only read: neither the lock is needed nor leave to write.
std::optional<Result> finished_result(const Geometry& geometry, const Options& options) {
  if (!options.directory) return std::nullopt;
  const std::filesystem::path& directory = *options.directory;
  const std::optional<table::Manifest> manifest =
      table::read_manifest(directory, geometry.rules(), options.metric);
  if (!manifest) return std::nullopt;
  const auto check = [&](int n, table::Part part) {
    const std::filesystem::path file = directory / table::file_name(n, part);
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored))
      throw Error(fmt::format("{} is missing: remove {} and solve again", file.string(), directory.string()));
    manifest->open(directory, n, part);
  };
  for (int n = 0; n <= geometry.cells(); ++n) {
    check(n, table::Part::outcomes);
    if (options.metric == Metric::distance) check(n, table::Part::distances);
  }
  remove_working_files(directory);  // the run that finished may have been killed before it could
  return Result{manifest->summary, manifest->bytes()};
}

class Solver {
 public:
  Solver(const Geometry& geometry, const Options& options)
      : geometry_(geometry),
        options_(options),
        layout_(geometry),
        work_(layout_, options.metric),
        workers_(options.threads, options.stop) {
    if (options.directory) directory_.emplace(*options.directory, geometry, options.metric);
  }

  Result solve() {
    // Before the directory was locked another run may have finished it.
    if (std::optional<Result> finished = finished_result(geometry_, options_)) return *std::move(finished);
    for (int n = geometry_.cells(); n >= 0; --n) {
      std::optional<LayerSummary> summary = directory_ ? directory_->load(n) : std::nullopt;
      if (summary)
        open_solved(n, *summary);
      else
        summary = solve_layer(n);
      if (!summary->packed) pack_frames(n, *summary);
      add(n, *summary);
      if (options_.layer_done && frames_) options_.layer_done(n, *frames_, workers_);
      seconds_done_ += work_.seconds(n);
    }
    std::ranges::reverse(layers_);
    result_.signature = table::signature_of(layers_);
    const table::Manifest manifest{geometry_.rules(), options_.metric, result_, layers_};
    result_.bytes = manifest.bytes();
    if (directory_) {
      table::write_manifest(directory_->path(), manifest);
      remove_working_files(directory_->path());
    }
    return std::move(result_);
  }

 private:
  /// A layer from an earlier run. Its values are unpacked when the next layer turns out to be missing.
  void open_solved(int n, const LayerSummary& summary) {
    planes_ = {};
    planes_missing_ = true;
    std::unique_ptr<Spool> spool = directory_->open_frames(n);
    frames_ = spool ? frames_of(layout_, n, std::move(spool), summary.frames) : nullptr;
  }

  PackTarget target(int n, double (Work::*done)(double) const) {
    PackTarget target;
    if (directory_) target.directory = directory_->path();
    target.progress = [=, this](double share) { report(n, "packing", share, (work_.*done)(share)); };
    return target;
  }

  LayerSummary solve_layer(int n) {
    if (planes_missing_) load_planes(n + 1);
    LayerSummary summary;
    if (options_.metric == Metric::outcome) {
      solve_outcomes_of(n, summary);
      summary.packed = true;
    } else {
      if (n < geometry_.cells() && !frames_) throw frames_missing(n + 1);
      LayerAbove above;
      if (frames_) above = {pending_wins(layout_, n + 1, planes_, workers_), frames_.get()};
      solve_outcomes_of(n, summary);
      solve_distances_of(n, std::move(above), summary);
    }
    if (directory_) directory_->save(n, summary);
    return summary;
  }

  void solve_outcomes_of(int n, LayerSummary& summary) {
    planes_ = solve_outcomes(layout_, n, std::move(planes_), workers_, [&](int sweep, double share) {
      if (sweep == 0)
        report(n, "start", share, work_.start(share));
      else
        report(n, fmt::format("sweep {}", sweep), share, work_.sweep(sweep, share));
    });
    summary.files.bitmaps = layout_.occupancies(n).size();
    summary.files.outcomes = pack_outcomes(layout_, n, planes_, workers_, target(n, &Work::pack_outcomes));
    const CountsByOwn not_win = count_by_own(layout_, n, planes_.not_win, workers_);
    const CountsByOwn loss = count_by_own(layout_, n, planes_.loss, workers_);
    for (int x = 0; x <= n; ++x) {
      const auto i = static_cast<std::size_t>(x);
      summary.census.classes[i][static_cast<std::size_t>(n - x)] = {class_size(n, x) - not_win[i], loss[i],
                                                                    not_win[i] - loss[i]};
    }
  }

  void solve_distances_of(int n, LayerAbove above, LayerSummary& summary) {
    planes_.spare = {};
    Pending pending = solve::pending(layout_, n, planes_, workers_);
    if (directory_) {  // they can be had again, and take memory
      planes_ = {};
      planes_missing_ = true;
    }
    std::unique_ptr<LayerFrames> solved =
        frames_of(layout_, n, directory_ ? directory_->create_frames(n) : memory_spool());
    const LayerFrames& frames = *solved;
    const int steps_above = above.frames != nullptr ? above.frames->last_step() : 0;
    if (!solve_distances(
            layout_, n, std::move(pending), std::move(above), *solved, workers_, [&](int step, double share) {
              report(n, fmt::format("step {}", step), share, work_.step(step, share, steps_above));
            }))
      throw Error(
          fmt::format("layer-{:02}.outcomes and layer-{:02}.frames{} contradict each other: remove the "
                      "directory and solve again",
                      n + 1, n + 1, directory_ ? " in " + directory_->path().string() : ""));
    OutcomeCounts over;  // at distance 0: what the frames do not hold
    for (int x = 0; x <= n; ++x)
      over += summary.census.classes[static_cast<std::size_t>(x)][static_cast<std::size_t>(n - x)];
    for (const FrameInfo& frame : frames.frames()) {
      OutcomeCounts& counts = summary.census.distances[frame.step];
      const bool win = frame.kind == FrameKind::win;
      (win ? counts.win : counts.loss) += frame.positions;
      (win ? over.win : over.loss) -= frame.positions;
      std::optional<Longest>& longest = win ? summary.win : summary.loss;
      if (!longest || frame.step > longest->distance) longest = Longest{frame.step, {}};
    }
    summary.census.distances[0] = {over.win, over.loss, 0};
    for (const auto kind : {FrameKind::loss, FrameKind::win}) {
      std::optional<Longest>& longest = kind == FrameKind::win ? summary.win : summary.loss;
      if (longest) longest->position = first_position(n, frames, *frames.find(kind, longest->distance));
    }
    summary.frames = frames.frames();
    summary.frame_bytes = frames.bytes();
    if (directory_) directory_->keep_frames(n);
    frames_ = std::move(solved);
  }

  /// The frames of a layer go into the table; those of the layer above have done their duty.
  void pack_frames(int n, LayerSummary& summary) {
    if (!frames_) throw frames_missing(n);
    summary.files.distance_bytes = distance_bytes(frames_->last_step());
    summary.files.distances =
        pack_distances(layout_, n, *frames_, workers_, target(n, &Work::pack_distances));
    summary.packed = true;
    if (!directory_) return;
    directory_->save(n, summary);
    directory_->remove_frames(n + 1);
  }

  Error frames_missing(int n) const {
    return Error(fmt::format("the frames of layer {} are missing in {}: remove the directory and solve again",
                             n, directory_->path().string()));
  }

  Position first_position(int n, const LayerFrames& frames, const FrameInfo& frame) {
    std::atomic<std::uint64_t> first = ~std::uint64_t{0};
    frames.read(frame, workers_, [&](std::size_t u, int, const States& states) {
      const std::uint64_t here = std::uint64_t{u} << 32 | states.first();
      for (std::uint64_t least = first; here < least && !first.compare_exchange_weak(least, here);) {
      }
    });
    return layout_.position(n, static_cast<std::uint32_t>(first >> 32), static_cast<std::uint32_t>(first));
  }

  void load_planes(int n) {
    const table::BlockFile file(directory_->path() / table::file_name(n, table::Part::outcomes),
                                {table::Part::outcomes, {n, layout_.occupancies(n).size()}, 0});
    planes_ = unpack_outcomes(file, workers_);
    planes_missing_ = false;
  }

  std::uint64_t class_size(int n, int x) const { return binomial(geometry_.cells(), n) * binomial(n, x); }

  void add(int n, const LayerSummary& summary) {
    for (std::size_t x = 0; x < summary.census.classes.size(); ++x)
      for (std::size_t o = 0; o < summary.census.classes.size(); ++o)
        result_.census.classes[x][o] += summary.census.classes[x][o];
    for (const auto& [distance, counts] : summary.census.distances)
      result_.census.distances[distance] += counts;
    const auto keep_longest = [](std::optional<Longest>& kept, const std::optional<Longest>& found) {
      if (found && (!kept || found->distance > kept->distance)) kept = found;
    };
    keep_longest(result_.win, summary.win);
    keep_longest(result_.loss, summary.loss);
    layers_.push_back(summary.files);
    if (n > 0) return;
    const OutcomeCounts& empty = summary.census.classes[0][0];
    result_.empty_board.outcome = empty.win ? Outcome::win : empty.loss ? Outcome::loss : Outcome::draw;
    if (options_.metric == Metric::distance && !summary.frames.empty())
      result_.empty_board.distance = static_cast<std::uint16_t>(summary.frames.back().step);
  }

  void report(int n, const std::string& phase, double phase_share, double layer_share) {
    if (!options_.progress) return;
    const double share = (seconds_done_ + layer_share * work_.seconds(n)) / work_.seconds();
    options_.progress({phase, phase_share, std::min(share, 1.0), n});
  }

  const Geometry& geometry_;
  const Options& options_;
  Layout layout_;
  Work work_;
  Workers workers_;
  std::optional<Directory> directory_;
  std::unique_ptr<LayerFrames>
      frames_;            // of the layer above the one that is being solved, when with distances
  OutcomePlanes planes_;  // likewise
  bool planes_missing_ = false;
  double seconds_done_ = 0;  // as the work is estimated
  std::vector<table::LayerEntry> layers_;
  Result result_;
};

}  // namespace

std::uint64_t signature_of(const Geometry& geometry, Metric metric, int threads,
                           const std::function<Value(Position)>& value) {
  const Layout layout(geometry);
  Workers workers(threads, {});
  std::vector<table::LayerEntry> layers;
  for (int n = 0; n <= geometry.cells(); ++n)
    layers.push_back(pack_values(layout, n, metric, value, workers, {}));
  return table::signature_of(layers);
}

Result solve(const Geometry& geometry, const Options& options) {
  if (std::optional<Result> finished = finished_result(geometry, options)) return *std::move(finished);
  return Solver(geometry, options).solve();
}

}  // namespace quixo::solve
