// SPDX-License-Identifier: MIT
//
// Colours on a terminal, for those who want them.
#pragma once

#include <fmt/color.h>

#include <string>

namespace CLI {
class App;
}

namespace quixo::apps {

enum class Colour : bool { no, yes };

/// On a terminal, unless the environment says NO_COLOR or that the terminal knows none.
Colour colour_of_terminal();

/// Adds the option --color, which may say otherwise; it sets the colour when the line is parsed.
void add_color_option(CLI::App& verb, Colour& colour);

/// The text in a style, or as it is.
std::string painted(Colour colour, const fmt::text_style& style, const std::string& text);

}  // namespace quixo::apps
