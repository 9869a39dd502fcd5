// SPDX-License-Identifier: MIT
#include "analysis/knowledge.h"

#include <algorithm>
#include <mutex>
#include <utility>

#include "game/play.h"
#include "probe/source.h"

namespace quixo {
namespace {

/// Searches at rest. A thread takes one out, so that no two use the same; what it has proved is still there
/// for the next who takes it.
class Searches {
 public:
  explicit Searches(const Rules& rules) : rules_(rules) {}

  template <class Use>
  auto with(Use&& use) {
    Search search = take();
    struct Return {
      Searches& all;
      Search& one;
      ~Return() { all.put(std::move(one)); }
    } const back{*this, search};
    return use(search);
  }

 private:
  Search take() {
    const std::lock_guard lock(mutex_);
    if (resting_.empty()) return Search(rules_);
    Search search = std::move(resting_.back());
    resting_.pop_back();
    return search;
  }
  void put(Search&& search) {
    const std::lock_guard lock(mutex_);
    resting_.push_back(std::move(search));
  }

  Rules rules_;
  std::mutex mutex_;
  std::vector<Search> resting_;
};

}  // namespace

struct Knowledge::Shared {
  Geometry geometry;
  std::optional<Table> table;
  std::shared_ptr<Searches> searches;
};

Knowledge::Knowledge(Table table) {
  const Rules rules = table.rules();
  shared_ = std::make_shared<const Shared>(
      Shared{Geometry(rules), std::move(table), std::make_shared<Searches>(rules)});
}

Knowledge::Knowledge(const Rules& rules)
    : shared_(std::make_shared<const Shared>(
          Shared{Geometry(checked(rules)), std::nullopt, std::make_shared<Searches>(rules)})) {}

Knowledge Knowledge::without_table() const {
  return Knowledge(
      std::make_shared<const Shared>(Shared{shared_->geometry, std::nullopt, shared_->searches}));
}

const Geometry& Knowledge::geometry() const { return shared_->geometry; }
const std::optional<Table>& Knowledge::table() const { return shared_->table; }

std::optional<Metric> Knowledge::metric() const {
  return table() ? std::optional(table()->metric()) : std::nullopt;
}

Known Knowledge::value(Position position, const Effort& effort) const {
  const auto searched = [&](const Effort& limits) {
    return shared_->searches->with([&](Search& search) { return search.value(position, limits); });
  };
  if (!table()) return searched(effort);
  if (metric() == Metric::distance) {
    const Value value = table()->probe(position);
    if (value.outcome == Outcome::draw) return {Outcome::draw, {}, 0, Proof::table};
    return {value.outcome, value.distance, 0, Proof::table};
  }
  // The outcome bounds the search: a draw needs none, and of a win or a loss only the distance is wanted.
  const Outcome outcome = table()->outcome(position);
  if (outcome == Outcome::draw) return {Outcome::draw, {}, 0, Proof::table};
  Effort limits = effort;
  limits.outcome = outcome;
  Known known = searched(limits);
  known.outcome = outcome;
  known.proof = Proof::table;
  return known;
}

std::vector<KnownMove> Knowledge::moves(Position position, const Effort& effort) const {
  std::vector<KnownMove> moves;
  if (!table()) {
    moves = shared_->searches->with([&](Search& search) { return search.moves(position, effort); });
  } else {
    check_on_board(geometry(), position);
    Effort after = effort;
    after.horizon = std::max(0, effort.horizon - 1);
    std::vector<Position> images;  // few: going through them takes no time
    for_each_child(geometry(), position, [&](const Slide& slide, Position child) {
      images.push_back(canonical(geometry(), child));
      const auto same = static_cast<std::size_t>(std::ranges::find(images, images.back()) - images.begin());
      const Known known = same < moves.size() ? moves[same].known : known_of_move(value(child, after));
      moves.push_back({slide.move, child, known});
    });
  }
  std::ranges::stable_sort(
      moves, [](const Known& one, const Known& two) { return is_better(one, two); }, &KnownMove::known);
  return moves;
}

}  // namespace quixo
