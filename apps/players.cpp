// SPDX-License-Identifier: MIT
#include "apps/players.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cmath>
#include <functional>
#include <span>
#include <vector>

#include "apps/verbs.h"
#include "base/text.h"
#include "catalog/catalog.h"

namespace quixo::apps {
namespace {

void add_time_option(CLI::App& verb, const char* name, std::chrono::milliseconds& time,
                     const std::string& description) {
  verb.add_option_function<std::string>(
          name,
          [&time](const std::string& text) {
            time = std::chrono::milliseconds(std::llround(1000 * std::stod(text)));
          },
          fmt::format("{} (default: {:g})", description, static_cast<double>(time.count()) / 1000))
      ->check([](const std::string& text) -> std::string {
        constexpr double longest = 3600;
        double seconds = 0;
        const char* end = text.data() + text.size();
        const auto [rest, error] = std::from_chars(text.data(), end, seconds, std::chars_format::fixed);
        return error == std::errc() && rest == end && seconds >= 0.001 && seconds <= longest
                   ? ""
                   : fmt::format("{} is no time from 0.001 to {} seconds", quixo::quoted(text), longest);
      });
}

}  // namespace

std::string cannot_play(const Computer& player, const Knowledge& knowledge) {
  assert(!player.can_play(knowledge));
  return fmt::format("{} needs a table of {}: choose level-1 to level-{} or searcher, or make one: {}",
                     player.name(), to_string(knowledge.rules()), Computer::levels,
                     what_a_table_adds(knowledge));
}

NamedPlayer named_player(const std::string& argument, const std::string& name, const char* others) {
  constexpr std::string_view program = "exec:";
  if (name == "random") return {};
  if (!name.starts_with(program))
    return {from_argument(argument,
                          [&] {
                            try {
                              return Computer(name);
                            } catch (const Error& error) {
                              throw Error(fmt::format("{}, {}", error.what(), others));
                            }
                          }),
            ""};
  const std::string command = name.substr(program.size());
  if (command.find_first_not_of(" \t\n") == std::string::npos)
    throw CLI::ValidationError(argument, "exec: names no program: write exec:COMMAND, as for a shell");
  return {std::nullopt, command};
}

std::unique_ptr<Contestant> contestant(const std::string& argument, const NamedPlayer& player,
                                       const Knowledge& knowledge, const agent::Limits& limits,
                                       const Thinking& thinking) {
  if (!player.command.empty()) return std::make_unique<agent::Agent>(player.command, limits);
  if (!player.computer) return std::make_unique<RandomContestant>();
  if (!player.computer->can_play(knowledge))
    throw CLI::ValidationError(argument, cannot_play(*player.computer, knowledge));
  return std::make_unique<ComputerContestant>(knowledge, *player.computer, thinking);
}

std::string forfeits_text(const std::map<std::string, int>& forfeits) {
  constexpr std::size_t most_lines = 10;
  std::vector<std::pair<std::string, int>> reasons(forfeits.begin(), forfeits.end());
  std::ranges::stable_sort(reasons, std::greater(), &std::pair<std::string, int>::second);
  std::string text;
  for (const auto& [reason, times] : std::span(reasons).first(std::min(reasons.size(), most_lines)))
    text += fmt::format("  {} {} it {}\n", times, times == 1 ? "time" : "times", reason);
  if (reasons.size() > most_lines)
    text += fmt::format("  and {} other reasons\n", reasons.size() - most_lines);
  return text;
}

void add_limits_options(CLI::App& verb, agent::Limits& limits) {
  add_time_option(verb, "--move-time", limits.move, "seconds that a program has for a move");
  add_time_option(verb, "--start-time", limits.start,
                  "seconds that it has to start, and to get ready for a game");
}

}  // namespace quixo::apps
