// SPDX-License-Identifier: MIT
#include "quixo/known.h"

#include <fmt/format.h>

namespace quixo {

std::string in_words(const Known& known) {
  if (!known.outcome)
    return fmt::format("nothing within {} move{}", known.horizon, known.horizon == 1 ? "" : "s");
  if (*known.outcome == Outcome::draw) return "draws";
  const char* verb = *known.outcome == Outcome::win ? "wins" : "loses";
  return known.distance ? fmt::format("{} in {}", verb, *known.distance) : verb;
}

}  // namespace quixo
