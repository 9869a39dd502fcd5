// SPDX-License-Identifier: MIT
//
// A game in the terminal, people and computers on either side: what is asked, what is typed and what is
// answered. All of it are lines of text, so that a game can be piped through as well.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analysis/knowledge.h"
#include "apps/colour.h"
#include "apps/line_input.h"
#include "apps/players.h"
#include "play/computer.h"
#include "play/game.h"
#include "quixo/notation.h"

namespace quixo::apps {

struct SessionOptions {
  std::string x = "human";  ///< Who plays X.
  std::string o = "level-4";
  std::string file;  ///< Where the game comes from: it may be saved there again.
  std::string tables;
  agent::Limits limits;
  std::optional<std::uint64_t> seed = {};
};

class Session {
 public:
  Session(const SessionOptions& options, const GameRecord& record);

  /// Until a person leaves, or two computers are done. However it ends, the game is not lost.
  void run();

 private:
  void check_players();
  const Knowledge& knowledge();
  void play();
  void hand_out_game();
  void rescue_game() const;

  const std::optional<NamedPlayer>& player_of(Player side) const {
    return players_[static_cast<std::size_t>(side)];
  }
  bool has_person() const { return !players_[0] || !players_[1]; }
  std::string name_of(Player side) const;
  std::string why_drawn() const;
  bool is_over() const { return game_.winner() || !why_drawn().empty(); }
  void check_not_over() const;

  std::optional<Cell> last_cube() const;
  void show_board() const;
  Contestant& contestant_of(Player side);
  void let_player_move();
  void ask(bool over);
  std::vector<std::string> completions(const std::string& begun) const;
  void obey(const std::string& line);
  void read_move(const std::string& text);
  void make(Move move);
  void list(const std::vector<Move>& some) const;
  void say_what_a_table_adds();
  void hint();
  void value();
  void show_line();
  void show_review();
  void undo();
  void save(const std::string& name);
  void leave() { leaving_ = true; }

  std::array<std::optional<NamedPlayer>, 2> players_;            ///< Of X and O; nothing for a person.
  std::array<std::unique_ptr<Contestant>, 2> contestants_ = {};  ///< Once they are to move.
  Random random_;
  agent::Limits limits_;
  std::string tables_;
  std::string saved_as_;
  bool saved_ = true;
  bool leaving_ = false;
  Game game_;
  std::optional<Knowledge> knowledge_;  ///< Once somebody has asked.
  bool note_said_ = false;
  Colour colour_ = colour_of_terminal();
  LineInput input_;  ///< From here on Ctrl-C ends the input.
};

}  // namespace quixo::apps
