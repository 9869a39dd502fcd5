// SPDX-License-Identifier: MIT
//
// A step has two phases. A pending loss is lost now if no child is a pending win: since it is known to be
// lost in the end, all its children are won some day. A pending win is won now if a child was lost at exactly
// the step before. Losses come first: they read pending wins and write pending losses. Then wins read the
// losses of the step before and write pending wins. So within a phase no thread reads what another writes.
//
// The first dozen steps decide almost everything, a hundred more decide ever less. So positions are taken one
// by one wherever they are few (solve/parents.h): the pending losses of a bitmap, the wins and losses of a
// child in the step before. When the news of all children of a bitmap are few, only the parents of these are
// looked at.
#include "solve/distance.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "cube/kernel.h"
#include "quixo/error.h"
#include "quixo/value.h"
#include "solve/finished_bitmaps.h"
#include "solve/parents.h"

namespace quixo::solve {
namespace {

/// What a step needs to know of a layer: this one, or the one above.
struct Side {
  CountedPlane<OwnIndex> pending_wins;
  StateLists new_wins;    ///< Won at exactly the step before.
  StateLists new_losses;  ///< Lost at exactly the step before.
  OwnPlane many_losses;   ///< The same, where they are many.
};

/// The moves of an occupancy. All are found before the first step, since every step uses them again.
class PlannedMoves {
 public:
  PlannedMoves() = default;
  PlannedMoves(const Layout& layout, Cells occupancy, std::span<const Layout::Edge> blank_edges,
               std::span<const Layout::Edge> own_edges)
      : blanks_(blank_edges.size()) {
    edges_.reserve(blank_edges.size() + own_edges.size());
    edges_.assign(blank_edges.begin(), blank_edges.end());
    edges_.insert(edges_.end(), own_edges.begin(), own_edges.end());
    plans_.reserve(edges_.size());
    for (const Layout::Edge& edge : edges_)
      plans_.push_back(cube::make_plan(layout.axis_map(occupancy, edge)));
  }

  std::size_t size() const { return edges_.size(); }
  const Layout::Edge& edge(std::size_t move) const { return edges_[move]; }
  void combine(std::size_t move, ConstOwnBitmap child, OpponentBitmap parents) const {
    solve::combine(plans_[move], child, parents);
  }
  /// Whether the child is in the layer above: so are those of the first moves.
  bool takes_blank(std::size_t move) const { return move < blanks_; }

 private:
  std::vector<Layout::Edge> edges_;
  std::size_t blanks_ = 0;
  std::vector<cube::Plan> plans_;  // apart, since the steps that go position by position do not want them
};

class DistanceSolver {
 public:
  DistanceSolver(const Layout& layout, int layer, Pending pending, LayerAbove above, LayerFrames& frames,
                 Workers& workers, const ShowProgress& progress)
      : layout_(layout),
        occupancies_(layout.occupancies(layer)),
        layer_(layer),
        words_(cube::words_of(layer)),
        above_frames_(above.frames),
        frames_(frames),
        workers_(workers),
        progress_(progress),
        scratch_(workers.size(), [&] { return ParentScratch(layer); }),
        pending_losses_(std::move(pending.losses)) {
    start(own_, layer, std::move(pending.wins));
    if (above_frames_) start(above_, layer + 1, std::move(above.pending_wins));
    find_moves();
  }

  bool solve() {
    for (int step = 1; step == 1 || goes_on(step); ++step) {
      if (step >= unknown_distance)
        throw Error(fmt::format("a distance in the layer of {} cubes exceeds 16 bits", layer_));
      if (step > 1) play_back_wins(step - 1);
      first_step_ = step == 1;
      const bool wins = first_step_ || has_news(FrameKind::loss, step - 1);
      if (first_step_ || has_news(FrameKind::win, step - 1)) find_all_losses(step, wins);
      own_.new_wins.clear();
      if (wins) {
        if (!first_step_) play_back_losses(step - 1);
        write_frame(FrameKind::win, step,
                    [&](std::size_t bitmap, int worker, States& found) { find_wins(bitmap, worker, found); });
      }
    }
    return own_.pending_wins.is_empty() && pending_losses_.is_empty();
  }

 private:
  /// Step 0: the positions that are over.
  void start(Side& side, int layer, CountedPlane<OwnIndex> pending_wins) const {
    const std::vector<Cells>& occupancies = layout_.occupancies(layer);
    side.pending_wins = std::move(pending_wins);
    side.new_wins = side.new_losses = StateLists(layout_, layer, workers_.size());
    side.many_losses = OwnPlane(occupancies.size(), layer);
    PerWorker<OwnPlane> ignored_wins(workers_.size(), [&] { return OwnPlane(1, layer); });
    workers_.run(occupancies.size(), [&](std::size_t bitmap, int worker) {
      const OwnBitmap losses = side.many_losses[bitmap];
      fill_finished(layout_, occupancies[bitmap], ignored_wins[worker][0].words(), losses.words());
      if (!is_empty(losses, layer)) side.new_losses.set_many(bitmap);
    });
  }

  void find_moves() {
    struct Edges {
      std::vector<Layout::Edge> blank;
      std::vector<Layout::Edge> own;
    };
    PerWorker<Edges> edges_of(workers_.size());
    moves_.resize(occupancies_.size());
    workers_.run(occupancies_.size(), [&](std::size_t bitmap, int worker) {
      Edges& edges = edges_of[worker];
      const Cells occupancy = occupancies_[bitmap];
      if (above_frames_) layout_.blank_edges(occupancy, edges.blank);
      layout_.own_edges(occupancy, edges.own);
      moves_[bitmap] = PlannedMoves(layout_, occupancy, edges.blank, edges.own);
    });
  }

  /// The losses of the step before are wanted until the wins of this step are found. When these come as well,
  /// which the first steps alone have seen, the frame keeps the losses of this step until then.
  void find_all_losses(int step, bool wins_follow) {
    if (!wins_follow) own_.new_losses.clear();
    write_frame(FrameKind::loss, step, [&](std::size_t bitmap, int worker, States& found) {
      find_losses(bitmap, worker, found);
      if (!wins_follow && found.count() > 0) take_new_losses(own_, bitmap, worker, found);
    });
    own_losses_step_ = wins_follow ? 0 : step;
  }

  /// Something was decided at the step before, here or above, or will be above.
  bool goes_on(int step) const {
    return frames_.last_step() >= step - 1 || (above_frames_ && above_frames_->last_step() >= step - 1);
  }

  bool has_news(FrameKind kind, int step) const {
    return frames_.find(kind, step) || (above_frames_ && above_frames_->find(kind, step));
  }

  /// Brings the wins of the layer above to the given step.
  void play_back_wins(int step) {
    if (!above_frames_) return;
    above_.new_wins.clear();
    if (const FrameInfo* frame = above_frames_->find(FrameKind::win, step))
      above_frames_->read(*frame, workers_, [&](std::size_t bitmap, int worker, const States& wins) {
        decide_wins(above_, bitmap, worker, wins);
      });
  }

  /// Brings the losses of both layers to the given step.
  void play_back_losses(int step) {
    const auto play_back = [&](const LayerFrames& frames, Side& side) {
      side.new_losses.clear();
      if (const FrameInfo* frame = frames.find(FrameKind::loss, step))
        frames.read(*frame, workers_, [&](std::size_t bitmap, int worker, const States& losses) {
          take_new_losses(side, bitmap, worker, losses);
        });
    };
    if (own_losses_step_ != step) play_back(frames_, own_);
    if (above_frames_) play_back(*above_frames_, above_);
  }

  static void take_new_losses(Side& side, std::size_t bitmap, int worker, const States& losses) {
    if (!side.new_losses.add(bitmap, worker, losses)) losses.copy_to(side.many_losses[bitmap]);
  }

  static void decide_wins(Side& side, std::size_t bitmap, int worker, const States& wins) {
    side.pending_wins.take(bitmap, wins.count(), [&](OwnBitmap pending) { wins.remove_from(pending); });
    side.new_wins.add(bitmap, worker, wins);
  }

  void write_frame(FrameKind kind, int step, const LayerFrames::Produce& find) {
    frames_.write(kind, step, workers_, find, [&](const Progress& frame) {
      if (!progress_) return;
      Progress progress{fmt::format("step {}", step)};
      progress.phase_share = (frame.share + (kind == FrameKind::win ? 1 : 0)) / 2;
      progress.layer = layer_;
      progress.round = step;
      progress_(progress);
    });
  }

  /// Where the child of a move is.
  const Side& side(const PlannedMoves& moves, std::size_t move) const {
    return moves.takes_blank(move) ? above_ : own_;
  }

  /// Ahead of the search for news of a kind in the children of a bitmap.
  void prefetch_news(std::size_t bitmap, StateLists Side::*kind) const {
    if (bitmap >= moves_.size()) return;
    const PlannedMoves& moves = moves_[bitmap];
    for (std::size_t move = 0; move < moves.size(); ++move)
      (side(moves, move).*kind).prefetch_place(moves.edge(move).child);
  }

  void find_losses(std::size_t bitmap, int worker, States& found) {
    if (pending_losses_.count(bitmap) == 0) return;
    ParentScratch& scratch = scratch_[worker];
    const PlannedMoves& moves = moves_[bitmap];
    Parents parents(layout_, occupancies_[bitmap], moves, scratch);
    const auto new_wins_of = [&](std::size_t move) -> const StateLists& {
      return side(moves, move).new_wins;
    };
    const News news = first_step_ ? News::many : parents.find_news(new_wins_of);
    if (!first_step_) prefetch_news(bitmap + 1, &Side::new_wins);
    if (news == News::none) return;
    const auto pending_wins_of = [&](std::size_t move) {
      const CountedPlane<OwnIndex>& pending = side(moves, move).pending_wins;
      const std::uint32_t child = moves.edge(move).child;
      return pending.count(child) != 0 ? pending[child] : ConstOwnBitmap();
    };
    const Closed closed = parents.find_closed(
        news, new_wins_of, pending_losses_[bitmap], [&] { return pending_losses_.count(bitmap); },
        pending_wins_of);
    if (closed == Closed::listed)
      decide_losses(bitmap, scratch.closed_list, found);
    else
      decide_losses(bitmap, scratch.closed, found);
  }

  /// These are ascending, so they descend by the other index.
  void decide_losses(std::size_t bitmap, const std::vector<OpponentIndex>& losses, States& found) {
    if (losses.empty()) return;
    pending_losses_.take(bitmap, losses.size(), [&](OpponentBitmap pending) {
      for (const OpponentIndex index : losses) pending.clear(index);
    });
    found.set_list([&](std::vector<OwnIndex>& list) {
      // Backwards, for the list to ascend: flipping turns the order round.
      std::transform(losses.rbegin(), losses.rend(), std::back_inserter(list),
                     [&](OpponentIndex index) { return flipped(index, layer_); });
    });
  }

  void decide_losses(std::size_t bitmap, ConstOpponentBitmap losses, States& found) {
    found.set_bitmap([&](OwnBitmap own) { flip(losses, own, layer_); });
    pending_losses_.take(bitmap, found.count(),
                         [&](OpponentBitmap pending) { remove(losses, pending, layer_); });
  }

  void find_wins(std::size_t bitmap, int worker, States& found) {
    if (own_.pending_wins.count(bitmap) == 0) return;
    ParentScratch& scratch = scratch_[worker];
    const PlannedMoves& moves = moves_[bitmap];
    Parents parents(layout_, occupancies_[bitmap], moves, scratch);
    const auto new_losses_of = [&](std::size_t move) -> const StateLists& {
      return side(moves, move).new_losses;
    };
    const News news = parents.find_news(new_losses_of);
    prefetch_news(bitmap + 1, &Side::new_losses);
    if (news == News::none) return;
    const ConstOwnBitmap pending = own_.pending_wins[bitmap];
    const bool combined = parents.find_with_news(
        new_losses_of,
        [&](std::size_t move) { return side(moves, move).many_losses[moves.edge(move).child]; }, pending,
        [pending](OwnIndex index) { return pending.test(index); });
    if (combined) {
      found.set_bitmap([&](OwnBitmap wins) {
        flip(scratch.any_news, wins, layer_);
        for (std::size_t i = 0; i < words_; ++i) wins.words()[i] &= pending.words()[i];
        for (const OwnIndex index : scratch.parents) wins.set(index);
      });
    } else {
      sort_unique(scratch.parents);
      found.set_list([&](std::vector<OwnIndex>& list) { list = scratch.parents; });
    }
    if (found.count() > 0) decide_wins(own_, bitmap, worker, found);
  }

  const Layout& layout_;
  const std::vector<Cells>& occupancies_;
  int layer_;
  std::size_t words_;
  const LayerFrames* above_frames_;
  LayerFrames& frames_;
  Workers& workers_;
  const ShowProgress& progress_;
  bool first_step_ = false;
  int own_losses_step_ = 0;  // whose losses of this layer are in own_ without having been played back
  PerWorker<ParentScratch> scratch_;

  std::vector<PlannedMoves> moves_;
  Side own_;
  Side above_;
  CountedPlane<OpponentIndex> pending_losses_;  // nobody else reads it
};

/// Calls visit(bitmap, worker, win, loss) with what is won and lost in each bitmap and not over.
template <class Visit>
void for_each_pending(const Layout& layout, int layer, const OutcomePlanes& outcomes, Workers& workers,
                      const Visit& visit) {
  const std::vector<Cells>& occupancies = layout.occupancies(layer);
  PerWorker<FinishedBitmaps> finished_of(workers.size(), [&] { return FinishedBitmaps(layer); });
  workers.run(occupancies.size(), [&](std::size_t bitmap, int worker) {
    FinishedBitmaps& finished = finished_of[worker];
    finished.fill(layout, occupancies[bitmap]);
    Word* win = finished.win.words();
    Word* loss = finished.loss.words();
    for (std::size_t i = 0; i < cube::words_of(layer); ++i) {
      win[i] = ~(outcomes.not_win[bitmap].words()[i] | win[i]) & cube::valid_bits(layer);
      loss[i] = outcomes.loss[bitmap].words()[i] & ~loss[i];
    }
    visit(bitmap, worker, finished.win, finished.loss);
  });
}

}  // namespace

CountedPlane<OwnIndex> find_pending_wins(const Layout& layout, int layer, const OutcomePlanes& outcomes,
                                         Workers& workers) {
  CountedPlane<OwnIndex> pending(layout.occupancies(layer).size(), layer);
  for_each_pending(layout, layer, outcomes, workers,
                   [&](std::size_t bitmap, int, OwnBitmap win, OwnBitmap) { pending.assign(bitmap, win); });
  return pending;
}

Pending find_pending(const Layout& layout, int layer, const OutcomePlanes& outcomes, Workers& workers) {
  const std::size_t bitmaps = layout.occupancies(layer).size();
  Pending pending{{bitmaps, layer}, {bitmaps, layer}};
  PerWorker<OpponentPlane> flipped_of(workers.size(), [&] { return OpponentPlane(1, layer); });
  for_each_pending(layout, layer, outcomes, workers,
                   [&](std::size_t bitmap, int worker, OwnBitmap win, OwnBitmap loss) {
                     const OpponentBitmap losses = flipped_of[worker][0];
                     flip(loss, losses, layer);
                     pending.wins.assign(bitmap, win);
                     pending.losses.assign(bitmap, losses);
                   });
  return pending;
}

bool solve_distances(const Layout& layout, int layer, Pending pending, LayerAbove above, LayerFrames& frames,
                     Workers& workers, const ShowProgress& progress) {
  return DistanceSolver(layout, layer, std::move(pending), std::move(above), frames, workers, progress)
      .solve();
}

}  // namespace quixo::solve
