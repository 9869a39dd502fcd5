// SPDX-License-Identifier: MIT
//
// Start: lines give the positions that are over; children with a cube more give wins (a lost child) and the
// candidates for a loss (all won). Then sweeps over moves of own cubes. A sweep goes batch by batch: a batch
// is computed from the planes as they are and only then written to them, so no thread ever reads what another
// writes, yet news travels within a sweep. A cube is looked at again only for children that changed since.
//
// Bitmaps of children are combined in the opponent's index (see Layout::axis_map) and reversed once per cube;
// the candidates are kept in that index, since nobody else reads them.
#include "solve/outcome.h"

#include <algorithm>
#include <atomic>

#include "solve/layer.h"

namespace quixo::solve {
namespace {

class OutcomeSolver {
 public:
  OutcomeSolver(const Layout& layout, int axes, Workers& workers, const SweepProgress& progress)
      : layout_(layout),
        cubes_(layout.layer(axes)),
        axes_(axes),
        words_(cube::words_of(axes)),
        workers_(workers),
        progress_(progress),
        scratch_(make_scratch(layout, axes, workers.size())) {}

  OutcomePlanes solve(OutcomePlanes above) {
    start(above);
    above = {};
    sweep_until_stable();
    return {std::move(not_win_), std::move(loss_)};
  }

 private:
  void start(const OutcomePlanes& above) {
    not_win_ = Plane(cubes_.size(), axes_);
    candidates_ = Plane(cubes_.size(), axes_);
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

  void sweep_until_stable() {
    loss_ = Plane(cubes_.size(), axes_);
    workers_.run(cubes_.size(), [&](std::size_t u, int worker) {
      Scratch& scratch = scratch_[static_cast<std::size_t>(worker)];
      scratch.terminal(cubes_[u], scratch[0], loss_[u]);
    });
    // Change stamps: the number of the batch that changed a cube. Everything counts as changed by batch 1.
    win_changed_.assign(cubes_.size(), 1);
    loss_changed_.assign(cubes_.size(), 1);
    seen_.assign(cubes_.size(), 0);
    batch_ = 1;
    changes_.resize(cubes_per_batch());
    staged_win_ = Plane(cubes_per_batch(), axes_);
    staged_loss_ = Plane(cubes_per_batch(), axes_);
    bool changed = true;
    for (int sweep = 1; changed; ++sweep) {
      changed = false;
      for (std::size_t first = 0; first < cubes_.size(); first += cubes_per_batch()) {
        ++batch_;
        const std::size_t count = std::min(cubes_per_batch(), cubes_.size() - first);
        workers_.run(count, [&](std::size_t i, int worker) { changes_[i] = compute(first + i, i, worker); });
        workers_.run(count, [&](std::size_t i, int) { commit(first + i, i); });
        for (std::size_t i = 0; i < count; ++i) changed |= changes_[i].win || changes_[i].loss;
        if (progress_)
          progress_(sweep, static_cast<double>(first + count) / static_cast<double>(cubes_.size()));
      }
    }
  }

  struct Changes {
    bool win = false;
    bool loss = false;
  };

  /// Stages what has become decided in a cube.
  Changes compute(std::size_t u, std::size_t slot, int worker) {
    Scratch& scratch = scratch_[static_cast<std::size_t>(worker)];
    const std::uint32_t seen = seen_[u];
    seen_[u] = batch_ - 1;
    layout_.own_edges(cubes_[u], scratch.own);
    // A cube with no such move still has to be looked at once.
    const auto news = [&](const std::vector<std::uint32_t>& changed) {
      return seen == 0 ||
             std::ranges::any_of(scratch.own, [&](const Layout::Edge& e) { return changed[e.child] > seen; });
    };
    const bool look_for_losses = has_candidates_[u] && news(win_changed_);
    const bool look_for_wins = news(loss_changed_);
    Word* any_loss = scratch[0];
    Word* any_not_win = scratch[1];
    std::fill_n(any_loss, words_, 0);
    std::fill_n(any_not_win, words_, 0);
    const Word* candidates = candidates_[u];

    bool losses_possible = look_for_losses;
    for (const Layout::Edge& edge : scratch.own) {
      const bool wins = look_for_wins && loss_changed_[edge.child] > seen;
      if (!wins && !losses_possible) continue;
      const cube::AxisMap map = layout_.axis_map(cubes_[u], edge);
      if (wins && losses_possible)
        cube::combine2(map, loss_[edge.child], any_loss, not_win_[edge.child], any_not_win);
      else if (wins)
        cube::combine(map, loss_[edge.child], any_loss);
      else
        cube::combine(map, not_win_[edge.child], any_not_win);
      losses_possible = losses_possible && !cube::is_covered(candidates, any_not_win, axes_);
    }

    Changes changes;
    if (look_for_wins) {
      Word* won = staged_win_[slot];
      cube::reverse(any_loss, won, axes_);
      Word some = 0;
      for (std::size_t i = 0; i < words_; ++i) some |= won[i] &= not_win_[u][i] & ~loss_[u][i];
      changes.win = some != 0;
    }
    if (losses_possible) {
      changes.loss = true;
      Word* lost = scratch[2];
      for (std::size_t i = 0; i < words_; ++i) lost[i] = candidates[i] & ~any_not_win[i];
      cube::reverse(lost, staged_loss_[slot], axes_);
    }
    if (changes.win || changes.loss) drop_candidates(u, slot, changes, scratch);
    return changes;
  }

  void drop_candidates(std::size_t u, std::size_t slot, Changes changes, Scratch& scratch) {
    Word* candidates = candidates_[u];
    Word* decided = scratch[3];
    Word some = 0;
    for (std::size_t i = 0; i < words_; ++i)
      scratch[4][i] = (changes.win ? staged_win_[slot][i] : 0) | (changes.loss ? staged_loss_[slot][i] : 0);
    cube::reverse(scratch[4], decided, axes_);
    for (std::size_t i = 0; i < words_; ++i) some |= candidates[i] &= ~decided[i];
    has_candidates_[u] = some != 0;
  }

  void commit(std::size_t u, std::size_t slot) {
    if (changes_[slot].win) {
      win_changed_[u] = batch_;
      for (std::size_t i = 0; i < words_; ++i) not_win_[u][i] &= ~staged_win_[slot][i];
    }
    if (changes_[slot].loss) {
      loss_changed_[u] = batch_;
      for (std::size_t i = 0; i < words_; ++i) loss_[u][i] |= staged_loss_[slot][i];
    }
  }

  /// Large enough to keep all threads busy, small enough to stay near the cache.
  std::size_t cubes_per_batch() const {
    constexpr std::size_t bytes = 8 << 20;
    return std::max<std::size_t>(bytes / (words_ * sizeof(Word)), 8);
  }

  void in_batches(int sweep, const Workers::Work& work) {
    for (std::size_t first = 0; first < cubes_.size(); first += cubes_per_batch()) {
      const std::size_t count = std::min(cubes_per_batch(), cubes_.size() - first);
      workers_.run(count, [&](std::size_t i, int worker) { work(first + i, worker); });
      if (progress_)
        progress_(sweep, static_cast<double>(first + count) / static_cast<double>(cubes_.size()));
    }
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

  std::uint32_t batch_ = 0;
  std::vector<std::uint32_t> win_changed_;
  std::vector<std::uint32_t> loss_changed_;
  std::vector<std::uint32_t> seen_;
  std::vector<Changes> changes_;
  Plane staged_win_;
  Plane staged_loss_;
};

}  // namespace

OutcomePlanes solve_outcomes(const Layout& layout, int cubes, OutcomePlanes above, Workers& workers,
                             const SweepProgress& progress) {
  return OutcomeSolver(layout, cubes, workers, progress).solve(std::move(above));
}

}  // namespace quixo::solve
