// SPDX-License-Identifier: MIT
//
// The command line, a file for each verb or a few that are alike: each adds its subcommand to the parser,
// with a callback that does the work. Verbs parse, call the library and print; they hold no game logic.
//
// Bad arguments leave as CLI::ValidationError (exit code 2), failures of the work as quixo::Error (exit code
// 1).
#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "base/directory_lock.h"
#include "base/file.h"
#include "quixo/error.h"
#include "quixo/rules.h"

namespace quixo::apps {

/// Fields in the order they are written, as people like to read them.
using Json = nlohmann::ordered_json;

void add_show(CLI::App& app);
void add_perft(CLI::App& app);
void add_solve(CLI::App& app);
void add_probe(CLI::App& app);
void add_line(CLI::App& app);
void add_tables(CLI::App& app);
void add_study(CLI::App& app);
void add_find(CLI::App& app);
void add_verify(CLI::App& app);
void add_play(CLI::App& app);
void add_review(CLI::App& app);
void add_serve(CLI::App& app);
void add_match(CLI::App& app);
void add_judge(CLI::App& app);
void add_data(CLI::App& app);
void add_bench(CLI::App& app);
void add_manual(CLI::App& app);

/// Runs a parser of the library on an argument: what it refuses is wrong usage.
template <class Parse>
auto from_argument(const std::string& argument, Parse&& parse) {
  try {
    return parse();
  } catch (const Error& error) {
    throw CLI::ValidationError(argument, error.what());
  }
}

/// Does work in a directory that an option names: only here is it known how another one is chosen. The remedy
/// is for a directory that will not do.
template <class Work>
auto in_directory_of(const char* option, const char* remedy, Work&& work) {
  try {
    return work();
  } catch (const Busy& error) {
    throw Error(fmt::format("{} or choose another {}", error.what(), option));
  } catch (const WrongDirectory& error) {
    throw Error(fmt::format("{}: {}", error.what(), remedy));
  }
}

/// A subcommand with an example under its help.
CLI::App* add_verb(CLI::App& app, const std::string& name, const std::string& description,
                   const std::string& example);

/// The check of an option that takes a whole number; both ends are allowed.
CLI::Validator number_from(std::uint64_t least, std::uint64_t most);
/// Of one that takes one of some words.
CLI::Validator one_of(const std::vector<std::string>& words);
/// Adds the option --threads.
CLI::Option* add_threads_option(CLI::App& verb, int& threads);
/// Adds the option --seed: CLI11 alone would take -1 for a large number.
CLI::Option* add_seed_option(CLI::App& verb, std::uint64_t& seed, const std::string& description);

/// The rules that --rules names, if it does.
std::optional<Rules> named_rules(const std::string& name);

/// Writes to standard output and fails, rather than lose the answer, when it cannot be written.
void print(const std::string& text);

}  // namespace quixo::apps
