// SPDX-License-Identifier: MIT
//
// Start: lines give the positions that are over; lost children with a cube more give wins. Then:
//   sweep   Once over all bitmaps, batch by batch. The candidates for a loss are open and have only won
//           children with a cube more; moves of own cubes then give wins and, among the candidates, losses. A
//           batch is computed from the planes as they are and only then written to them, so no thread ever
//           reads what another writes, yet news travels within the sweep. It decides nearly everything: in
//           layer 16 of 5x5 it leaves 20 candidates in 65,536, so these are listed.
//   rounds  Wins from the losses found last, then losses among the candidates, one by one, until there are
//           none. Wins read only losses and losses only wins.
//
// Bitmaps of children are combined by the opponent index (see Layout::axis_map) and flipped once per bitmap;
// the candidates are kept by that index, since nobody else reads them.
#include "solve/outcome.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>

#include "cube/kernel.h"
#include "solve/finished_bitmaps.h"
#include "solve/parents.h"

namespace quixo::solve {
namespace {

/// Memory of one thread.
struct Scratch : ParentScratch {
  explicit Scratch(int layer)
      : ParentScratch(layer),
        finished(layer),
        more(3, layer),
        own(more[0]),
        candidates(more[1]),
        dropped(more[2]) {}

  FinishedBitmaps finished;
  Plane more;
  OwnBitmap own;              ///< For what is found, before it is written.
  OpponentBitmap candidates;  ///< Could still be lost: open, not won, every child with a cube more is won.
  OpponentBitmap dropped;     ///< Candidates that were won.
  std::vector<Layout::Edge> edges;
};

/// The moves of one occupancy that take an own cube. Their axis maps are made when they are wanted: few
/// bitmaps are looked at twice.
class OwnMoves {
 public:
  OwnMoves(const Layout& layout, Cells occupancy, std::vector<Layout::Edge>& edges)
      : layout_(layout), occupancy_(occupancy), edges_(edges) {
    layout.own_edges(occupancy, edges);
  }

  std::size_t size() const { return edges_.size(); }
  const Layout::Edge& edge(std::size_t move) const { return edges_[move]; }
  void combine(std::size_t move, ConstOwnBitmap child, OpponentBitmap parents) const {
    solve::combine(layout_.axis_map(occupancy_, edges_[move]), child, parents);
  }

 private:
  const Layout& layout_;
  Cells occupancy_;
  const std::vector<Layout::Edge>& edges_;
};

class OutcomeSolver {
 public:
  OutcomeSolver(const Layout& layout, int layer, Workers& workers, const ShowProgress& progress)
      : layout_(layout),
        occupancies_(layout.occupancies(layer)),
        layer_(layer),
        words_(cube::words_of(layer)),
        workers_(workers),
        progress_(progress),
        scratch_(workers.size(), [&] { return Scratch(layer); }),
        candidates_(occupancies_.size()) {}

  OutcomePlanes solve(OutcomePlanes above, Plane& spare) {
    not_win_ = OwnPlane(reuse(std::move(spare)));
    start(above.loss);
    loss_ = OwnPlane(reuse(above.loss.release()));
    sweep(above.not_win);
    spare = above.not_win.release();
    settle();
    return {std::move(not_win_), std::move(loss_)};
  }

 private:
  Plane reuse(Plane old) const { return Plane::reuse(std::move(old), occupancies_.size(), layer_); }

  void start(const OwnPlane& loss_above) {
    in_batches(0, [&](std::size_t bitmap, int worker) {
      Scratch& scratch = scratch_[worker];
      const Cells occupancy = occupancies_[bitmap];
      clear(scratch.any_news, layer_);
      layout_.blank_edges(occupancy, scratch.edges);
      for (const Layout::Edge& edge : scratch.edges)
        combine(layout_.axis_map(occupancy, edge), loss_above[edge.child], scratch.any_news);
      flip(scratch.any_news, scratch.own, layer_);
      scratch.finished.fill(layout_, occupancy);
      const Word* over_win = scratch.finished.win.words();
      const Word* over_loss = scratch.finished.loss.words();
      const Word* lost_child = scratch.own.words();
      Word* not_win = not_win_[bitmap].words();
      for (std::size_t i = 0; i < words_; ++i)
        not_win[i] = ~(over_win[i] | (lost_child[i] & ~over_loss[i])) & cube::valid_bits(layer_);
    });
  }

  void sweep(const OwnPlane& not_win_above) {
    in_batches(1, [&](std::size_t bitmap, int worker) {
      fill_finished(layout_, occupancies_[bitmap], scratch_[worker].own.words(), loss_[bitmap].words());
    });
    const std::size_t per_batch = bitmaps_per_batch(layer_);
    std::vector<Changes> changes(per_batch);
    OwnPlane wins(per_batch, layer_);
    OwnPlane losses(per_batch, layer_);
    for (std::size_t first = 0; first < occupancies_.size(); first += per_batch) {
      const std::size_t count = std::min(per_batch, occupancies_.size() - first);
      workers_.run(count, [&](std::size_t i, int worker) {
        changes[i] = compute(first + i, not_win_above, wins[i], losses[i], scratch_[worker]);
      });
      workers_.run(count, [&](std::size_t i, int) {
        if (changes[i].win) remove(wins[i], not_win_[first + i], layer_);
        if (changes[i].loss) insert(losses[i], loss_[first + i], layer_);
      });
      show(1, first + count);
    }
  }

  struct Changes {
    bool win = false;
    bool loss = false;
  };

  /// What becomes decided in a bitmap. Lists the candidates that are left.
  Changes compute(std::size_t bitmap, const OwnPlane& not_win_above, OwnBitmap won, OwnBitmap lost,
                  Scratch& scratch) {
    const Cells occupancy = occupancies_[bitmap];
    bool losses_possible = find_candidates(bitmap, not_win_above, scratch);
    const bool any_candidates = losses_possible;
    layout_.own_edges(occupancy, scratch.edges);
    clear(scratch.any_news, layer_);
    clear(scratch.any_unwon, layer_);
    for (const Layout::Edge& edge : scratch.edges) {
      const cube::AxisMap map = layout_.axis_map(occupancy, edge);
      if (losses_possible)
        cube::combine2(map, loss_[edge.child].words(), scratch.any_news.words(), not_win_[edge.child].words(),
                       scratch.any_unwon.words());
      else
        combine(map, loss_[edge.child], scratch.any_news);
      losses_possible = losses_possible && !is_covered(scratch.candidates, scratch.any_unwon, layer_);
    }
    Changes changes;
    changes.win = keep_new_wins(bitmap, scratch.any_news, won);
    changes.loss = losses_possible;
    if (losses_possible) {
      copy(scratch.candidates, scratch.closed, layer_);
      remove(scratch.any_unwon, scratch.closed, layer_);
      flip(scratch.closed, lost, layer_);
      remove(scratch.closed, scratch.candidates, layer_);
    }
    if (any_candidates) {
      if (changes.win) {
        flip(won, scratch.dropped, layer_);
        remove(scratch.dropped, scratch.candidates, layer_);
      }
      std::vector<OpponentIndex>& listed = candidates_[bitmap];
      listed.reserve(count(scratch.candidates, layer_));
      for_each(scratch.candidates, layer_, [&](OpponentIndex index) { listed.push_back(index); });
    }
    return changes;
  }

  /// Returns whether there are any.
  bool find_candidates(std::size_t bitmap, const OwnPlane& not_win_above, Scratch& scratch) {
    const Word* not_win = not_win_[bitmap].words();
    const Word* loss = loss_[bitmap].words();
    for (std::size_t i = 0; i < words_; ++i) scratch.own.words()[i] = not_win[i] & ~loss[i];
    flip(scratch.own, scratch.candidates, layer_);
    clear(scratch.any_unwon, layer_);
    const Cells occupancy = occupancies_[bitmap];
    layout_.blank_edges(occupancy, scratch.edges);
    for (const Layout::Edge& edge : scratch.edges) {
      combine(layout_.axis_map(occupancy, edge), not_win_above[edge.child], scratch.any_unwon);
      if (is_covered(scratch.candidates, scratch.any_unwon, layer_)) return false;
    }
    remove(scratch.any_unwon, scratch.candidates, layer_);
    return !is_empty(scratch.candidates, layer_);
  }

  /// Writes to `won` those with a lost child that were not decided. Returns whether there are any.
  bool keep_new_wins(std::size_t bitmap, ConstOpponentBitmap with_lost_child, OwnBitmap won) {
    flip(with_lost_child, won, layer_);
    const Word* not_win = not_win_[bitmap].words();
    const Word* loss = loss_[bitmap].words();
    Word some = 0;
    for (std::size_t i = 0; i < words_; ++i) some |= won.words()[i] &= not_win[i] & ~loss[i];
    return some != 0;
  }

  void settle() {
    new_wins_ = new_losses_ = StateLists(layout_, layer_, workers_.size());
    for (int sweep = 2;; sweep += 2) {
      const bool first = sweep == 2;
      std::atomic<bool> won = false;
      std::atomic<bool> lost = false;
      new_wins_.clear();
      in_batches(sweep, [&](std::size_t bitmap, int worker) {
        if (first ? finish_sweep(bitmap, worker) : find_wins(bitmap, worker)) won = true;
      });
      if (!won && !first) return;
      new_losses_.clear();
      in_batches(sweep + 1, [&](std::size_t bitmap, int worker) {
        if (!candidates_[bitmap].empty() && find_losses(bitmap, worker, first)) lost = true;
      });
      if (!lost) return;
    }
  }

  /// The wins that the sweep missed: by losses of the same batch and of later ones.
  bool finish_sweep(std::size_t bitmap, int worker) {
    Scratch& scratch = scratch_[worker];
    const OwnMoves moves(layout_, occupancies_[bitmap], scratch.edges);
    clear(scratch.any_news, layer_);
    for (std::size_t move = 0; move < moves.size(); ++move) {
      const std::size_t child = moves.edge(move).child;
      if (child / bitmaps_per_batch(layer_) >= bitmap / bitmaps_per_batch(layer_))
        moves.combine(move, loss_[child], scratch.any_news);
    }
    return take_wins(bitmap, scratch);
  }

  /// Decides the positions of any_news as wins.
  bool take_wins(std::size_t bitmap, Scratch& scratch) {
    if (!keep_new_wins(bitmap, scratch.any_news, scratch.own)) return false;
    remove(scratch.own, not_win_[bitmap], layer_);
    return true;
  }

  /// By the losses of the last round.
  bool find_wins(std::size_t bitmap, int worker) {
    Scratch& scratch = scratch_[worker];
    const OwnMoves moves(layout_, occupancies_[bitmap], scratch.edges);
    Parents parents(layout_, occupancies_[bitmap], moves, scratch);
    const auto new_losses_of = [&](std::size_t) -> const StateLists& { return new_losses_; };
    if (parents.find_news(new_losses_of) == News::none) return false;
    const OwnBitmap not_win = not_win_[bitmap];
    const OwnBitmap loss = loss_[bitmap];
    const auto is_undecided = [&](OwnIndex index) {
      const bool undecided = not_win.test(index) && !loss.test(index);
      if (undecided) not_win.clear(index);  // so it is not found again by another move
      return undecided;
    };
    // Older losses of a child do no harm: their parents are decided.
    const auto losses_of = [&](std::size_t move) { return loss_[moves.edge(move).child]; };
    const bool combined = parents.find_with_news(new_losses_of, losses_of, not_win, is_undecided);
    if (combined && take_wins(bitmap, scratch)) {
      new_wins_.set_many(bitmap);
      return true;
    }
    if (!scratch.parents.empty()) new_wins_.add(bitmap, worker, scratch.parents);
    return !scratch.parents.empty();
  }

  /// Among the candidates with a child that was won in this round; at first among all.
  bool find_losses(std::size_t bitmap, int worker, bool first) {
    Scratch& scratch = scratch_[worker];
    const OwnMoves moves(layout_, occupancies_[bitmap], scratch.edges);
    Parents parents(layout_, occupancies_[bitmap], moves, scratch);
    const auto new_wins_of = [&](std::size_t) -> const StateLists& { return new_wins_; };
    const News news = first ? News::many : parents.find_news(new_wins_of);
    if (news == News::none) return false;
    std::vector<OpponentIndex>& candidates = candidates_[bitmap];
    keep_if(candidates, [&](OpponentIndex index) {  // others were decided since the last time
      return not_win_[bitmap].test(flipped(index, layer_)) && !loss_[bitmap].test(flipped(index, layer_));
    });
    clear(scratch.candidates, layer_);
    for (const OpponentIndex index : candidates) scratch.candidates.set(index);
    const Closed closed = parents.find_closed(
        news, new_wins_of, scratch.candidates, [&] { return candidates.size(); },
        [&](std::size_t move) { return not_win_[moves.edge(move).child]; });
    if (closed == Closed::bitmap) {
      scratch.closed_list.clear();
      for_each(scratch.closed, layer_, [&](OpponentIndex index) { scratch.closed_list.push_back(index); });
    }
    if (scratch.closed_list.empty()) return false;
    scratch.parents.clear();
    for (const OpponentIndex index : scratch.closed_list) {
      scratch.parents.push_back(flipped(index, layer_));
      loss_[bitmap].set(scratch.parents.back());
    }
    new_losses_.add(bitmap, worker, scratch.parents);
    return true;
  }

  void in_batches(int sweep, const Workers::Work& work) {
    for (std::size_t first = 0; first < occupancies_.size(); first += bitmaps_per_batch(layer_)) {
      const std::size_t count = std::min(bitmaps_per_batch(layer_), occupancies_.size() - first);
      workers_.run(count, [&](std::size_t i, int worker) { work(first + i, worker); });
      show(sweep, first + count);
    }
  }

  void show(int sweep, std::size_t done) const {
    if (!progress_) return;
    Progress progress{sweep == 0 ? "start" : fmt::format("sweep {}", sweep)};
    progress.phase_share = static_cast<double>(done) / static_cast<double>(occupancies_.size());
    progress.layer = layer_;
    progress.round = sweep;
    progress_(progress);
  }

  const Layout& layout_;
  const std::vector<Cells>& occupancies_;
  int layer_;
  std::size_t words_;
  Workers& workers_;
  const ShowProgress& progress_;
  PerWorker<Scratch> scratch_;

  OwnPlane not_win_;
  OwnPlane loss_;
  std::vector<std::vector<OpponentIndex>> candidates_;  // left by the sweep; some are decided since

  StateLists new_wins_;    // of this round
  StateLists new_losses_;  // of the last round
};

}  // namespace

OutcomePlanes solve_outcomes(const Layout& layout, int layer, OutcomePlanes above, Plane& spare,
                             Workers& workers, const ShowProgress& progress) {
  return OutcomeSolver(layout, layer, workers, progress).solve(std::move(above), spare);
}

}  // namespace quixo::solve
