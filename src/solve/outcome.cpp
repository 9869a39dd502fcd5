// SPDX-License-Identifier: MIT
//
// Start: lines give the positions that are over; children with a cube more give wins (a lost child) and the
// candidates for a loss (all won). Then come the moves of own cubes:
//   sweep   Once over all cubes, batch by batch. A batch is computed from the planes as they are and only
//           then written to them, so no thread ever reads what another writes, yet news travels within the
//           sweep. It decides nearly everything: in layer 16 of 5x5 it leaves 20 candidates in 65,536.
//   rounds  Wins from the losses found last, then losses among the candidates, one by one, until there are
//           none. Wins read only losses and losses only wins.
//
// Bitmaps of children are combined in the opponent's index (see Layout::axis_map) and reversed once per cube;
// the candidates are kept in that index, since nobody else reads them.
#include "solve/outcome.h"

#include <algorithm>
#include <atomic>

#include "solve/layer.h"
#include "solve/sparse.h"

namespace quixo::solve {
namespace {

class OutcomeSolver {
 public:
  OutcomeSolver(const Layout& layout, int axes, Workers& workers, const SweepProgress& progress)
      : layout_(layout),
        cubes_(layout.occupancies(axes)),
        axes_(axes),
        words_(cube::words_of(axes)),
        workers_(workers),
        progress_(progress),
        scratch_(make_scratch(layout, axes, workers.size())) {}

  OutcomePlanes solve(OutcomePlanes above) {
    start(above);
    loss_ = Plane::reuse(std::move(above.loss), cubes_.size(), axes_);
    sweep();
    settle();
    return {std::move(not_win_), std::move(loss_), {std::move(above.not_win), std::move(candidates_)}};
  }

 private:
  void start(OutcomePlanes& above) {
    not_win_ = Plane::reuse(std::move(above.spare[0]), cubes_.size(), axes_);
    candidates_ = Plane::reuse(std::move(above.spare[1]), cubes_.size(), axes_);
    has_candidates_.assign(cubes_.size(), 0);
    in_batches(0, [&](std::size_t u, int worker) {
      Scratch& scratch = scratch_[static_cast<std::size_t>(worker)];
      Word* any_loss = scratch[0];
      Word* any_not_win = scratch[1];
      std::fill_n(any_loss, words_, 0);
      std::fill_n(any_not_win, words_, 0);
      layout_.blank_edges(cubes_[u], scratch.blank);
      for (const Layout::Edge& edge : scratch.blank)
        cube::combine2(layout_.axis_map(cubes_[u], edge), above.loss[edge.child], any_loss,
                       above.not_win[edge.child], any_not_win);
      Word* win = scratch[2];
      Word* loss = scratch[3];
      Word* wins_now = scratch[4];
      scratch.terminal(cubes_[u], win, loss);
      cube::reverse(any_loss, wins_now, axes_);
      Word* not_win = not_win_[u];
      Word* not_candidate = scratch[5];
      for (std::size_t i = 0; i < words_; ++i) {
        const Word won = win[i] | (wins_now[i] & ~loss[i]);
        not_win[i] = ~won & cube::valid_bits(axes_);
        not_candidate[i] = won | loss[i];
      }
      Word* candidates = candidates_[u];
      cube::reverse(not_candidate, candidates, axes_);
      Word some = 0;
      for (std::size_t i = 0; i < words_; ++i) {
        candidates[i] = ~(candidates[i] | any_not_win[i]) & cube::valid_bits(axes_);
        some |= candidates[i];
      }
      has_candidates_[u] = some != 0;
    });
  }

  void sweep() {
    in_batches(1, [&](std::size_t u, int worker) {
      Scratch& scratch = scratch_[static_cast<std::size_t>(worker)];
      scratch.terminal(cubes_[u], scratch[0], loss_[u]);
    });
    std::vector<Changes> changes(bitmaps_per_batch(axes_));
    Plane wins(bitmaps_per_batch(axes_), axes_);
    Plane losses(bitmaps_per_batch(axes_), axes_);
    for (std::size_t first = 0; first < cubes_.size(); first += bitmaps_per_batch(axes_)) {
      const std::size_t count = std::min(bitmaps_per_batch(axes_), cubes_.size() - first);
      workers_.run(count, [&](std::size_t i, int worker) {
        changes[i] = compute(first + i, wins[i], losses[i], worker);
      });
      workers_.run(count, [&](std::size_t i, int) {
        if (changes[i].win) cube::remove(wins[i], not_win_[first + i], axes_);
        if (changes[i].loss) cube::insert(losses[i], loss_[first + i], axes_);
      });
      show(1, first + count);
    }
  }

  struct Changes {
    bool win = false;
    bool loss = false;
  };

  /// What becomes decided in a cube.
  Changes compute(std::size_t u, Word* won, Word* lost, int worker) {
    Scratch& scratch = scratch_[static_cast<std::size_t>(worker)];
    layout_.own_edges(cubes_[u], scratch.own);
    Word* any_loss = scratch[0];
    Word* any_not_win = scratch[1];
    std::fill_n(any_loss, words_, 0);
    std::fill_n(any_not_win, words_, 0);
    const Word* candidates = candidates_[u];
    bool losses_possible = has_candidates_[u];
    for (const Layout::Edge& edge : scratch.own) {
      const cube::AxisMap map = layout_.axis_map(cubes_[u], edge);
      if (losses_possible)
        cube::combine2(map, loss_[edge.child], any_loss, not_win_[edge.child], any_not_win);
      else
        cube::combine(map, loss_[edge.child], any_loss);
      losses_possible = losses_possible && !cube::is_covered(candidates, any_not_win, axes_);
    }
    Changes changes;
    changes.win = keep_new_wins(u, any_loss, won, scratch);
    if (losses_possible) {
      changes.loss = true;
      Word* found = scratch[2];
      for (std::size_t i = 0; i < words_; ++i) found[i] = candidates[i] & ~any_not_win[i];
      cube::reverse(found, lost, axes_);
      drop_candidates(u, found);
    }
    return changes;
  }

  /// Of the positions with a lost child (the opponent's index) those that were not decided, in `won`.
  bool keep_new_wins(std::size_t u, const Word* any_loss, Word* won, Scratch& scratch) {
    cube::reverse(any_loss, won, axes_);
    Word some = 0;
    for (std::size_t i = 0; i < words_; ++i) some |= won[i] &= not_win_[u][i] & ~loss_[u][i];
    if (some == 0) return false;
    if (has_candidates_[u]) {
      cube::reverse(won, scratch[3], axes_);
      drop_candidates(u, scratch[3]);
    }
    return true;
  }

  void drop_candidates(std::size_t u, const Word* decided) {
    Word* candidates = candidates_[u];
    Word some = 0;
    for (std::size_t i = 0; i < words_; ++i) some |= candidates[i] &= ~decided[i];
    has_candidates_[u] = some != 0;
  }

  void settle() {
    new_wins_ = new_losses_ = FewStates(cubes_, axes_, workers_.size());
    for (int sweep = 2;; sweep += 2) {
      const bool first = sweep == 2;
      std::atomic<bool> won = false;
      std::atomic<bool> lost = false;
      new_wins_.clear();
      in_batches(sweep, [&](std::size_t u, int worker) {
        if (first ? finish_sweep(u, worker) : find_wins(u, worker)) won = true;
      });
      if (!won && !first) return;
      new_losses_.clear();
      in_batches(sweep + 1, [&](std::size_t u, int worker) {
        if (has_candidates_[u] && (first ? find_losses(u, worker) : find_new_losses(u, worker))) lost = true;
      });
      if (!lost) return;
    }
  }

  /// The wins that the sweep missed: by losses of the same batch and of later ones.
  bool finish_sweep(std::size_t u, int worker) {
    Scratch& scratch = scratch_[static_cast<std::size_t>(worker)];
    layout_.own_edges(cubes_[u], scratch.own);
    Word* any_loss = scratch[0];
    std::fill_n(any_loss, words_, 0);
    for (const Layout::Edge& edge : scratch.own)
      if (edge.child / bitmaps_per_batch(axes_) >= u / bitmaps_per_batch(axes_))
        cube::combine(layout_.axis_map(cubes_[u], edge), loss_[edge.child], any_loss);
    return take_wins(u, any_loss, scratch);
  }

  bool take_wins(std::size_t u, const Word* any_loss, Scratch& scratch) {
    Word* won = scratch[4];
    if (!keep_new_wins(u, any_loss, won, scratch)) return false;
    cube::remove(won, not_win_[u], axes_);
    return true;
  }

  /// By the losses of the last round.
  bool find_wins(std::size_t u, int worker) {
    Scratch& scratch = scratch_[static_cast<std::size_t>(worker)];
    layout_.own_edges(cubes_[u], scratch.own);
    Word* any_loss = nullptr;
    std::vector<std::uint32_t>& states = scratch.states;
    states.clear();
    const StateMoves single(layout_, cubes_[u]);
    for (const Layout::Edge& edge : scratch.own) {
      if (!new_losses_.any(edge.child)) continue;
      if (new_losses_.many(edge.child)) {
        if (!any_loss) std::fill_n(any_loss = scratch[0], words_, 0);
        cube::combine(layout_.axis_map(cubes_[u], edge), loss_[edge.child], any_loss);
        continue;
      }
      single.append_parents(
          edge, new_losses_.list(edge.child),
          [&](std::uint32_t index) { fetch_bit(not_win_[u], cube::reversed(index, axes_)); }, states);
    }
    for (std::uint32_t& state : states) state = cube::reversed(state, axes_);
    keep_if(states, [&](std::uint32_t bit) {
      const bool open = test_bit(not_win_[u], bit) && !test_bit(loss_[u], bit);
      if (open) {
        clear_bit(not_win_[u], bit);  // so it is not found again by another move
        clear_bit(candidates_[u], cube::reversed(bit, axes_));
      }
      return open;
    });
    if (any_loss && take_wins(u, any_loss, scratch)) {
      new_wins_.set_many(u);
      return true;
    }
    if (!states.empty()) new_wins_.add(u, worker, states);
    return !states.empty();
  }

  /// All candidates are looked at.
  bool find_losses(std::size_t u, int worker) {
    Scratch& scratch = scratch_[static_cast<std::size_t>(worker)];
    layout_.own_edges(cubes_[u], scratch.own);
    Word* found = scratch[2];
    std::copy_n(candidates_[u], words_, found);
    auto edge = scratch.own.begin();
    for (; edge != scratch.own.end() && cube::count(found, axes_) > most_listed(axes_); ++edge) {
      std::fill_n(scratch[1], words_, 0);
      cube::combine(layout_.axis_map(cubes_[u], *edge), not_win_[edge->child], scratch[1]);
      cube::remove(scratch[1], found, axes_);
    }
    scratch.states.clear();
    cube::for_each_point(found, axes_, [&](std::uint32_t index) { scratch.states.push_back(index); });
    return take_losses(u, worker, {edge, scratch.own.end()});
  }

  /// A candidate is looked at when a child was won in this round.
  bool find_new_losses(std::size_t u, int worker) {
    Scratch& scratch = scratch_[static_cast<std::size_t>(worker)];
    layout_.own_edges(cubes_[u], scratch.own);
    scratch.states.clear();
    const Word* candidates = candidates_[u];
    const StateMoves single(layout_, cubes_[u]);
    for (const Layout::Edge& edge : scratch.own) {
      if (!new_wins_.any(edge.child)) continue;
      if (new_wins_.many(edge.child)) return find_losses(u, worker);
      single.append_parents(
          edge, new_wins_.list(edge.child),
          [candidates](std::uint32_t index) { fetch_bit(candidates, index); }, scratch.states);
    }
    keep_if(scratch.states, [candidates](std::uint32_t index) { return test_bit(candidates, index); });
    sort_unique(scratch.states);
    return take_losses(u, worker, scratch.own);
  }

  /// Of the candidates in the scratch those with no child by these edges that is not won.
  bool take_losses(std::size_t u, int worker, std::span<const Layout::Edge> edges) {
    std::vector<std::uint32_t>& states = scratch_[static_cast<std::size_t>(worker)].states;
    if (states.empty()) return false;
    std::vector<StateMoves::Child> children;
    children.reserve(edges.size());
    for (const Layout::Edge& edge : edges) children.push_back({edge, not_win_[edge.child]});
    StateMoves(layout_, cubes_[u]).drop_parents(children, states);
    if (states.empty()) return false;
    for (std::uint32_t& state : states) {
      clear_bit(candidates_[u], state);
      state = cube::reversed(state, axes_);
      set_bit(loss_[u], state);
    }
    new_losses_.add(u, worker, states);
    return true;
  }

  void in_batches(int sweep, const Workers::Work& work) {
    for (std::size_t first = 0; first < cubes_.size(); first += bitmaps_per_batch(axes_)) {
      const std::size_t count = std::min(bitmaps_per_batch(axes_), cubes_.size() - first);
      workers_.run(count, [&](std::size_t i, int worker) { work(first + i, worker); });
      show(sweep, first + count);
    }
  }

  void show(int sweep, std::size_t done) const {
    if (progress_) progress_(sweep, static_cast<double>(done) / static_cast<double>(cubes_.size()));
  }

  const Layout& layout_;
  const std::vector<Cells>& cubes_;
  int axes_;
  std::size_t words_;
  Workers& workers_;
  const SweepProgress& progress_;
  std::vector<Scratch> scratch_;

  Plane not_win_;
  Plane loss_;
  Plane candidates_;  // could still be lost: open, not won, every child with a cube more is won
  std::vector<std::uint8_t> has_candidates_;

  FewStates new_wins_;    // of this round
  FewStates new_losses_;  // of the last round
};

}  // namespace

OutcomePlanes solve_outcomes(const Layout& layout, int cubes, OutcomePlanes above, Workers& workers,
                             const SweepProgress& progress) {
  return OutcomeSolver(layout, cubes, workers, progress).solve(std::move(above));
}

}  // namespace quixo::solve
