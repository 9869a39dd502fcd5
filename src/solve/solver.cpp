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

double stored_states(const Layout& layout, int n) {
  return std::ldexp(static_cast<double>(layout.layer(n).size()), n);
}

/// What a layer adds to the signature.
void sign(int n, const std::vector<FrameInfo>& frames, std::vector<std::uint64_t>& signature) {
  signature.push_back(static_cast<std::uint64_t>(n));
  for (const FrameInfo& frame : frames)
    signature.insert(signature.end(), {static_cast<std::uint64_t>(frame.kind),
                                       static_cast<std::uint64_t>(frame.step), frame.positions, frame.hash});
}

std::uint64_t hash_of(const std::vector<std::uint64_t>& signature) {
  return XXH3_64bits(signature.data(), signature.size() * sizeof(std::uint64_t));
}

std::unique_ptr<LayerFrames> frames_of(const Layout& layout, int n, std::unique_ptr<Spool> spool,
                                       std::vector<FrameInfo> frames = {}) {
  const std::vector<Cells>& cubes = layout.layer(n);
  return std::make_unique<LayerFrames>(
      cubes.size(), n, [&layout, &cubes](std::size_t u) { return layout.orbit(cubes[u]); }, std::move(spool),
      std::move(frames));
}

class Solver {
 public:
  Solver(const Geometry& geometry, const Options& options)
      : geometry_(geometry), options_(options), layout_(geometry), workers_(options.threads, options.stop) {
    if (options.directory) directory_.emplace(*options.directory, geometry, options.metric);
    for (int n = 0; n <= geometry.cells(); ++n) all_states_ += stored_states(layout_, n);
  }

  Result solve() {
    for (int n = geometry_.cells(); n >= 0; --n) {
      std::optional<LayerSummary> summary = directory_ ? directory_->load(n) : std::nullopt;
      if (summary)
        open_finished(n, *summary);
      else
        summary = solve_layer(n);
      add(n, *summary);
      if (options_.layer_done) options_.layer_done(n, *above_, workers_);
      done_states_ += stored_states(layout_, n);
    }
    result_.signature = hash_of(signature_);
    return std::move(result_);
  }

 private:
  /// A layer from an earlier run: only its frames are needed, and, for outcomes, its planes when the next
  /// layer is not there yet.
  void open_finished(int n, const LayerSummary& summary) {
    above_ = frames_of(layout_, n, directory_->open_layer(n), summary.frames);
    above_planes_ = {};
    planes_missing_ = true;
  }

  LayerSummary solve_layer(int n) {
    std::unique_ptr<LayerFrames> frames =
        frames_of(layout_, n, directory_ ? directory_->create_layer(n) : memory_spool());
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
    sign(n, summary.frames, signature_);
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

Needs needs(const Geometry& geometry, const Options& options) {
  // Coded sizes measured on 5x5, in bits per stored state, with room to spare.
  constexpr double outcome_bits = 0.6;
  constexpr double distance_bits = 2.6;
  const bool distances = options.metric == Metric::distance;
  const double coded_bits = distances ? distance_bits : outcome_bits;
  const Layout layout(geometry);
  double memory = 0;
  double disk = 0;
  for (int n = 0; n <= geometry.cells(); ++n) {
    const double plane = stored_states(layout, n) / 8;
    const double above = n < geometry.cells() ? stored_states(layout, n + 1) / 8 : 0;
    const double planes = distances ? 3 * plane + 2 * above : std::max(2 * plane + 2 * above, 3 * plane);
    const double frames = options.directory ? 0 : (plane + above) * coded_bits;
    // Per cube: flags and stamps. Per thread: scratch.
    const double small = 32.0 * static_cast<double>(layout.layer(n).size()) +
                         16.0 * options.threads * static_cast<double>(cube::words_of(n) * sizeof(Word));
    memory = std::max(memory, planes + frames + small);
    disk += plane * coded_bits;
  }
  constexpr double program = 160e6;  // tables of the layout, staging, the program itself
  constexpr double summaries = 10e6;
  return {static_cast<std::uint64_t>(memory + program),
          options.directory ? static_cast<std::uint64_t>(disk + summaries) : 0};
}

std::uint64_t signature_of(const Geometry& geometry, Metric metric, int threads,
                           const std::function<Value(Position)>& value) {
  const Layout layout(geometry);
  Workers workers(threads, {});
  std::vector<std::uint64_t> signature;
  for (int n = geometry.cells(); n >= 0; --n) {
    const std::size_t cubes = layout.layer(n).size();
    std::vector<Value> values(cubes << n);
    workers.run(cubes, [&](std::size_t u, int) {
      for (std::uint32_t bit = 0; bit < 1U << n; ++bit)
        values[u << n | bit] = value(layout.position(n, static_cast<std::uint32_t>(u), bit));
    });
    int last = 0;
    for (const Value& each : values) last = std::max<int>(last, each.distance);
    const std::unique_ptr<LayerFrames> frames = frames_of(layout, n, memory_spool());
    // Outcomes are one frame a kind; distances leave out what is over.
    const bool outcome = metric == Metric::outcome;
    for (int step = outcome ? 0 : 1; step <= (outcome ? 0 : last); ++step)
      for (const auto kind : {FrameKind::loss, FrameKind::win}) {
        const Outcome wanted = kind == FrameKind::win ? Outcome::win : Outcome::loss;
        frames->write(kind, step, workers, [&](std::size_t u, int, Word* bitmap) {
          std::fill_n(bitmap, cube::words_of(n), 0);
          for (std::uint32_t bit = 0; bit < 1U << n; ++bit) {
            const Value& each = values[u << n | bit];
            if (each.outcome == wanted && (outcome || each.distance == step))
              bitmap[bit / 64] |= Word{1} << bit % 64;
          }
          return !cube::is_empty(bitmap, n);
        });
      }
    sign(n, frames->frames(), signature);
  }
  return hash_of(signature);
}

Result solve(const Geometry& geometry, const Options& options) { return Solver(geometry, options).solve(); }

}  // namespace quixo::solve
