// SPDX-License-Identifier: MIT
//
// quixo review: judges a game move by move.
#include "apps/review.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "apps/analysis_text.h"
#include "apps/files.h"
#include "apps/say.h"
#include "apps/table_for.h"
#include "apps/verbs.h"
#include "game/play.h"

namespace quixo::apps {
namespace {

struct Options {
  std::string game;
  std::string tables;
  bool json = false;
};

/// "win in 7", "loss in 2", "draw"; "win" when the distance is not known, "unclear" when nothing is.
std::string outcome_text(const Known& known) {
  if (!known.outcome) return "unclear";
  return known.distance ? fmt::format("{} in {}", outcome_name(*known.outcome), *known.distance)
                        : outcome_name(*known.outcome);
}

/// What is worth a word beside the judgement: the better move, an only-move, a trap.
std::string remarks(const Geometry& geometry, const ReviewedMove& move) {
  std::string text;
  if (move.best != move.move) text += fmt::format("; better was {}", move_name(geometry, move.best));
  if (move.only_move) text += "; the only move";
  if (move.missed_trap)
    text += fmt::format("; {} was a trap, {} of {} replies hold", move_name(geometry, move.missed_trap->move),
                        move.missed_trap->replies_that_hold, move.missed_trap->replies);
  else if (is_undecided(move.after) && hardness(move.replies, move.replies_that_hold) == Hardness::trap)
    text += fmt::format("; a trap, {} of {} replies hold", move.replies_that_hold, move.replies);
  return text;
}

void run(const Options& options) {
  const GameRecord game = from_argument("GAME", [&] { return parse_game(read_text(options.game)); });
  const Knowledge knowledge = knowledge_for(game.rules, options.tables);
  const Review judged = review(knowledge, game);
  print(options.json ? to_json(judged).dump(2) + '\n' : review_text(judged));
  if (const std::string note = table_note(knowledge); !note.empty() && !options.json) say(note + '\n');
}

}  // namespace

std::string review_text(const Review& review) {
  const Geometry geometry(review.rules);
  std::string text =
      fmt::format("{}, from {}\n\n", to_string(review.rules),
                  review.start == Position{} ? "the empty board" : to_string(geometry, review.start));
  text += fmt::format("{:7} {:<5} {:<11} {:<11} {}\n", "", "move", "before", "after", "judgement");
  for (const ReviewedMove& move : review.moves) {
    text += fmt::format("{:>4}. {} {:<5} {:<11} {:<11} {}", move.number, letter(move.player),
                        move_name(geometry, move.move), outcome_text(move.before), outcome_text(move.after),
                        judgement_name(move.judgement));
    text += remarks(geometry, move) + '\n';
    std::string refutation;
    for (const Move& each : move.refutation) refutation += move_name(geometry, each) + ' ';
    if (!refutation.empty()) text += wrapped(refutation, "        then ");
  }
  const auto moved = [&](Player player) {
    return std::ranges::any_of(review.moves, [&](const ReviewedMove& move) { return move.player == player; });
  };
  const auto accuracy = [&](Player player) {
    const std::optional<double>& percent = review.accuracy_percent[static_cast<std::size_t>(player)];
    return percent ? fmt::format("{} {:.1f} %", letter(player), *percent)
                   : fmt::format("{} {}", letter(player), moved(player) ? "unclear" : "did not move");
  };
  text += fmt::format("\naccuracy: {}, {}\n", accuracy(Player::x), accuracy(Player::o));
  std::string turns;
  for (const std::size_t index : review.turning_points) {
    const ReviewedMove& move = review.moves[index];
    turns += fmt::format("{}move {} ({}, {})", turns.empty() ? "" : ", ", move.number, letter(move.player),
                         judgement_name(move.judgement));
  }
  text += fmt::format("turning points: {}\n", turns.empty() ? "none" : turns);
  const std::optional<Player> won =
      winner(geometry, review.moves.empty() ? review.start : review.moves.back().position);
  return text + (won ? fmt::format("result: {} has won\n", letter(*won)) : "result: not finished\n");
}

void add_review(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  CLI::App* verb = add_verb(app, "review", "Judge a game move by move: mistakes, better moves, accuracy",
                            "quixo review game.txt");
  verb->add_option("GAME", options->game, "file with a game, - for standard input")->required();
  add_tables_option(*verb, options->tables);
  verb->add_flag("--json", options->json, "print JSON");
  verb->callback([options] { run(*options); });
}

}  // namespace quixo::apps
