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
std::optional<Player> play_out(const Knowledge& knowledge, Game game, const Computer& x, const Computer& o,
                               const MatchOptions& options, Random& random) {
  const Thinking thinking{.horizon = options.horizon, .time = std::nullopt};
  for (int i = 0; i < options.most_moves && !game.winner() && !game.is_repeated(); ++i) {
    const Computer& player = game.position().to_move == Player::x ? x : o;
    game.play(player.choose(knowledge, game.position(), random, thinking).move);
  }
  return game.winner();
}

}  // namespace

Score play_match(const Knowledge& knowledge, const Computer& one, const Computer& two,
                 const MatchOptions& options) {
  assert(one.can_play(knowledge) && two.can_play(knowledge));
  assert(options.games >= 0 && options.opening_moves >= 0 && options.most_moves >= 0);
  Random random(options.seed);
  Score score;
  Game opening(knowledge.rules());
  for (int i = 0; i < options.games; ++i) {
    const Player colour = i % 2 == 0 ? Player::x : Player::o;  // of player one
    if (colour == Player::x) opening = random_opening(knowledge.rules(), options.opening_moves, random);
    const std::optional<Player> winner = play_out(knowledge, opening, colour == Player::x ? one : two,
                                                  colour == Player::x ? two : one, options, random);
    ++(!winner ? score.draws : *winner == colour ? score.wins : score.losses);
    if (options.progress) options.progress(i + 1);
  }
  return score;
}

}  // namespace quixo
