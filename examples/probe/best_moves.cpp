// SPDX-License-Identifier: MIT
//
// Prints the moves of a position, best first. Boards of up to 16 cells are solved on the spot; larger ones
// need a table, which `quixo solve` makes.
#include <game/notation.h>
#include <probe/tables.h>

#include <exception>
#include <iostream>

int main(int argc, char** argv) try {
  const std::string text = argc > 1 ? argv[1] : "4/4/4/4 x";
  const quixo::Table table =
      quixo::open_table(quixo::default_tables_directory(), quixo::rules_for_position(text));
  const quixo::Position position = quixo::parse_position(geometry_of(table), text);
  for (const quixo::MoveValue& move : table.moves(position)) {
    const char* outcome = move.value.outcome == quixo::Outcome::win    ? "wins"
                          : move.value.outcome == quixo::Outcome::loss ? "loses"
                                                                       : "draws";
    std::cout << quixo::move_name(geometry_of(table), move.move) << ' ' << outcome;
    if (table.metric() == quixo::Metric::distance && move.value.outcome != quixo::Outcome::draw)
      std::cout << " in " << move.value.distance;
    std::cout << '\n';
  }
  return 0;
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
