// SPDX-License-Identifier: MIT
//
// Section 4 of the paper. The algorithms keep the numbers and, in comments, the wording they have there. In
// every state X is to move, so a move is followed by a swap of the players: the children of a state of C(x,o)
// are in C(o,x), when a cube of X was taken, and in C(o,x+1), when a blank was.
#include "paper/paper.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cstdint>
#include <optional>
#include <system_error>
#include <thread>
#include <vector>

#include "base/file.h"
#include "game/play.h"
#include "quixo/error.h"

namespace quixo::paper {
namespace {

constexpr std::size_t all_states(int cells) {
  std::size_t states = 1;
  for (Cell cell = 0; cell < cells; ++cell) states *= 3;
  return states;
}

class Solver {
 public:
  Solver(const Geometry& geometry, const Options& options)
      : geometry_(geometry), options_(options), cells_(geometry.cells()), classes_(cells_) {}

  /// Algorithm 2, backward induction. The paper lets x run to n/2 rounded up, which for odd n would solve the
  /// middle pair twice; rounded down, every class has its turn exactly once.
  Solution run() {
    for (int n = options_.given ? options_.given->cubes : cells_; n >= 0; --n)
      for (int x = 0; x <= n / 2; ++x) {
        const std::vector<Side> pair = start_pair(x, n - x);
        if (options_.given && options_.given->cubes == n)
          take_given(pair);
        else if (options_.distances)
          find_steps(pair);
        else
          find_outcomes(pair);
        for (const Side& side : pair) count(side);
        if (options_.progress)
          options_.progress({fmt::format("classes ({0},{1}) and ({1},{0})", x, n - x), 1,
                             static_cast<double>(solved_) / static_cast<double>(all_states(cells_)), n});
      }
    return {std::move(classes_), std::move(census_)};
  }

 private:
  /// A class that is being solved. Its states' children are in the partner, which is being solved with it,
  /// and in the next class, which is solved already and which a full board does not have.
  struct Side {
    int x;
    int o;
    Class& states;
    Class& partner;
    const Class* next;
  };

  /// C(x,o) and C(o,x), which are one class when x == o. "For all states: outcome <- Draw."
  std::vector<Side> start_pair(int x, int o) {
    std::vector<Side> pair{make_side(x, o)};
    if (x != o) pair.push_back(make_side(o, x));
    for (const Side& side : pair) side.states.init(ranking().size(side.x, side.o), options_.distances);
    return pair;
  }

  Side make_side(int x, int o) {
    const Class* const next = x + o < cells_ ? &classes_.at(o, x + 1) : nullptr;
    return {x, o, classes_.at(x, o), classes_.at(o, x), next};
  }

  void take_given(const std::vector<Side>& pair) {
    for (const Side& side : pair)
      for_all(side.states.size(), [&](std::size_t index) {
        const Value value = options_.given->value(ranking().state(side.x, side.o, index));
        side.states.set(index, value.outcome);
        if (options_.distances && value.outcome != Outcome::draw)
          side.states.set(index, value.outcome, value.distance);
      });
  }

  /// Algorithm 3: "Update outcomes of C(x,o) using terminal states."
  void update_from_terminal(const Side& side) {
    for_all(side.states.size(), [&](std::size_t index) {
      const Position state = ranking().state(side.x, side.o, index);
      const std::optional<Player> won = winner(geometry_, state);
      if (won == Player::x) {
        side.states.set(index, Outcome::win);
      } else if (won == Player::o) {
        side.states.set(index, Outcome::loss);
        set_parents_to_win(state, Taken::own, side.partner);
      }
    });
  }

  /// Algorithm 4: "Update outcomes of C(x,o) using inductively-computed outcomes of C(o,x+1)."
  void update_from_next(const Side& side) {
    for_all(side.next->size(), [&](std::size_t index) {
      const Outcome outcome = side.next->outcome(index);
      if (outcome == Outcome::win) return;
      const Position child = ranking().state(side.o, side.x + 1, index);
      if (outcome == Outcome::loss)
        set_parents_to_win(child, Taken::blank, side.states);
      else
        for_each_open_parent(child, Taken::blank, side.states,
                             [&](std::size_t parent) { side.states.draw_to_win_or_draw(parent); });
    });
  }

  /// Algorithm 5, the complete algorithm, for one pair of classes. Threads see each other's decisions early
  /// or late, which changes the number of iterations, never what they converge to.
  void find_outcomes(const std::vector<Side>& pair) {
    for (const Side& side : pair) update_from_terminal(side);
    for (const Side& side : pair)
      if (side.next != nullptr) update_from_next(side);

    std::atomic<bool> updated = true;
    while (updated.exchange(false))
      for (const Side& side : pair)
        for_all(side.states.size(), [&](std::size_t index) {
          if (side.states.outcome(index) != Outcome::draw) return;
          const Position state = ranking().state(side.x, side.o, index);
          if (!all_win_in_partner(state, side)) return;
          side.states.set(index, Outcome::loss);
          set_parents_to_win(state, Taken::own, side.partner);
          updated.store(true, std::memory_order_relaxed);
        });

    for (const Side& side : pair)
      for_all(side.states.size(), [&](std::size_t index) {
        if (side.states.outcome(index) == win_or_draw) side.states.set(index, Outcome::draw);
      });
  }

  /// Whether all children are Win, given that those in the next class are.
  bool all_win_in_partner(Position state, const Side& side) const {
    return all_children(geometry_, state, [&](const Slide& slide, Position child) {
      return (slide.taken() & state.cubes(Player::x)) == 0 ||  // a blank: the child is in the next class
             side.partner.outcome(ranking().index(with_x_to_move(child))) == Outcome::win;
    });
  }

  /// Algorithm 6, value iteration with steps, inside backward induction: iteration i finds the states with
  /// step i. The paper's listing gives a Loss one plus the minimum of its children's steps; its definition
  /// (and its table) say the maximum, and so do we, by asking that all children be Win before i.
  ///
  /// "Until no update in the last iteration" is not enough here: a step of i may come from a child in the
  /// next class, whose steps can be larger than what this pair has reached by itself.
  void find_steps(const std::vector<Side>& pair) {
    for (const Side& side : pair)
      for_all(side.states.size(), [&](std::size_t index) {
        if (const auto won = winner(geometry_, ranking().state(side.x, side.o, index)))
          side.states.set(index, won == Player::x ? Outcome::win : Outcome::loss, 0);
      });

    int longest = 0;
    for (const Side& side : pair)
      if (side.next != nullptr) longest = std::max(longest, side.next->longest_step());
    for (int i = 1; i <= longest + 1; ++i) {
      if (i >= no_step) throw Error("a distance does not fit in 16 bits");
      if (find_step(pair, static_cast<std::uint16_t>(i))) longest = std::max(longest, i);
    }
  }

  /// One iteration. A child that another thread decides at this very moment gets step i, and is passed over
  /// as if it were still undecided; so the order of the states does not matter.
  bool find_step(const std::vector<Side>& pair, std::uint16_t i) {
    std::atomic<bool> updated = false;
    for (const Side& side : pair)
      for_all(side.states.size(), [&](std::size_t index) {
        if (side.states.step(index) != no_step) return;
        const Position state = ranking().state(side.x, side.o, index);
        bool all_win = true;
        const bool no_loss_before = all_children(geometry_, state, [&](const Slide&, Position after) {
          const Position child = with_x_to_move(after);
          const Class& states = classes_.of(child);
          const std::size_t place = ranking().index(child);
          const std::uint16_t step = states.step(place);
          const Outcome outcome = states.outcome(place);
          all_win = all_win && step < i && outcome == Outcome::win;
          return step != i - 1 || outcome != Outcome::loss;
        });
        if (no_loss_before && !all_win) return;
        side.states.set(index, no_loss_before ? Outcome::loss : Outcome::win, i);
        updated.store(true, std::memory_order_relaxed);
      });
    return updated;
  }

  /// The cube taken by the move from a parent tells the parent's class.
  enum class Taken { own, blank };

  /// "For all parents p of s: outcome[p] <- Win." None of them is a Loss.
  void set_parents_to_win(Position child, Taken taken, Class& parents) {
    for_each_open_parent(child, taken, parents,
                         [&](std::size_t parent) { parents.set(parent, Outcome::win); });
  }

  /// Calls visit(index) for the parents of a class, in which O was to move, that are not known to be Win. A
  /// board with a line is nobody's parent; that is tested last, because most parents are Win already and
  /// looking for lines is what costs.
  template <class Visit>
  void for_each_open_parent(Position child, Taken taken, const Class& parents, const Visit& visit) const {
    for (const Slide& slide : geometry_.slides()) {
      if ((slide.inserted() & child.cubes(Player::o)) == 0) continue;
      const Bits before =
          taken == Taken::own ? slide.undo_own(child.bits, Player::o) : slide.undo_blank(child.bits);
      const Position parent = with_x_to_move({before, Player::o});
      const std::size_t index = ranking().index(parent);
      if (parents.outcome(index) != Outcome::win && !is_over(geometry_, parent)) visit(index);
    }
  }

  /// Section 4.3: "Replace each 'for all states' with a 'divide by K' and execute K threads in parallel."
  template <class Visit>
  void for_all(std::size_t states, const Visit& visit) const {
    const auto threads = static_cast<std::size_t>(options_.threads);
    const auto work = [&](std::size_t part) {
      const std::size_t end = states * (part + 1) / threads;
      for (std::size_t index = states * part / threads; index < end; ++index) visit(index);
    };
    std::vector<std::jthread> others;
    try {
      for (std::size_t part = 1; part < threads; ++part) others.emplace_back(work, part);
    } catch (const std::system_error& error) {
      throw Error(fmt::format("cannot start {} threads ({}): use fewer", threads, error.code().message()));
    }
    work(0);
  }

  /// Enters a finished class in the census.
  void count(const Side& side) {
    OutcomeCounts& all = census_.classes[static_cast<std::size_t>(side.x)][static_cast<std::size_t>(side.o)];
    std::vector<OutcomeCounts> by_step(options_.distances ? no_step : 0);
    for (std::size_t index = 0; index < side.states.size(); ++index) {
      const Outcome outcome = side.states.outcome(index);
      add(outcome, all);
      if (options_.distances && outcome != Outcome::draw) add(outcome, by_step[side.states.step(index)]);
    }
    for (std::size_t step = 0; step < by_step.size(); ++step)
      if (by_step[step].total() != 0) census_.distances[static_cast<int>(step)] += by_step[step];
    solved_ += side.states.size();
  }

  static void add(Outcome outcome, OutcomeCounts& counts) {
    switch (outcome) {
      case Outcome::win:
        ++counts.win;
        break;
      case Outcome::loss:
        ++counts.loss;
        break;
      case Outcome::draw:
        ++counts.draw;
        break;
    }
  }

  const Ranking& ranking() const { return classes_.ranking(); }

  const Geometry& geometry_;
  const Options& options_;
  const int cells_;
  Classes classes_;
  Census census_;
  std::size_t solved_ = 0;
};

}  // namespace

Value Solution::value(Position position) const {
  const Position state = with_x_to_move(position);
  const Class& states = classes_.of(state);
  const std::size_t index = classes_.ranking().index(state);
  const Outcome outcome = states.outcome(index);
  if (outcome == Outcome::draw || !states.has_steps()) return {outcome, 0};
  return {outcome, states.step(index)};
}

Solution solve(const Geometry& geometry, const Options& options) {
  assert(options.threads >= 1);
  return Solver(geometry, options).run();
}

std::size_t memory_needed(const Rules& rules, bool distances) {
  return all_states(rules.cells()) * Class::bytes_per_state(distances) + Ranking::bytes(rules.cells());
}

}  // namespace quixo::paper
