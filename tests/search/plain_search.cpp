// SPDX-License-Identifier: MIT
#include "tests/search/plain_search.h"

#include "game/play.h"

namespace quixo {
namespace {

bool loses(const Geometry& geometry, Position position, int n);

bool wins(const Geometry& geometry, Position position, int n) {
  if (const std::optional<Player> won = winner(geometry, position)) return *won == position.to_move;
  return n > 0 && any_child(geometry, position,
                            [&](const Slide&, Position child) { return loses(geometry, child, n - 1); });
}

bool loses(const Geometry& geometry, Position position, int n) {
  if (const std::optional<Player> won = winner(geometry, position)) return *won != position.to_move;
  return n > 0 && all_children(geometry, position,
                               [&](const Slide&, Position child) { return wins(geometry, child, n - 1); });
}

}  // namespace

Known plain_search(const Geometry& geometry, Position position, int horizon) {
  for (int n = 0; n <= horizon; ++n) {
    if (wins(geometry, position, n)) return {Outcome::win, n, 0, Proof::search};
    if (loses(geometry, position, n)) return {Outcome::loss, n, 0, Proof::search};
  }
  return {{}, {}, horizon, Proof::none};
}

}  // namespace quixo
