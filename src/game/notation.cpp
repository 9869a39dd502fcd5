// SPDX-License-Identifier: MIT
#include "game/notation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cctype>
#include <optional>

#include "base/text.h"
#include "game/geometry_of.h"
#include "game/play.h"
#include "quixo/error.h"

namespace quixo {
namespace {

constexpr std::string_view blanks = " \t\r\n";

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// A character as a message shows it: unprintable bytes by their value.
std::string shown(char c) {
  return std::isprint(static_cast<unsigned char>(c))
             ? fmt::format("'{}'", c)
             : fmt::format("byte 0x{:02x}", static_cast<unsigned char>(c));
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

/// Reads one cell off the front of `rest`; nothing is taken when there is none.
std::optional<Cell> take_cell(const Geometry& geometry, std::string_view& rest) {
  const Rules& rules = geometry.rules();
  const std::size_t end = std::min(rest.find_first_not_of("0123456789", 1), rest.size());
  if (end < 2 || end > 3 || rest[1] == '0') return std::nullopt;
  const int col = rest[0] - 'a';
  const int row = end == 2 ? rest[1] - '0' : (rest[1] - '0') * 10 + (rest[2] - '0');
  if (col < 0 || col >= rules.cols || row > rules.rows) return std::nullopt;
  rest.remove_prefix(end);
  return geometry.cell_at(rules.rows - row, col);
}

/// A word of a game's moves without the move number it may carry: "12." is empty, "12.a5e5" is a5e5.
std::string_view without_number(std::string_view word) {
  const std::size_t digits = std::min(word.find_first_not_of("0123456789"), word.size());
  return digits > 0 && digits < word.size() && word[digits] == '.' ? word.substr(digits + 1) : word;
}

/// The text of a position cut into its board and its player.
struct PositionText {
  std::string_view board;
  std::string_view player;
};

PositionText split_position(std::string_view text) {
  text = trimmed(text);
  const std::size_t space = std::min(text.find_first_of(blanks), text.size());
  return {text.substr(0, space), trimmed(text.substr(space))};
}

/// Calls visit(row, col, letter) for each cube and returns how many cells each row has.
template <class Visit>
std::vector<int> scan_board(std::string_view board, Visit&& visit) {
  std::vector<int> widths{0};
  for (std::size_t i = 0; i < board.size(); ++i) {
    const char c = board[i];
    if (c == '/') {
      widths.push_back(0);
      continue;
    }
    const int row = static_cast<int>(widths.size()) - 1;
    int& width = widths.back();
    if (c == 'X' || c == 'O') {
      visit(row, width, c);
      ++width;
    } else if (c == '.') {
      ++width;
    } else if (is_digit(c) && c != '0') {
      int run = c - '0';
      while (i + 1 < board.size() && is_digit(board[i + 1]) && run < 100) run = run * 10 + (board[++i] - '0');
      width += run;
    } else {
      throw Error(fmt::format("character {} of the board is {}: expected X, O, a number of blanks, . or /",
                              i + 1, shown(c)));
    }
    if (width > max_cells) throw Error(fmt::format("row {} has more than {} cells", row + 1, max_cells));
  }
  return widths;
}

}  // namespace

std::string cell_name(const Geometry& geometry, Cell cell) {
  assert(cell >= 0 && cell < geometry.cells());
  return fmt::format("{}{}", static_cast<char>('a' + geometry.col_of(cell)),
                     geometry.rules().rows - geometry.row_of(cell));
}

std::string move_name(const Geometry& geometry, Move move) {
  return cell_name(geometry, move.taken) + cell_name(geometry, move.inserted);
}

Move parse_move(const Geometry& geometry, std::string_view text) {
  std::string_view rest = text;
  const auto cell = [&](std::string_view what) {
    const std::optional<Cell> found = take_cell(geometry, rest);
    if (!found)
      throw Error(fmt::format("move {}: expected {} at {}, a column from a to {} and a row from 1 to {}",
                              quoted(text), what, rest.empty() ? "its end" : quoted(rest),
                              static_cast<char>('a' + geometry.rules().cols - 1), geometry.rules().rows));
    return static_cast<std::int8_t>(*found);
  };
  Move move;
  move.taken = cell("the taken cell");
  move.inserted = cell("the inserted cell");
  if (!rest.empty())
    throw Error(
        fmt::format("move {}: expected nothing after the two cells, found {}", quoted(text), quoted(rest)));
  return move;
}

Position parse_position(const Geometry& geometry, std::string_view text) {
  const Rules& rules = geometry.rules();
  const auto [board, player] = split_position(text);
  Position position;
  const std::vector<int> widths = scan_board(board, [&](int row, int col, char letter) {
    if (row < rules.rows && col < rules.cols)
      position.bits |= half_of(letter == 'X' ? Player::x : Player::o, cell_bit(geometry.cell_at(row, col)));
  });
  const std::string size = fmt::format("{}x{}", rules.rows, rules.cols);
  if (board.empty())
    throw Error(fmt::format("the position is empty: expected {} rows with / between them", rules.rows));
  for (std::size_t row = 0; row < widths.size(); ++row)
    if (widths[row] != rules.cols)
      throw Error(fmt::format("row {} has {} cell{}, {} needs {}", row + 1, widths[row],
                              widths[row] == 1 ? "" : "s", size, rules.cols));
  if (widths.size() != static_cast<std::size_t>(rules.rows))
    throw Error(fmt::format("the board has {} row{}, {} needs {}", widths.size(),
                            widths.size() == 1 ? "" : "s", size, rules.rows));
  if (player != "x" && player != "o")
    throw Error(fmt::format("expected the player to move, x or o, after the board; found {}",
                            player.empty() ? "nothing" : quoted(player)));
  position.to_move = player == "x" ? Player::x : Player::o;
  return position;
}

std::string to_string(const Geometry& geometry, Position position) {
  std::string text;
  for (int row = 0; row < geometry.rules().rows; ++row) {
    if (row > 0) text += '/';
    int run = 0;
    const auto end_run = [&] {
      if (run > 0) text += std::to_string(run);
      run = 0;
    };
    for (int col = 0; col < geometry.rules().cols; ++col) {
      const Cells cell = cell_bit(geometry.cell_at(row, col));
      if ((position.occupied() & cell) == 0) {
        ++run;
        continue;
      }
      end_run();
      text += letter(position.cubes(Player::x) & cell ? Player::x : Player::o);
    }
    end_run();
  }
  return text + (position.to_move == Player::x ? " x" : " o");
}

Rules rules_for_position(std::string_view text) {
  const std::vector<int> widths = scan_board(split_position(text).board, [](int, int, char) {});
  // The width most rows have: a single wrong row is then reported as the wrong one.
  const int width =
      *std::ranges::max_element(widths, {}, [&](int w) { return std::ranges::count(widths, w); });
  return rules_for_size(static_cast<int>(widths.size()), width);
}

std::string diagram(const Geometry& geometry, Position position) {
  std::string columns = "  ";
  for (int col = 0; col < geometry.rules().cols; ++col)
    columns += fmt::format(" {}", static_cast<char>('a' + col));
  std::string picture;
  for (int row = 0; row < geometry.rules().rows; ++row) {
    picture += fmt::format("{:2}", geometry.rules().rows - row);
    for (int col = 0; col < geometry.rules().cols; ++col) {
      const Cells cell = cell_bit(geometry.cell_at(row, col));
      picture += ' ';
      picture += position.cubes(Player::x) & cell ? 'X' : position.cubes(Player::o) & cell ? 'O' : '.';
    }
    picture += '\n';
  }
  return picture + columns + '\n';
}

std::string in_words(Value value, Metric metric) {
  if (value.outcome == Outcome::draw) return "draws";
  const char* verb = value.outcome == Outcome::win ? "wins" : "loses";
  const bool known = metric == Metric::distance && value.distance != unknown_distance;
  return known ? fmt::format("{} in {}", verb, value.distance) : verb;
}

std::string game_in_words(Value empty_board, Metric metric) {
  if (empty_board.outcome == Outcome::draw) return "a draw";
  const char* who = empty_board.outcome == Outcome::win ? "the first player wins" : "the second player wins";
  return metric == Metric::distance ? fmt::format("{} in {} moves", who, empty_board.distance) : who;
}

GameRecord parse_game(std::string_view text) {
  GameRecord game;
  std::optional<Geometry> geometry;
  std::optional<Position> position;

  const auto read_moves = [&](std::string_view line) {
    for (std::string_view rest = line; !rest.empty();) {
      std::string_view word = rest.substr(0, rest.find_first_of(blanks));
      rest = trimmed(rest.substr(word.size()));
      word = without_number(word);
      if (word.empty()) continue;
      try {
        const Move move = parse_move(*geometry, word);
        position = play(*geometry, position.value_or(game.start), move);
        game.moves.push_back(move);
      } catch (const Error& error) {
        throw Error(fmt::format("move {} ({}): {}", game.moves.size() + 1, quoted(word), error.what()));
      }
    }
  };

  for (int line_number = 1; !text.empty(); ++line_number) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    line = trimmed(line.substr(0, line.find('#')));
    if (line.empty()) continue;
    try {
      if (!geometry) {
        geometry.emplace(game.rules = parse_rules(line));
      } else if (line.find('/') != std::string_view::npos) {
        if (position) throw Error("a start position must come once, before the moves");
        position = game.start = parse_position(*geometry, line);
      } else {
        read_moves(line);
      }
    } catch (const Error& error) {
      throw Error(fmt::format("line {}: {}", line_number, error.what()));
    }
  }
  if (!geometry) throw Error("the game is empty: expected a rules name such as 5x5 on the first line");
  return game;
}

std::string to_string(const GameRecord& game) {
  const Geometry geometry(game.rules);
  std::string text = to_string(game.rules) + '\n';
  if (game.start != Position{}) text += to_string(geometry, game.start) + '\n';
  for (std::size_t i = 0; i < game.moves.size(); ++i)
    text += i % 2 == 0 ? fmt::format("{}. {}", i / 2 + 1, move_name(geometry, game.moves[i]))
                       : fmt::format(" {}\n", move_name(geometry, game.moves[i]));
  if (game.moves.size() % 2 == 1) text += '\n';
  return text;
}

std::string to_string(const Rules& rules, Move move) {
  const Geometry& geometry = geometry_of(rules);
  check_on_board(geometry, move);
  return move_name(geometry, move);
}

Move parse_move(const Rules& rules, std::string_view text) { return parse_move(geometry_of(rules), text); }

std::string to_string(const Rules& rules, Position position) {
  return to_string(geometry_for(rules, position), position);
}

Position parse_position(const Rules& rules, std::string_view text) {
  return parse_position(geometry_of(rules), text);
}

std::string diagram(const Rules& rules, Position position) {
  return diagram(geometry_for(rules, position), position);
}

}  // namespace quixo
