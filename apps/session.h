// SPDX-License-Identifier: MIT
//
// A game in the terminal, people and computers on either side: what is asked, what is typed and what is
// answered. All of it are lines of text, so that a game can be piped through as well.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "apps/line_input.h"
#include "play/computer.h"
#include "play/game.h"
#include "quixo/notation.h"
#include "quixo/table.h"

namespace quixo::apps {

struct SessionOptions {
  std::string x = "human";  ///< Who plays X.
  std::string o = "level-5";
  std::string file;  ///< Where the game comes from: it may be saved there again.
  std::string tables;
  std::optional<std::uint64_t> seed = {};
};

class Session {
 public:
  Session(const SessionOptions& options, const GameRecord& record);

  /// Until a person leaves, or two computers are done.
  void run();

 private:
  const std::optional<Computer>& computer_to_move() const;
  std::string name_of(Player side) const;
  std::string why_drawn() const;
  bool is_over() const { return game_.winner() || !why_drawn().empty(); }
  void check_not_over() const;

  void show_board() const;
  void let_computer_move();
  void ask(bool over);
  std::vector<std::string> completions(const std::string& begun) const;
  void obey(const std::string& line);
  void read_move(const std::string& text);
  void make(Move move);
  void list(const std::vector<Move>& some) const;
  std::string moves_text(Value value) const;
  void hint();
  void who() const;
  void undo();
  void save(const std::string& name);
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

}  // namespace quixo::apps
