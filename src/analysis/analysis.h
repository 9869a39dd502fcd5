// SPDX-License-Identifier: MIT
//
// What a player can learn of a position beyond its value: which moves are the same but for a symmetry, how
// many replies each move leaves that hold, and so which draws are safe and which are traps.
//
// A reply holds when it keeps the best outcome there is; where nothing is proved, when it is not proved to
// lose. The official game is a draw, so this is where it is won.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/knowledge.h"

namespace quixo {

/// Whether a choice is left to judgement: a draw, or nothing is proved.
constexpr bool is_undecided(const Known& known) { return !known.outcome || *known.outcome == Outcome::draw; }

/// Whether a move keeps what the best move is worth; nothing does when all is lost. Where nothing is proved,
/// every move does that is not proved to lose.
constexpr bool holds(const Known& best, const Known& move) {
  if (best.outcome == Outcome::win) return move.outcome == Outcome::win;
  if (best.outcome == Outcome::loss) return false;
  return move.outcome != Outcome::loss;
}

/// What a position is worth, given its moves, best first, of which there must be one. Where its distance is
/// not known, what is proved of all moves is proved of the position.
Known known_of(const std::vector<KnownMove>& moves);

struct AnalysedMove : KnownMove {
  int replies = 0;            ///< Of the opponent.
  int replies_that_hold = 0;  ///< None when she is lost.
  /// The index of the first move that leads to the same position but for a symmetry; its own where there is
  /// none before it.
  std::size_t same_as = 0;

  /// Of the replies, from 0 to 1; 1 when there are none.
  double holding_share() const { return replies == 0 ? 1 : static_cast<double>(replies_that_hold) / replies; }
};

/// How hard a move that decides nothing is to answer.
enum class Hardness : std::uint8_t { safe, tricky, trap };

constexpr Hardness hardness(int replies, int replies_that_hold) {
  if (replies == 0) return Hardness::safe;
  // By whole numbers: 2/3 and 1/4 belong to the harder side.
  if (3 * replies_that_hold > 2 * replies) return Hardness::safe;
  return 4 * replies_that_hold > replies ? Hardness::tricky : Hardness::trap;
}

constexpr const char* hardness_name(Hardness hardness) {
  return hardness == Hardness::safe ? "safe" : hardness == Hardness::tricky ? "tricky" : "trap";
}

/// Counting the replies is most of the work of an analysis.
enum class Replies : bool { left_out, counted };

struct Analysis {
  Position position;
  Known known;
  Replies replies = Replies::counted;
  /// Every legal move, best first; of those that draw, or of which nothing is proved, the one that leaves the
  /// smallest share of replies that hold comes first. Moves that are the same stand together.
  std::vector<AnalysedMove> moves;
  /// How many of the moves keep the best there is; none when all is lost.
  int moves_that_hold = 0;
  /// The move that sets the best trap: of those that hold a draw (or of which nothing is proved) the first,
  /// if not all its replies hold.
  std::optional<std::size_t> best_trap;
};

struct AnalysisEffort : Effort {
  /// How far ahead the replies are looked at: there are many of them. When the time is over before all are
  /// counted, all are counted again by a look at the next few moves, so that they can be compared.
  int reply_horizon = 8;
  Replies replies = Replies::counted;
};

/// Whether there is no more time.
bool is_cut_off(const Effort& effort);
/// The same with one of so many equal parts of the time that is left.
AnalysisEffort part_of(AnalysisEffort effort, std::size_t parts);

Analysis analyse(const Knowledge& knowledge, Position position, const AnalysisEffort& effort = {});
/// The same, given what knowledge.moves() says.
Analysis analyse(const Knowledge& knowledge, Position position, const std::vector<KnownMove>& known,
                 const AnalysisEffort& effort);

/// How a line ends.
enum class LineEnd {
  line,        ///< The game is over.
  repetition,  ///< A position is there for the second time.
  horizon,     ///< Won and lost, but nobody knows how.
  cut,         ///< It has as many moves as were asked for, or there was no more time.
};

/// As the API calls it: "line", "horizon".
const char* line_end_name(LineEnd end);

struct PlayLine {
  Known known;  ///< Of the position at its start.
  /// Replies are counted where the line is undecided.
  std::vector<AnalysedMove> moves;
  LineEnd end = LineEnd::line;
};

/// Best play by both sides while the end is known and, where it is a draw or not known, the hardest play: of
/// the moves that hold, each takes the one that leaves the smallest share of replies that hold. At most
/// `most_moves`.
PlayLine best_line(const Knowledge& knowledge, Position position, const AnalysisEffort& effort = {},
                   std::size_t most_moves = 200);

}  // namespace quixo
