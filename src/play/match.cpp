// SPDX-License-Identifier: MIT
#include "play/match.h"

#include <cassert>

#include "game/play.h"

namespace quixo {
namespace {

Game random_opening(const Rules& rules, int moves, Random& random) {
  Game game(rules);
  for (int i = 0; i < moves; ++i) {
    std::vector<Move> quiet;
    for_each_child(game.geometry(), game.position(), [&](const Slide& slide, Position child) {
      if (!is_over(game.geometry(), child)) quiet.push_back(slide.move);
    });
    if (quiet.empty()) break;
    game.play(quiet[pick(random, quiet.size())]);
  }
  return game;
}

/// The winner, if there is one.
std::optional<Player> play_out(Game game, Contestant& x, Contestant& o, const MatchOptions& options,
                               Random& random) {
  const auto side = [&](Player player) -> Contestant& { return player == Player::x ? x : o; };
  const auto forfeit = [&](Player loser, std::optional<Position> position, const Forfeit& why) {
    if (options.on_forfeit) options.on_forfeit(side(loser), position, why.reason);
    return other(loser);
  };
  for (const Player player : {Player::x, Player::o}) {
    try {
      side(player).begin(game.record().rules);
    } catch (const Forfeit& why) {
      return forfeit(player, std::nullopt, why);
    }
  }
  for (int i = 0; i < options.most_moves && !game.winner() && !game.is_repeated(); ++i) {
    const Position position = game.position();
    try {
      const Move move = side(position.to_move).choose(position, random, {});
      if (options.on_move) options.on_move(side(position.to_move), position, move);
      game.play(move);
    } catch (const Forfeit& why) {
      return forfeit(position.to_move, position, why);
    }
  }
  return game.winner();
}

}  // namespace

Score play_match(const Rules& rules, Contestant& one, Contestant& two, const MatchOptions& options) {
  assert(options.games >= 0 && options.opening_moves >= 0 && options.most_moves >= 0);
  Random random(options.seed);
  Score score;
  Game opening(rules);
  for (int i = 0; i < options.games; ++i) {
    const Player colour = i % 2 == 0 ? Player::x : Player::o;  // of contestant one
    if (colour == Player::x) opening = random_opening(rules, options.opening_moves, random);
    const std::optional<Player> winner =
        play_out(opening, colour == Player::x ? one : two, colour == Player::x ? two : one, options, random);
    ++(!winner ? score.draws : *winner == colour ? score.wins : score.losses);
    if (options.progress) options.progress(i + 1);
  }
  return score;
}

Score play_match(const Knowledge& knowledge, const Computer& one, const Computer& two,
                 const MatchOptions& options) {
  const Thinking thinking{.horizon = options.horizon, .time = std::nullopt};
  ComputerContestant first(knowledge, one, thinking);
  ComputerContestant second(knowledge, two, thinking);
  return play_match(knowledge.rules(), first, second, options);
}

}  // namespace quixo
