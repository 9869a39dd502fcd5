// SPDX-License-Identifier: MIT
#include "apps/players.h"

#include <fmt/format.h>

#include <cassert>

#include "catalog/catalog.h"

namespace quixo::apps {

std::string cannot_play(const Computer& player, const Knowledge& knowledge) {
  assert(!player.can_play(knowledge));
  return fmt::format("{} needs a table of {}: choose level-1 to level-{} or searcher, or make one: {}",
                     player.name(), to_string(knowledge.rules()), Computer::levels,
                     what_a_table_adds(knowledge));
}

}  // namespace quixo::apps
