// SPDX-License-Identifier: MIT
#include "apps/analysis_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <vector>

#include "apps/board_text.h"
#include "game/notation.h"
#include "game/play.h"

namespace quixo::apps {
namespace {

std::string value_text(const Known& known) { return known.outcome ? in_words(known) : "unclear"; }

Hardness hardness_of(const AnalysedMove& move) { return hardness(move.replies, move.replies_that_hold); }

/// "1 of 32 hold, trap", "3 of 32 win"; nothing where it says nothing.
std::string replies_text(const AnalysedMove& move) {
  if (move.replies == 0 || move.known.outcome == Outcome::win) return "";
  const std::string count = fmt::format("{} of {}", move.replies_that_hold, move.replies);
  if (!is_undecided(move.known)) return count + " win";
  return fmt::format("{} hold, {}", count, hardness_name(hardness_of(move)));
}

/// Green for what wins, blue for what is hard to answer, and what loses stands back.
fmt::text_style style_of(const AnalysedMove& move) {
  if (move.known.outcome == Outcome::win) return fg(fmt::terminal_color::green);
  if (move.known.outcome == Outcome::loss) return fmt::emphasis::faint;
  if (move.replies == 0 || hardness_of(move) == Hardness::safe) return {};
  const fmt::text_style blue = fg(fmt::terminal_color::cyan);
  return hardness_of(move) == Hardness::trap ? blue | fmt::emphasis::bold : blue;
}

/// Cells of a table, each column as wide as need be. The last column is not filled up.
class Columns {
 public:
  void add(std::vector<std::string> row, const fmt::text_style& style) {
    widths_.resize(std::max(widths_.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) widths_[i] = std::max(widths_[i], row[i].size());
    rows_.push_back({std::move(row), style});
  }

  /// Each row alone, without its end.
  std::vector<std::string> text(Colour colour) const {
    std::vector<std::string> lines;
    for (const auto& [row, style] : rows_) {
      std::string line;
      for (std::size_t i = 0; i < row.size(); ++i)
        if (widths_[i] > 0) line += fmt::format("{}{:<{}}", i == 0 ? "" : "  ", row[i], widths_[i]);
      line.erase(line.find_last_not_of(' ') + 1);
      lines.push_back(painted(colour, style, line));
    }
    return lines;
  }

 private:
  struct Row {
    std::vector<std::string> cells;
    fmt::text_style style;
  };
  std::vector<std::size_t> widths_;
  std::vector<Row> rows_;
};

}  // namespace

std::string verdict(const Geometry& geometry, Position position, const Known& known) {
  if (const std::optional<Player> won = winner(geometry, position))
    return fmt::format("The game is over: {} has won.", letter(*won));
  const char side = letter(position.to_move);
  if (!known.outcome)
    return fmt::format("{} to move: unclear, nobody can force the end within {} move{}.", side, known.horizon,
                       known.horizon == 1 ? "" : "s");
  if (*known.outcome == Outcome::draw) return fmt::format("{} to move: a draw.", side);
  if (!known.distance && known.horizon > 0)
    return fmt::format("{} to move {}, in more than {} moves.", side, in_words(known), known.horizon);
  return fmt::format("{} to move {}.", side, in_words(known));
}

std::string with_replies_text(const Geometry& geometry, const AnalysedMove& move) {
  return fmt::format("{}, after which {} of {} replies hold{}", move_name(geometry, move.move),
                     move.replies_that_hold, move.replies, move.replies_that_hold == 1 ? "s" : "");
}

std::string figures(const Geometry& geometry, const Analysis& analysis) {
  if (analysis.moves.empty()) return "";
  const std::size_t all = analysis.moves.size();
  if (analysis.known.outcome == Outcome::loss) return fmt::format("All {} moves lose.", all);
  if (analysis.known.outcome == Outcome::win)
    return fmt::format("{} of {} moves win.", analysis.moves_that_hold, all);
  const std::string text = fmt::format("{} of {} moves hold. ", analysis.moves_that_hold, all);
  if (!analysis.best_trap) return text + "No move sets a trap.";
  return fmt::format("{}Best trap: {}.", text,
                     with_replies_text(geometry, analysis.moves[*analysis.best_trap]));
}

std::string moves_text(const Geometry& geometry, const Analysis& analysis, bool all, Colour colour) {
  Columns columns;
  for (std::size_t i = 0; i < analysis.moves.size(); ++i) {
    const AnalysedMove& move = analysis.moves[i];
    if (!all && move.same_as != i) continue;
    std::string name = move_name(geometry, move.move);
    const auto same = std::ranges::count(analysis.moves, i, &AnalysedMove::same_as);
    if (!all && same > 1) name += fmt::format(" and {} like it", same - 1);
    columns.add({name, value_text(move.known), replies_text(move), to_string(geometry, move.position)},
                style_of(move));
  }
  std::string text;
  for (const std::string& row : columns.text(colour)) text += "  " + row + '\n';
  return text;
}

bool is_hardest(const PlayLine& line) {
  return std::ranges::any_of(line.moves, [](const AnalysedMove& move) { return is_undecided(move.known); });
}

std::size_t longest_line(const Knowledge& knowledge) { return knowledge.table() ? 200 : 20; }

std::string line_text(const Geometry& geometry, Position start, const PlayLine& line, bool boards,
                      Colour colour) {
  Columns columns;
  Player player = start.to_move;
  for (std::size_t i = 0; i < line.moves.size(); ++i, player = other(player)) {
    const AnalysedMove& move = line.moves[i];
    columns.add({fmt::format("{:3}. {} {}", i + 1, letter(player), move_name(geometry, move.move)),
                 value_text(move.known), is_undecided(move.known) ? replies_text(move) : ""},
                is_undecided(move.known) ? style_of(move) : fmt::text_style());
  }
  const std::vector<std::string> rows = columns.text(colour);
  std::string text;
  if (is_hardest(line)) text += "Hardest play: each side leaves the other the fewest replies that hold.\n";
  for (std::size_t i = 0; i < rows.size(); ++i) {
    text += rows[i] + '\n';
    if (boards) text += board_text(geometry, line.moves[i].position, line.moves[i].move.inserted, colour);
  }
  switch (line.end) {
    case LineEnd::line:
      break;
    case LineEnd::repetition:
      text += "From here on the positions repeat.\n";
      break;
    case LineEnd::horizon:
      text += "How it goes on from here is not known: the end is too far away.\n";
      break;
    case LineEnd::cut:
      text += fmt::format("Cut after {} moves.\n", line.moves.size());
      break;
  }
  return text;
}

std::string wrapped(const std::string& words, const std::string& lead) {
  constexpr std::size_t width = 80;
  std::istringstream stream(words);
  std::string lines;
  std::string line = lead;
  for (std::string word; stream >> word;) {
    const bool is_first = line.size() == lead.size();
    if (!is_first && line.size() + 1 + word.size() > width) {
      lines += line + '\n';
      line = std::string(lead.size(), ' ') + word;
    } else {
      line += (is_first ? "" : " ") + word;
    }
  }
  return lines + line + '\n';
}

}  // namespace quixo::apps
