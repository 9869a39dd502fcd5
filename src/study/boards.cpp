// SPDX-License-Identifier: MIT
#include "study/boards.h"

#include <algorithm>
#include <cassert>

#include "game/notation.h"

namespace quixo::study {
namespace {

/// Text in lines of at most this many characters, unless a word is longer: SVG does not break lines.
std::vector<std::string> lines_of(std::string_view text, std::size_t characters) {
  assert(characters > 0);
  std::vector<std::string> lines;
  while (!text.empty()) {
    std::size_t end = std::min(text.find('\n'), text.size());
    if (end > characters) {
      end = text.rfind(' ', characters);
      if (end == std::string_view::npos) end = std::min(text.find_first_of(" \n"), text.size());
    }
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

}  // namespace

const char* const board_style =
    ".cube rect{fill:#f3ecdf;stroke:#7d705c;stroke-width:1.5}\n"
    ".X rect{fill:#d9b48a}\n.O rect{fill:#eea093}\n"
    ".mark{fill:none;stroke:#222;stroke-width:4;stroke-linecap:round}\n"
    ".label{fill:#6b6152;font-size:13px;text-anchor:middle}\n";

std::string cube_face() {
  return fmt::format(R"(<rect x="{0:g}" y="{0:g}" width="{1:g}" height="{1:g}" rx="7"/>)",
                     1.5 - cell_size / 2, cell_size - 3);
}

std::string mark(Player player, std::string_view attributes) {
  return player == Player::x
             ? fmt::format(R"(<path class="mark"{} d="M-11 -11L11 11M-11 11L11 -11"/>)", attributes)
             : fmt::format(R"(<circle class="mark"{} r="12"/>)", attributes);
}

std::optional<Player> symbol_at(Position position, Cell cell) {
  for (const Player player : {Player::x, Player::o})
    if (position.cubes(player) & cell_bit(cell)) return player;
  return std::nullopt;
}

void BoardPlace::add_rim(Svg& svg) const {
  svg.add(
      "<rect x=\"{:g}\" y=\"{:g}\" width=\"{:g}\" height=\"{:g}\" rx=\"9\" fill=\"#d8cbb5\" "
      "stroke=\"#4b4335\" stroke-width=\"3\"/>\n",
      left - 4, top - 4, width() + 8, height() + 8);
}

std::string svg_of_positions(const Geometry& geometry,
                             const std::vector<std::pair<Position, std::string>>& captioned) {
  constexpr std::size_t columns = 3;
  constexpr double line_height = 17;
  constexpr double top = 48;
  constexpr std::size_t characters = 34;
  const BoardPlace at_origin{geometry, 0, 0};

  std::vector<std::vector<std::string>> captions;
  std::size_t most_lines = 1;
  std::size_t longest_notation = 0;
  for (const auto& [position, caption] : captioned) {
    const std::string notation = to_string(geometry, position);
    captions.push_back(
        lines_of(fmt::format("{}\n{}", notation, caption), std::max(characters, notation.size())));
    most_lines = std::max(most_lines, captions.back().size());
    longest_notation = std::max(longest_notation, notation.size());
  }
  const double text_width = std::max(210.0, 8.5 * static_cast<double>(longest_notation));
  const double column = std::max(at_origin.width(), text_width) + 36;
  const double row = at_origin.height() + 30 + line_height * static_cast<double>(most_lines);
  const std::size_t rows = (captioned.size() + columns - 1) / columns;
  Svg svg(column * static_cast<double>(std::clamp<std::size_t>(captioned.size(), 1, columns)),
          top + row * static_cast<double>(rows),
          fmt::format("Quixo {}: positions of interest", to_string(geometry.rules())),
          "Boards with their captions. X is to move in all of them.");
  svg.style(board_style);
  svg.text(18, 24, fmt::format("Quixo {}, X to move", to_string(geometry.rules())), headline);
  for (std::size_t i = 0; i < captioned.size(); ++i) {
    const double middle = column * (static_cast<double>(i % columns) + 0.5);
    const std::size_t rows_above = i / columns;
    const BoardPlace board{geometry, middle - at_origin.width() / 2,
                           top + row * static_cast<double>(rows_above)};
    board.add_rim(svg);
    for (Cell cell = 0; cell < geometry.cells(); ++cell) {
      const std::optional<Player> symbol = symbol_at(captioned[i].first, cell);
      svg.add("<g class=\"cube\" transform=\"translate({:g} {:g})\">{}{}</g>\n", board.x_of(cell),
              board.y_of(cell), cube_face(), symbol ? mark(*symbol) : "");
    }
    for (std::size_t line = 0; line < captions[i].size(); ++line)
      svg.text(middle, board.top + board.height() + 24 + line_height * static_cast<double>(line),
               captions[i][line], centred);
  }
  return svg.document();
}

}  // namespace quixo::study
