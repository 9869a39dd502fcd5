// SPDX-License-Identifier: MIT
//
// What a person types in a game in the terminal: a byte for the game and the players, then the lines. The
// game goes on whatever is typed, and ends with the input.
#include "apps/session.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <string>

#include "fuzz/memory_file.h"
#include "fuzz/target.h"
#include "quixo/notation.h"

namespace quixo::fuzz {
namespace {

/// The lines without those that would write a file.
std::string without_saves(std::string_view text) {
  std::string kept;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const std::size_t word = line.find_first_not_of(" \t\r");
    if (word == std::string_view::npos || !line.substr(word).starts_with("save"))
      kept.append(line).append("\n");
  }
  return kept;
}

}  // namespace
}  // namespace quixo::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace quixo;
  static const fuzz::MemoryFile typed;
  static const bool redirected = [] {
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    return dup2(typed.number(), STDIN_FILENO) >= 0 && dup2(nowhere, STDOUT_FILENO) >= 0;
  }();
  fuzz::expect(redirected);
  constexpr std::array games = {"2x2\n", "2x3\n", "3x3\nXO1/1X1/O1O o\n",
                                "2x3-line3-double-wins\na1a2 b1b2\n"};
  constexpr std::array players = {"human", "level-1", "perfect"};
  fuzz::Source source(data, size);
  const unsigned choice = source.byte();
  apps::SessionOptions options;
  options.o = players[choice / 4 % players.size()];
  options.tables = "/nonexistent";
  options.seed = choice;
  const std::string lines = fuzz::without_saves(source.text());
  typed.write({reinterpret_cast<const std::uint8_t*>(lines.data()), lines.size()});
  lseek(STDIN_FILENO, 0, SEEK_SET);
  apps::Session(options, parse_game(games[choice % games.size()])).run();
  return 0;
}
