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
// A loss at step i has a child won at exactly i-1, a win one lost at exactly i-1: the news. A phase runs only
// when there is some. It either pulls or pushes:
//   pull   Every cube looks at the news of its children. Where a child has little, it is a list and taken
//   state
//          by state; where it has much, it is a bitmap and combined as a whole.
//   push   Every state of the news is taken back through its un-moves, cube by cube: the un-moves of a cube
//   are
//          permutations of its index, made once for all its states.
// The one costs something for every cube, the other for every state, so the clock chooses.
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

/// A state of a layer: cube and bit.
struct State {
  std::uint32_t cube;
  std::uint32_t bit;
  auto operator<=>(const State&) const = default;
};

/// The states of a layer that one step has decided, cube by cube: listed where they are few.
class StepStates {
 public:
  StepStates() = default;
  StepStates(std::size_t cubes, int axes, int workers)
      : axes_(axes),
        // A state of a list costs as much as eight words of a bitmap.
        most_listed_(std::max<std::uint64_t>(cube::words_of(axes) / 8, 8)),
        places_(cubes),
        lists_(static_cast<std::size_t>(workers)) {}

  void clear() {
    std::ranges::fill(places_, Place{});
    for (auto& list : lists_) list.clear();
  }
  /// Returns whether the states of the cube are too many for a list.
  bool add(std::size_t cube, int worker, const Word* bitmap) {
    Place& place = places_[cube];
    if (cube::count(bitmap, axes_) > most_listed_) {
      place.count = many_states;
      return true;
    }
    std::vector<std::uint32_t>& list = lists_[static_cast<std::size_t>(worker)];
    place = {static_cast<std::uint16_t>(worker), 0, list.size()};
    cube::for_each_point(bitmap, axes_, [&](std::uint32_t bit) { list.push_back(bit); });
    place.count = static_cast<std::uint32_t>(list.size() - place.begin);
    return false;
  }
  void set_many(std::size_t cube) { places_[cube].count = many_states; }

  bool any(std::size_t cube) const { return places_[cube].count != 0; }
  bool many(std::size_t cube) const { return places_[cube].count == many_states; }
  std::span<const std::uint32_t> list(std::size_t cube) const {
    const Place& place = places_[cube];
    return {lists_[place.worker].data() + place.begin, place.count};
  }

 private:
  static constexpr std::uint32_t many_states = ~std::uint32_t{0};
  struct Place {
    std::uint16_t worker = 0;
    std::uint32_t count = 0;
    std::size_t begin = 0;
  };
  int axes_ = 0;
  std::uint64_t most_listed_ = 0;
  std::vector<Place> places_;
  std::vector<std::vector<std::uint32_t>> lists_;
};

/// What a step needs to know of a layer.
struct Side {
  Plane not_win;
  Plane loss_now;   ///< of the cubes with many
  StepStates wins;  ///< won at exactly the step before
  StepStates losses;
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

  /// The other way, from the child's axes to the accumulator's.
  static IndexMap back(const cube::AxisMap& map) {
    std::array<std::uint8_t, cube::max_axes> from{};
    for (std::uint8_t axis = 0; axis < map.axes; ++axis) from[map.to[axis]] = axis;
    return {from.data(), map.axes};
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
    side.wins = StepStates(cubes.size(), axes, workers_.size());
    side.losses = StepStates(cubes.size(), axes, workers_.size());
    std::vector<Scratch> scratch = make_scratch(layout_, axes, workers_.size());
    workers_.run(cubes.size(), [&](std::size_t u, int worker) {
      Word* open = scratch[static_cast<std::size_t>(worker)][0];
      Word* not_win = side.not_win[u];
      Word* loss = side.loss_now[u];
      scratch[static_cast<std::size_t>(worker)].terminal(cubes[u], not_win, loss);
      // What is over is much, and step 1 takes it as bitmaps.
      if (!cube::is_empty(not_win, axes)) side.wins.set_many(u);
      if (!cube::is_empty(loss, axes)) side.losses.set_many(u);
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

  /// Brings what is known of the layer above to the given step; the layer's own not_win is up to date
  /// already.
  void play_back(int step) {
    if (!above_frames_) return;
    if (const FrameInfo* wins = above_frames_->find(FrameKind::win, step))
      above_frames_->read(*wins, workers_, [&](std::size_t u, int, const Word* bitmap) {
        Word* not_win = above_.not_win[u];
        for (std::size_t i = 0; i < cube::words_of(axes_ + 1); ++i) not_win[i] &= ~bitmap[i];
      });
  }

  /// Unpacks the news for a phase that pulls.
  void unpack(FrameKind cause, const News& news) {
    const auto unpack_side = [&](const LayerFrames* frames, const FrameInfo* frame, int axes, Side& side) {
      StepStates& states = cause == FrameKind::win ? side.wins : side.losses;
      states.clear();
      if (!frame) return;
      frames->read(*frame, workers_, [&](std::size_t u, int worker, const Word* bitmap) {
        if (states.add(u, worker, bitmap) && cause == FrameKind::loss)
          std::copy_n(bitmap, cube::words_of(axes), side.loss_now[u]);
      });
    };
    unpack_side(&frames_, news.own, axes_, own_);
    if (above_frames_) unpack_side(above_frames_, news.above, axes_ + 1, above_);
  }

  void do_phase(FrameKind kind, int step) {
    const FrameKind cause = kind == FrameKind::win ? FrameKind::loss : FrameKind::win;
    const News causes = news(cause, step - 1);
    const std::uint64_t states = causes.states();  // writing a frame ends the life of the others' information
    if (step > 1 && states == 0) return;
    const bool push = step > 1 && choose_push(kind, states);
    const auto begin = Clock::now();
    const auto progress = [&](double share) {
      if (progress_) progress_({step, push, share});
    };
    if (push) {
      push_phase(kind, step, causes, progress);
    } else {
      if (step > 1) unpack(cause, causes);
      frames_.write(
          kind, step, workers_,
          [&](std::size_t u, int worker, Word* bitmap) {
            return kind == FrameKind::win ? pull_wins(u, worker, bitmap) : pull_losses(u, worker, bitmap);
          },
          progress);
    }
    const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    Cost& cost = costs_[static_cast<std::size_t>(kind)];
    if (!push)
      cost.pull = seconds;
    else if (states >= large)
      cost.per_state = seconds / static_cast<double>(states);
  }

  /// The clock's rule: to pull costs what it cost the last time, to push as much per state as the last large
  /// phase that did. The first is a guess on the safe side.
  struct Cost {
    double pull = 0;
    double per_state = 1e-6;
  };
  /// Below, the fixed cost of a phase hides that of its states.
  static constexpr std::uint64_t large = 100'000;

  bool choose_push(FrameKind kind, std::uint64_t states) const {
    if (method_ != StepMethod::by_the_clock) return method_ == StepMethod::push;
    const Cost& cost = costs_[static_cast<std::size_t>(kind)];
    return static_cast<double>(states) * cost.per_state < cost.pull;
  }

  /// Calls visit(edge, side) for every move of U.
  template <class Visit>
  void for_each_edge(Scratch& scratch, const Visit& visit) const {
    for (const Layout::Edge& edge : scratch.own) visit(edge, own_);
    for (const Layout::Edge& edge : scratch.blank) visit(edge, above_);
  }

  void find_edges(std::size_t u, Scratch& scratch) const {
    layout_.own_edges(cubes_[u], scratch.own);
    scratch.blank.clear();
    if (above_frames_) layout_.blank_edges(cubes_[u], scratch.blank);
  }

  /// Sets what the listed states of a child are in U's opponent index.
  void combine_list(const cube::AxisMap& axes, std::span<const std::uint32_t> list, Word* acc) const {
    const IndexMap map = IndexMap::back(axes);
    const int inserted_axis = axes.to[static_cast<std::size_t>(axes.fixed)];
    for (const std::uint32_t state : list)
      if ((state >> inserted_axis & 1) == 0) set_bit(acc, map(state));
  }

  bool pull_wins(std::size_t u, int worker, Word* bitmap) {
    if (cube::is_empty(undecided_[u], axes_)) return false;
    Scratch& scratch = scratch_[static_cast<std::size_t>(worker)];
    Word* any_loss = scratch[0];
    bool any = false;
    find_edges(u, scratch);
    for_each_edge(scratch, [&](const Layout::Edge& edge, const Side& side) {
      if (!side.losses.any(edge.child)) return;
      if (!any) std::fill_n(any_loss, words_, 0);
      any = true;
      const cube::AxisMap map = layout_.axis_map(cubes_[u], edge);
      if (side.losses.many(edge.child))
        cube::combine(map, side.loss_now[edge.child], any_loss);
      else
        combine_list(map, side.losses.list(edge.child), any_loss);
    });
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

  bool pull_losses(std::size_t u, int worker, Word* bitmap) {
    if (cube::is_empty(undecided_[u], axes_)) return false;
    Scratch& scratch = scratch_[static_cast<std::size_t>(worker)];
    find_edges(u, scratch);
    std::size_t listed = 0;
    bool many = false;
    for_each_edge(scratch, [&](const Layout::Edge& edge, const Side& side) {
      if (side.wins.many(edge.child))
        many = true;
      else
        listed += side.wins.list(edge.child).size();
    });
    if (!many && listed == 0) return false;
    Word* lost = scratch[1];
    if (many || !few_losses(u, scratch, lost)) many_losses(u, scratch, lost);
    Word* undecided = undecided_[u];
    Word some = 0;
    for (std::size_t i = 0; i < words_; ++i) {
      some |= lost[i];
      undecided[i] &= ~lost[i];
    }
    if (some == 0) return false;
    cube::reverse(lost, bitmap, axes_);
    return true;
  }

  /// Finds the lost positions among those with a child just won, one by one. Gives up when these are many.
  bool few_losses(std::size_t u, Scratch& scratch, Word* lost) {
    std::fill_n(lost, words_, 0);
    for_each_edge(scratch, [&](const Layout::Edge& edge, const Side& side) {
      if (side.wins.any(edge.child))
        combine_list(layout_.axis_map(cubes_[u], edge), side.wins.list(edge.child), lost);
    });
    for (std::size_t i = 0; i < words_; ++i) lost[i] &= undecided_[u][i];
    if (cube::count(lost, axes_) > words_ / 4 + 8) return false;
    std::vector<std::uint32_t> candidates;
    cube::for_each_point(lost, axes_, [&](std::uint32_t bit) { candidates.push_back(bit); });
    keep_losses(u, scratch, candidates);
    std::fill_n(lost, words_, 0);
    for (const std::uint32_t bit : candidates) set_bit(lost, bit);
    return true;
  }

  void many_losses(std::size_t u, Scratch& scratch, Word* lost) {
    const Word* undecided = undecided_[u];
    Word* any_not_win = scratch[0];
    std::fill_n(any_not_win, words_, 0);
    bool covered = false;
    const auto cover = [&](const std::vector<Layout::Edge>& edges, const Side& side) {
      for (const Layout::Edge& edge : edges) {
        if (covered) return;
        cube::combine(layout_.axis_map(cubes_[u], edge), side.not_win[edge.child], any_not_win);
        covered = cube::is_covered(undecided, any_not_win, axes_);
      }
    };
    cover(scratch.blank, above_);
    cover(scratch.own, own_);
    for (std::size_t i = 0; i < words_; ++i) lost[i] = undecided[i] & ~any_not_win[i];
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
  void keep_losses(std::size_t u, Scratch& scratch, std::vector<std::uint32_t>& candidates) const {
    for_each_edge(scratch, [&](const Layout::Edge& edge, const Side& side) {
      if (candidates.empty()) return;
      const cube::AxisMap axes = layout_.axis_map(cubes_[u], edge);
      const IndexMap map(axes.to.data(), axes_);
      const Word* not_win = side.not_win[edge.child];
      std::erase_if(candidates, [&](std::uint32_t candidate) {
        return (candidate >> axes.fixed & 1) == 0 && test_bit(not_win, map(candidate));
      });
    });
  }

  void push_phase(FrameKind kind, int step, const News& causes, const std::function<void(double)>& progress) {
    const std::vector<State> candidates = find_candidates(causes);
    const std::uint32_t all_axes = (1U << axes_) - 1;
    frames_.write(
        kind, step, workers_,
        [&](std::size_t u, int worker, Word* bitmap) {
          const std::span<const State> states = states_in(candidates, static_cast<std::uint32_t>(u));
          if (states.empty()) return false;
          std::vector<std::uint32_t> decided;
          for (const State& state : states) decided.push_back(state.bit);
          if (kind == FrameKind::loss) {
            Scratch& scratch = scratch_[static_cast<std::size_t>(worker)];
            find_edges(u, scratch);
            keep_losses(u, scratch, decided);
          }
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
