// SPDX-License-Identifier: MIT
//
// What the Tab key offers after "quixo" in a shell: verbs, options and, where they are known, values. The
// scripts are made of the same tables as --help and hold plain lists, so the shell need not run the program.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace quixo::apps {

std::string bash_completion(const CLI::App& app);
std::string zsh_completion(const CLI::App& app);
std::string fish_completion(const CLI::App& app);

}  // namespace quixo::apps
