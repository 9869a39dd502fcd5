// SPDX-License-Identifier: MIT
//
// Prints the moves of a position, best first. Boards of up to 16 cells are solved on the spot; larger ones
// need a table, which `quixo solve` makes.
#include <quixo/quixo.h>

#include <exception>
#include <iostream>
#include <string>

int main(int argc, char** argv) try {
  const std::string text = argc > 1 ? argv[1] : "4/4/4/4 x";
  const quixo::Table table = quixo::open_table(quixo::rules_for_position(text));
  const quixo::Position position = quixo::parse_position(table.rules(), text);
  for (const quixo::MoveValue& move : table.moves(position))
    std::cout << quixo::to_string(table.rules(), move.move) << ' '
              << quixo::in_words(move.value, table.metric()) << '\n';
  return 0;
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
