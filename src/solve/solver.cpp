// SPDX-License-Identifier: MIT
#include "solve/solver.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <atomic>
#include <cmath>

#include "game/error.h"
#include "game/notation.h"
#include "solve/layer.h"
#include "solve/layer_file.h"
#include "solve/outcome.h"

namespace quixo::solve {
namespace {

std::uint64_t binomial(int n, int k) {
  std::uint64_t value = 1;
  for (int i = 1; i <= k; ++i)
    value = value * static_cast<std::uint64_t>(n - k + i) / static_cast<std::uint64_t>(i);
  return value;
}

/// U of a layer up to symmetry: by Burnside's lemma close to a group size'th of all, never fewer.
std::uint64_t stored_cubes(const Layout& layout, int n) { return layout.layer(n).size(); }

class Solver {
 public:
  Solver(const Geometry& geometry, const Options& options)
      : geometry_(geometry), options_(options), layout_(geometry), workers_(options.threads, options.stop) {
    if (options.directory) directory_.emplace(*options.directory, geometry, options.metric);
    for (int n = 0; n <= geometry.cells(); ++n) all_states_ += std::ldexp(stored_cubes(layout_, n), n);
  }

  Result solve() {
    for (int n = geometry_.cells(); n >= 0; --n) {
      std::optional<LayerSummary> summary = directory_ ? directory_->load(n) : std::nullopt;
      if (summary)
        open_finished(n, *summary);
      else
        summary = solve_layer(n);
      add(n, *summary);
      done_states_ += std::ldexp(stored_cubes(layout_, n), n);
    }
    result_.signature = XXH3_64bits(signature_.data(), signature_.size() * sizeof(std::uint64_t));
    return std::move(result_);
  }

 private:
  std::unique_ptr<LayerFrames> frames_for(int n, std::unique_ptr<Spool> spool,
                                          std::vector<FrameInfo> frames = {}) {
    const std::vector<Cells>& cubes = layout_.layer(n);
    return std::make_unique<LayerFrames>(
        cubes.size(), n, [this, &cubes](std::size_t u) { return layout_.orbit(cubes[u]); }, std::move(spool),
        std::move(frames));
  }

  /// A layer from an earlier run: only its frames are needed, and, for outcomes, its planes when the next
  /// layer is not there yet.
  void open_finished(int n, const LayerSummary& summary) {
    above_ = frames_for(n, directory_->open_layer(n), summary.frames);
    above_planes_ = {};
    planes_missing_ = true;
  }

  LayerSummary solve_layer(int n) {
    std::unique_ptr<LayerFrames> frames =
        frames_for(n, directory_ ? directory_->create_layer(n) : memory_spool());
    LayerSummary summary = options_.metric == Metric::outcome ? solve_outcome_layer(n, *frames)
                                                              : solve_distance_layer(n, *frames);
    summary.frames = frames->frames();
    summary.bytes = frames->bytes();
    if (directory_) directory_->finish(n, summary);
    above_ = std::move(frames);
    return summary;
  }

  LayerSummary solve_outcome_layer(int n, LayerFrames& frames) {
    if (planes_missing_) load_planes(n + 1);
    above_planes_ =
        solve_outcomes(layout_, n, std::move(above_planes_), workers_, [&](int sweep, double share) {
          report(n, sweep == 0 ? "start" : fmt::format("sweep {}", sweep), share);
        });
    const std::size_t words = cube::words_of(n);
    const auto save = [&](FrameKind kind, const char* what, auto&& produce) {
      frames.write(kind, 0, workers_, produce, [&](double share) { report(n, what, share); });
    };
    save(FrameKind::loss, "saving losses", [&](std::size_t u, int, Word* bitmap) {
      std::copy_n(above_planes_.loss[u], words, bitmap);
      return !cube::is_empty(bitmap, n);
    });
    save(FrameKind::win, "saving wins", [&](std::size_t u, int, Word* bitmap) {
      for (std::size_t i = 0; i < words; ++i) bitmap[i] = ~above_planes_.not_win[u][i] & cube::valid_bits(n);
      return !cube::is_empty(bitmap, n);
    });
    LayerSummary summary;
    const Counts not_win = count(n, above_planes_.not_win);
    const Counts loss = count(n, above_planes_.loss);
    for (int x = 0; x <= n; ++x) {
      const auto i = static_cast<std::size_t>(x);
      summary.census.classes[i][static_cast<std::size_t>(n - x)] = {class_size(n, x) - not_win[i], loss[i],
                                                                    not_win[i] - loss[i]};
    }
    return summary;
  }

  LayerSummary solve_distance_layer(int n, LayerFrames& frames) {
    const DistancePlanes planes = solve_distances(
        layout_, n, above_.get(), frames, workers_, options_.method, [&](const StepProgress& step) {
          report(n, fmt::format("step {}{}", step.step, step.sparse ? " (sparse)" : ""), step.share);
        });
    LayerSummary summary;
    const Counts not_win = count(n, planes.not_win);
    const Counts draws = count(n, planes.undecided);  // in the opponent's index
    OutcomeCounts over;                               // at distance 0: what the frames do not hold
    for (int x = 0; x <= n; ++x) {
      const auto own = static_cast<std::size_t>(x);
      const auto other = static_cast<std::size_t>(n - x);
      const std::uint64_t draw = draws[other];
      summary.census.classes[own][other] = {class_size(n, x) - not_win[own], not_win[own] - draw, draw};
      over += summary.census.classes[own][other];
    }
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
    return summary;
  }

  Position first_position(int n, const LayerFrames& frames, const FrameInfo& frame) {
    std::atomic<std::uint64_t> first = ~std::uint64_t{0};
    frames.read(frame, workers_, [&](std::size_t u, int, const Word* bitmap) {
      std::size_t word = 0;
      while (bitmap[word] == 0) ++word;
      const std::uint64_t here =
          std::uint64_t{u} << 32 | (word * 64 + static_cast<std::size_t>(std::countr_zero(bitmap[word])));
      for (std::uint64_t least = first; here < least && !first.compare_exchange_weak(least, here);) {
      }
    });
    return layout_.position(n, static_cast<std::uint32_t>(first >> 32), static_cast<std::uint32_t>(first));
  }

  void load_planes(int n) {
    above_planes_ = {Plane(layout_.layer(n).size(), n), Plane(layout_.layer(n).size(), n)};
    const std::size_t words = cube::words_of(n);
    workers_.run(layout_.layer(n).size(), [&](std::size_t u, int) {
      std::fill_n(above_planes_.not_win[u], words, cube::valid_bits(n));
    });
    if (const FrameInfo* losses = above_->find(FrameKind::loss, 0))
      above_->read(*losses, workers_, [&](std::size_t u, int, const Word* bitmap) {
        std::copy_n(bitmap, words, above_planes_.loss[u]);
      });
    if (const FrameInfo* wins = above_->find(FrameKind::win, 0))
      above_->read(*wins, workers_, [&](std::size_t u, int, const Word* bitmap) {
        for (std::size_t i = 0; i < words; ++i) above_planes_.not_win[u][i] &= ~bitmap[i];
      });
    planes_missing_ = false;
  }

  using Counts = std::array<std::uint64_t, cube::max_axes>;

  /// Positions set by the number of ones in their index, symmetric ones counted each.
  Counts count(int n, const Plane& plane) {
    const std::vector<Cells>& cubes = layout_.layer(n);
    std::vector<Counts> parts(static_cast<std::size_t>(workers_.size()));
    workers_.run(cubes.size(), [&](std::size_t u, int worker) {
      Counts ones{};
      cube::count_by_ones(plane[u], n, ones);
      const auto orbit = static_cast<std::uint64_t>(layout_.orbit(cubes[u]));
      Counts& part = parts[static_cast<std::size_t>(worker)];
      for (std::size_t i = 0; i < ones.size(); ++i) part[i] += orbit * ones[i];
    });
    Counts sum{};
    for (const Counts& part : parts)
      for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += part[i];
    return sum;
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
    result_.bytes += summary.bytes;
    signature_.push_back(static_cast<std::uint64_t>(n));
    for (const FrameInfo& frame : summary.frames)
      signature_.insert(signature_.end(),
                        {static_cast<std::uint64_t>(frame.kind), static_cast<std::uint64_t>(frame.step),
                         frame.positions, frame.hash});
    if (n > 0) return;
    const OutcomeCounts& empty = summary.census.classes[0][0];
    result_.empty_board.outcome = empty.win ? Outcome::win : empty.loss ? Outcome::loss : Outcome::draw;
    if (options_.metric == Metric::distance && !summary.frames.empty())
      result_.empty_board.distance = static_cast<std::uint16_t>(summary.frames.back().step);
  }

  void report(int n, const std::string& phase, double phase_share) {
    if (options_.progress) options_.progress({n, phase, phase_share, done_states_ / all_states_});
  }

  const Geometry& geometry_;
  const Options& options_;
  Layout layout_;
  Workers workers_;
  std::optional<Directory> directory_;
  std::unique_ptr<LayerFrames> above_;
  OutcomePlanes above_planes_;
  bool planes_missing_ = false;
  double all_states_ = 0;
  double done_states_ = 0;
  std::vector<std::uint64_t> signature_;
  Result result_;
};

}  // namespace

Result solve(const Geometry& geometry, const Options& options) { return Solver(geometry, options).solve(); }

}  // namespace quixo::solve
