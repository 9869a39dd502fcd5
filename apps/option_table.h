// SPDX-License-Identifier: MIT
//
// The verbs and options as the parser knows them. Help, messages, man pages and the completion of shells all
// speak of these tables, so none of them can forget an option.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace quixo::apps {

std::vector<std::string> names_of_verbs(const CLI::App& app);

/// In the order of the help: those without dashes, then those with.
std::vector<const CLI::Option*> arguments_of(const CLI::App& app);
std::vector<const CLI::Option*> options_of(const CLI::App& app);

/// "-h" and "--help".
std::vector<std::string> names_of(const CLI::Option& option);

/// What an option or argument is given.
struct Given {
  std::string what;  ///< DIR, FILE, N, RULES ...: help has it in this form. Nothing when it takes no value.
  std::string of;    ///< What the value must be, such as "1 to 1024" or "cube, paper".
};
Given given(const CLI::Option& option);

}  // namespace quixo::apps
