// SPDX-License-Identifier: MIT
#include "apps/colour.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdlib>

#include "apps/verbs.h"

namespace quixo::apps {

Colour colour_of_terminal() {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string(value == nullptr ? "" : value);
  };
  const bool wanted =
      isatty(STDOUT_FILENO) != 0 && variable("NO_COLOR").empty() && variable("TERM") != "dumb";
  return wanted ? Colour::yes : Colour::no;
}

void add_color_option(CLI::App& verb, Colour& colour) {
  colour = colour_of_terminal();
  verb.add_option_function<std::string>(
          "--color",
          [&colour](const std::string& when) {
            if (when != "auto") colour = when == "always" ? Colour::yes : Colour::no;
          },
          "when to use colours (default: auto, on a terminal)")
      ->check(one_of({"auto", "always", "never"}));
}

std::string painted(Colour colour, const fmt::text_style& style, const std::string& text) {
  return colour == Colour::yes && !text.empty() ? fmt::format(style, "{}", text) : text;
}

}  // namespace quixo::apps
