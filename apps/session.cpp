// SPDX-License-Identifier: MIT
#include "apps/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <utility>

#include "analysis/analysis.h"
#include "apps/analysis_text.h"
#include "apps/board_text.h"
#include "apps/did_you_mean.h"
#include "apps/files.h"
#include "apps/players.h"
#include "apps/review.h"
#include "apps/say.h"
#include "apps/session_text.h"
#include "apps/table_for.h"
#include "apps/verbs.h"
#include "base/text.h"
#include "game/notation.h"
#include "game/play.h"
#include "quixo/error.h"

namespace quixo::apps {
namespace {

const std::vector<std::string> commands = {"help", "list",   "rules", "hint",  "value", "line",
                                           "undo", "review", "save",  "board", "quit"};

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

/// Nothing for a person.
std::optional<NamedPlayer> player(const char* option, const std::string& name) {
  if (name == "human") return std::nullopt;
  return named_player(option, name, "random, exec:COMMAND or human");
}

}  // namespace

Session::Session(const SessionOptions& options, const GameRecord& record)
    : players_{player("--x", options.x), player("--o", options.o)},
      random_(options.seed ? *options.seed : std::random_device{}()),
      limits_(options.limits),
      tables_(options.tables),
      saved_as_(options.file),
      game_(record),
      input_([this](const std::string& begun) { return completions(begun); }) {
  check_players();
  // What a person has played must not be lost because nobody reads what is printed.
  if (has_person()) std::signal(SIGPIPE, SIG_IGN);
}

/// Before the first move. Two people need nobody to ask, and a small board can always be solved, when it is
/// asked about for the first time.
void Session::check_players() {
  const std::optional<BestTable> best =
      best_table(tables_directory(tables_), game_.record().rules, Prefer::quick_start);
  if ((best && best->in_memory) || (!players_[0] && !players_[1])) return;
  for (const Player side : {Player::x, Player::o}) {
    const std::optional<NamedPlayer>& player = player_of(side);
    if (player && player->computer && !player->computer->can_play(knowledge()))
      throw CLI::ValidationError(side == Player::x ? "--x" : "--o",
                                 cannot_play(*player->computer, knowledge()));
  }
}

const Knowledge& Session::knowledge() {
  if (!knowledge_) knowledge_ = knowledge_for(game_.record().rules, tables_);
  return *knowledge_;
}

void Session::run() {
  try {
    play();
  } catch (...) {
    try {
      hand_out_game();
    } catch (...) {  // what went wrong first counts
    }
    throw;
  }
  hand_out_game();
}

void Session::play() {
  print(fmt::format("{}: a line of {} wins. X is {}, O is {}.\nType help for help, rules for the rules.\n",
                    to_string(game_.record().rules), game_.record().rules.line, name_of(Player::x),
                    name_of(Player::o)));
  show_board();
  while (!leaving_) {
    const bool over = is_over();
    if (over && !has_person()) break;  // nobody is left to ask
    try {
      if (!over && player_of(game_.position().to_move))
        let_player_move();
      else
        ask(over);
    } catch (const Interrupted&) {
      leave();
    }
  }
}

/// Whatever ends the program, a game that was not saved is printed or, when nobody would see it, saved.
void Session::hand_out_game() {
  if (game_.record().moves.empty() || saved_) return;
  if (LineInput::terminal_is_gone()) return rescue_game();
  try {
    print("The game was not saved:\n" + to_string(game_.record()));
  } catch (const Error&) {
    rescue_game();
    throw;
  }
}

/// Into a file of a new name, here or at home; where neither can be written it is printed, and that fails.
void Session::rescue_game() const {
  const char* home = std::getenv("HOME");
  for (const std::filesystem::path& directory :
       {std::filesystem::path("."), std::filesystem::path(home == nullptr ? "." : home)})
    for (int number = 1; number < 1000; ++number) {
      const std::filesystem::path file =
          directory / (number == 1 ? "quixo-game.txt" : fmt::format("quixo-game-{}.txt", number));
      std::error_code unknown;  // then writing will say what is wrong
      if (std::filesystem::exists(file, unknown)) continue;
      try {
        write_text(file, to_string(game_.record()));
        say("quixo: the game was saved as " + file.string() + '\n');
        return;
      } catch (const Error&) {
        break;  // the other directory may do
      }
    }
  say(to_string(game_.record()));
  throw Error("the game above could be saved neither here nor at home: copy it to a file");
}

std::string Session::name_of(Player side) const {
  const std::optional<NamedPlayer>& player = player_of(side);
  if (!player) return players_[0] || players_[1] ? "you" : "human";
  if (player->computer) return player->computer->title();
  return player->command.empty() ? "Random" : "the program " + player->command;
}

/// Why the game is over with no winner; nothing when it is not. Two computers could go on for very long.
std::string Session::why_drawn() const {
  constexpr std::size_t most_moves = 200;
  if (game_.is_repeated()) return "this position is on the board for the third time";
  if (!has_person() && game_.record().moves.size() >= most_moves)
    return fmt::format("{} moves were made", most_moves);
  return "";
}

void Session::check_not_over() const {
  if (is_over()) throw Error("the game is over");
}

std::optional<Cell> Session::last_cube() const {
  const std::vector<Move>& moves = game_.record().moves;
  return moves.empty() ? std::nullopt : std::optional<Cell>(moves.back().inserted);
}

void Session::show_board() const {
  std::string text = "\n" + board_text(game_.geometry(), game_.position(), last_cube(), colour_) + '\n';
  if (const std::optional<Player> won = game_.winner())
    text += fmt::format("The game is over: {} has won.\n", letter(*won));
  else if (is_over())
    text += fmt::format("The game is over: a draw, for {}.\n", why_drawn());
  print(text);
}

Contestant& Session::contestant_of(Player side) {
  const std::optional<NamedPlayer>& player = player_of(side);
  std::unique_ptr<Contestant>& contestant = contestants_[static_cast<std::size_t>(side)];
  if (!contestant) {
    contestant = apps::contestant(side == Player::x ? "--x" : "--o", *player, knowledge(), limits_, {});
    contestant->begin(game_.record().rules);
  }
  return *contestant;
}

void Session::let_player_move() {
  const Player side = game_.position().to_move;
  try {
    const Move move = input_.unless_interrupted([&](const std::stop_token& stop) {
      return contestant_of(side).choose(game_.position(), random_, stop);
    });
    if (input_.interrupted()) return leave();
    print(fmt::format("{} ({}) plays {}.\n", letter(side), contestant_of(side).name(),
                      move_name(game_.geometry(), move)));
    make(move);
  } catch (const Forfeit& why) {
    throw Error(fmt::format("the program of {} {}", letter(side), why.reason));
  }
}

void Session::ask(bool over) {
  const std::optional<std::string> line =
      input_.next(over ? "undo, review, save FILE or quit> "
                       : fmt::format("{} to move> ", letter(game_.position().to_move)));
  if (!line) {
    if (!LineInput::terminal_is_gone()) print("\n");
    return leave();
  }
  try {
    obey(trimmed(*line));
  } catch (const Error& error) {
    print(fmt::format("{}\n", error.what()));
  }
}

/// The commands and, once something is typed, the moves that begin so.
std::vector<std::string> Session::completions(const std::string& begun) const {
  std::vector<std::string> words = commands;
  std::ranges::replace(words, "save", "save ");  // a name must follow
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
    print(session_help);
  else if (is("rules"))
    print(rules_text(game_.record().rules));
  else if (is("list"))
    list(legal_moves(game_.geometry(), game_.position()));
  else if (is("hint"))
    hint();
  else if (is("value") || is("who"))
    value();
  else if (is("line"))
    show_line();
  else if (is("undo"))
    undo();
  else if (is("review"))
    show_review();
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
  if (text.size() < 2 || !is_digit(text[1])) {
    const std::string guess = did_you_mean(text, commands);
    throw Error(fmt::format("{} is neither a move nor a command{}", quixo::quoted(text),
                            guess.empty() ? ": type help for help" : guess));
  }
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

/// What a search would answer otherwise, were there a table: worth a word, but not each time.
void Session::say_what_a_table_adds() {
  if (!std::exchange(note_said_, true))
    if (const std::string note = table_note(knowledge()); !note.empty()) print(wrapped(note));
}

void Session::hint() {
  check_not_over();
  const Analysis analysis = input_.unless_interrupted([&](const std::stop_token& stop) {
    AnalysisEffort effort;
    effort.stop = stop;
    return analyse(knowledge(), game_.position(), effort);
  });
  if (input_.interrupted()) return leave();
  print(hint_text(game_.geometry(), analysis));
  say_what_a_table_adds();
}

void Session::value() {
  check_not_over();
  const Known known = input_.unless_interrupted(
      [&](const std::stop_token& stop) { return knowledge().value(game_.position(), {.stop = stop}); });
  if (input_.interrupted()) return leave();
  print(value_text(game_.position().to_move, known));
  say_what_a_table_adds();
}

void Session::show_line() {
  check_not_over();
  const PlayLine line = input_.unless_interrupted([&](const std::stop_token& stop) {
    AnalysisEffort effort;
    effort.stop = stop;
    return best_line(knowledge(), game_.position(), effort, longest_line(knowledge()));
  });
  if (input_.interrupted()) return leave();
  print(line_text(game_.geometry(), game_.position(), line, false, colour_));
  say_what_a_table_adds();
}

void Session::show_review() {
  const Review judged = input_.unless_interrupted([&](const std::stop_token& stop) {
    AnalysisEffort effort;
    effort.stop = stop;
    return review(knowledge(), game_.record(), effort);
  });
  if (input_.interrupted()) return leave();
  print(review_text(judged));
  say_what_a_table_adds();
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
