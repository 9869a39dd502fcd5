// SPDX-License-Identifier: MIT
#include "apps/session_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "game/notation.h"

namespace quixo::apps {
namespace {

/// " in 7 moves", ", in more than 12 moves"; nothing where nothing is known.
std::string distance_text(const Known& known) {
  if (known.distance) return fmt::format(" in {} move{}", *known.distance, *known.distance == 1 ? "" : "s");
  return known.horizon > 0 ? fmt::format(", in more than {} moves", known.horizon) : "";
}

/// The first of the best moves; of those that are as hard to answer, the first that takes a blank: a cube
/// more does no harm.
const AnalysedMove& hinted(const Analysis& analysis) {
  const AnalysedMove& first = analysis.moves.front();
  const auto takes_blank = [&](const AnalysedMove& move) {
    return !is_better(first.known, move.known) && move.holding_share() == first.holding_share() &&
           (analysis.position.occupied() & cell_bit(move.move.taken)) == 0;
  };
  const auto found = std::ranges::find_if(analysis.moves, takes_blank);
  return found == analysis.moves.end() ? first : *found;
}

}  // namespace

const char* const session_help =
    "  a5e5       take the cube at a5 and push it in at e5\n"
    "  a5         where the cube at a5 can go, numbered\n"
    "  list       all moves, numbered\n"
    "  7          the move with that number\n"
    "  rules      the rules of the game\n"
    "  hint       a best move, and what it is worth\n"
    "  value      who is winning\n"
    "  line       how it goes on when both play well\n"
    "  undo       take your last move back\n"
    "  review     the game so far, judged\n"
    "  save FILE  write the game to a file; quixo play --resume FILE goes on with it\n"
    "  board      the board again\n"
    "  quit       leave (so do Ctrl-D and Ctrl-C)\n";

std::string rules_text(const Rules& rules) {
  return fmt::format(
      "  Take a cube from the border that is blank or shows your symbol, and push it\n"
      "  back in at another end of its row or column, with your symbol up.\n"
      "  {0} of your symbols side by side in a row, a column or a diagonal win.\n"
      "  A move that makes lines of both symbols {1}.\n"
      "  When a position is on the board for the third time, the game is drawn.\n",
      rules.line, rules.double_line == DoubleLine::wins ? "wins" : "loses");
}

std::string hint_text(const Geometry& geometry, const Analysis& analysis) {
  const AnalysedMove& best = hinted(analysis);
  const std::string name = move_name(geometry, best.move);
  const std::string count = fmt::format("{} of {} moves", analysis.moves_that_hold, analysis.moves.size());
  const std::string replies = analysis.best_trap
                                  ? fmt::format(", and {} of {} replies to it hold{}", best.replies_that_hold,
                                                best.replies, best.replies_that_hold == 1 ? "s" : "")
                                  : "";
  if (!best.known.outcome)
    return fmt::format("{}: no end is in sight within {} moves{}. {} hold.\n", name, analysis.known.horizon,
                       replies, count);
  if (*best.known.outcome == Outcome::draw)
    return fmt::format("{} holds the draw{}. {} do.\n", name, replies, count);
  if (*best.known.outcome == Outcome::win)
    return fmt::format("{} wins{}. {} win.\n", name, distance_text(best.known), count);
  return fmt::format("{} loses{}. All moves lose.\n", name, distance_text(best.known));
}

std::string value_text(Player to_move, const Known& known) {
  if (!known.outcome) return fmt::format("Unclear: nobody can force a win within {} moves.\n", known.horizon);
  if (*known.outcome == Outcome::draw) return "Nobody: with best play it is a draw.\n";
  return fmt::format("{} wins{} with best play.\n",
                     letter(known.outcome == Outcome::win ? to_move : other(to_move)), distance_text(known));
}

}  // namespace quixo::apps
