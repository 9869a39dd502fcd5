// SPDX-License-Identifier: MIT
#include "analysis/knowledge.h"

#include <algorithm>
#include <mutex>
#include <utility>

#include "game/play.h"
#include "probe/source.h"
#include "search/children.h"

namespace quixo {
namespace {

/// Searches at rest. A thread takes one out, so that no two use the same; what it has proved is still there
/// for the next who takes it. A few are kept: each is 8 MB.
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
  static constexpr std::size_t most_at_rest = 4;

  Search take() {
    {
      const std::lock_guard lock(mutex_);
      if (!resting_.empty()) {
        Search search = std::move(resting_.back());
        resting_.pop_back();
        return search;
      }
    }
    return Search(rules_);  // which takes long the first time: nobody waits for it
  }
  void put(Search&& search) {
    const std::lock_guard lock(mutex_);
    if (resting_.size() < most_at_rest) resting_.push_back(std::move(search));
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
  return values({position}, effort).front();
}

std::vector<Known> Knowledge::values(const std::vector<Position>& positions, const Effort& effort) const {
  std::vector<Known> known;
  known.reserve(positions.size());
  if (metric() == Metric::distance) {
    for (const Position& position : positions) {
      const Value value = table()->probe(position);
      const bool is_draw = value.outcome == Outcome::draw;
      known.push_back(
          {value.outcome, is_draw ? std::nullopt : std::optional<int>(value.distance), 0, Proof::table});
    }
    return known;
  }
  std::vector<Asked> asked;
  asked.reserve(positions.size());
  for (const Position& position : positions)
    asked.push_back({position, table() ? std::optional(table()->outcome(position)) : std::nullopt});
  known = shared_->searches->with([&](Search& search) { return search.values(asked, effort); });
  if (table())
    for (Known& each : known) each.proof = Proof::table;  // of the outcome, whoever found the distance
  return known;
}

std::vector<KnownMove> Knowledge::moves(Position position, const Effort& effort) const {
  check_on_board(geometry(), position);
  const search::Children children(geometry(), position);
  Effort after = effort;
  after.horizon = std::max(0, effort.horizon - 1);
  return children.moves(values(children.different(), after));
}

}  // namespace quixo
