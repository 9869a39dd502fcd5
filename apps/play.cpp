// SPDX-License-Identifier: MIT
//
// quixo play: a game in the terminal, people and computers on either side. What is typed and what is printed
// are lines of text, so that a game can be piped through as well.
#include "game/play.h"

#include <fmt/color.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <memory>

#include "apps/files.h"
#include "apps/line_input.h"
#include "apps/review.h"
#include "apps/table_for.h"
#include "apps/verbs.h"
#include "base/text.h"
#include "play/computer.h"
#include "play/game.h"
#include "quixo/error.h"
#include "quixo/table.h"

namespace quixo::apps {
namespace {

struct Options {
  std::string rules = "4x4";
  std::string x = "human";
  std::string o = "level-5";
  std::string resume;
  std::string tables;
  std::uint64_t seed = 0;
  bool seeded = false;
};

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

bool wants_colour() {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string(value == nullptr ? "" : value);
  };
  return isatty(STDOUT_FILENO) != 0 && variable("NO_COLOR").empty() && variable("TERM") != "dumb";
}

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

std::string printable(std::string text) {
  std::ranges::replace_if(
      text, [](unsigned char c) { return std::iscntrl(c) != 0; }, '?');
  return text;
}

class Session {
 public:
  Session(const Options& options, const GameRecord& record)
      : players_{player("--x", options.x), player("--o", options.o)},
        random_(options.seeded ? options.seed : std::random_device{}()),
        saved_as_(options.resume),
        game_(record),
        table_(table_for(record.rules, options.tables)) {}

  void run() {
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

 private:
  static std::optional<Computer> player(const char* option, const std::string& name) {
    if (name == "human") return std::nullopt;
    return from_argument(option, [&] {
      try {
        return Computer(name);
      } catch (const Error& error) {
        throw Error(fmt::format("{}, or human", error.what()));
      }
    });
  }

  const std::optional<Computer>& computer_to_move() const {
    return players_[static_cast<std::size_t>(game_.position().to_move)];
  }
  std::string name_of(Player side) const {
    const std::optional<Computer>& computer = players_[static_cast<std::size_t>(side)];
    if (computer) return computer->name();
    return players_[0] || players_[1] ? "you" : "human";
  }
  /// Why the game is over with no winner; nothing when it is not. Two computers could go on for very long.
  std::string why_drawn() const {
    constexpr std::size_t most_moves = 200;
    if (game_.is_repeated()) return "this position is on the board for the third time";
    if (players_[0] && players_[1] && game_.record().moves.size() >= most_moves)
      return fmt::format("{} moves were made", most_moves);
    return "";
  }
  bool is_over() const { return game_.winner() || !why_drawn().empty(); }
  void check_not_over() const {
    if (is_over()) throw Error("the game is over");
  }

  void show_board() const {
    std::string text = "\n" + picture() + '\n';
    if (const std::optional<Player> won = game_.winner())
      text += fmt::format("The game is over: {} has won.\n", letter(*won));
    else if (is_over())
      text += fmt::format("The game is over: a draw, for {}.\n", why_drawn());
    print(text);
  }

  /// The board in colours: X and O apart from each other, the cube of the last move marked.
  std::string picture() const {
    const std::string plain = diagram(game_.geometry(), game_.position());
    if (!wants_colour()) return plain;
    const Geometry& geometry = game_.geometry();
    std::size_t last = std::string::npos;  // where the picture shows the last move's cube
    if (!game_.record().moves.empty()) {
      const Cell cell = game_.record().moves.back().inserted;
      const std::size_t line_length = plain.find('\n') + 1;
      last = static_cast<std::size_t>(geometry.row_of(cell)) * line_length + 3 +
             2 * static_cast<std::size_t>(geometry.col_of(cell));
    }
    std::string text;
    for (std::size_t i = 0; i < plain.size(); ++i) {
      fmt::text_style style = plain[i] == 'X'   ? fg(fmt::terminal_color::bright_red) | fmt::emphasis::bold
                              : plain[i] == 'O' ? fg(fmt::terminal_color::bright_blue) | fmt::emphasis::bold
                                                : fmt::text_style(fmt::emphasis::faint);
      if (i == last) style |= fmt::emphasis::reverse;
      text +=
          plain[i] == ' ' || plain[i] == '\n' ? std::string(1, plain[i]) : fmt::format(style, "{}", plain[i]);
    }
    return text;
  }

  void let_computer_move() {
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

  void ask(bool over) {
    print(over ? "undo, review, save FILE or quit> "
               : fmt::format("{} to move> ", letter(game_.position().to_move)));
    const std::optional<std::string> line = input_.next();
    if (!line) {
      print("\n");
      leave();
      return;
    }
    if (isatty(STDIN_FILENO) == 0) print(printable(*line) + '\n');  // nobody saw it being typed
    try {
      obey(trimmed(*line));
    } catch (const Error& error) {
      print(fmt::format("{}\n", error.what()));
    }
  }

  void obey(const std::string& line) {
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
  void read_move(const std::string& text) {
    check_not_over();
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    std::vector<Move> moves = legal_moves(game_.geometry(), game_.position());
    if (std::ranges::all_of(text, is_digit)) {
      const std::size_t number = text.size() > 3 ? 0 : std::stoul(text);
      if (number < 1 || number > moves.size())
        throw Error(
            fmt::format("there is no move {}: type list for the moves there are", text.substr(0, 20)));
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

  void make(Move move) {
    game_.play(move);
    saved_ = false;
    show_board();
  }

  /// Some of the legal moves with the numbers that all of them have, a line per cube.
  void list(const std::vector<Move>& some) const {
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
  std::string moves_text(Value value) const {
    if (table_.metric() == Metric::outcome) return "";
    return fmt::format(" in {} move{}", value.distance, value.distance == 1 ? "" : "s");
  }

  void hint() {
    check_not_over();
    const MoveValue best = Computer("perfect").choose(table_, game_.position(), random_);
    const std::vector<MoveValue> moves = table_.moves(game_.position());
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

  void who() const {
    check_not_over();
    const Value value = table_.probe(game_.position());
    const Player side = game_.position().to_move;
    if (value.outcome == Outcome::draw) {
      print("Nobody: with best play it is a draw.\n");
      return;
    }
    print(fmt::format("{} wins{} with best play.\n",
                      letter(value.outcome == Outcome::win ? side : other(side)), moves_text(value)));
  }

  /// Back to where a person was last to move.
  void undo() {
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

  void save(const std::string& name) {
    if (name.empty()) throw Error("save needs the name of a file: save game.txt");
    std::error_code unknown;  // then writing will say what is wrong
    if (name != saved_as_ && std::filesystem::exists(name, unknown))
      throw Error(fmt::format("{} exists: choose another name", quixo::quoted(name)));
    write_text(name, to_string(game_.record()));
    saved_as_ = name;
    saved_ = true;
    print(fmt::format("Saved as {}.\n", name));
  }

  void leave() { leaving_ = true; }

  std::array<std::optional<Computer>, 2> players_;  ///< Of X and O; nothing for a person.
  Random random_;
  std::string saved_as_;
  bool saved_ = true;
  bool leaving_ = false;
  Game game_;
  Table table_;
  LineInput input_;  ///< From here on Ctrl-C ends the input; a solve before it may be killed.
};

void run(const Options& options) {
  const GameRecord record =
      options.resume.empty()
          ? GameRecord{from_argument("RULES", [&] { return parse_rules(options.rules); }), {}, {}}
          : from_argument("--resume", [&] { return parse_game(read_text(options.resume)); });
  Session(options, record).run();
}

}  // namespace

void add_play(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  CLI::App* verb = add_verb(app, "play", "Play in the terminal, against the computer or another person",
                            "quixo play 4x4 --x level-5 --o human");
  CLI::Option* rules = verb->add_option("RULES", options->rules, "rules name (default: 4x4)");
  verb->add_option("--x", options->x,
                   "who plays X: human, perfect, winner or level-1 to level-9 (default: human)");
  verb->add_option("--o", options->o, "who plays O (default: level-5)");
  verb->add_option("--resume", options->resume, "go on with the game in this file")->excludes(rules);
  CLI::Option* seed = add_seed_option(*verb, options->seed, "makes the computer's moves repeatable");
  add_tables_option(*verb, options->tables);
  verb->callback([options, seed] {
    options->seeded = seed->count() > 0;
    run(*options);
  });
}

}  // namespace quixo::apps
