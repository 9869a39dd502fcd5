// SPDX-License-Identifier: MIT
#include "apps/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <random>

#include "apps/board_text.h"
#include "apps/files.h"
#include "apps/review.h"
#include "apps/table_for.h"
#include "apps/verbs.h"
#include "base/text.h"
#include "game/notation.h"
#include "game/play.h"
#include "quixo/error.h"

namespace quixo::apps {
namespace {

constexpr const char* help =
    "  a4d4       take the cube at a4 and push it in at d4\n"
    "  a4         where the cube at a4 can go, numbered\n"
    "  list       all moves, numbered\n"
    "  7          the move with that number\n"
    "  hint       a best move, and what it is worth\n"
    "  who        who is winning\n"
    "  undo       take your last move back\n"
    "  review     the game so far, judged\n"
    "  save FILE  write the game to a file; quixo play --resume FILE goes on with it\n"
    "  board      the board again\n"
    "  quit       leave (so do Ctrl-D and Ctrl-C)\n";

constexpr const char* commands[] = {"help",   "list",  "hint",  "who", "undo",
                                    "review", "save ", "board", "quit"};

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

/// Nothing for a person.
std::optional<Computer> player(const char* option, const std::string& name) {
  if (name == "human") return std::nullopt;
  return from_argument(option, [&] {
    try {
      return Computer(name);
    } catch (const Error& error) {
      throw Error(fmt::format("{}, or human", error.what()));
    }
  });
}

}  // namespace

Session::Session(const SessionOptions& options, const GameRecord& record)
    : players_{player("--x", options.x), player("--o", options.o)},
      random_(options.seed ? *options.seed : std::random_device{}()),
      saved_as_(options.file),
      game_(record),
      table_(table_for(record.rules, options.tables)),
      input_([this](const std::string& begun) { return completions(begun); }) {}

void Session::run() {
  print(fmt::format("{}: a line of {} wins. X is {}, O is {}. Type help for help.\n",
                    to_string(game_.record().rules), game_.record().rules.line, name_of(Player::x),
                    name_of(Player::o)));
  show_board();
  while (!leaving_) {
    const bool over = is_over();
    if (over && players_[0] && players_[1]) break;  // nobody is left to ask
    if (!over && computer_to_move())
      let_computer_move();
    else
      ask(over);
  }
  if (!game_.record().moves.empty() && !saved_)
    print("The game was not saved:\n" + to_string(game_.record()));
}

const std::optional<Computer>& Session::computer_to_move() const {
  return players_[static_cast<std::size_t>(game_.position().to_move)];
}

std::string Session::name_of(Player side) const {
  const std::optional<Computer>& computer = players_[static_cast<std::size_t>(side)];
  if (computer) return computer->name();
  return players_[0] || players_[1] ? "you" : "human";
}

/// Why the game is over with no winner; nothing when it is not. Two computers could go on for very long.
std::string Session::why_drawn() const {
  constexpr std::size_t most_moves = 200;
  if (game_.is_repeated()) return "this position is on the board for the third time";
  if (players_[0] && players_[1] && game_.record().moves.size() >= most_moves)
    return fmt::format("{} moves were made", most_moves);
  return "";
}

void Session::check_not_over() const {
  if (is_over()) throw Error("the game is over");
}

void Session::show_board() const {
  std::string text = "\n" + board_text(game_) + '\n';
  if (const std::optional<Player> won = game_.winner())
    text += fmt::format("The game is over: {} has won.\n", letter(*won));
  else if (is_over())
    text += fmt::format("The game is over: a draw, for {}.\n", why_drawn());
  print(text);
}

void Session::let_computer_move() {
  if (input_.interrupted()) {
    leave();
    return;
  }
  const Computer& computer = *computer_to_move();
  const Move move = computer.choose(table_, game_.position(), random_).move;
  print(fmt::format("{} ({}) plays {}.\n", letter(game_.position().to_move), computer.name(),
                    move_name(game_.geometry(), move)));
  make(move);
}

void Session::ask(bool over) {
  const std::optional<std::string> line =
      input_.next(over ? "undo, review, save FILE or quit> "
                       : fmt::format("{} to move> ", letter(game_.position().to_move)));
  if (!line) {
    print("\n");
    leave();
    return;
  }
  try {
    obey(trimmed(*line));
  } catch (const Error& error) {
    print(fmt::format("{}\n", error.what()));
  }
}

/// The commands and, once something is typed, the moves that begin so.
std::vector<std::string> Session::completions(const std::string& begun) const {
  std::vector<std::string> words(std::begin(commands), std::end(commands));
  if (!begun.empty() && !is_over())
    for (const Move move : legal_moves(game_.geometry(), game_.position()))
      words.push_back(move_name(game_.geometry(), move));
  std::erase_if(words, [&](const std::string& word) { return !word.starts_with(begun); });
  return words;
}

void Session::obey(const std::string& line) {
  const std::string word = line.substr(0, line.find(' '));
  const std::string rest = trimmed(line.substr(word.size()));
  const auto is = [&](const char* command) { return word == command && rest.empty(); };
  if (line.empty()) return;
  if (is("help") || is("?"))
    print(help);
  else if (is("list"))
    list(legal_moves(game_.geometry(), game_.position()));
  else if (is("hint"))
    hint();
  else if (is("who"))
    who();
  else if (is("undo"))
    undo();
  else if (is("review"))
    print(review_text(review(table_, game_.record())));
  else if (word == "save")
    save(rest);
  else if (is("board"))
    show_board();
  else if (is("quit") || is("exit"))
    leave();
  else
    read_move(line);
}

/// A move by its number or its cells; of a cube alone, the moves it has.
void Session::read_move(const std::string& text) {
  check_not_over();
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  std::vector<Move> moves = legal_moves(game_.geometry(), game_.position());
  if (std::ranges::all_of(text, is_digit)) {
    const std::size_t number = text.size() > 3 ? 0 : std::stoul(text);
    if (number < 1 || number > moves.size())
      throw Error(fmt::format("there is no move {}: type list for the moves there are", text.substr(0, 20)));
    make(moves[number - 1]);
    return;
  }
  if (text.size() < 2 || !is_digit(text[1]))
    throw Error(quixo::quoted(text) + " is neither a move nor a command: type help for help");
  std::erase_if(moves, [&](Move move) { return cell_name(game_.geometry(), move.taken) != text; });
  if (!moves.empty())
    list(moves);
  else
    make(parse_move(game_.geometry(), text));
}

void Session::make(Move move) {
  game_.play(move);
  saved_ = false;
  show_board();
}

/// Some of the legal moves with the numbers that all of them have, a line per cube.
void Session::list(const std::vector<Move>& some) const {
  check_not_over();
  const std::vector<Move> all = legal_moves(game_.geometry(), game_.position());
  std::string text;
  for (std::size_t i = 0; i < some.size(); ++i) {
    if (i > 0) text += some[i].taken == some[i - 1].taken ? "   " : "\n";
    text += fmt::format("{:>4} {}", std::ranges::find(all, some[i]) - all.begin() + 1,
                        move_name(game_.geometry(), some[i]));
  }
  print(text + '\n');
}

/// " in 7 moves"; nothing when the table does not know.
std::string Session::moves_text(Value value) const {
  if (table_.metric() == Metric::outcome) return "";
  return fmt::format(" in {} move{}", value.distance, value.distance == 1 ? "" : "s");
}

void Session::hint() {
  check_not_over();
  const Move chosen = Computer("perfect").choose(table_, game_.position(), random_).move;
  const std::vector<MoveValue> moves = table_.moves(game_.position());
  const MoveValue best = *std::ranges::find(moves, chosen, &MoveValue::move);
  const auto as_good = std::ranges::count_if(
      moves, [&](const MoveValue& move) { return move.value.outcome == best.value.outcome; });
  const std::string distance = moves_text(best.value);
  const std::string name = move_name(game_.geometry(), best.move);
  switch (best.value.outcome) {
    case Outcome::win:
      print(fmt::format("{} wins{}. {} of {} moves win.\n", name, distance, as_good, moves.size()));
      break;
    case Outcome::draw:
      print(fmt::format("{} holds the draw. {} of {} moves do.\n", name, as_good, moves.size()));
      break;
    case Outcome::loss:
      print(fmt::format("{} loses{}. All moves lose.\n", name, distance));
      break;
  }
}

void Session::who() const {
  check_not_over();
  const Value value = table_.probe(game_.position());
  const Player side = game_.position().to_move;
  if (value.outcome == Outcome::draw) {
    print("Nobody: with best play it is a draw.\n");
    return;
  }
  print(fmt::format("{} wins{} with best play.\n", letter(value.outcome == Outcome::win ? side : other(side)),
                    moves_text(value)));
}

/// Back to where a person was last to move.
void Session::undo() {
  const std::size_t made = game_.record().moves.size();
  Player side = game_.position().to_move;
  std::size_t back = 0;
  do {
    ++back;
    side = other(side);
  } while (back <= made && players_[static_cast<std::size_t>(side)]);
  if (back > made) throw Error("there is no move of yours to take back");
  for (std::size_t i = 0; i < back; ++i) game_.undo();
  saved_ = false;
  show_board();
}

void Session::save(const std::string& name) {
  if (name.empty()) throw Error("save needs the name of a file: save game.txt");
  std::error_code unknown;  // then writing will say what is wrong
  if (name != saved_as_ && std::filesystem::exists(name, unknown))
    throw Error(fmt::format("{} exists: choose another name", quixo::quoted(name)));
  write_text(name, to_string(game_.record()));
  saved_as_ = name;
  saved_ = true;
  print(fmt::format("Saved as {}.\n", name));
}

}  // namespace quixo::apps
