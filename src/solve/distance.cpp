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
#include "solve/audience.h"
#include "solve/elsewhere.h"
#include "solve/finished_bitmaps.h"
#include "solve/guests.h"
#include "solve/parents.h"
#include "solve/planned_moves.h"
#include "solve/questions.h"

namespace quixo::solve {
namespace {

/// What a step needs to know of a layer: this one, or the one above. Planes are of this peer's bitmaps, lists
/// of all that its bitmaps lead to.
struct Side {
  Side(const Layout& layout, int layer, const Sharing& sharing, int workers)
      : partition(sharing.partition(layer)),
        range(sharing.range(layer)),
        new_wins(layout, layer, workers),
        new_losses(layout, layer, workers),
        many_losses(range, layer),
        guests(sharing, layout.shape(layer), Plane::bytes_for(range.size(), layer)) {}

  const Partition& partition;
  BitmapRange range;
  CountedPlane<OwnIndex> pending_wins;
  StateLists new_wins;    ///< Won at exactly the step before.
  StateLists new_losses;  ///< Lost at exactly the step before.
  OwnPlane many_losses;   ///< The same, where they are many.
  Guests guests;          ///< Of the one plane that is read at the time.
  std::optional<Audience> audience;
};

/// What a peer knows of the losses of a bitmap when all questions are answered.
struct Asked {
  News news = News::none;             ///< Among the wins of its children.
  std::vector<OpponentIndex> losses;  ///< All, where the news are few.
};

class DistanceSolver {
 public:
  DistanceSolver(const Layout& layout, int layer, const LayerMoves& moves, Pending pending, LayerAbove above,
                 LayerFrames& frames, Workers& workers, const Sharing& sharing, const ShowProgress& progress)
      : layout_(layout),
        occupancies_(layout.occupancies(layer)),
        layer_(layer),
        words_(cube::words_of(layer)),
        above_frames_(above.frames),
        frames_(frames),
        workers_(workers),
        peers_(sharing.peers()),
        range_(sharing.range(layer)),
        progress_(progress),
        scratch_(workers.size(), [&] { return ParentScratch(layer); }),
        own_(layout, layer, sharing, workers.size()),
        above_(layout, above.frames != nullptr ? layer + 1 : layer, sharing, workers.size()),
        pending_losses_(std::move(pending.losses)),
        moves_(moves),
        questions_({&own_.partition, &above_.partition}, peers_, workers.size()) {
    const Elsewhere elsewhere(layout, layer, moves, sharing);
    const auto unless_alone = [&](const auto& children) {
      return peers_.is_alone() ? std::vector<std::uint32_t>() : children();
    };
    start(own_, layer, std::move(pending.wins), unless_alone([&] { return elsewhere.all(); }));
    if (above_frames_)
      start(above_, layer + 1, std::move(above.pending_wins),
            unless_alone([&] { return elsewhere.all_above(); }));
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
        find_all_wins(step);
      }
    }
    return !peers_.any(!own_.pending_wins.is_empty() || !pending_losses_.is_empty());
  }

 private:
  /// Step 0: the positions that are over. `children` are those of its bitmaps that other peers have.
  void start(Side& side, int layer, CountedPlane<OwnIndex> pending_wins,
             const std::vector<std::uint32_t>& children) const {
    const std::vector<Cells>& occupancies = layout_.occupancies(layer);
    side.pending_wins = std::move(pending_wins);
    PerWorker<OwnPlane> ignored_wins(workers_.size(), [&] { return OwnPlane(1, layer); });
    workers_.run(side.range.size(), [&](std::size_t i, int worker) {
      const std::size_t bitmap = side.range.begin + i;
      const OwnBitmap losses = side.many_losses[bitmap];
      fill_finished(layout_, occupancies[bitmap], ignored_wins[worker][0].words(), losses.words());
      if (!is_empty(losses, layer)) side.new_losses.set_many(bitmap);
    });
    side.audience.emplace(side.partition, peers_, children);
    side.audience->share(side.new_losses);
  }

  /// The losses of the step before are wanted until the wins of this step are found. When these come as well,
  /// which the first steps alone have seen, the frame keeps the losses of this step until then.
  void find_all_losses(int step, bool wins_follow) {
    ask_about_losses();
    if (!wins_follow) own_.new_losses.clear();
    write_frame(
        FrameKind::loss, step,
        [&](std::size_t bitmap, int worker, States& found) {
          find_losses(bitmap, worker, found);
          if (!wins_follow && found.count() > 0) take_new_losses(own_, bitmap, worker, found);
        },
        bring([](const Side& side) { return &side.pending_wins.plane(); },
              first_step_ || own_.new_wins.has_many() || above_.new_wins.has_many(),
              [&](std::size_t bitmap, const PlannedMoves& moves, const auto& want) {
                if (asked_[bitmap - range_.begin].news != News::many) return;
                for (std::size_t move = 0; move < moves.size(); ++move) want(move);
              }));
    if (!wins_follow) own_.audience->share(own_.new_losses);
    own_losses_step_ = wins_follow ? 0 : step;
  }

  void find_all_wins(int step) {
    write_frame(
        FrameKind::win, step,
        [&](std::size_t bitmap, int worker, States& found) { find_wins(bitmap, worker, found); },
        bring([](const Side& side) { return &side.many_losses; },
              own_.new_losses.has_many() || above_.new_losses.has_many(),
              [&](std::size_t bitmap, const PlannedMoves& moves, const auto& want) {
                if (own_.pending_wins.count(bitmap) == 0) return;
                for (std::size_t move = 0; move < moves.size(); ++move)
                  if (side(moves, move).new_losses.many(moves.edge(move).child)) want(move);
              }));
    own_.audience->share(own_.new_wins);
  }

  /// What brings copies of a plane of both layers, of the children of those moves that
  /// for_each_wanted(bitmap, moves, want) wants; nothing when no peer needs any.
  template <class PlaneOf, class ForEachWanted>
  LayerFrames::Bring bring(const PlaneOf& plane_of, bool needed, const ForEachWanted& for_each_wanted) {
    if (peers_.is_alone() || !peers_.any(needed)) return {};
    own_.guests.open({plane_of(own_)});
    above_.guests.open({plane_of(above_)});
    return [this, for_each_wanted](BitmapRange bitmaps) {
      std::vector<std::uint32_t> wanted_above;
      std::vector<std::uint32_t> wanted;
      for (std::size_t bitmap = bitmaps.begin; bitmap < bitmaps.end; ++bitmap) {
        const PlannedMoves moves = moves_[bitmap];
        for_each_wanted(bitmap, moves, [&](std::size_t move) {
          const std::uint32_t child = moves.edge(move).child;
          if (!side(moves, move).range.holds(child))
            (moves.takes_blank(move) ? wanted_above : wanted).push_back(child);
        });
      }
      above_.guests.fetch(std::move(wanted_above));
      own_.guests.fetch(std::move(wanted));
    };
  }

  /// Finds how much is new for the losses of each bitmap and, where that is little, the losses, as far as
  /// this peer's own bitmaps tell; asks the others about the rest.
  void ask_about_losses() {
    if (peers_.is_alone()) return;
    asked_.assign(range_.size(), {});
    workers_.run(range_.size(),
                 [&](std::size_t i, int worker) { ask_about_losses(range_.begin + i, worker); });
    questions_.answer(
        workers_,
        [&](std::size_t layer, std::size_t bitmap, OwnIndex index) {
          return (layer == 0 ? own_ : above_).pending_wins[bitmap].test(index);
        },
        [&](int, std::size_t bitmap, std::vector<OpponentIndex>& losses) {
          asked_[bitmap - range_.begin].losses = std::move(losses);
        });
  }

  void ask_about_losses(std::size_t bitmap, int worker) {
    if (pending_losses_.count(bitmap) == 0) return;
    ParentScratch& scratch = scratch_[worker];
    const PlannedMoves moves = moves_[bitmap];
    Parents parents(layout_, layer_, occupancies_[bitmap], moves, scratch);
    const auto new_wins_of = [&](std::size_t move) -> const StateLists& {
      return side(moves, move).new_wins;
    };
    const News news = first_step_ ? News::many : parents.find_news(new_wins_of);
    asked_[bitmap - range_.begin].news = news;
    if (news != News::few) return;
    parents.find_closed(
        news, new_wins_of, pending_losses_[bitmap], [&] { return pending_losses_.count(bitmap); },
        [&](std::size_t move) {
          const bool here = side(moves, move).range.holds(moves.edge(move).child);
          return here ? pending_wins_of(moves, move) : ConstOwnBitmap();
        });
    if (scratch.closed_list.empty()) return;
    questions_.ask(worker, bitmap, scratch.closed_list, moves, parents, [&](std::size_t move) {
      const bool here = side(moves, move).range.holds(moves.edge(move).child);
      return here ? std::nullopt : std::optional<std::size_t>(moves.takes_blank(move) ? 1 : 0);
    });
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
    above_.audience->share(above_.new_wins);
  }

  /// Brings the losses of both layers to the given step.
  void play_back_losses(int step) {
    const auto play_back = [&](const LayerFrames& frames, Side& side) {
      side.new_losses.clear();
      if (const FrameInfo* frame = frames.find(FrameKind::loss, step))
        frames.read(*frame, workers_, [&](std::size_t bitmap, int worker, const States& losses) {
          take_new_losses(side, bitmap, worker, losses);
        });
      side.audience->share(side.new_losses);
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

  void write_frame(FrameKind kind, int step, const LayerFrames::Produce& find,
                   const LayerFrames::Bring& bring) {
    const auto show = [&](const Progress& frame) {
      if (!progress_) return;
      Progress progress{fmt::format("step {}", step)};
      progress.phase_share = (frame.share + (kind == FrameKind::win ? 1 : 0)) / 2;
      progress.layer = layer_;
      progress.round = step;
      progress_(progress);
    };
    frames_.write(kind, step, workers_, find, show, bring);
  }

  /// Where the child of a move is.
  const Side& side(const PlannedMoves& moves, std::size_t move) const {
    return moves.takes_blank(move) ? above_ : own_;
  }

  void find_losses(std::size_t bitmap, int worker, States& found) {
    if (pending_losses_.count(bitmap) == 0) return;
    ParentScratch& scratch = scratch_[worker];
    const PlannedMoves moves = moves_[bitmap];
    Parents parents(layout_, layer_, occupancies_[bitmap], moves, scratch);
    const auto new_wins_of = [&](std::size_t move) -> const StateLists& {
      return side(moves, move).new_wins;
    };
    const News news = !peers_.is_alone() ? asked_[bitmap - range_.begin].news
                      : first_step_      ? News::many
                                         : parents.find_news(new_wins_of);
    if (news == News::none) return;
    if (news == News::few && !peers_.is_alone()) {
      decide_losses(bitmap, asked_[bitmap - range_.begin].losses, found);
      return;
    }
    const Closed closed = parents.find_closed(
        news, new_wins_of, pending_losses_[bitmap], [&] { return pending_losses_.count(bitmap); },
        [&](std::size_t move) { return pending_wins_of(moves, move); });
    if (closed == Closed::listed)
      decide_losses(bitmap, scratch.closed_list, found);
    else
      decide_losses(bitmap, scratch.closed, found);
  }

  /// Of the child of a move; none when it has none.
  ConstOwnBitmap pending_wins_of(const PlannedMoves& moves, std::size_t move) const {
    const Side& there = side(moves, move);
    const std::uint32_t child = moves.edge(move).child;
    if (!there.range.holds(child)) return there.guests.copy(0, child);
    return there.pending_wins.count(child) != 0 ? there.pending_wins[child] : ConstOwnBitmap();
  }
  ConstOwnBitmap many_losses_of(const PlannedMoves& moves, std::size_t move) const {
    const Side& there = side(moves, move);
    return SharedPlane(there.many_losses, there.range, there.guests, 0)[moves.edge(move).child];
  }

  /// These are ascending, so they descend by the other index.
  void decide_losses(std::size_t bitmap, std::span<const OpponentIndex> losses, States& found) {
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
    const PlannedMoves moves = moves_[bitmap];
    Parents parents(layout_, layer_, occupancies_[bitmap], moves, scratch);
    const auto new_losses_of = [&](std::size_t move) -> const StateLists& {
      return side(moves, move).new_losses;
    };
    const News news = parents.find_news(new_losses_of);
    if (news == News::none) return;
    const ConstOwnBitmap pending = own_.pending_wins[bitmap];
    const bool combined = parents.find_with_news(
        new_losses_of, [&](std::size_t move) { return many_losses_of(moves, move); }, pending,
        [pending](OwnIndex index) { return pending.test(index); });
    if (combined) {
      found.set_bitmap([&](OwnBitmap wins) {
        flip(scratch.any_news, wins, layer_);
        for (std::size_t i = 0; i < words_; ++i) wins.words()[i] &= pending.words()[i];
        for (const OwnIndex index : scratch.parents) wins.set(index);
      });
    } else {
      sort_unique(scratch.parents);
      found.set_list(
          [&](std::vector<OwnIndex>& list) { list.assign(scratch.parents.begin(), scratch.parents.end()); });
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
  Peers& peers_;
  BitmapRange range_;  // of this peer
  const ShowProgress& progress_;
  bool first_step_ = false;
  int own_losses_step_ = 0;  // whose losses of this layer are in own_ without having been played back
  PerWorker<ParentScratch> scratch_;

  Side own_;
  Side above_;                                  // of no use in the top layer
  CountedPlane<OpponentIndex> pending_losses_;  // nobody else reads it
  const LayerMoves& moves_;                     // of the range
  Questions questions_;                         // about pending wins
  std::vector<Asked> asked_;                    // by bitmap of the range, unless this peer is alone
};

}  // namespace

bool solve_distances(const Layout& layout, int layer, const LayerMoves& moves, Pending pending,
                     LayerAbove above, LayerFrames& frames, Workers& workers, const Sharing& sharing,
                     const ShowProgress& progress) {
  return DistanceSolver(layout, layer, moves, std::move(pending), std::move(above), frames, workers, sharing,
                        progress)
      .solve();
}

}  // namespace quixo::solve
