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
// Peers that share a layer each do this for their range of it. Copies of what they read of each other's are
// brought batch by batch (solve/guests.h), and may be older than what they are of: the sweep then decides
// less, and the first round, which looks at all such children again, the rest. The news of a round go to all
// who have parents of them.
//
// Bitmaps of children are combined by the opponent index (see Layout::axis_map) and flipped once per bitmap;
// the candidates are kept by that index, since nobody else reads them.
#include "solve/outcome.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <optional>

#include "cube/kernel.h"
#include "solve/audience.h"
#include "solve/batches.h"
#include "solve/elsewhere.h"
#include "solve/finished_bitmaps.h"
#include "solve/guests.h"
#include "solve/parents.h"
#include "solve/planned_moves.h"
#include "solve/questions.h"

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
};

/// Bitmaps of other peers that a batch reads: of the layer above, and of this one.
struct Wanted {
  std::vector<std::uint32_t> above;
  std::vector<std::uint32_t> here;
};

/// Of which layers there are such bitmaps, at any peer.
struct Reads {
  bool above = false;
  bool here = false;
};

class OutcomeSolver {
 public:
  OutcomeSolver(const Layout& layout, int layer, const LayerMoves& moves, Workers& workers,
                const Sharing& sharing, const ShowProgress& progress)
      : layout_(layout),
        occupancies_(layout.occupancies(layer)),
        layer_(layer),
        moves_(moves),
        words_(cube::words_of(layer)),
        workers_(workers),
        peers_(sharing.peers()),
        // The same at all peers.
        per_batch_(bitmaps_per_batch(
            layer, static_cast<int>(peers_.greatest(static_cast<std::uint64_t>(workers.size()))))),
        partition_(sharing.partition(layer)),
        range_(sharing.range(layer)),
        progress_(progress),
        scratch_(workers.size(), [&] { return Scratch(layer); }),
        elsewhere_(layout, layer, moves, sharing),
        guests_(sharing, layout.shape(layer), Plane::bytes_for(range_.size(), layer)),
        candidates_(range_.size()),
        questions_({&partition_}, peers_, workers.size()) {
    if (layer == layout.cells()) return;
    range_above_ = sharing.range(layer + 1);
    guests_above_.emplace(sharing, layout.shape(layer + 1), Plane::bytes_for(range_above_.size(), layer + 1));
  }

  OutcomePlanes solve(OutcomePlanes above, Plane& spare) {
    not_win_ = OwnPlane(reuse(std::move(spare)), range_.begin);
    start(above.loss);
    loss_ = OwnPlane(reuse(above.loss.release()), range_.begin);
    sweep(above.not_win);
    spare = above.not_win.release();
    guests_above_.reset();
    settle();
    return {std::move(not_win_), std::move(loss_)};
  }

 private:
  Plane reuse(Plane old) const { return Plane::reuse(std::move(old), range_.size(), layer_); }

  /// A plane of the layer above, or of this one: the planes that are open are numbered.
  SharedPlane shared_above(const OwnPlane& plane) const { return {plane, range_above_, *guests_above_, 0}; }
  SharedPlane shared(const OwnPlane& plane, std::size_t number) const {
    return {plane, range_, guests_, number};
  }

  void start(const OwnPlane& loss_above) {
    if (guests_above_) guests_above_->open({&loss_above});
    const auto want = [&](std::size_t bitmap, Wanted& wanted) {
      if (guests_above_) elsewhere_.append_above(bitmap, wanted.above);
    };
    in_batches(0, {.above = true}, want, [&](std::size_t bitmap, int worker) {
      Scratch& scratch = scratch_[worker];
      const Cells occupancy = occupancies_[bitmap];
      clear(scratch.any_news, layer_);
      const PlannedMoves moves = moves_[bitmap].blank_moves();
      for (std::size_t move = 0; move < moves.size(); ++move)
        moves.combine(move, shared_above(loss_above)[moves.edge(move).child], scratch.any_news);
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
    workers_.run(range_.size(), [&](std::size_t i, int worker) {
      const std::size_t bitmap = range_.begin + i;
      fill_finished(layout_, occupancies_[bitmap], scratch_[worker].own.words(), loss_[bitmap].words());
    });
    if (guests_above_) guests_above_->open({&not_win_above});
    guests_.open({&loss_, &not_win_});
    std::vector<Changes> changes(per_batch_);
    OwnPlane wins(per_batch_, layer_);
    OwnPlane losses(per_batch_, layer_);
    const auto in_batch = [&](std::size_t bitmap) { return (bitmap - range_.begin) % per_batch_; };
    const auto want = [&](std::size_t bitmap, Wanted& wanted) {
      if (guests_above_) elsewhere_.append_above(bitmap, wanted.above);
      elsewhere_.append(bitmap, wanted.here);
    };
    in_batches(
        1, {.above = true, .here = true}, want,
        [&](std::size_t bitmap, int worker) {
          const std::size_t i = in_batch(bitmap);
          changes[i] = compute(bitmap, not_win_above, wins[i], losses[i], scratch_[worker]);
        },
        [&](std::size_t bitmap, int) {
          const std::size_t i = in_batch(bitmap);
          if (changes[i].win) remove(wins[i], not_win_[bitmap], layer_);
          if (changes[i].loss) insert(losses[i], loss_[bitmap], layer_);
        });
  }

  struct Changes {
    bool win = false;
    bool loss = false;
  };

  /// What becomes decided in a bitmap. Lists the candidates that are left.
  Changes compute(std::size_t bitmap, const OwnPlane& not_win_above, OwnBitmap won, OwnBitmap lost,
                  Scratch& scratch) {
    bool losses_possible = find_candidates(bitmap, not_win_above, scratch);
    const bool any_candidates = losses_possible;
    const PlannedMoves moves = moves_[bitmap].own_moves();
    const SharedPlane loss = shared(loss_, 0);
    const SharedPlane not_win = shared(not_win_, 1);
    clear(scratch.any_news, layer_);
    clear(scratch.any_unwon, layer_);
    for (std::size_t move = 0; move < moves.size(); ++move) {
      const std::uint32_t child = moves.edge(move).child;
      moves.combine(move, loss[child], scratch.any_news);
      if (losses_possible) moves.combine(move, not_win[child], scratch.any_unwon);
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
      std::vector<OpponentIndex>& listed = candidates_of(bitmap);
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
    const PlannedMoves moves = moves_[bitmap].blank_moves();
    for (std::size_t move = 0; move < moves.size(); ++move) {
      moves.combine(move, shared_above(not_win_above)[moves.edge(move).child], scratch.any_unwon);
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
    const Audience audience(partition_, peers_,
                            peers_.is_alone() ? std::vector<std::uint32_t>() : elsewhere_.all());
    for (int sweep = 2;; sweep += 2) {
      const bool first = sweep == 2;
      std::atomic<bool> won = false;
      std::atomic<bool> lost = false;
      new_wins_.clear();
      guests_.open({&loss_});
      in_batches(
          sweep, {.here = peers_.any(first || new_losses_.has_many())},
          [&](std::size_t bitmap, Wanted& wanted) {
            elsewhere_.append_if(bitmap, wanted.here,
                                 [&](std::uint32_t child) { return first || new_losses_.many(child); });
          },
          [&](std::size_t bitmap, int worker) {
            if (first ? finish_sweep(bitmap, worker) : find_wins(bitmap, worker)) won = true;
          });
      if (!peers_.any(won) && !first) return;
      audience.share(new_wins_);
      new_losses_.clear();
      guests_.open({&not_win_});
      in_batches(
          sweep + 1, {.here = peers_.any(first || new_wins_.has_many())},
          [&](std::size_t bitmap, Wanted& wanted) {
            if (candidates_of(bitmap).empty()) return;
            const auto has_many = [&](std::uint32_t child) { return new_wins_.many(child); };
            if (first || elsewhere_.any_child(bitmap, has_many)) elsewhere_.append(bitmap, wanted.here);
          },
          [&](std::size_t bitmap, int worker) {
            if (!candidates_of(bitmap).empty() && find_losses(bitmap, worker, first)) lost = true;
          });
      questions_.answer(
          workers_,
          [&](std::size_t, std::size_t bitmap, OwnIndex index) { return not_win_[bitmap].test(index); },
          [&](int worker, std::size_t bitmap, std::span<const OpponentIndex> closed) {
            take_losses(bitmap, worker, closed);
            lost = true;
          });
      if (!peers_.any(lost)) return;
      audience.share(new_losses_);
    }
  }

  /// The wins that the sweep missed: by losses of the same batch and of later ones, and of other peers.
  bool finish_sweep(std::size_t bitmap, int worker) {
    Scratch& scratch = scratch_[worker];
    const PlannedMoves moves = moves_[bitmap].own_moves();
    const SharedPlane loss = shared(loss_, 0);
    const auto batch_of = [&](std::size_t each) { return (each - range_.begin) / per_batch_; };
    clear(scratch.any_news, layer_);
    for (std::size_t move = 0; move < moves.size(); ++move) {
      const std::size_t child = moves.edge(move).child;
      if (!range_.holds(child) || batch_of(child) >= batch_of(bitmap))
        moves.combine(move, loss[child], scratch.any_news);
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
    const PlannedMoves moves = moves_[bitmap].own_moves();
    Parents parents(layout_, layer_, occupancies_[bitmap], moves, scratch);
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
    const auto losses_of = [&](std::size_t move) { return shared(loss_, 0)[moves.edge(move).child]; };
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
    const PlannedMoves moves = moves_[bitmap].own_moves();
    Parents parents(layout_, layer_, occupancies_[bitmap], moves, scratch);
    const auto new_wins_of = [&](std::size_t) -> const StateLists& { return new_wins_; };
    const News news = first ? News::many : parents.find_news(new_wins_of);
    if (news == News::none) return false;
    std::vector<OpponentIndex>& candidates = candidates_of(bitmap);
    keep_if(candidates, [&](OpponentIndex index) {  // others were decided since the last time
      return not_win_[bitmap].test(flipped(index, layer_)) && !loss_[bitmap].test(flipped(index, layer_));
    });
    clear(scratch.candidates, layer_);
    for (const OpponentIndex index : candidates) scratch.candidates.set(index);
    // What other peers have of the children is asked for where the news are few, else it has been brought.
    const bool asks = news == News::few && !peers_.is_alone();
    const Closed closed = parents.find_closed(
        news, new_wins_of, scratch.candidates, [&] { return candidates.size(); },
        [&](std::size_t move) {
          const std::size_t child = moves.edge(move).child;
          return asks && !range_.holds(child) ? ConstOwnBitmap() : shared(not_win_, 0)[child];
        });
    if (closed == Closed::bitmap) {
      scratch.closed_list.clear();
      for_each(scratch.closed, layer_, [&](OpponentIndex index) { scratch.closed_list.push_back(index); });
    }
    if (scratch.closed_list.empty()) return false;
    if (asks) {
      questions_.ask(worker, bitmap, scratch.closed_list, moves, parents, [&](std::size_t move) {
        return range_.holds(moves.edge(move).child) ? std::nullopt : std::optional<std::size_t>(0);
      });
      return false;
    }
    take_losses(bitmap, worker, scratch.closed_list);
    return true;
  }

  void take_losses(std::size_t bitmap, int worker, std::span<const OpponentIndex> closed) {
    List<OwnIndex>& losses = scratch_[worker].parents;
    losses.clear();
    for (const OpponentIndex index : closed) {
      losses.push_back(flipped(index, layer_));
      loss_[bitmap].set(losses.back());
    }
    new_losses_.add(bitmap, worker, losses);
  }

  std::vector<OpponentIndex>& candidates_of(std::size_t bitmap) { return candidates_[bitmap - range_.begin]; }

  /// Calls work(bitmap, worker) and write(bitmap, worker) for the bitmaps of this peer, batch by batch.
  /// Before that want(bitmap, wanted) says what a bitmap reads of other peers.
  template <class Want>
  void in_batches(int sweep, Reads reads, const Want& want, const Workers::Work& work,
                  const Workers::Work& write = {}) {
    const auto bring = [&](BitmapRange bitmaps) {
      Wanted wanted;
      for (std::size_t bitmap = bitmaps.begin; bitmap < bitmaps.end; ++bitmap) want(bitmap, wanted);
      if (reads.above && guests_above_) guests_above_->fetch(std::move(wanted.above));
      if (reads.here) guests_.fetch(std::move(wanted.here));
    };
    const auto run = [&](BitmapRange bitmaps, const Workers::Work& each) {
      workers_.run(bitmaps.size(), [&](std::size_t i, int worker) { each(bitmaps.begin + i, worker); });
    };
    solve::in_batches(
        partition_, peers_, per_batch_, reads.above || reads.here, bring,
        [&](BitmapRange bitmaps) { run(bitmaps, work); },
        [&](BitmapRange bitmaps) {
          if (write) run(bitmaps, write);
          show(sweep, bitmaps.end - range_.begin);
        });
  }

  void show(int sweep, std::size_t done) const {
    if (!progress_) return;
    Progress progress{sweep == 0 ? "start" : fmt::format("sweep {}", sweep)};
    progress.phase_share =
        range_.size() == 0 ? 1 : static_cast<double>(done) / static_cast<double>(range_.size());
    progress.layer = layer_;
    progress.round = sweep;
    progress_(progress);
  }

  const Layout& layout_;
  const std::vector<Cells>& occupancies_;
  int layer_;
  const LayerMoves& moves_;
  std::size_t words_;
  Workers& workers_;
  Peers& peers_;
  std::size_t per_batch_;  // bitmaps
  const Partition& partition_;
  BitmapRange range_;  // of this peer
  BitmapRange range_above_;
  const ShowProgress& progress_;
  PerWorker<Scratch> scratch_;

  Elsewhere elsewhere_;
  Guests guests_;
  std::optional<Guests> guests_above_;  // as long as they are wanted

  OwnPlane not_win_;
  OwnPlane loss_;
  // By bitmap of the range, left by the sweep; some are decided since.
  std::vector<std::vector<OpponentIndex>> candidates_;
  Questions questions_;  // about children that are not won

  StateLists new_wins_;    // of this round
  StateLists new_losses_;  // of the last round
};

}  // namespace

OutcomePlanes solve_outcomes(const Layout& layout, int layer, const LayerMoves& moves, OutcomePlanes above,
                             Plane& spare, Workers& workers, const Sharing& sharing,
                             const ShowProgress& progress) {
  return OutcomeSolver(layout, layer, moves, workers, sharing, progress).solve(std::move(above), spare);
}

}  // namespace quixo::solve
