// SPDX-License-Identifier: MIT
//
// Planes in use, for the layer and for the one above alike:
//   not_win     not won at a step before this one
//   loss_now    lost at exactly the step before this one; only cubes flagged in has_loss are meaningful
// and for the layer alone `undecided`, in the opponent's index, which nobody else reads.
//
// In a step, losses come first: they read not_win and write undecided. Then wins read loss_now and write
// not_win. So within a phase no thread reads what another writes.
//
// A loss at step i has a child won at exactly i-1, a win one lost at exactly i-1. Hence a phase runs only
// when there are such children, a cube takes part only when one of its children has some, and a sparse phase
// finds everything from the un-moves of those states. It goes cube by cube: the un-moves of a cube are
// permutations of its index, made once for all its states, and what they lead to lies in few cubes.
#include "solve/distance.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>
#include <span>

#include "game/error.h"
#include "solve/layer.h"

namespace quixo::solve {
namespace {

using Clock = std::chrono::steady_clock;
using Flags = std::vector<std::uint8_t>;

/// A state of a layer: cube and bit.
struct State {
  std::uint32_t cube;
  std::uint32_t bit;
  auto operator<=>(const State&) const = default;
};

/// What a step needs to know of a layer.
struct Side {
  Plane not_win;
  Plane loss_now;
  Flags has_win;   ///< won at exactly the step before
  Flags has_loss;  ///< lost at exactly the step before
};

/// What a phase works on, as the step before left it: for wins the losses, for losses the wins.
struct News {
  const FrameInfo* own = nullptr;
  const FrameInfo* above = nullptr;
  std::uint64_t states() const { return (own ? own->states : 0) + (above ? above->states : 0); }
};

bool test_bit(const Word* bitmap, std::uint32_t bit) { return bitmap[bit / 64] >> bit % 64 & 1; }
void set_bit(Word* bitmap, std::uint32_t bit) { bitmap[bit / 64] |= Word{1} << bit % 64; }
void clear_bit(Word* bitmap, std::uint32_t bit) { bitmap[bit / 64] &= ~(Word{1} << bit % 64); }

/// A permutation of axes applied to single indices, five axes at a time by table.
class IndexMap {
 public:
  IndexMap(const std::uint8_t* to, int axes) {
    for (int axis = 0; axis < axes; ++axis) {
      auto& table = tables_[static_cast<std::size_t>(axis / 5)];
      const std::size_t half = std::size_t{1} << axis % 5;
      for (std::size_t i = 0; i < half; ++i) table[half + i] = table[i] | 1U << to[axis];
    }
  }

  std::uint32_t operator()(std::uint32_t index) const {
    return tables_[0][index & 31] | tables_[1][index >> 5 & 31] | tables_[2][index >> 10 & 31] |
           tables_[3][index >> 15 & 31] | tables_[4][index >> 20 & 31];
  }

 private:
  std::array<std::array<std::uint32_t, 32>, 5> tables_{};
};

/// The states of one cube in a sorted list.
std::span<const State> states_in(const std::vector<State>& states, std::uint32_t cube) {
  const auto first = std::ranges::lower_bound(states, cube, {}, &State::cube);
  const auto last = std::ranges::upper_bound(first, states.end(), cube, {}, &State::cube);
  return {first, last};
}

class DistanceSolver {
 public:
  DistanceSolver(const Layout& layout, int axes, const LayerFrames* above_frames, LayerFrames& frames,
                 Workers& workers, StepMethod method,
                 const std::function<void(const StepProgress&)>& progress)
      : layout_(layout),
        cubes_(layout.layer(axes)),
        axes_(axes),
        words_(cube::words_of(axes)),
        above_frames_(above_frames),
        frames_(frames),
        workers_(workers),
        method_(method),
        progress_(progress),
        scratch_(make_scratch(layout, axes, workers.size())),
        symmetric_bits_(static_cast<std::size_t>(workers.size())),
        unmoves_(static_cast<std::size_t>(workers.size())) {}

  DistancePlanes solve() {
    undecided_ = Plane(cubes_.size(), axes_);
    start(own_, axes_, &undecided_);
    if (above_frames_) start(above_, axes_ + 1, nullptr);
    for (int step = 1; step == 1 || goes_on(step); ++step) {
      if (step > std::numeric_limits<std::uint16_t>::max())
        throw Error(fmt::format("a distance in the layer of {} cubes exceeds 16 bits", axes_));
      if (step > 1) play_back(step - 1);
      do_phase(FrameKind::loss, step);
      do_phase(FrameKind::win, step);
    }
    return {std::move(own_.not_win), std::move(undecided_)};
  }

 private:
  /// Something was decided at the step before, here or above, or will be above.
  bool goes_on(int step) const {
    return frames_.last_step() >= step - 1 || (above_frames_ && above_frames_->last_step() >= step - 1);
  }

  /// Step 0: the positions that are over.
  void start(Side& side, int axes, Plane* undecided) {
    const std::vector<Cells>& cubes = layout_.layer(axes);
    side.not_win = Plane(cubes.size(), axes);
    side.loss_now = Plane(cubes.size(), axes);
    side.has_win.assign(cubes.size(), 0);
    side.has_loss.assign(cubes.size(), 0);
    std::vector<Scratch> scratch = make_scratch(layout_, axes, workers_.size());
    workers_.run(cubes.size(), [&](std::size_t u, int worker) {
      Word* open = scratch[static_cast<std::size_t>(worker)][0];
      Word* not_win = side.not_win[u];
      Word* loss = side.loss_now[u];
      scratch[static_cast<std::size_t>(worker)].terminal(cubes[u], not_win, loss);
      side.has_win[u] = !cube::is_empty(not_win, axes);
      side.has_loss[u] = !cube::is_empty(loss, axes);
      for (std::size_t i = 0; i < cube::words_of(axes); ++i) {
        not_win[i] = ~not_win[i] & cube::valid_bits(axes);
        open[i] = not_win[i] & ~loss[i];
      }
      if (undecided) cube::reverse(open, (*undecided)[u], axes);
    });
  }

  News news(FrameKind decided, int step) const {
    return {frames_.find(decided, step), above_frames_ ? above_frames_->find(decided, step) : nullptr};
  }

  /// Brings what is known of the layer above to the given step, and forgets the flags of the step before. The
  /// layer's own not_win is up to date already. Lost positions are unpacked only when a dense phase wants
  /// them.
  void play_back(int step) {
    std::ranges::fill(own_.has_win, 0);
    std::ranges::fill(own_.has_loss, 0);
    std::ranges::fill(above_.has_win, 0);
    std::ranges::fill(above_.has_loss, 0);
    if (const FrameInfo* wins = frames_.find(FrameKind::win, step))
      frames_.read(*wins, workers_, [&](std::size_t u, int, const Word*) { own_.has_win[u] = 1; });
    if (!above_frames_) return;
    if (const FrameInfo* wins = above_frames_->find(FrameKind::win, step))
      above_frames_->read(*wins, workers_, [&](std::size_t u, int, const Word* bitmap) {
        above_.has_win[u] = 1;
        Word* not_win = above_.not_win[u];
        for (std::size_t i = 0; i < cube::words_of(axes_ + 1); ++i) not_win[i] &= ~bitmap[i];
      });
  }

  void unpack_losses(const LayerFrames& frames, const FrameInfo* losses, int axes, Side& side) {
    if (!losses) return;
    frames.read(*losses, workers_, [&](std::size_t u, int, const Word* bitmap) {
      side.has_loss[u] = 1;
      std::copy_n(bitmap, cube::words_of(axes), side.loss_now[u]);
    });
  }

  void do_phase(FrameKind kind, int step) {
    const FrameKind cause = kind == FrameKind::win ? FrameKind::loss : FrameKind::win;
    const News causes = news(cause, step - 1);
    const std::uint64_t states = causes.states();  // writing a frame ends the life of the others' information
    if (step > 1 && states == 0) return;
    const bool sparse = step > 1 && choose_sparse(kind, states);
    const auto begin = Clock::now();
    const auto progress = [&](double share) {
      if (progress_) progress_({step, sparse, share});
    };
    if (sparse) {
      sparse_phase(kind, step, causes, progress);
    } else {
      if (kind == FrameKind::win && step > 1) {
        unpack_losses(frames_, causes.own, axes_, own_);
        if (above_frames_) unpack_losses(*above_frames_, causes.above, axes_ + 1, above_);
      }
      frames_.write(
          kind, step, workers_,
          [&](std::size_t u, int worker, Word* bitmap) {
            return kind == FrameKind::win ? dense_wins(u, worker, bitmap) : dense_losses(u, worker, bitmap);
          },
          progress);
    }
    const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    Cost& cost = costs_[static_cast<std::size_t>(kind)];
    if (!sparse)
      cost.dense = seconds;
    else if (states >= large)
      cost.per_state = seconds / static_cast<double>(states);
  }

  /// The clock's rule: a dense phase costs what the last one of its kind cost, a sparse one as much per state
  /// as the last large one did. The first is a guess on the safe side.
  struct Cost {
    double dense = 0;
    double per_state = 1e-6;
  };
  /// Below, the fixed cost of a phase hides that of its states.
  static constexpr std::uint64_t large = 100'000;

  bool choose_sparse(FrameKind kind, std::uint64_t states) const {
    if (method_ != StepMethod::by_the_clock) return method_ == StepMethod::sparse;
    const Cost& cost = costs_[static_cast<std::size_t>(kind)];
    return static_cast<double>(states) * cost.per_state < cost.dense;
  }

  bool dense_wins(std::size_t u, int worker, Word* bitmap) {
    if (cube::is_empty(undecided_[u], axes_)) return false;
    Scratch& scratch = scratch_[static_cast<std::size_t>(worker)];
    Word* any_loss = scratch[0];
    std::fill_n(any_loss, words_, 0);
    bool any = false;
    const auto combine = [&](const std::vector<Layout::Edge>& edges, const Side& side) {
      for (const Layout::Edge& edge : edges) {
        if (!side.has_loss[edge.child]) continue;
        cube::combine(layout_.axis_map(cubes_[u], edge), side.loss_now[edge.child], any_loss);
        any = true;
      }
    };
    layout_.own_edges(cubes_[u], scratch.own);
    combine(scratch.own, own_);
    if (above_frames_) {
      layout_.blank_edges(cubes_[u], scratch.blank);
      combine(scratch.blank, above_);
    }
    if (!any) return false;
    Word* undecided = undecided_[u];
    Word some = 0;
    for (std::size_t i = 0; i < words_; ++i) {
      some |= any_loss[i] &= undecided[i];
      undecided[i] &= ~any_loss[i];
    }
    if (some == 0) return false;
    cube::reverse(any_loss, bitmap, axes_);
    Word* not_win = own_.not_win[u];
    for (std::size_t i = 0; i < words_; ++i) not_win[i] &= ~bitmap[i];
    return true;
  }

  bool dense_losses(std::size_t u, int worker, Word* bitmap) {
    if (cube::is_empty(undecided_[u], axes_)) return false;
    Scratch& scratch = scratch_[static_cast<std::size_t>(worker)];
    layout_.own_edges(cubes_[u], scratch.own);
    const auto has_win = [](const Side& side) {
      return [&](const Layout::Edge& e) { return side.has_win[e.child]; };
    };
    bool news = std::ranges::any_of(scratch.own, has_win(own_));
    scratch.blank.clear();
    if (above_frames_) {
      layout_.blank_edges(cubes_[u], scratch.blank);
      news = news || std::ranges::any_of(scratch.blank, has_win(above_));
    }
    if (!news) return false;
    Word* undecided = undecided_[u];
    Word* any_not_win = scratch[0];
    std::fill_n(any_not_win, words_, 0);
    const auto cover = [&](const std::vector<Layout::Edge>& edges, const Side& side) {
      for (const Layout::Edge& edge : edges) {
        if (cube::is_covered(undecided, any_not_win, axes_)) return;
        cube::combine(layout_.axis_map(cubes_[u], edge), side.not_win[edge.child], any_not_win);
      }
    };
    cover(scratch.blank, above_);
    cover(scratch.own, own_);
    if (cube::is_covered(undecided, any_not_win, axes_)) return false;
    Word* lost = scratch[1];
    for (std::size_t i = 0; i < words_; ++i) {
      lost[i] = undecided[i] & ~any_not_win[i];
      undecided[i] &= any_not_win[i];
    }
    cube::reverse(lost, bitmap, axes_);
    return true;
  }

  /// What the states of a frame lead back to in this layer and is undecided, each in the opponent's index.
  void find_candidates(const LayerFrames& frames, const FrameInfo* frame, int axes,
                       std::vector<std::vector<State>>& candidates) {
    if (!frame) return;
    const bool own_taken = axes == axes_;
    frames.read(*frame, workers_, [&](std::size_t u, int worker, const Word* bitmap) {
      std::vector<std::uint32_t> states;
      cube::for_each_point(bitmap, axes, [&](std::uint32_t bit) { states.push_back(bit); });
      std::vector<Layout::UnMove>& unmoves = unmoves_[static_cast<std::size_t>(worker)];
      layout_.unmoves(layout_.layer(axes)[u], own_taken, unmoves);
      for (const Layout::UnMove& unmove : unmoves) {
        const IndexMap map(unmove.to.data(), axes);
        const Word* undecided = undecided_[unmove.parent];
        for (const std::uint32_t state : states) {
          if (state >> unmove.inserted_axis & 1) continue;
          if (const std::uint32_t parent = map(state); test_bit(undecided, parent))
            candidates[static_cast<std::size_t>(worker)].push_back({unmove.parent, parent});
        }
      }
    });
  }

  /// All candidates of the step, sorted, each once.
  std::vector<State> find_candidates(const News& causes) {
    std::vector<std::vector<State>> parts(static_cast<std::size_t>(workers_.size()));
    find_candidates(frames_, causes.own, axes_, parts);
    if (above_frames_) find_candidates(*above_frames_, causes.above, axes_ + 1, parts);
    workers_.run(parts.size(), [&](std::size_t i, int) {
      std::ranges::sort(parts[i]);
      parts[i].erase(std::unique(parts[i].begin(), parts[i].end()), parts[i].end());
    });
    std::vector<State> all;
    for (std::vector<State>& part : parts) {
      const auto middle = static_cast<std::ptrdiff_t>(all.size());
      all.insert(all.end(), part.begin(), part.end());
      part = {};
      std::inplace_merge(all.begin(), all.begin() + middle, all.end());
    }
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
  }

  /// Keeps the candidates of a cube (opponent's indices) all of whose children are won.
  void keep_losses(std::size_t u, int worker, std::vector<std::uint32_t>& candidates) {
    Scratch& scratch = scratch_[static_cast<std::size_t>(worker)];
    const auto filter = [&](const std::vector<Layout::Edge>& edges, const Side& side) {
      for (const Layout::Edge& edge : edges) {
        if (candidates.empty()) return;
        const cube::AxisMap axes = layout_.axis_map(cubes_[u], edge);
        const IndexMap map(axes.to.data(), axes_);
        const Word* not_win = side.not_win[edge.child];
        std::erase_if(candidates, [&](std::uint32_t candidate) {
          return (candidate >> axes.fixed & 1) == 0 && test_bit(not_win, map(candidate));
        });
      }
    };
    layout_.own_edges(cubes_[u], scratch.own);
    filter(scratch.own, own_);
    if (!above_frames_) return;
    layout_.blank_edges(cubes_[u], scratch.blank);
    filter(scratch.blank, above_);
  }

  void sparse_phase(FrameKind kind, int step, const News& causes,
                    const std::function<void(double)>& progress) {
    const std::vector<State> candidates = find_candidates(causes);
    const std::uint32_t all_axes = (1U << axes_) - 1;
    frames_.write(
        kind, step, workers_,
        [&](std::size_t u, int worker, Word* bitmap) {
          const std::span<const State> states = states_in(candidates, static_cast<std::uint32_t>(u));
          if (states.empty()) return false;
          std::vector<std::uint32_t> decided;
          for (const State& state : states) decided.push_back(state.bit);
          if (kind == FrameKind::loss) keep_losses(u, worker, decided);
          if (decided.empty()) return false;
          std::fill_n(bitmap, words_, 0);
          for (const std::uint32_t index : decided) {
            // Un-moves lead to one of the places of a symmetric U; its equals have the same value.
            std::vector<std::uint32_t>& equals = symmetric_bits_[static_cast<std::size_t>(worker)];
            layout_.symmetric_bits({axes_, static_cast<std::uint32_t>(u), ~index & all_axes}, equals);
            for (const std::uint32_t bit : equals) {
              set_bit(bitmap, bit);
              clear_bit(undecided_[u], ~bit & all_axes);
              if (kind == FrameKind::win) clear_bit(own_.not_win[u], bit);
            }
          }
          return true;
        },
        progress);
  }

  const Layout& layout_;
  const std::vector<Cells>& cubes_;
  int axes_;
  std::size_t words_;
  const LayerFrames* above_frames_;
  LayerFrames& frames_;
  Workers& workers_;
  StepMethod method_;
  const std::function<void(const StepProgress&)>& progress_;
  std::vector<Scratch> scratch_;
  std::vector<std::vector<std::uint32_t>> symmetric_bits_;
  std::vector<std::vector<Layout::UnMove>> unmoves_;

  Side own_;
  Side above_;
  Plane undecided_;
  std::array<Cost, 2> costs_;
};

}  // namespace

DistancePlanes solve_distances(const Layout& layout, int cubes, const LayerFrames* above, LayerFrames& frames,
                               Workers& workers, StepMethod method,
                               const std::function<void(const StepProgress&)>& progress) {
  return DistanceSolver(layout, cubes, above, frames, workers, method, progress).solve();
}

}  // namespace quixo::solve
