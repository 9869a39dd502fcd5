// SPDX-License-Identifier: MIT
//
// A step has two phases. A pending loss is lost now if no child is a pending win: since it is known to be
// lost in the end, all its children are won some day. A pending win is won now if a child was lost at exactly
// the step before. Losses come first: they read pending wins and write pending losses. Then wins read the
// losses of the step before and write pending wins. So within a phase no thread reads what another writes.
//
// The first dozen steps decide almost everything, a hundred more decide ever less. So states are taken one by
// one wherever they are few: the pending losses of a cube, the wins and losses of a child in the step before.
// What is few is measured: a state costs as much as some eight words of a bitmap that is combined as a whole.
// When the news of all children of a cube are few, only the parents of these are looked at.
#include "solve/distance.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "quixo/error.h"
#include "quixo/value.h"
#include "solve/layer.h"
#include "solve/sparse.h"

namespace quixo::solve {
namespace {

/// What a step needs to know of a layer.
struct Side {
  Plane pending_win;
  std::vector<std::uint32_t> pending_wins;  ///< How many are in the bitmap.
  FewStates wins;                           ///< won at exactly the step before
  FewStates losses;                         ///< lost at exactly the step before
  Plane loss;                               ///< the same, of the cubes with many
};

/// The moves of a U. All are found before the first step, since every step uses them again.
struct Moves {
  std::vector<Layout::Edge> edges;
  std::size_t blanks = 0;         ///< The children of so many, the first, are in the layer above.
  std::vector<cube::Plan> plans;  ///< Apart, since the steps that go state by state do not want them.
};

class DistanceSolver {
 public:
  DistanceSolver(const Layout& layout, int axes, Pending pending, LayerAbove above, LayerFrames& frames,
                 Workers& workers, const StepProgress& progress)
      : layout_(layout),
        cubes_(layout.occupancies(axes)),
        axes_(axes),
        words_(cube::words_of(axes)),
        above_frames_(above.frames),
        frames_(frames),
        workers_(workers),
        progress_(progress),
        scratch_(make_scratch(layout, axes, workers.size())),
        pending_loss_(std::move(pending.loss)),
        pending_losses_(cubes_.size()) {
    workers_.run(cubes_.size(),
                 [&](std::size_t u, int) { pending_losses_[u] = count(pending_loss_[u], axes_); });
    start(own_, axes, std::move(pending.win));
    if (above_frames_) start(above_, axes + 1, std::move(above.pending_win));
    find_moves();
  }

  bool solve() {
    for (int step = 1; step == 1 || goes_on(step); ++step) {
      if (step >= unknown_distance)
        throw Error(fmt::format("a distance in the layer of {} cubes exceeds 16 bits", axes_));
      if (step > 1) play_back(step - 1);
      first_step_ = step == 1;
      if (first_step_ || has_news(FrameKind::win, step - 1))
        write_frame(FrameKind::loss, step, &DistanceSolver::losses_of);
      own_.wins.clear();
      if (first_step_ || has_news(FrameKind::loss, step - 1)) find_wins(step);
    }
    const auto none = [](const std::vector<std::uint32_t>& counts) {
      return std::ranges::all_of(counts, [](std::uint32_t each) { return each == 0; });
    };
    return none(own_.pending_wins) && none(pending_losses_);
  }

 private:
  /// Step 0: the positions that are over.
  void start(Side& side, int axes, Plane pending_win) const {
    const std::vector<Cells>& cubes = layout_.occupancies(axes);
    side.pending_win = std::move(pending_win);
    side.pending_wins.resize(cubes.size());
    side.wins = side.losses = FewStates(cubes, axes, workers_.size());
    side.loss = Plane(cubes.size(), axes);
    std::vector<Scratch> scratch = make_scratch(layout_, axes, workers_.size());
    workers_.run(cubes.size(), [&](std::size_t u, int worker) {
      Scratch& mine = scratch[static_cast<std::size_t>(worker)];
      mine.terminal(cubes[u], mine[0], side.loss[u]);
      if (!cube::is_empty(side.loss[u], axes)) side.losses.set_many(u);
      side.pending_wins[u] = count(side.pending_win[u], axes);
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
  void play_back(int step) {
    if (!above_frames_) return;
    above_.wins.clear();
    if (const FrameInfo* wins = above_frames_->find(FrameKind::win, step))
      above_frames_->read(*wins, workers_, [&](std::size_t u, int worker, const States& states) {
        above_.wins.add(u, worker, states);
        take_wins(states, u, above_);
      });
  }

  static void take_wins(const States& states, std::size_t u, Side& side) {
    states.remove_from(side.pending_win[u]);
    side.pending_wins[u] -= static_cast<std::uint32_t>(states.count());
  }

  static std::uint32_t count(const Word* bitmap, int axes) {
    return static_cast<std::uint32_t>(cube::count(bitmap, axes));
  }

  using Find = void (DistanceSolver::*)(std::size_t u, int worker, States& found);
  void write_frame(FrameKind kind, int step, Find find) {
    frames_.write(
        kind, step, workers_,
        [&](std::size_t u, int worker, States& found) { (this->*find)(u, worker, found); },
        [&](double share) {
          if (progress_) progress_(step, (share + (kind == FrameKind::win ? 1 : 0)) / 2);
        });
  }

  void find_moves() {
    moves_.resize(cubes_.size());
    workers_.run(cubes_.size(), [&](std::size_t u, int worker) {
      Scratch& scratch = scratch_[static_cast<std::size_t>(worker)];
      scratch.blank.clear();
      if (above_frames_) layout_.blank_edges(cubes_[u], scratch.blank);
      layout_.own_edges(cubes_[u], scratch.own);
      Moves& moves = moves_[u];
      moves.blanks = scratch.blank.size();
      moves.edges.reserve(scratch.blank.size() + scratch.own.size());
      moves.edges.assign(scratch.blank.begin(), scratch.blank.end());
      moves.edges.insert(moves.edges.end(), scratch.own.begin(), scratch.own.end());
      moves.plans.reserve(moves.edges.size());
      for (const Layout::Edge& edge : moves.edges)
        moves.plans.push_back(cube::make_plan(layout_.axis_map(cubes_[u], edge)));
    });
  }

  /// Where the child of a move is.
  const Side& side(const Moves& moves, std::size_t move) const { return move < moves.blanks ? above_ : own_; }

  /// The moves of U whose children have news of a kind. Returns whether a child has many. What the next U
  /// will ask for is sent for too.
  bool find_news(std::size_t u, FewStates Side::*kind, std::vector<std::size_t>& news) const {
    news.clear();
    bool many = false;
    const Moves& moves = moves_[u];
    for (std::size_t move = 0; move < moves.edges.size(); ++move) {
      const FewStates& states = side(moves, move).*kind;
      const std::uint32_t child = moves.edges[move].child;
      if (!states.any(child)) continue;
      news.push_back(move);
      if (states.many(child))
        many = true;
      else
        states.fetch_list(child);
    }
    if (u + 1 < moves_.size()) {
      const Moves& next = moves_[u + 1];
      for (std::size_t move = 0; move < next.edges.size(); ++move)
        (side(next, move).*kind).fetch_place(next.edges[move].child);
    }
    return many;
  }

  void losses_of(std::size_t u, int worker, States& found) {
    if (pending_losses_[u] == 0) return;
    Scratch& scratch = scratch_[static_cast<std::size_t>(worker)];
    if (first_step_ || find_news(u, &Side::wins, scratch.news)) return all_losses_of(u, scratch, found);
    if (scratch.news.empty()) return;
    std::vector<std::uint32_t>& states = scratch.states;
    states.clear();
    const Moves& moves = moves_[u];
    const StateMoves single(layout_, cubes_[u]);
    const Word* pending = pending_loss_[u];
    for (const std::size_t move : scratch.news) {
      const Layout::Edge& edge = moves.edges[move];
      single.append_parents(
          edge, side(moves, move).wins.list(edge.child),
          [pending](std::uint32_t index) { fetch_bit(pending, index); }, states);
    }
    keep_if(states, [pending](std::uint32_t index) { return test_bit(pending, index); });
    if (states.empty()) return;
    sort_unique(states);
    drop_open(u, 0, single, scratch);
    take_losses(u, states, found);
  }

  /// Drops the states in the scratch with a child, by the moves from a first one, that is not won yet.
  void drop_open(std::size_t u, std::size_t first_move, const StateMoves& single, Scratch& scratch) const {
    const Moves& moves = moves_[u];
    std::vector<StateMoves::Child> children;
    children.reserve(moves.edges.size());
    for (std::size_t move = first_move; move < moves.edges.size(); ++move) {
      const Side& there = side(moves, move);
      const Layout::Edge& edge = moves.edges[move];
      if (there.pending_wins[edge.child] != 0) children.push_back({edge, there.pending_win[edge.child]});
    }
    single.drop_parents(children, scratch.states);
  }

  /// All pending losses are looked at, not only those with a child among the wins of the step before.
  void all_losses_of(std::size_t u, Scratch& scratch, States& found) {
    Word* open = scratch[0];  // with a child that is not won yet
    Word* rest = scratch[1];
    std::copy_n(pending_loss_[u], words_, rest);
    std::uint32_t left = pending_losses_[u];
    int combined = 0;
    constexpr int moves_between_counts = 4;  // counting is cheap beside these
    const Moves& moves = moves_[u];
    for (std::size_t move = 0; move < moves.edges.size(); ++move) {
      if (left <= most_listed(axes_)) {
        scratch.states.clear();
        cube::for_each_point(rest, axes_, [&](std::uint32_t index) { scratch.states.push_back(index); });
        drop_open(u, move, StateMoves(layout_, cubes_[u]), scratch);
        return take_losses(u, scratch.states, found);
      }
      const Side& children = side(moves, move);
      const std::uint32_t child = moves.edges[move].child;
      if (children.pending_wins[child] == 0) continue;
      if (combined == 0) std::fill_n(open, words_, 0);
      cube::combine(moves.plans[move], children.pending_win[child], open);
      if (++combined % moves_between_counts == 0) {
        cube::remove(open, rest, axes_);
        left = count(rest, axes_);
      }
    }
    if (combined > 0) cube::remove(open, rest, axes_);
    found.set_bitmap([&](Word* bitmap) { cube::reverse(rest, bitmap, axes_); });
    cube::remove(rest, pending_loss_[u], axes_);
    pending_losses_[u] -= static_cast<std::uint32_t>(found.count());
  }

  /// The states are ascending.
  void take_losses(std::size_t u, const std::vector<std::uint32_t>& states, States& found) {
    for (const std::uint32_t index : states) clear_bit(pending_loss_[u], index);
    pending_losses_[u] -= static_cast<std::uint32_t>(states.size());
    found.set_list([&](std::vector<std::uint32_t>& list) {
      for (auto index = states.rbegin(); index != states.rend(); ++index)
        list.push_back(cube::reversed(*index, axes_));
    });
  }

  void find_wins(int step) {
    if (step > 1) {
      unpack_losses(frames_, step - 1, own_);
      if (above_frames_) unpack_losses(*above_frames_, step - 1, above_);
    }
    write_frame(FrameKind::win, step, &DistanceSolver::wins_of);
  }

  void unpack_losses(const LayerFrames& frames, int step, Side& side) {
    side.losses.clear();
    if (const FrameInfo* frame = frames.find(FrameKind::loss, step))
      frames.read(*frame, workers_, [&](std::size_t u, int worker, const States& states) {
        if (side.losses.add(u, worker, states)) states.copy_to(side.loss[u]);
      });
  }

  void wins_of(std::size_t u, int worker, States& found) {
    if (own_.pending_wins[u] == 0) return;
    Scratch& scratch = scratch_[static_cast<std::size_t>(worker)];
    find_news(u, &Side::losses, scratch.news);
    Word* pending = own_.pending_win[u];
    Word* any_loss = nullptr;
    std::vector<std::uint32_t>& states = scratch.states;
    states.clear();
    const Moves& moves = moves_[u];
    std::optional<StateMoves> single;
    for (const std::size_t move : scratch.news) {
      const Side& children = side(moves, move);
      const Layout::Edge& edge = moves.edges[move];
      if (children.losses.many(edge.child)) {
        if (!any_loss) std::fill_n(any_loss = scratch[0], words_, 0);
        cube::combine(moves.plans[move], children.loss[edge.child], any_loss);
      } else {
        if (!single) single.emplace(layout_, cubes_[u]);
        single->append_parents(
            edge, children.losses.list(edge.child),
            [&](std::uint32_t index) { fetch_bit(pending, cube::reversed(index, axes_)); }, states);
      }
    }
    for (std::uint32_t& state : states) state = cube::reversed(state, axes_);
    keep_if(states, [pending](std::uint32_t bit) { return test_bit(pending, bit); });
    if (!any_loss && states.empty()) return;
    if (any_loss) {
      found.set_bitmap([&](Word* bitmap) {
        cube::reverse(any_loss, bitmap, axes_);
        for (std::size_t i = 0; i < words_; ++i) bitmap[i] &= pending[i];
        for (const std::uint32_t bit : states) set_bit(bitmap, bit);
      });
    } else {
      sort_unique(states);
      found.set_list([&](std::vector<std::uint32_t>& list) { list = states; });
    }
    if (found.count() == 0) return;
    take_wins(found, u, own_);
    own_.wins.add(u, worker, found);
  }

  const Layout& layout_;
  const std::vector<Cells>& cubes_;
  int axes_;
  std::size_t words_;
  const LayerFrames* above_frames_;
  LayerFrames& frames_;
  Workers& workers_;
  const StepProgress& progress_;
  bool first_step_ = false;
  std::vector<Scratch> scratch_;

  std::vector<Moves> moves_;
  Side own_;
  Side above_;
  Plane pending_loss_;                         // in the opponent's index; nobody else reads it
  std::vector<std::uint32_t> pending_losses_;  // how many are in the bitmap
};

/// make(u, win, loss) gets what is won and lost in a cube and not over.
template <class Make>
void for_each_pending(const Layout& layout, int axes, const OutcomePlanes& outcomes, Workers& workers,
                      const Make& make) {
  const std::vector<Cells>& cubes = layout.occupancies(axes);
  std::vector<Scratch> scratch = make_scratch(layout, axes, workers.size());
  workers.run(cubes.size(), [&](std::size_t u, int worker) {
    Scratch& mine = scratch[static_cast<std::size_t>(worker)];
    Word* win = mine[0];
    Word* loss = mine[1];
    mine.terminal(cubes[u], win, loss);
    for (std::size_t i = 0; i < cube::words_of(axes); ++i) {
      win[i] = ~(outcomes.not_win[u][i] | win[i]) & cube::valid_bits(axes);
      loss[i] = outcomes.loss[u][i] & ~loss[i];
    }
    make(u, win, loss);
  });
}

}  // namespace

Plane pending_wins(const Layout& layout, int cubes, const OutcomePlanes& outcomes, Workers& workers) {
  Plane pending(layout.occupancies(cubes).size(), cubes);
  for_each_pending(layout, cubes, outcomes, workers, [&](std::size_t u, const Word* win, const Word*) {
    std::copy_n(win, cube::words_of(cubes), pending[u]);
  });
  return pending;
}

Pending pending(const Layout& layout, int cubes, const OutcomePlanes& outcomes, Workers& workers) {
  const std::size_t size = layout.occupancies(cubes).size();
  Pending pending{Plane(size, cubes), Plane(size, cubes)};
  for_each_pending(layout, cubes, outcomes, workers, [&](std::size_t u, const Word* win, const Word* loss) {
    std::copy_n(win, cube::words_of(cubes), pending.win[u]);
    cube::reverse(loss, pending.loss[u], cubes);
  });
  return pending;
}

bool solve_distances(const Layout& layout, int cubes, Pending pending, LayerAbove above, LayerFrames& frames,
                     Workers& workers, const StepProgress& progress) {
  return DistanceSolver(layout, cubes, std::move(pending), std::move(above), frames, workers, progress)
      .solve();
}

}  // namespace quixo::solve
