// SPDX-License-Identifier: MIT
//
// The players that verbs take as arguments: the computer players, `random`, and exec:COMMAND, a program that
// speaks the protocol of docs/agents.md. The server takes computer players only.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "agent/agent.h"
#include "play/computer.h"
#include "play/contestant.h"

namespace CLI {
class App;
}

namespace quixo::apps {

/// Why a player cannot play where there is no table, and what would make it possible; in one line.
std::string cannot_play(const Computer& player, const Knowledge& knowledge);

/// A player that was named and is not there yet.
struct NamedPlayer {
  std::optional<Computer> computer;
  std::string command;  ///< Of a program. Neither of the two is the random player.
};

constexpr const char* player_names = "level-1 to level-9, searcher, winner, perfect, random or exec:COMMAND";

/// What is called by no player's name, `argument` is told of, with `others` that are expected there too.
NamedPlayer named_player(const std::string& argument, const std::string& name,
                         const char* others = "random or exec:COMMAND");

/// Has it ready to play, a program started. What cannot play, `argument` is told of. A searcher thinks as
/// said.
std::unique_ptr<Contestant> contestant(const std::string& argument, const NamedPlayer& player,
                                       const Knowledge& knowledge, const agent::Limits& limits,
                                       const Thinking& thinking);

/// How often a program made no move, by the reason: the most frequent reasons, a line each.
std::string forfeits_text(const std::map<std::string, int>& forfeits);

/// Adds the options --move-time and --start-time.
void add_limits_options(CLI::App& verb, agent::Limits& limits);

}  // namespace quixo::apps
