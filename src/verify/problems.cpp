// SPDX-License-Identifier: MIT
#include "verify/problems.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "game/notation.h"
#include "game/play.h"
#include "verify/together.h"

namespace quixo::verify {

const char* name(Check check) {
  static constexpr std::array<const char*, 6> names = {"files",   "manifest", "over",
                                                       "outcome", "distance", "symmetry"};
  return names[static_cast<std::size_t>(check)];
}

Problem wrong_value(const Geometry& geometry, Metric metric, Position position, Value stored,
                    Value expected) {
  const bool over = is_over(geometry, position);
  if (stored.outcome == Outcome::loss) stored.distance = unknown_distance;  // a table has none
  return {over                                 ? Check::over
          : stored.outcome != expected.outcome ? Check::outcome
                                               : Check::distance,
          fmt::format("{}: the table says {} {}, {} {}", to_string(geometry, position),
                      letter(position.to_move), in_words(stored, metric),
                      over ? "the rules say" : "its moves say", in_words(expected, metric))};
}

void Problems::add(Problem problem) {
  const std::lock_guard lock(mutex_);
  ++count_;
  keep(std::move(problem));
}

void Problems::add_all(std::vector<Problem> kept, std::uint64_t count) {
  const std::lock_guard lock(mutex_);
  count_ += count;
  for (Problem& problem : kept) keep(std::move(problem));
}

void Problems::keep(Problem problem) {
  if (kept_.size() == most_kept && !(problem.place < kept_.back().place)) return;
  kept_.insert(std::ranges::upper_bound(kept_, problem.place, {}, &Problem::place), std::move(problem));
  if (kept_.size() > most_kept) kept_.pop_back();
}

void Problems::take_from_all(Peers& peers, Problems& found) {
  Message message;
  {
    const std::lock_guard lock(found.mutex_);
    append(message, found.count_);
    for (const Problem& problem : found.kept_) {
      append(message, problem.check);
      append(message, problem.place);
      append(message, problem.text.size());
      append(message, std::span<const char>(problem.text));
    }
    found.count_ = 0;
    found.kept_.clear();
  }
  for (const Message& each : said_by_all(peers, message)) {
    MessageReader reader(each);
    const auto count = reader.take<std::uint64_t>();
    std::vector<Problem> kept;
    while (!reader.at_end()) {
      Problem& problem = kept.emplace_back();
      problem.check = reader.take<Check>();
      problem.place = reader.take<Place>();
      problem.text.resize(reader.take<std::size_t>());
      reader.take(std::span<char>(problem.text));
    }
    add_all(std::move(kept), count);
  }
}

std::uint64_t Problems::count() const {
  const std::lock_guard lock(mutex_);
  return count_;
}

std::vector<Problem> Problems::kept() const {
  const std::lock_guard lock(mutex_);
  return kept_;
}

}  // namespace quixo::verify
