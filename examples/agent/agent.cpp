// SPDX-License-Identifier: MIT
//
// An agent (docs/agents.md) that asks the library's search: it wins if it can prove it and avoids what it can
// prove to lose. It uses half of the time it is given, so that the answer is there before the other half.
#include <quixo/quixo.h>

#include <chrono>
#include <exception>
#include <iostream>
#include <optional>
#include <sstream>
#include <string>

namespace {

std::string best_move(quixo::Search& search, const std::string& position, std::chrono::milliseconds time) {
  quixo::SearchLimits limits;
  limits.horizon = quixo::longest_horizon;
  limits.deadline = std::chrono::steady_clock::now() + time / 2;
  const auto moves = search.moves(quixo::parse_position(search.rules(), position), limits);
  return moves.empty() ? "error the game is over"
                       : "move " + quixo::to_string(search.rules(), moves.front().move);
}

}  // namespace

int main() try {
  std::optional<quixo::Search> search;
  std::string position;
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    std::string word;
    words >> word >> std::ws;
    if (word == "quixo-agent") std::cout << "quixo-agent 1 searching" << std::endl;
    if (word == "newgame") {
      std::string rules;
      words >> rules;
      search.emplace(quixo::parse_rules(rules));
      std::cout << "ready" << std::endl;
    }
    if (word == "position") std::getline(words, position);
    if (word == "go" && search) {
      long long milliseconds = 1000;  // where nobody says how long
      words >> milliseconds;
      std::cout << best_move(*search, position, std::chrono::milliseconds(milliseconds)) << std::endl;
    }
    if (word == "quit") break;
  }
  return 0;
} catch (const std::exception& error) {
  std::cout << "error " << error.what() << std::endl;
  return 1;
}
