// SPDX-License-Identifier: MIT
#include "search/relaxed.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>

#include "cube/bitmap.h"
#include "quixo/search.h"

namespace quixo::search {
namespace {

using cube::Plane;
using cube::Word;

/// Cell a of the accumulator reads the cell of the child to which the move carries its cube. The taken one
/// reads the inserted one: both are fixed at 0.
cube::AxisMap axis_map(const Geometry& geometry, const Slide& slide) {
  cube::AxisMap map;
  map.axes = geometry.cells();
  map.fixed = std::countr_zero(slide.taken());
  for (Cell cell = 0; cell < geometry.cells(); ++cell) {
    const bool slides = (slide.segment >> cell & 1) != 0;
    const Cell to = cell == slide.move.taken ? slide.move.inserted : slides ? cell + slide.shift : cell;
    map.to[static_cast<std::size_t>(cell)] = static_cast<std::uint8_t>(to);
  }
  assert(map.is_permutation());
  return map;
}

/// to |= from with its half 0 on the axis copied to its half 1, which is empty.
void insert_doubled(const Word* from, Word* to, int axes, int axis) {
  if (axis < cube::word_axes) {
    for (std::size_t i = 0; i < cube::words_of(axes); ++i) to[i] |= from[i] | from[i] << (1 << axis);
    return;
  }
  const std::size_t stride = std::size_t{1} << (axis - cube::word_axes);
  for (std::size_t begin = 0; begin < cube::words_of(axes); begin += 2 * stride)
    for (std::size_t i = begin; i < begin + stride; ++i) {
      to[i] |= from[i];
      to[i + stride] |= from[i];
    }
}

/// The set after a move that inserts nothing, as the defender's is for the attacker's cubes.
Cells slid(Cells cells, const Slide& slide) { return static_cast<Cells>(slide.apply(cells, Player::x)); }

/// Cells whose cubes a move carries into these.
Cells before(Cells cells, const Slide& slide) {
  const auto segment = static_cast<Cells>(slide.segment);
  const Cells moved = cells & segment & ~slide.inserted();
  return (cells & ~segment) | (slide.shift > 0 ? moved >> slide.shift : moved << -slide.shift);
}

/// The sets of the attacker's cubes that hold no line, though every move of the defender completes one: he
/// loses in one move. They are few, and found cell by cell: a cell of the border is hers, or each move that
/// takes it completes one of her lines, whose cubes were in certain cells before.
class LossesInOne {
 public:
  LossesInOne(const Geometry& geometry, std::uint64_t& steps_left)
      : geometry_(geometry), interior_(geometry.all_cells()), steps_left_(steps_left) {
    for (const Slide& slide : geometry.slides()) {
      if (takes_.empty() || takes_.back().cell != slide.taken()) takes_.push_back({slide.taken(), {}});
      takes_.back().moves.push_back(ways_to_complete(slide));
      interior_ &= ~slide.taken();
    }
  }

  /// Whether test(set) holds for one of them, up to the first for which it does; some are tested again and
  /// again. Nothing when there are no steps left.
  template <class Test>
  std::optional<bool> any(const Test& test) {
    const bool found = from_take(0, 0, 0, test);
    return found || steps_left_ > 0 ? std::optional(found) : std::nullopt;
  }

 private:
  using Ways = std::vector<Cells>;  ///< Of a move to complete a line: the cells that must be hers before.
  struct Take {
    Cells cell = 0;
    std::vector<Ways> moves;
  };

  Ways ways_to_complete(const Slide& slide) const {
    Ways ways;
    for (const Cells line : geometry_.lines())
      if ((line & slide.inserted()) == 0 && (line & static_cast<Cells>(slide.segment)) != 0)
        ways.push_back(before(line, slide));
    return ways;
  }

  bool is_at_end() {
    if (steps_left_ > 0) --steps_left_;
    return steps_left_ == 0;
  }

  /// `hers` are hers, `not_hers` are not, and of the border cells before this one all is decided.
  template <class Test>
  bool from_take(std::size_t take, Cells hers, Cells not_hers, const Test& test) {
    if (is_at_end() || geometry_.has_line(hers)) return false;
    while (take < takes_.size() && (takes_[take].cell & hers) != 0) ++take;
    if (take == takes_.size()) return any_interior(hers, test);
    return from_take(take + 1, hers | takes_[take].cell, not_hers, test) ||
           from_move(take, 0, hers, not_hers | takes_[take].cell, test);
  }

  template <class Test>
  bool from_move(std::size_t take, std::size_t move, Cells hers, Cells not_hers, const Test& test) {
    if (is_at_end() || geometry_.has_line(hers)) return false;
    if (move == takes_[take].moves.size()) return from_take(take + 1, hers, not_hers, test);
    const Ways& ways = takes_[take].moves[move];
    if (std::ranges::any_of(ways, [&](Cells way) { return (way & ~hers) == 0; }))
      return from_move(take, move + 1, hers, not_hers, test);
    return std::ranges::any_of(ways, [&](Cells way) {
      return (way & not_hers) == 0 && from_move(take, move + 1, hers | way, not_hers, test);
    });
  }

  /// Cubes in the interior that no move asks for are hers or not.
  template <class Test>
  bool any_interior(Cells hers, const Test& test) {
    const Cells free = interior_ & ~hers;
    for (Cells more = free;; more = (more - 1) & free) {
      if (is_at_end()) return false;
      if (!geometry_.has_line(hers | more) && test(hers | more)) return true;
      if (more == 0) return false;
    }
  }

  const Geometry& geometry_;
  std::vector<Take> takes_;
  Cells interior_;
  std::uint64_t& steps_left_;
};

/// Looks for cubes of the defender that leave the attacker no win in one: each move of hers that makes a line
/// must take one of his cubes, or complete a line of his, too.
class Blocking {
 public:
  /// `free` are the cells where his cubes may be; after `played` he must have no line either.
  Blocking(const Geometry& geometry, Cells attacker, Cells free, const Slide& played,
           std::uint64_t& steps_left)
      : geometry_(geometry), free_(free), played_(played), steps_left_(steps_left) {
    for (const Slide& slide : geometry.slides())
      if (geometry.has_line(slid(attacker, slide) | slide.inserted())) winning_.push_back(&slide);
  }

  /// Also when there are no steps left.
  bool is_possible(Cells defender = 0, std::size_t next = 0) const {
    if (steps_left_ == 0 || --steps_left_ == 0) return true;
    if ((defender & ~free_) != 0 || geometry_.has_line(defender) ||
        geometry_.has_line(slid(defender, played_)))
      return false;
    if (next == winning_.size()) return true;
    const Slide& slide = *winning_[next];
    if (is_possible(defender | slide.taken(), next + 1)) return true;
    return std::ranges::any_of(geometry_.lines(), [&](Cells line) {
      return (line & slide.inserted()) == 0 && is_possible(defender | before(line, slide), next + 1);
    });
  }

 private:
  const Geometry& geometry_;
  Cells free_;
  const Slide& played_;
  std::uint64_t& steps_left_;
  std::vector<const Slide*> winning_;
};

}  // namespace

RelaxedGame::RelaxedGame(Geometry geometry)
    : geometry_(std::move(geometry)), has_wins_in_two_(find_win_in_two()) {
  levels_ = static_cast<int>(std::min<std::size_t>(most_levels, memory_limit / (words() * sizeof(Word))));
  if (levels_ < fewest_levels) levels_ = 0;
}

std::shared_ptr<RelaxedGame> RelaxedGame::shared(const Geometry& geometry) {
  static std::mutex mutex;
  static std::vector<std::weak_ptr<RelaxedGame>> all;
  static std::shared_ptr<RelaxedGame> last;
  Rules rules = geometry.rules();
  rules.double_line = DoubleLine::loses;  // the relaxed game does not know the difference
  const std::lock_guard lock(mutex);
  std::erase_if(all, [](const auto& game) { return game.expired(); });
  for (const auto& game : all)
    if (const std::shared_ptr<RelaxedGame> found = game.lock(); found->geometry_.rules() == rules)
      return last = found;
  last = std::make_shared<RelaxedGame>(Geometry(rules));
  all.push_back(last);
  return last;
}

void RelaxedGame::extend(int n) {
  const int wanted = std::min((n + 1) / 2, levels_);
  if (solved_.load(std::memory_order_acquire) >= wanted) return;
  const std::lock_guard lock(extending_);
  if (planes_.empty()) begin();
  for (int level = solved_.load() + 1; level <= wanted; ++level) {
    const Plane& last = planes_.back();
    add_attackers_wins(last);
    Plane lost = defenders_losses(closing_);
    cube::insert(last[0], lost[0], axes());
    // Nothing changes any more: all further levels are like this one.
    const bool is_last = cube::is_covered(lost[0], last[0], axes());
    if (!is_last) planes_.push_back(std::move(lost));
    for (int like = level; like <= (is_last ? levels_ : level); ++like)
      lost_[static_cast<std::size_t>(like)] = planes_.back()[0];
    if (is_last) level = levels_;
    if (level == levels_) closing_ = {};
    solved_.store(level, std::memory_order_release);
  }
}

void RelaxedGame::begin() {
  for (const Slide& slide : geometry_.slides()) {
    if (takes_.empty() || takes_.back().cell != slide.move.taken) takes_.push_back({slide.move.taken, {}});
    takes_.back().moves.push_back(cube::make_plan(axis_map(geometry_, slide)));
  }
  planes_.push_back(new_plane());
  for (const Cells line : geometry_.lines()) cube::set_subcube(planes_[0][0], axes(), line);
  lost_[0] = planes_[0][0];
  closing_ = new_plane();
  cube::reverse(lost_[0], closing_[0], axes());
}

/// She may take the cell whether it is hers or not, so what holds with her cube there holds without.
void RelaxedGame::add_attackers_wins(const Plane& lost) {
  Plane reversed = new_plane();
  cube::reverse(lost[0], reversed[0], axes());
  Plane found = new_plane();
  for (const Take& take : takes_) {
    std::fill_n(found[0], words(), 0);
    for (const cube::Plan& move : take.moves) cube::combine(move, reversed[0], found[0]);
    insert_doubled(found[0], closing_[0], axes(), take.cell);
  }
}

/// The sets of which every move leads to a closing one; those that are over are not all among them.
Plane RelaxedGame::defenders_losses(const Plane& closing_reversed) const {
  const Word valid = cube::valid_bits(axes());
  Plane open = new_plane();
  cube::reverse(closing_reversed[0], open[0], axes());
  for (std::size_t i = 0; i < words(); ++i) open[0][i] = ~open[0][i] & valid;
  Plane holding = new_plane();
  for (const Take& take : takes_)
    for (const cube::Plan& move : take.moves) cube::combine(move, open[0], holding[0]);
  for (std::size_t i = 0; i < words(); ++i) holding[0][i] = ~holding[0][i] & valid;
  return holding;
}

bool RelaxedGame::find_win_in_two() const {
  std::uint64_t steps_left = 1 << 20;
  const auto is_won = [&](Cells set) {
    for (const Slide& slide : geometry_.slides()) {
      if ((set & slide.inserted()) == 0) continue;
      const Cells blank_taken = before(set, slide);
      for (const Cells attacker : {blank_taken, blank_taken | slide.taken()}) {
        const Cells free = geometry_.all_cells() & ~attacker & ~slide.taken();
        if (!geometry_.has_line(attacker) &&
            Blocking(geometry_, attacker, free, slide, steps_left).is_possible())
          return true;
      }
    }
    return false;
  };
  return LossesInOne(geometry_, steps_left).any(is_won).value_or(true);
}

}  // namespace quixo::search
