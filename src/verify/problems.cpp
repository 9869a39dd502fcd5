// SPDX-License-Identifier: MIT
#include "verify/problems.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "game/notation.h"
#include "game/play.h"

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
  if (++count_ <= most_kept) kept_.push_back(std::move(problem));
}

void Problems::restore(std::vector<Problem> kept, std::uint64_t count) {
  const std::lock_guard lock(mutex_);
  kept_ = std::move(kept);
  count_ = count;
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
