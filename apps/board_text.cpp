// SPDX-License-Identifier: MIT
#include "apps/board_text.h"

#include "game/notation.h"

namespace quixo::apps {

std::string board_text(const Geometry& geometry, Position position, std::optional<Cell> last, Colour colour) {
  std::string plain = diagram(geometry, position);
  if (colour == Colour::no) return plain;
  std::size_t marked = std::string::npos;  // where the diagram shows the last cube
  if (last) {
    const std::size_t line_length = plain.find('\n') + 1;
    marked = static_cast<std::size_t>(geometry.row_of(*last)) * line_length + 3 +
             2 * static_cast<std::size_t>(geometry.col_of(*last));
  }
  std::string text;
  for (std::size_t i = 0; i < plain.size(); ++i) {
    const char symbol = plain[i];
    // Of the eight colours that every terminal has, yellow is the brown one.
    fmt::text_style style = symbol == 'X'   ? fg(fmt::terminal_color::yellow) | fmt::emphasis::bold
                            : symbol == 'O' ? fg(fmt::terminal_color::red) | fmt::emphasis::bold
                                            : fmt::text_style(fmt::emphasis::faint);
    if (i == marked) style |= fmt::emphasis::reverse;
    text += symbol == ' ' || symbol == '\n' ? std::string(1, symbol) : fmt::format(style, "{}", symbol);
  }
  return text;
}

}  // namespace quixo::apps
