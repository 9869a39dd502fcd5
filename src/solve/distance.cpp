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
// when there are such children, a cube takes part only when one of its children has some, and the sparse
// phases find everything from the un-moves of those states.
#include "solve/distance.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <chrono>

#include "game/error.h"
#include "game/play.h"
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

bool test_bit(const Plane& plane, std::uint32_t cube, std::uint32_t bit) {
  return std::atomic_ref(const_cast<Word&>(plane[cube][bit / 64])).load(std::memory_order_relaxed) >>
             bit % 64 &
         1;
}

/// Clears a bit; whether this call did it.
bool claim_bit(Plane& plane, std::uint32_t cube, std::uint32_t bit) {
  const Word mask = Word{1} << bit % 64;
  return std::atomic_ref(plane[cube][bit / 64]).fetch_and(~mask, std::memory_order_relaxed) & mask;
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
        candidates_(static_cast<std::size_t>(workers.size())) {}

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
    if (step > 1 && causes.states() == 0) return;
    const bool sparse = step > 1 && choose_sparse(kind, causes);
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
    if (sparse)
      cost.per_state = seconds / static_cast<double>(causes.states());
    else
      cost.dense = seconds;
  }

  /// The clock's rule: a dense phase costs what the last one of its kind cost, a sparse one as much per state
  /// as the last one did. The first sparse one is a guess on the safe side.
  struct Cost {
    double dense = 0;
    double per_state = 2e-6;
  };

  bool choose_sparse(FrameKind kind, const News& causes) const {
    if (method_ != StepMethod::by_the_clock) return method_ == StepMethod::sparse;
    const Cost& cost = costs_[static_cast<std::size_t>(kind)];
    return static_cast<double>(causes.states()) * cost.per_state < cost.dense;
  }

  bool dense_wins(std::size_t u, int worker, Word* bitmap) {
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

  std::vector<State> states_of(const LayerFrames& frames, const FrameInfo* frame, int axes) {
    std::vector<std::vector<State>> parts(static_cast<std::size_t>(workers_.size()));
    if (frame)
      frames.read(*frame, workers_, [&](std::size_t u, int worker, const Word* bitmap) {
        cube::for_each_point(bitmap, axes, [&](std::uint32_t bit) {
          parts[static_cast<std::size_t>(worker)].push_back({static_cast<std::uint32_t>(u), bit});
        });
      });
    return joined(std::move(parts));
  }

  static std::vector<State> joined(std::vector<std::vector<State>> parts) {
    std::vector<State> all;
    for (const std::vector<State>& part : parts) all.insert(all.end(), part.begin(), part.end());
    std::ranges::sort(all);
    return all;
  }

  void sparse_phase(FrameKind kind, int step, const News& causes,
                    const std::function<void(double)>& progress) {
    const std::vector<State> own = states_of(frames_, causes.own, axes_);
    const std::vector<State> above =
        causes.above ? states_of(*above_frames_, causes.above, axes_ + 1) : std::vector<State>();
    std::vector<std::vector<State>> parts(static_cast<std::size_t>(workers_.size()));
    // States go in groups: all their parents are looked up and asked for from memory before the first is
    // used.
    constexpr std::size_t group = 16;
    const auto from = [&](const std::vector<State>& states, int axes) {
      workers_.run((states.size() + group - 1) / group, [&](std::size_t item, int worker) {
        std::vector<Candidate>& candidates = candidates_[static_cast<std::size_t>(worker)];
        candidates.clear();
        for (std::size_t i = item * group; i < std::min(states.size(), (item + 1) * group); ++i)
          find_parents(layout_.position(axes, states[i].cube, states[i].bit), axes == axes_, candidates);
        for (const Candidate& candidate : candidates)
          decide(kind, candidate, parts[static_cast<std::size_t>(worker)],
                 symmetric_bits_[static_cast<std::size_t>(worker)]);
      });
    };
    from(own, axes_);
    progress(0.5);
    from(above, axes_ + 1);

    const std::vector<State> decided = joined(std::move(parts));
    frames_.write(kind, step, workers_, [&](std::size_t u, int, Word* bitmap) {
      const auto mine = std::ranges::equal_range(decided, static_cast<std::uint32_t>(u), {}, &State::cube);
      if (mine.empty()) return false;
      std::fill_n(bitmap, words_, 0);
      for (const State& state : mine) bitmap[state.bit / 64] |= Word{1} << state.bit % 64;
      return true;
    });
    progress(1);
  }

  std::uint32_t opponent(std::uint32_t bit) const { return ~bit & ((1U << axes_) - 1); }

  struct Candidate {
    Position position;
    Layout::Place place;
  };

  /// The parents in this layer: of a position of this layer those that took an own cube, of one above those
  /// that took a blank. Some may be over; then they are not undecided, which is tested anyway.
  void find_parents(Position position, bool own_taken, std::vector<Candidate>& candidates) const {
    const Cells mover = position.cubes(Player::o);
    for (const Slide& slide : layout_.geometry().slides()) {
      if ((slide.inserted() & mover) == 0) continue;
      const Bits bits =
          own_taken ? slide.undo_own(position.bits, Player::o) : slide.undo_blank(position.bits);
      const Position parent{swap_colours(bits), Player::x};
      const Layout::Place place = layout_.place(parent);
      __builtin_prefetch(undecided_[place.cube] + opponent(place.bit) / 64, 1);
      candidates.push_back({parent, place});
    }
  }

  /// A state with a child that decides it, or might.
  void decide(FrameKind kind, const Candidate& candidate, std::vector<State>& decided,
              std::vector<std::uint32_t>& bits) {
    const Layout::Place& place = candidate.place;
    if (!test_bit(undecided_, place.cube, opponent(place.bit))) return;
    if (kind == FrameKind::loss && !all_children_won(candidate.position)) return;
    // Un-moves lead to one of the bits of a symmetric U; its equals have the same value.
    layout_.symmetric_bits(place, bits);
    for (const std::uint32_t bit : bits) {
      if (!claim_bit(undecided_, place.cube, opponent(bit))) continue;
      if (kind == FrameKind::win) claim_bit(own_.not_win, place.cube, bit);
      decided.push_back({place.cube, bit});
    }
  }

  /// For a position that is not over.
  bool all_children_won(Position parent) const {
    const Cells opponents = parent.cubes(Player::o);
    for (const Slide& slide : layout_.geometry().slides()) {
      if ((slide.taken() & opponents) != 0) continue;
      const Layout::Place place = layout_.place(with_x_to_move(play(parent, slide)));
      if (test_bit(place.layer == axes_ ? own_.not_win : above_.not_win, place.cube, place.bit)) return false;
    }
    return true;
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
  std::vector<std::vector<Candidate>> candidates_;

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
