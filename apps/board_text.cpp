// SPDX-License-Identifier: MIT
#include "apps/board_text.h"

#include <fmt/color.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>

#include "game/notation.h"

namespace quixo::apps {
namespace {

bool wants_colour() {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string(value == nullptr ? "" : value);
  };
  return isatty(STDOUT_FILENO) != 0 && variable("NO_COLOR").empty() && variable("TERM") != "dumb";
}

std::string coloured(const Game& game, const std::string& plain) {
  const Geometry& geometry = game.geometry();
  std::size_t last = std::string::npos;  // where the diagram shows the last move's cube
  if (!game.record().moves.empty()) {
    const Cell cell = game.record().moves.back().inserted;
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

}  // namespace

std::string board_text(const Game& game) {
  const std::string plain = diagram(game.geometry(), game.position());
  return wants_colour() ? coloured(game, plain) : plain;
}

}  // namespace quixo::apps
